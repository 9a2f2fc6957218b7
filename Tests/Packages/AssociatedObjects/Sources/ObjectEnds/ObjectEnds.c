#define _GNU_SOURCE
#include "ObjectEnds.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

static void (*_Atomic atEnd)(const void *);
static _Thread_local bool isIgnored;

void atObjectEnds(void (*body)(const void *)) { atEnd = body; }

void ignoreObjectEnds(bool ignored) { isIgnored = ignored; }

/// Takes the place of the function of the Swift runtime with which every deinit of a class ends.
void swift_deallocClassInstance(void *object, size_t size, size_t alignMask) {
  static void (*_Atomic next)(void *, size_t, size_t);
  if (!next) next = (void (*)(void *, size_t, size_t))dlsym(RTLD_NEXT, "swift_deallocClassInstance");
  void (*body)(const void *) = atEnd;
  if (body && !isIgnored) body(object);
  next(object, size, alignMask);
}

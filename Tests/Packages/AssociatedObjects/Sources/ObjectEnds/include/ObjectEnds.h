#include <stdbool.h>

/// Has a function called with the address of each class instance that goes, after its deinit and before its
/// memory is given back: when the Objective-C runtime releases what is associated with it.
void atObjectEnds(void (*body)(const void *object));

/// Whether the instances that go on this thread are left out.
void ignoreObjectEnds(bool isIgnored);

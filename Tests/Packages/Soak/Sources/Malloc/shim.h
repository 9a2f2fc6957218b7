// What glibc knows of its heap, which Swift's module of it leaves out.
#include <malloc.h>

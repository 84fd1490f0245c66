/* builtin_types.h - the types of the CUDA Runtime API. */
#ifndef EMU_BUILTIN_TYPES_H
#define EMU_BUILTIN_TYPES_H
#include "driver_types.h"
#endif

/*
 * unsupported.c - refuses, by name, the calls of unsupported.def.
 *
 * The arguments are of no interest, so none are declared.
 */
#include "refuse.h"

#define X(name)                                                                \
    int name(void);                                                            \
    int name(void)                                                             \
    {                                                                          \
        return blas_refuse(#name);                                             \
    }
#include "unsupported.def"
#undef X

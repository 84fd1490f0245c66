/*
 * unsupported.c - refuses, by name, the calls of unsupported.def.
 *
 * The arguments are of no interest, so none are declared.
 */
#include "runtime.h"

static cudaError_t refuse_call(const char *name)
{
    struct text title =
        api_text("%s is not supported on the emulated device", name);
    api_finding(title.chars, "",
                "SUPPORTED.md has what it knows; man ptxrun says where it is");
    return cudaErrorNotSupported;
}

#define X(name)                                                                \
    cudaError_t name(void);                                                    \
    cudaError_t name(void)                                                     \
    {                                                                          \
        API(refuse_call(#name));                                               \
    }
#include "unsupported.def"
#undef X

/*
 * error_names.c - errors by name and in words.
 *
 * Source: CUDA Runtime API reference, cudaError.
 */
#include "error_names.h"

const char *error_name(cudaError_t error)
{
    switch (error) {
#define X(name, value, text)                                                   \
    case name:                                                                 \
        return #name;
#include "include/cuda_errors.def"
#undef X
    }
    return "unrecognized error code";
}

const char *error_text(cudaError_t error)
{
    switch (error) {
#define X(name, value, text)                                                   \
    case name:                                                                 \
        return text;
#include "include/cuda_errors.def"
#undef X
    }
    return "unrecognized error code";
}

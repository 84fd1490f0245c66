/*
 * error_names.h - errors as cudaGetErrorName and cudaGetErrorString say them.
 */
#ifndef ERROR_NAMES_H
#define ERROR_NAMES_H

#include "include/driver_types.h"

/* Of a number that is no error: "unrecognized error code". */
const char *error_name(cudaError_t error);
const char *error_text(cudaError_t error);

#endif

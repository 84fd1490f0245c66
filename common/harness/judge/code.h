/*
 * code.h - the device code of a program, as our compile step has left it.
 */
#ifndef JUDGE_CODE_H
#define JUDGE_CODE_H

#include "device/device.h"

/* Loads PROGRAM.ptx (clang), or the fat binary in the object PROGRAM.o (nvcc),
 * or where both are gone that in the program's file: whatever the program's
 * own process says. */
cudaError_t code_load(const char *program, device_module *module,
                      struct device_refusal *why);

#endif

/*
 * direct.h - what the process that holds the device may do beside device.h.
 */
#ifndef DEVICE_DIRECT_H
#define DEVICE_DIRECT_H

#include "base/gpu.h"
#include "device.h"

/* Like device_load, from PTX text or the container of a fat binary: size
 * bytes, of which none behind them is read. */
cudaError_t device_load_image(const void *image, size_t size,
                              device_module *module,
                              struct device_refusal *why);

/* Device memory with nothing in it, with these n bytes, or n times this one,
 * without what it costs to fill it with junk first; false: there is not so
 * much. */
bool device_allocate_bare(size_t n, uint64_t *address);
/* The number of the newest allocation; and a finding for each that came after
 * it and lives, leaks checked or not. */
uint32_t device_newest(void);
void device_tell_leaks_since(uint32_t newest);
bool device_allocate_with(const void *bytes, size_t n, uint64_t *address);
bool device_allocate_filled(uint8_t byte, size_t n, uint64_t *address);

/* From now on all launches together may execute so many warp instructions;
 * until this is called, each may what the options say. */
void device_set_budget(uint64_t warp_instructions);
/* Takes some away for something else; false: so many were not left. */
bool device_spend(uint64_t warp_instructions);

/* From now on launches are timed, as by PTXRUN_MODEL, or no longer. */
void device_set_model(const struct gpu *gpu);

/* Who says whether the program's process has memory at an address, for a
 * pointer of the host's to be told as one; until this is called, it is ours. */
void device_set_host(bool (*has)(uint64_t address));

#endif

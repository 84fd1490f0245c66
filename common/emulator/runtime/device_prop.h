/*
 * device_prop.h - cudaDeviceProp as each major version of CUDA has it.
 *
 * 12: driver_types.h.  11: the first part of 12's.  13: below; it lost the
 * fields that cudaDeviceGetAttribute answers better.  Offsets were checked
 * against the headers of CUDA 13.0.
 */
#ifndef DEVICE_PROP_H
#define DEVICE_PROP_H

#include "include/driver_types.h"

enum {
    DEVICE_PROP_11_BYTES =
        offsetof(struct cudaDeviceProp, reservedSharedMemPerBlock) +
        sizeof(size_t)
};

struct device_prop_13 {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luid_device_node_mask;
    size_t total_global_mem;
    size_t shared_mem_per_block;
    int regs_per_block;
    int warp_size;
    size_t mem_pitch;
    int max_threads_per_block;
    int max_threads_dim[3];
    int max_grid_size[3];
    size_t total_const_mem;
    int major;
    int minor;
    size_t texture_alignment;
    size_t texture_pitch_alignment;
    int multiprocessor_count;
    int integrated;
    int can_map_host_memory;
    int texture_limits[32]; /* maxTexture1D to maxSurfaceCubemapLayered */
    int surface_limits[7];
    size_t surface_alignment;
    int concurrent_kernels;
    int ecc_enabled;
    int pci_bus_id;
    int pci_device_id;
    int pci_domain_id;
    int tcc_driver;
    int async_engine_count;
    int unified_addressing;
    int memory_bus_width;
    int l2_cache_size;
    int persisting_l2_cache_max_size;
    int max_threads_per_multiprocessor;
    int stream_priorities_supported;
    int global_l1_cache_supported;
    int local_l1_cache_supported;
    size_t shared_mem_per_multiprocessor;
    int regs_per_multiprocessor;
    int managed_memory;
    int is_multi_gpu_board;
    int multi_gpu_board_group_id;
    int host_native_atomic_supported;
    int pageable_memory_access;
    int concurrent_managed_access;
    int compute_preemption_supported;
    int can_use_host_pointer_for_registered_mem;
    int cooperative_launch;
    size_t shared_mem_per_block_optin;
    int pageable_memory_access_uses_host_page_tables;
    int direct_managed_mem_access_from_host;
    int max_blocks_per_multiprocessor;
    int access_policy_max_window_size;
    size_t reserved_shared_mem_per_block;
    int features[13]; /* hostRegisterSupported to unifiedFunctionPointers */
    int others[7];    /* deviceNumaConfig to hostNumaMultinodeIpcSupported */
    int reserved[56];
};

#define AT_13(field, offset)                                                \
    _Static_assert(offsetof(struct device_prop_13, field) == (offset),      \
                   "CUDA 13 has " #field " elsewhere")
AT_13(total_global_mem, 288);
AT_13(max_grid_size, 336);
AT_13(total_const_mem, 352);
AT_13(major, 360);
AT_13(multiprocessor_count, 384);
AT_13(surface_alignment, 552);
AT_13(l2_cache_size, 596);
AT_13(shared_mem_per_multiprocessor, 624);
AT_13(cooperative_launch, 668);
AT_13(shared_mem_per_block_optin, 672);
AT_13(max_blocks_per_multiprocessor, 688);
AT_13(reserved_shared_mem_per_block, 696);
AT_13(reserved, 784);
_Static_assert(sizeof(struct device_prop_13) == 1008, "CUDA 13: 1008 bytes");
#undef AT_13

#endif

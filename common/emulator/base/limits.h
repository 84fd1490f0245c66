/*
 * limits.h - limits that every GPU shares which runs such programs, a line
 * each.  Those of one GPU: gpu.h.
 */
#ifndef DEVICE_LIMITS_H
#define DEVICE_LIMITS_H

/* CUDA C++ Programming Guide, "Compute Capabilities". */
enum {
    WARP_SIZE = 32,
    MAX_BLOCK_THREADS = 1024,
    MAX_BLOCK_WARPS = MAX_BLOCK_THREADS / WARP_SIZE,
    MAX_BLOCK_X = 1024,
    MAX_BLOCK_Y = 1024,
    MAX_BLOCK_Z = 64,
    MAX_GRID_X = 2147483647,
    MAX_GRID_Y = 65535,
    MAX_GRID_Z = 65535,
    SHARED_BYTES = 48 * 1024,        /* static, and dynamic without opt-in */
    RESERVED_SHARED_BYTES = 288,     /* cooperative_groups/details/memory.h */
    CONST_BYTES = 64 * 1024,
    PARAM_BYTES = 32764,             /* kernel parameters; CUDA 12.1 and on */
    NAMED_BARRIERS = 16,
    SECTOR_BYTES = 32,               /* Nsight Compute, "Memory Tables" */
    BANKS = 32,                      /* of 4 bytes each */
    BANK_BYTES = 4
};

/* Ours, to keep a student's mistake from taking the machine down. */
#define DEVICE_MEMORY_BYTES (8ull << 30) /* total, less where RAM is short */
#define LOCAL_BYTES_PER_THREAD (512u << 10)
#define CALL_DEPTH 512
#define PRINTF_BYTES (1u << 20)          /* CUDA's default FIFO: 1 MiB */
#define PRINTF_MOST (64u << 20)          /* at most, whatever is asked for */
#define INSTRUCTION_BUDGET (4ull << 30)  /* warp instructions a launch */

/* The exit status of a program whose socket is gone while it should serve. */
enum { EXIT_CUT_OFF = 119 };

#endif

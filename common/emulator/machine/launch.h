/* launch.h - one launch of a kernel. */
#ifndef MACHINE_LAUNCH_H
#define MACHINE_LAUNCH_H

#include "base/counters.h"
#include "base/dims.h"
#include "base/gpu.h"
#include "code/module.h"
#include "timing/tape.h"

enum launch_status {
    LAUNCH_OK,
    LAUNCH_BAD_ADDRESS,    /* cudaErrorIllegalAddress */
    LAUNCH_MISALIGNED,     /* cudaErrorMisalignedAddress */
    LAUNCH_TRAP,           /* trap: cudaErrorLaunchFailure */
    LAUNCH_ASSERT,         /* cudaErrorAssert */
    LAUNCH_TIMEOUT,        /* budget or deadlock: cudaErrorLaunchTimeout */
    LAUNCH_UNSUPPORTED,    /* cudaErrorNotSupported; a finding says what */
    LAUNCH_STACK_OVERFLOW, /* cudaErrorLaunchFailure */
    LAUNCH_NO_MEMORY       /* the host's: cudaErrorMemoryAllocation */
};

struct launch {
    const struct kernel *kernel;
    struct dims grid, block;   /* checked by the caller */
    uint32_t dynamic_shared;   /* bytes */
    const void *params;        /* kernel->param_bytes */
    bool cooperative;          /* all blocks resident */
    uint64_t seed;             /* of the order of blocks and warps (schedule.h);
                                * 0: the usual one */
    bool again;                /* only for what comes out: nothing is written
                                * of what it did */
    struct spy *spy;           /* NULL: none */
    uint64_t budget;           /* warp instructions; 0: as options say */
    const struct gpu *recorded_for; /* what its warps do is kept, for the time
                                     * on this GPU; NULL: it is not */
    struct counters counters;  /* out */
    bool waited;               /* out: blocks did nothing but look at memory,
                                * for other blocks to change it */
    bool answered;             /* out: a thread had the answer of an atomic */
    bool fenced;               /* out: a fence for all of the device, or the
                                * host, was executed */
    struct tapes *tapes;       /* out, the caller's to free; NULL: it was not
                                * recorded, or did not end as it should */
};

/* Who says whether the host program has memory at an address; until this is
 * called, it is this process. */
void report_host(bool (*has)(uint64_t address));

/* Runs to the end (or to the first fatal error); findings are reported. */
enum launch_status launch_run(struct launch *launch);

#endif

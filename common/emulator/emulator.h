/*
 * emulator.h - the map of the emulated device, in pipeline order.
 *
 *   fatbin.c lex.c parse*.c  bytes -> struct ptx_module        (ptx.h)
 *   arena.c places.c         a module's memory; .loc -> the student's lines
 *   module.c resolve*.c      ptx_module -> variables, kernels, decoded code
 *   flow.c                   where branches meet, what stores can reach
 *   chain.c                  what instructions wait for
 *   grid.c                   blocks of warps over host threads
 *   execute.c                the dispatch: 32 lanes at once     (execute.h)
 *   lanes.c                  what is more than a row of ops.def
 *   warp.c frame.c           splits and joins; registers        (warp.h)
 *   control.c sync.c         calls, traps; shuffles, barriers
 *   memory.c                 allocations, address checks
 *   access*.c                loads, stores, atomics: checked and counted
 *   counters.c               sectors, wavefronts
 *   shadow.c race.c          what was written; who touched it
 *   lines.c trace.c          what each line counted; where its lanes went
 *   diagnostics.c events.c   findings: grouping, text; the report in JSON
 *   caller.c place_of.c      the host's lines in them           (caller.h)
 *   builtins.c               functions PTX code calls but does not define
 *   runtime.c                the CUDA Runtime API
 *
 * Lanes are numbered 0..31; a mask has bit l set for lane l.  "Generic
 * address" is a PTX generic address, which for global memory is what
 * cudaMalloc returns.
 */
#ifndef EMULATOR_H
#define EMULATOR_H

#include <stdio.h>

#include "tell/caller.h"
#include "base/limits.h"
#include "ptx/ptx.h"

/* ---- resolve.c: modules and kernels ------------------------------------- */

struct module; /* one registered fat binary: code and variables */

/* One kernel (.entry).  Read-only for everybody but resolve.c. */
struct kernel {
    const char *name;        /* mangled, as registered */
    const char *pretty;      /* demangled, without parameter list */
    uint32_t param_count;
    struct kernel_param {
        uint32_t offset, size; /* bytes, in the parameter buffer */
    } *params;
    uint32_t param_bytes;
    uint32_t static_shared;  /* bytes */
    uint32_t max_threads;    /* .maxntid, or MAX_BLOCK_THREADS */
    uint32_t local_bytes;    /* per thread, the entry's own frame */
    uint32_t register_count; /* 32-bit registers a thread declares in PTX */
    uint32_t const_bytes;    /* of the module */
    uint32_t target;         /* of the module: 75 of sm_75 */
    struct program *program; /* execute.h; NULL: it could not be resolved */
    bool no_memory;          /* program is NULL for want of memory alone */
    struct module *module;
    char **param_names;      /* names.c; NULL: not looked up yet */
    struct ptx_loc loc;
};

/* NULL with error set if the text is wrong or uses what is not supported
 * ("tex.2d is not supported").  Variables are allocated and initialised. */
struct module *module_load(const char *ptx, struct ptx_error *error);
void module_unload(struct module *module);
const struct kernel *module_kernel(const struct module *module,
                                   const char *name);
/* A .global or .const variable: address and size in bytes; false if none. */
bool module_symbol(const struct module *module, const char *name,
                   uint64_t *address, uint64_t *size);
/* Path of a source file as .file gave it; "?" if unknown. */
const char *module_file(const struct module *module, uint32_t file);

/* ---- grid.c: launches --------------------------------------------------- */

struct dims { uint32_t x, y, z; };

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

/* What one launch did.  64-bit totals over all warps; equal from run to run
 * whatever the number of host threads.  The X-macro also orders the CSV. */
#define COUNTERS(X)                                                         \
    X(warp_instructions)           /* executed, guard false included */     \
    X(thread_instructions)         /* active lanes summed */                \
    X(global_load_requests)        /* warp-level, >= 1 active lane */       \
    X(global_load_sectors)         /* distinct 32-byte pieces a request */  \
    X(global_load_bytes)           /* distinct bytes asked for */           \
    X(global_store_requests)                                                \
    X(global_store_sectors)                                                 \
    X(global_store_bytes)                                                   \
    X(shared_load_requests)                                                 \
    X(shared_load_wavefronts)                                               \
    X(shared_load_bank_conflicts)  /* wavefronts beyond the fewest */       \
    X(shared_load_bytes)           /* distinct bytes asked for */           \
    X(shared_store_requests)                                                \
    X(shared_store_wavefronts)                                              \
    X(shared_store_bank_conflicts)                                          \
    X(shared_store_bytes)                                                   \
    X(local_load_requests)                                                  \
    X(local_store_requests)                                                 \
    X(branches)                    /* executed by a warp */                 \
    X(divergent_branches)          /* its lanes went both ways */           \
    X(barriers)                    /* per warp */                           \
    X(atomics)                     /* warp-level, global and shared */      \
    X(flops_single)                /* add, mul: 1; fma: 2; per lane */      \
    X(flops_double)                                                         \
    /* For the time model: the longest warp and the busiest block. */       \
    X(max_warp_instructions)       /* maximum, not a sum: see MAX below */  \
    X(max_warp_global_loads)                                                \
    X(max_block_sectors)           /* global, loads and stores */           \
    X(max_block_instructions)                                               \
    /* The longest chain of waits through a block, by kind: chain.c. */     \
    X(max_chain_arithmetic)                                                 \
    X(max_chain_double)                                                     \
    X(max_chain_special)                                                    \
    X(max_chain_shuffle)                                                    \
    X(max_chain_shared)                                                     \
    X(max_chain_global)                                                     \
    X(max_chain_atomic)                                                     \
    X(max_chain_barriers)

struct counters {
#define X(name) uint64_t name;
    COUNTERS(X)
#undef X
};

struct launch {
    const struct kernel *kernel;
    struct dims grid, block;   /* checked by the caller */
    uint32_t dynamic_shared;   /* bytes */
    const void *params;        /* kernel->param_bytes */
    bool cooperative;          /* all blocks resident */
    struct counters counters;  /* out */
};

/* Runs to the end (or to the first fatal error); findings are reported. */
enum launch_status launch_run(struct launch *launch);

/* ---- memory.c: the device's memory -------------------------------------- */

enum memory_kind {
    MEMORY_DEVICE,  /* cudaMalloc: host may not touch it (SIGSEGV) */
    MEMORY_PINNED,  /* cudaMallocHost, mapped: same address on both sides */
    MEMORY_MANAGED, /* cudaMallocManaged: same address on both sides */
    MEMORY_SYMBOL,  /* __device__ and __constant__ variables */
    MEMORY_HEAP,    /* device-side malloc */
    MEMORY_REGISTERED /* the program's own, while cudaHostRegister has it */
};

struct allocation {
    uint64_t address;      /* generic */
    uint64_t size;         /* bytes, as asked for */
    uint8_t *host;         /* backing store of address */
    enum memory_kind kind;
    _Atomic bool freed;    /* kept as a tombstone: addresses are not reused */
    bool read_only;        /* .const */
    uint32_t id;           /* counts allocations, from 1 */
    uint32_t watched;      /* number of the launch that may write to it */
    const char *name;      /* variable, or NULL: "allocation #id" */
    struct call_site *allocated_at, *freed_at; /* caller.h; or NULL */
    struct shadow *shadow; /* which bytes were written (shadow.h) */
    struct race_cells *cells; /* who touched them (race.h); NULL: not yet */
    struct allocation *next_doomed; /* freed while held */
};

/* 0 when device memory is exhausted; 256-byte aligned; size 0 counts as 1. */
uint64_t memory_allocate(size_t size, enum memory_kind kind,
                         const char *name);
enum memory_free_status { FREE_OK, FREE_NOT_ALLOCATED, FREE_TWICE };
enum memory_free_status memory_free(uint64_t address);
/* What was allocated for the device and freed is there again, at the same
 * address and with contents of its own; false: it is not free, or no memory. */
bool memory_revive(uint64_t address);
/* The host's own bytes from start on, which kernels may then use; false: no
 * memory for it.  Unregistered, they are the host's alone again. */
bool memory_register(void *start, size_t size);
void memory_unregister(void *start);
/* While held, what is freed keeps its bytes and its shadow: another thread may
 * be in the midst of an access to it. */
void memory_hold(bool held);
/* The live allocation that contains address, or NULL. */
struct allocation *memory_find(uint64_t address);
/* In the device's range of addresses, which the host cannot touch. */
bool memory_reserved(uint64_t address);
/* Also tombstones, and the nearest below address when none contains it. */
struct allocation *memory_nearest(uint64_t address);
/* The same, also up to `reach` bytes before all of them. */
struct allocation *memory_reachable(uint64_t address, uint64_t reach);
/* The live allocation from which an index of 32 bits leads to address because
 * it overflowed: an int too large, an unsigned one below 0.  width: bytes of
 * an element, or of a part of one.  NULL: that is not what happened. */
struct allocation *memory_wrapped(uint64_t address, unsigned width);
void memory_info(size_t *free_bytes, size_t *total_bytes);
/* Calls visit for each live allocation (leakcheck), in order of id. */
void memory_each(void (*visit)(struct allocation *, void *), void *arg);

/* racecheck follows this allocation in the launch of that number.  False:
 * out of memory; the launch then goes on without. */
bool memory_watch(struct allocation *allocation, uint32_t launch);

/* Copies between host memory and the device's, marking what was written.
 * False, with *bad set to the first bad address and nothing copied, when the
 * range is not inside one live allocation. */
bool memory_write(uint64_t dst, const void *src, size_t n, uint64_t *bad);
bool memory_read(void *dst, uint64_t src, size_t n, uint64_t *bad);
bool memory_copy(uint64_t dst, uint64_t src, size_t n, uint64_t *bad);
bool memory_fill(uint64_t dst, int byte, size_t n, uint64_t *bad);

/* ---- builtins.c: what PTX calls but does not define --------------------- */

struct builtin_call {
    struct warp *warp;     /* execute.h */
    unsigned lane;
    void *result;          /* or NULL */
    uint32_t result_bytes;
    const void *args[8];   /* each points at that parameter's bytes */
    uint32_t arg_bytes[8];
    unsigned arg_count;
    struct dims block, thread; /* whose call it is */
    struct ptx_loc loc;
    const struct kernel *kernel;
};
/* False ends the launch with the status stored in call->warp. */
typedef bool builtin_function(struct builtin_call *call);
builtin_function *builtin_find(const char *name); /* NULL: none */

/* For builtins.  The value of argument i, and the result; false, told, and the
 * launch ends, if the PTX declares them otherwise than CUDA does. */
bool builtin_argument(struct builtin_call *call, unsigned i, void *value,
                      size_t n);
bool builtin_result(struct builtin_call *call, const void *value, size_t n);
/* n bytes at a generic address as this lane sees it (global, local, shared,
 * const), or NULL, told, and the launch ends, if they are not its to read or
 * write. */
void *lane_memory(struct builtin_call *call, uint64_t address, size_t n,
                  bool write);
/* Ends the launch after this instruction. */
void launch_fail(struct builtin_call *call, enum launch_status status);

/* ---- diagnostics.c: findings -------------------------------------------- */

enum tool { MEMCHECK, INITCHECK, RACECHECK, SYNCCHECK, LEAKCHECK, APICHECK };
enum severity { FINDING_ERROR, FINDING_WARNING, FINDING_NOTE };

/* One hazard.  Findings of one launch with equal tool, kernel, loc, other and
 * title are one finding with a count; the kept example is the one of the
 * smallest block, then thread, so that text is the same from run to run. */
struct finding {
    enum tool tool;
    enum severity severity;
    const struct module *module; /* for file names; NULL: no place */
    struct ptx_loc loc;          /* line 0: no place known */
    struct ptx_loc other;        /* the other side of a race; line 0: none */
    const char *other_note;      /* "the write was here"; static string */
    bool at_read;                /* a race, and loc is where it reads */
    const char *kernel;          /* pretty name, or NULL (host side) */
    struct call_site *call;      /* the host's call, whose place it then is;
                                  * a kernel's launch (caller.h); or NULL */
    struct call_site *allocated, *freed; /* of the memory; or NULL */
    struct dims block, thread;   /* example; ignored when kernel is NULL */
    uint32_t lanes;              /* threads of this occurrence, >= 1 */
    char title[160];             /* "read of 4 bytes past the end of A" */
    char detail[240];            /* what the values were; or "" */
    char hint[200];              /* "" for none */
};

/* On the host's side: the place is that of a call; none if it is NULL. */
void finding_at_call(struct finding *finding, struct call_site *call);
/* Thread-safe; copies. */
void diagnose(const struct finding *finding);
/* Prints and writes what was collected since the last call, sorted by place;
 * called at the end of every launch and at exit.  Text goes to stderr. */
void diagnostics_flush(void);
/* Occurrences of severity FINDING_ERROR so far. */
uint64_t diagnostics_errors(void);
/* Where text for the user goes: stderr, or what PTXRUN_LOG names. */
FILE *diagnostics_stream(void);

/* "memcheck"; "error". */
const char *tool_name(enum tool tool);
const char *severity_name(enum severity severity);
/* The path as the user would type it: below the current folder, relative;
 * "" for no place. */
const char *finding_path(const struct finding *finding, struct ptx_loc loc);
/* That line of the source, without its end; false if there is none. */
enum { SOURCE_LINE = 512 };
bool finding_source(const struct finding *finding, struct ptx_loc loc,
                    char text[SOURCE_LINE]);
/* A path as the user would type it: below the current folder, relative. */
const char *short_path(const char *path);
/* That of a place; "" if it is not known.  Valid until the module goes. */
const char *source_path(const struct module *module, struct ptx_loc loc);

/* ---- options: the environment ptxrun sets ------------------------------- */

struct options {
    const char *counters;      /* PTXRUN_COUNTERS: CSV, a row per launch */
    const char *lines;         /* PTXRUN_LINES: CSV, a row per source access */
    const char *trace;         /* PTXRUN_TRACE: CSV, a row per lane */
    const char *diagnostics;   /* PTXRUN_DIAGNOSTICS: TSV, a row a finding */
    const char *report;        /* PTXRUN_REPORT: JSON, launches and findings */
    const char *log;           /* PTXRUN_LOG: text goes there, not to stderr */
    const char *kernels;       /* PTXRUN_KERNELS: kernel_wanted(); NULL: all */
    unsigned tools;            /* PTXRUN_TOOL: bit 1 << enum tool */
    uint64_t print_limit;      /* PTXRUN_PRINT_LIMIT; findings shown at most */
    int error_exitcode;        /* PTXRUN_ERROR_EXITCODE; 0: leave as it is */
    unsigned threads;          /* PTXRUN_THREADS: host threads; 0: all */
    uint64_t budget;           /* PTXRUN_BUDGET: warp instructions a launch */
    uint64_t device_bytes;     /* PTXRUN_MEMORY, bytes */
    bool quiet;                /* PTXRUN_QUIET=1: no text on stderr */
    bool leakcheck;            /* PTXRUN_LEAKCHECK=1 */
    bool color;                /* stderr is a terminal and NO_COLOR unset */
};
const struct options *options(void); /* read once */
/* Does the user want to hear of the kernel of this demangled name?  As the
 * option --kernel-name says: names and kns=SUBSTRING, parted by commas. */
bool kernel_wanted(const char *pretty);

#endif

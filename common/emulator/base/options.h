/* options.h - the environment that ptxrun sets. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu.h"

/* The checks, named as in compute-sanitizer. */
enum tool { MEMCHECK, INITCHECK, RACECHECK, SYNCCHECK, LEAKCHECK, APICHECK };
/* "memcheck" */
const char *tool_name(enum tool tool);

/* Which calls of the API that fail are findings. */
enum api_errors { API_ERRORS_NO, API_ERRORS_UNREAD, API_ERRORS_ALL };

struct options {
    const char *counters;      /* PTXRUN_COUNTERS: CSV, a row per launch */
    const char *lines;         /* PTXRUN_LINES: CSV, a row per source access */
    const char *trace;         /* PTXRUN_TRACE: CSV, a row per lane */
    const char *steps;         /* PTXRUN_STEPS: what warps do, step by step */
    const char *diagnostics;   /* PTXRUN_DIAGNOSTICS: TSV, a row a finding */
    const char *report;        /* PTXRUN_REPORT: JSON, launches and findings */
    const char *sarif;         /* PTXRUN_SARIF: findings as SARIF 2.1.0 */
    const char *log;           /* PTXRUN_LOG: text goes there, not to stderr */
    const char *kernels;       /* PTXRUN_KERNELS: kernel_wanted(); NULL: all */
    unsigned tools;            /* PTXRUN_TOOL: bit 1 << enum tool */
    uint64_t print_limit;      /* PTXRUN_PRINT_LIMIT; findings shown at most */
    int error_exitcode;        /* PTXRUN_ERROR_EXITCODE; 0: leave as it is */
    unsigned threads;          /* PTXRUN_THREADS: host threads, 1 or more;
                                * if 0 or not set: processors we may use */
    uint64_t schedule;         /* PTXRUN_SCHEDULE: seed of the order of warps
                                * and blocks; 0: the usual one */
    unsigned schedules;        /* PTXRUN_SCHEDULES: in so many orders a launch
                                * is run, and what comes out compared */
    uint64_t budget;           /* PTXRUN_BUDGET: warp instructions a launch */
    uint64_t device_bytes;     /* PTXRUN_MEMORY, bytes */
    const struct gpu *gpu;     /* PTXRUN_GPU: id of its profile (gpu.h) */
    const struct gpu *model;   /* PTXRUN_MODEL: id of the GPU that times are
                                * modelled for; NULL: none are */
    bool quiet;                /* PTXRUN_QUIET=1: no text on stderr */
    unsigned progress_ms;      /* PTXRUN_PROGRESS: milliseconds without a word
                                * before it is said what runs; 0: never, and
                                * where stderr is no terminal */
    bool tell_end;             /* PTXRUN_TELL_END=1: SIGINT and SIGTERM end the
                                * program, but it says where a kernel was */
    enum api_errors api_errors; /* PTXRUN_API_ERRORS: its number */
    bool gen_suppressions;     /* PTXRUN_GEN_SUPPRESSIONS=1: behind each
                                * finding, what would suppress it */
    bool remarks;              /* PTXRUN_REMARKS=1: notes about what is right,
                                * but not at every size */
    bool leakcheck;            /* PTXRUN_LEAKCHECK=1 */
    bool color;                /* stderr is a terminal and NO_COLOR unset */
};
const struct options *options(void); /* read once */
/* The GPU is that one, if there is such a profile, whatever was asked for. */
void options_use_gpu(const char *id);
/* Does the user want to hear of the kernel of this demangled name?  As the
 * option --kernel-name says: names and kns=SUBSTRING, parted by commas. */
bool kernel_wanted(const char *pretty);

#endif

/*
 * protocol.h - what grader and runner say to each other.
 *
 * One request, one response, each one packet on a private socket; the arrays
 * lie in a file in memory that both map.  Inputs come first, and the runner
 * maps them read-only; the output follows.  Standard output plays no part:
 * a student may print what he likes.
 *
 * What host code of a student cannot do, since it runs in the runner: see what
 * is expected, or change the inputs it is computed from; answer without the
 * request's nonce; take back what the emulated device has recorded.
 * What it can do, and no protocol within one process prevents: compute on the
 * CPU what a kernel should, beside a kernel that does nothing; find the nonce
 * in the runner's memory; write rows of its own over the records, or over the
 * emulated device itself.  Whoever grades for marks reads the host code (it is
 * a few lines), or compiles the kernels with launchers of his own.
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "lab/lab.h"
#include "statistics.h"

enum command {
    COMMAND_HELLO,   /* which device? */
    COMMAND_RUN,     /* launch once, hand back the output */
    COMMAND_FAIL,    /* launch while one of its CUDA calls fails */
    COMMAND_TIME     /* launch often between events */
};

/* A buffer's bytes in the shared file. */
struct extent {
    uint64_t offset, bytes;
};

/* Two bytes to fill outputs with: no value of either may remain.  The first
 * reads as NaN, so that using it spoils a sum; the second is an ordinary
 * number, so that "added to what was there" can be told from "NaN". */
enum { POISON_NAN = 0xff, POISON_NUMBER = 0x41 };

/* The runner's exit status when its socket is gone while it should serve. */
enum { EXIT_CUT_OFF = 119 };

enum cache { CACHE_WARM, CACHE_COLD };

struct request {
    enum command command;
    uint64_t nonce;              /* the answer repeats it; see child_send */
    char launcher[48];           /* its name */
    struct size size;
    uint32_t buffers;            /* how many it is given */
    struct extent extents[MAX_BUFFERS];
    uint64_t input_bytes;        /* the file's read-only part: what begins
                                  * in it is an input, all else an output */
    uint64_t total_bytes;
    bool on_host;                /* the launcher gets host memory */
    uint32_t guard_bytes;        /* on each side of a device buffer */
    uint8_t poison;
    bool watch_memory;           /* RUN: report memory not given back */
    uint32_t fail_call;          /* FAIL: which call, counted from 1 */
    enum cache cache;            /* TIME */
    double limit_ms;             /* TIME: measure no longer than this */
};

enum outcome {
    OUTCOME_OK,
    OUTCOME_NO_DEVICE,
    OUTCOME_NO_LAUNCHER,  /* the program lacks the function */
    OUTCOME_CUDA_ERROR,   /* the launch or the kernel failed */
    OUTCOME_RETURNED,     /* the launcher returned an error */
    OUTCOME_NO_MEMORY     /* the runner itself could not allocate */
};

enum { NO_BUFFER = -1 };

struct response {
    uint64_t nonce;              /* the request's */
    enum outcome outcome;
    int error;                   /* cudaError_t */
    char error_name[48];
    char error_text[96];
    bool during_kernel;          /* else at the launch */
    char made_fail[48];          /* FAIL: that call's error; "": no such call */

    int damaged;                 /* buffer whose guard band was written */
    bool damaged_before;         /* in front of it, else behind */
    int changed;                 /* input that was written */
    uint64_t changed_byte;        /* its first byte that differs */
    int64_t leaked_bytes;        /* device memory not given back */

    char device[96];             /* HELLO */
    uint64_t device_bytes;       /* HELLO: memory free */
    uint64_t l2_bytes;           /* HELLO */

    struct times times;          /* TIME: of one launch */
};

#endif

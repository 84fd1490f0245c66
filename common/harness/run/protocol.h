/*
 * protocol.h - what grader, judge and runner say to each other.
 *
 *   grader  --request-->  judge  --call-->  runner (the student's program)
 *           <-response--         <-answer-
 *
 * The judge (judge.c) has the emulated device, its memory, the counters and
 * the findings; the student's program runs in a process of its own, which has
 * the host's side of the CUDA Runtime alone (emulator/device/wire.h).  Between
 * grader and judge, who trust each other, a request and a response are a
 * packet each; a request brings the file that its inputs begin, and outputs lie
 * in a file in memory that both map.  The
 * program gets addresses, names and sizes, and of vector_add the inputs.
 * Standard output plays no part: a student may print what he likes.
 *
 * What host code of a student cannot do: see inputs, expected values, counters,
 * findings or the grader's environment; change what the device has recorded, or
 * say that a launch was made or went well; write what the device is thought to
 * have computed.  It can ask for what the API offers: launch, copy, allocate.
 * What it has looked at, more than a few bytes, may be what it computes from:
 * so outputs are judged as they were when it first looked, and of vector_add,
 * whose inputs it must see, each element must have come from the device.
 *
 * On a GPU the program serves the grader itself.  What it answers there gives
 * no points.
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "base/limits.h"
#include "lab/calls.h"
#include "lab/lab.h"
#include "statistics.h"

enum command {
    COMMAND_HELLO,   /* which device? */
    COMMAND_RUN,     /* launch once, hand back the output */
    COMMAND_FAIL,    /* launch while one of its CUDA calls fails */
    COMMAND_RECORD,  /* what it asks of the device; nothing is launched */
    COMMAND_TIME     /* launch often between events; on_cpu: call often */
};

/* A buffer's bytes in the shared file. */
struct extent {
    uint64_t offset, bytes;
};

/* Two bytes to fill outputs with: no value of either may remain.  The first
 * reads as NaN, so that using it spoils a sum; the second is an ordinary
 * number, so that "added to what was there" can be told from "NaN". */
enum { POISON_NAN = 0xff, POISON_NUMBER = 0x41 };

enum cache { CACHE_WARM, CACHE_COLD };

struct request {
    enum command command;
    char launcher[48];           /* its name */
    struct size size;
    uint32_t buffers;            /* how many it is given */
    struct extent extents[MAX_BUFFERS];
    uint64_t input_bytes;        /* the file's read-only part: what begins
                                  * in it is an input, all else an output */
    uint64_t total_bytes;
    bool on_host;                /* the launcher gets host memory */
    bool on_cpu;                 /* and nothing has to come from the device */
    bool pinned;                 /* that is pinned */
    bool late;                   /* RUN, FAIL: streams do what they are told
                                  * only when they are waited for */
    uint32_t guard_bytes;        /* on each side of a device buffer; RECORD:
                                  * before all of them */
    uint8_t poison;
    bool watch_memory;           /* RUN: report memory not given back */
    bool model;                  /* RUN: how long would launches take on the
                                  * GPU that the judge has? */
    uint32_t fail_call;          /* FAIL: which call, counted from 1 */
    enum cache cache;            /* TIME */
    double limit_ms;             /* TIME: measure no longer than this */
    double limit_seconds;        /* of processors, for the program */
};

/* From the judge to the program, after a byte that says it has begun: device
 * memory at these addresses, or, if
 * request.on_host, inputs behind it, the first input_bytes of the file. */
struct call {
    struct request request;
    uint64_t addresses[MAX_BUFFERS];
};
/* Where the program finds the judge. */
enum { CALL_SOCKET = 4 };

enum outcome {
    OUTCOME_OK,
    OUTCOME_NO_DEVICE,
    OUTCOME_NO_LAUNCHER,  /* the program lacks the function */
    OUTCOME_CUDA_ERROR,   /* the launch or the kernel failed */
    OUTCOME_RETURNED,     /* the launcher returned an error */
    OUTCOME_NO_MEMORY,    /* the runner itself could not allocate */
    OUTCOME_ENDED,        /* the program did, before it returned */
    OUTCOME_TOO_SLOW,     /* it was stopped */
    OUTCOME_NONSENSE,     /* it said what no program says */
    OUTCOME_OTHER_VERSION, /* its libcudart is not the judge's */
    OUTCOME_ON_HOST       /* it went well, but the host has computed it */
};

enum { NO_BUFFER = -1 };

struct response {
    enum outcome outcome;
    int status;                  /* ENDED: as waitpid gave it */
    bool over;                   /* judge and program must be begun anew */
    uint32_t launches;           /* that the device has made */
    struct calls calls;          /* of the host's side, in order */
    struct {                     /* ON_HOST: what tells so */
        char file[200];          /* the first copy back, "": not known */
        uint32_t line;
        uint64_t bytes_sent;     /* of vector_add: that are no input's */
        uint64_t words_made;     /* and words that no device has given */
    } on_host;
    int error;                   /* cudaError_t */
    char error_name[48];
    char error_text[128];
    bool during_kernel;          /* else at the launch */
    char made_fail[48];          /* FAIL: that call's error; "": no such call */

    int damaged;                 /* buffer whose guard band was written */
    bool damaged_before;         /* in front of it, else behind */
    int changed;                 /* input that was written */
    uint64_t changed_byte;        /* its first byte that differs */
    int64_t leaked_bytes;        /* device memory not given back */

    char device[96];             /* HELLO */
    char bus_id[32];             /* HELLO: where it sits, for the driver */
    uint64_t device_bytes;       /* HELLO: memory free */
    uint64_t l2_bytes;           /* HELLO */

    struct times times;          /* TIME: of one launch */
    bool in_graph;               /* TIME: else its launch is part of it */
    double launch_us;            /* TIME: of an empty kernel in a graph */
};

#endif

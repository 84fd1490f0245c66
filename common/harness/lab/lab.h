/*
 * lab.h - what a lab says about itself.  The one header lab.c includes.
 *
 * A lab is data: a table of exercises.  It allocates nothing, prints nothing,
 * times nothing.  lab.c is linked into the grader, which makes inputs, runs the
 * oracle and scores, and contains no student code.  The program that student.cu
 * or reference.cu becomes knows none of it but how its launchers are called
 * (kernels.h of the lab, runner/launchers.c).
 */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct calls; /* calls.h */

/* One problem size; unused fields are 1.  A vector of n: rows 1, cols n. */
struct size {
    int rows;  /* of the (left) matrix */
    int cols;  /* of the (left) matrix */
    int inner; /* third dimension: columns of the right matrix, batches, ... */
};

enum element { ELEMENT_F32, ELEMENT_F64, ELEMENT_I32, ELEMENT_I64 };
enum direction { INPUT, OUTPUT };

/* How the harness fills an input; every position gets a value of its own. */
enum fill {
    FILL_UNIFORM, /* random in [-1, 1), not symmetric in any index */
    FILL_POSITIVE /* random in [0.5, 1.5) */
};

enum { MAX_BUFFERS = 6 };

/* One array the launcher is given, in the launcher's order. */
struct buffer {
    const char *name;             /* as in the handout: "A" */
    enum direction direction;
    enum element element;
    size_t (*count)(struct size); /* elements */
    /* for messages and for naming the owner of an element: its shape */
    size_t (*columns)(struct size); /* row length; NULL: a vector */
    enum fill fill;
};

/* The expected value of one output element, in double precision. */
struct expected {
    double value;
    double magnitude; /* sum |a||b| over its terms; bounds rounding; 0: the
                       * value is exact */
    double terms;     /* n, how many terms were summed */
};

/* What a metric may be, ends included; grade/criteria.h names metrics. */
struct bounds {
    const char *metric;     /* "global_load_requests"; NULL: nothing is asked */
    double at_least, at_most;
};

/* What counters must show, over the launches of one run at one size.  Both
 * bounds are meant: a kernel that does nothing is below the lower one.  A ratio
 * is bounded together with an amount (also), or it could be mended by accesses
 * that nobody needs. */
struct criterion {
    const char *name;       /* "coalesced loads of A" */
    const char *metric;     /* "global_load_sectors_per_request" ... */
    double at_most;
    double at_least;
    struct bounds also;     /* must hold as well */
    const char *open;       /* why a bound of both is NAN, that is, none;
                             * NULL: none is */
    struct size size;       /* where it is read */
    int share;              /* of the exercise's points */
    const char *advice;     /* shown when it fails; one or two sentences */
};

/* What an exercise can give at most when a metric is outside of its bounds,
 * however right the result is: for solutions that do not do what it teaches
 * (lab/caps.h has those that many exercises share). */
struct cap {
    const char *name;       /* "one warp works" */
    struct bounds bounds;   /* NAN: on this side anything may be */
    struct size size;       /* where it is read */
    int percent;            /* of the exercise's points; 0 to 99 */
    const char *sentence;   /* why, and what to do */
};

/* An open exercise: no points, a medal for its time (grade/medal.h). */
struct challenge {
    const char *ladder;      /* the first version of what it goes on from, in
                              * any lab; NULL: this exercise is no challenge */
    struct size size;        /* where its time is taken; a few milliseconds of
                              * the emulated device */
    struct size gpu_size;    /* where a GPU's is; rows 0: the same */
    bool any_rows, any_inner; /* sizes of the ladder that differ in these only
                               * are the same work: the best of them counts */
};

/* What make predict asks, to be held against what make profile counts. */
struct question {
    const char *metric;      /* as of a criterion; "time": of a call */
    const char *than;        /* of a time: an exercise, as a multiple of whose
                              * speed it is asked for; NULL: microseconds */
};

enum { MAX_CAPS = 8 };
enum { MAX_CRITERIA = 6, MAX_HINTS = 6, MAX_EXERCISES = 32 };
enum { QUESTIONS = 3 };

struct exercise {
    const char *name;        /* "matvec": as typed after EX=, and what its
                              * launcher is called in kernels.h */
    const char *title;       /* "A x V, one thread per row" */
    const char *first;       /* exercise of this or another lab whose later
                              * version it is; NULL: it is a first one */
    bool is_case;            /* a detective case: a kernel to be mended, which
                              * stands in LAB/cases/NAME, a file of its own;
                              * it is neither plotted nor reported on, and
                              * stands behind all that are none */
    const char *lesson;      /* of a case, said when it is right */
    struct buffer buffers[MAX_BUFFERS]; /* name NULL ends */
    bool host_pointers;      /* launcher gets host memory (vector_add) */
    bool pinned;             /* which is pinned, then (add_streams) */
    bool on_cpu;             /* it does as well, and launches nothing: what it
                              * is about is done by the CPU */
    /* What rows, cols, inner are called in messages, "" if that one is always
     * 1; NULL: "33 x 65". */
    const char *dimensions[3];
    bool product;            /* C = A x B, of which kernels.h and who gives a
                              * size call cols what B has, inner what A has */
    struct size most;        /* that kernels.h allows; of 0 any */

    const struct size *sizes; /* checked for correctness; rows 0 ends */
    size_t size_count;
    const struct size *sweep; /* plotted; the seven required sizes; NULL:
                               * nothing is */
    size_t sweep_count;
    size_t sweep_gpu_only;    /* its last so many are for a GPU only, and
                               * there not counted */
    struct size traced;       /* for make access: a block of it inside the
                               * grid, its rows short and not aligned */

    /* Alters inputs that are filled at random; the same for the same seed.
     * Pointers in the order of buffers, NULL for outputs.  May be NULL. */
    void (*prepare)(void *const *inputs, struct size size, uint64_t seed);

    /* Fills expected[0 .. count of the first output) from the inputs; inputs in
     * the order of buffers, NULL for outputs. */
    void (*oracle)(const void *const *inputs, struct size size,
                   struct expected *expected);
    /* For outputs after the first, whose values nobody can predict, such as
     * times: false, and why, if they cannot be right.  Where there is only one
     * output: false, and why, if it is wrong for a reason that the lab knows;
     * it is said in place of what is guessed.  All arrays, in the order of
     * buffers.  NULL: there is nothing to say. */
    bool (*plausible)(const void *const *arrays, struct size size, char *text,
                      size_t n);
    /* Of exercises that are about the calls of the host: false, and why, if
     * those that it made, in order, are not what is asked for.  Asked of the
     * emulated device only. */
    bool (*called)(const void *const *arrays, const struct calls *calls,
                   struct size size, char *text, size_t n);
    /* How many SMs the emulated device has; NULL: as its profile. */
    int (*multiprocessors)(struct size size);
    /* What block `block` measured itself, in clocks; NULL if it does not. */
    double (*clocks)(const void *const *arrays, struct size size,
                     size_t block);

    /* The same on the CPU as a plain serial C loop in the lab's precision:
     * the curve of the CPU in the graphs; NULL where nothing is plotted.  The
     * output has so many parts that do not depend on each other; the loop
     * computes parts [from, to), all of them when it is serial, a thread's
     * share under OpenMP. */
    size_t (*parts)(struct size);
    void (*serial)(void *const *pointers, struct size size, size_t from,
                   size_t to);
    /* Where serial is NULL since that loop is for students to write: the
     * exercise (on_cpu, with the same arrays) in which they do, and whose time
     * is that curve. */
    const char *cpu;

    double (*bytes)(struct size); /* least bytes to and from DRAM; NULL where
                                   * nothing is plotted and no host_pointers
                                   * are there to be copied */
    double (*flops)(struct size);

    /* For "which thread owned it": the output element computed by thread
     * (x,y) of block (bx,by); NULL: a thread per element of a 1-D grid.
     * Writes a sentence such as "row 41: block 1, thread 9". */
    void (*owner)(struct size size, size_t element, char *text, size_t n);

    struct challenge challenge;

    /* Whoever predicts them has a point, if the exercise has some.  metric
     * NULL: nothing is asked. */
    struct question predict[QUESTIONS];

    /* Points are shares: a lab's points are shared out among its exercises,
     * and those of an exercise among its checks (grade/points.h).  Only what
     * a share is of all shares matters. */
    int share;
    struct shares {
        int correct;         /* all sizes right */
        int clean;           /* no memory, initialisation or sync error */
        int race_free;       /* 0: races are part of clean */
        int errors;          /* host_pointers: any call's failure is reported
                              * and everything allocated is freed; 0: is not
                              * asked */
    } shares;
    struct criterion criteria[MAX_CRITERIA]; /* name NULL ends */
    struct cap caps[MAX_CAPS];               /* name NULL ends */
    const char *hints[MAX_HINTS];            /* NULL ends; one step each */
};

struct lab {
    const char *name;  /* "lab1_global" */
    const char *title;
    const struct exercise *exercises;
    size_t exercise_count; /* at most MAX_EXERCISES */
};

/* Elements of a table of a lab. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Generated by make from the lab folders: build/labs.c.  (Not "labs": that is
 * a function of the C library.) */
extern const struct lab *const all_labs[];
extern const size_t lab_count;

/* NULL: the lab has none of this name. */
const struct exercise *lab_exercise(const struct lab *lab, const char *name);

#endif

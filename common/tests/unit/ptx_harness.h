/*
 * ptx_harness.h - tiny PTX kernels for the tests: loaded, launched, compared.
 *
 * A kernel is given as the text of its body.  It finds the lane's number over
 * the grid in %gid, its thread number in %thread, the addresses of what goes in
 * and out in %in and %out, an unused address register %at, and registers
 * %p0 to %p15 (predicates), %h0 to %h39 (16 bits), %r (32) and %d (64).
 */
#ifndef PTX_HARNESS_H
#define PTX_HARNESS_H

#include "machine/machine.h"
#include "timing/timing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- kernels ------------------------------------------------------------ */

struct ptx_run {
    const char *before;      /* what stands before the kernel, or NULL */
    const char *body;        /* NULL: the kernel k stands in before, too */
    const void *params;      /* of such a kernel, behind in and out */
    size_t param_bytes;
    struct dims grid, block; /* x == 0: one block, of 32 threads */
    uint32_t dynamic_shared; /* bytes */
    bool cooperative;
    const void *in;          /* copied to %in */
    size_t in_bytes;
    void *out;               /* copied to %out before, from it after */
    size_t out_bytes;
    bool recorded;
    const struct gpu *timed; /* not NULL: how long would it take there? */
    struct counters counters; /* result */
    struct tapes *tapes;      /* result, if recorded: to be freed */
    struct timing timing;     /* result, if timed */
};

/* The test fails, with the text, if the module is refused. */
enum launch_status ptx_launch(struct ptx_run *run);
/* The same; the test fails if anything is found wrong with the launch. */
void ptx_run(struct ptx_run *run);
/* Is a kernel of this body refused? */
bool ptx_refuses(const char *body);

/* ---- rows --------------------------------------------------------------- */

/*
 * One instruction and what it does.  shape is the destination's letter, '=',
 * and those of one to four sources:
 *   h r d    bits in registers of 16, 32, 64;  p a predicate (0 or 1)
 *   e x f g  the same for floating point: f16, f16x2, f32, f64; one NaN is
 *            as good as another
 *   #number  at the end: an immediate
 * Sources come to expect as bits, zero-extended.
 */
struct op_row {
    const char *opcode;
    const char *shape;
    uint64_t (*expect)(uint64_t a, uint64_t b, uint64_t c, uint64_t d);
    /* Where a result need only be near; NULL: equal to expect. */
    bool (*near)(uint64_t got, uint64_t a, uint64_t b);
};

/* Runs each row on many operands, with all lanes and with some. */
void op_rows_check(const struct op_row *rows, size_t count);

/* Has a row, or a kernel, used this operation or written this name? */
bool op_is_tested(unsigned op);
bool op_name_is_tested(const char *name);

/* ---- numbers ------------------------------------------------------------ */

uint64_t random_bits(void);
/* One of the values worth trying for a letter of a shape. */
uint64_t interesting(char letter, unsigned n);

float single_of_bits(uint64_t bits);
double double_of_bits(uint64_t bits);
uint64_t bits_of_single(float value);
uint64_t bits_of_double(double value);

/* binary16 by search over its values. */
enum half_rounding { HALF_NEAREST, HALF_ZERO, HALF_DOWN, HALF_UP };
double double_of_half(uint64_t half);
uint64_t half_of_double(double value, enum half_rounding rounding);

#endif

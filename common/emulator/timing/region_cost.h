/*
 * region_cost.h - what one PTX instruction becomes, taken alone.
 */
#ifndef REGION_COST_H
#define REGION_COST_H

#include "region.h"

/* Machine instructions of one pipe, one after the other. */
struct cost_part {
    uint8_t pipe, issues;
    uint16_t latency; /* clocks from the first one's issue to the result */
    uint8_t passes;   /* each through the pipe; 0: one */
};

/* IMAD.WIDE, of 64 bits, goes through its pipe twice: ptxas leaves four clocks
 * behind each, and two behind other products; mul_wide_u32_rate is half of
 * mad_s32_rate (common/maintain/constants). */
enum { WIDE_PASSES = 2 };

/* The parts of an instruction wait for each other, in this order.  None: it
 * is folded into those that use it. */
enum { COST_PARTS = 5 };
struct region_cost {
    unsigned count;
    struct cost_part part[COST_PARTS];
};

struct region_cost region_cost(const struct insn *insn, const struct gpu *gpu);
/* A call of a function of the library without a branch: others' instructions
 * can stand between its own. */
bool region_cost_is_straight(const struct insn *insn);
/* Of a function of float, of numbers that NVVM knows when it has unrolled a
 * loop: branches and conversions go, of the sums two thirds stay (of four of
 * sincospif(i / 8) 42, of four of sinf 30).  False: it is none. */
bool region_cost_known(struct region_cost *cost, const struct insn *insn,
                       const struct gpu *gpu);
/* Of powf whose base's logarithm has been worked out elsewhere. */
struct region_cost region_cost_power(const struct gpu *gpu);
/* Of a special register that is read: S2R. */
struct region_cost region_cost_special(const struct gpu *gpu);
/* Clocks until the result of one instruction of the pipe. */
uint16_t region_latency(enum pipe pipe, const struct gpu *gpu);

#endif

/*
 * region_turns.c - how many turns of a loop are one region.
 *
 * What was seen of nvcc 13.0 for sm_90, of loops written in PTX and in CUDA C:
 * NVVM unrolls by powers of two what stays short, by 4 at most where the number
 * of turns is not known, by 32 else.  ptxas unrolls four times what weighs
 * little, the less the fewer loads there are to be brought forward; where the
 * number of turns is known, all of them or as many as leave little over, before
 * it makes one of loads side by side.  It asks for a counter that one sum moves
 * and that is tested itself; where lanes may have different numbers of turns,
 * for nothing that lanes without a turn must not do.
 */
#include "region_turns.h"
#include "base/larger.h"
#include "code/op_class.h"

enum {
    NVVM_LENGTH = 104,
    NVVM_TURNS = 4,
    NVVM_CONSTANT_TURNS = 32,
    PTXAS_TURNS = 4,
    ONCE = 5 /* counting and the branch: once, however often unrolled */
};

/* In weights of ptxas': counting and the branch; what may be unrolled if there
 * is a load from global memory, if there is none, and the more for each load
 * from shared memory, up to so much.  Where the number of turns is known: what
 * may be unrolled, all turns at once, some of many. */
enum {
    CONTROL = 3,
    WITH_LOADS = 46,
    WITHOUT_LOADS = 18,
    FOR_A_LOAD = 5,
    MOST_WEIGHT = 96,
    COUNTED = 75,
    ALL_TURNS = 400,
    SOME_TURNS = 350
};

/* ---- how much it is ------------------------------------------------------ */

/* Sums of 64 bits become part of addresses; accesses count twice. */
static unsigned weight_of(const struct node *node)
{
    unsigned sum = 0;
    if (step_is_access(node->kind))
        return 2;
    if (node->insn->op == OP_add_64 || node->insn->op == OP_sub_64)
        return 0;
    for (unsigned i = 0; i < node->part_count; i++)
        sum += node->parts[i].issues;
    return node->kind == STEP_COMPUTE ? sum : 1;
}

static unsigned length_of(const struct node *node)
{
    unsigned sum = node->kind != STEP_COMPUTE;
    for (unsigned i = 0; i < node->part_count; i++)
        sum += node->parts[i].issues;
    return sum;
}

struct region_size region_size(const struct build *b)
{
    unsigned length = 0, weight = 0, unjoined = 0, loads = 0, inner = 0;
    for (uint32_t i = 0; i < b->node_count; i++) {
        const struct node *node = &b->nodes[i];
        if (!node->keep || node->copy || is_fetch(node))
            continue;
        length += length_of(node);
        unjoined += weight_of(node);
        if (node->moved)
            continue;
        weight += weight_of(node);
        if (node->kind != STEP_LOAD)
            continue;
        enum ptx_space space = op_class(node->insn->op)->space;
        loads += space == PTX_GLOBAL || space == PTX_GENERIC;
        inner += space == PTX_SHARED || space == PTX_LOCAL;
    }
    return (struct region_size){(uint16_t)smaller(length, UINT16_MAX),
                                (uint16_t)smaller(weight, UINT16_MAX),
                                (uint16_t)smaller(unjoined, UINT16_MAX),
                                (uint16_t)smaller(loads, UINT16_MAX),
                                (uint16_t)smaller(inner, UINT16_MAX)};
}

/* ---- how many turns ------------------------------------------------------ */

static unsigned nvvm_turns(const struct region_loop *loop, unsigned length)
{
    unsigned most = loop->trips ? NVVM_CONSTANT_TURNS : NVVM_TURNS;
    unsigned turns = loop->unrolled;
    if (loop->by_nvvm || loop->uncounted || (loop->unrolled == 1 && !loop->shy))
        return turns; /* NVVM would not either */
    while (turns * 2 <= most &&
           length * 2 * turns / loop->unrolled <= NVVM_LENGTH)
        turns *= 2;
    return turns;
}

/* Is it one that ptxas unrolls, if it is short? */
static bool can_be_unrolled(const struct region_loop *loop)
{
    if (loop->chained && (loop->apart || loop->down || loop->by_nvvm))
        return false;
    return loop->counts && !loop->calls && !(loop->acts && loop->apart);
}

static unsigned without_control(unsigned weight)
{
    return weight > CONTROL ? weight - CONTROL : 1;
}

/* Of so many times a body, as a part of a whole number. */
static bool is_light(const struct region_size *size, unsigned turns,
                     unsigned parts)
{
    unsigned inner = size->inner * turns / parts;
    unsigned most =
        (unsigned)smaller(WITHOUT_LOADS + FOR_A_LOAD * inner, MOST_WEIGHT);
    if (size->loads)
        most = (unsigned)larger(most, WITH_LOADS);
    return without_control(size->weight) * turns / parts <= most;
}

/* Of a known number of turns: as many as leave little over. */
static unsigned some_of(unsigned trips, unsigned each)
{
    unsigned turns = SOME_TURNS / each;
    while (turns > 1 && (turns + trips % turns) * each > SOME_TURNS)
        turns--;
    return turns;
}

uint8_t region_turns(const struct region_loop *loop,
                     const struct region_size *size)
{
    unsigned turns = nvvm_turns(loop, size->length) / loop->unrolled;
    unsigned trips = loop->trips / turns,
             each = without_control(size->unjoined) * turns;
    if (!can_be_unrolled(loop))
        return (uint8_t)turns;
    if (loop->uncounted)
        return is_light(size, 1, loop->unrolled) && loop->unrolled < PTXAS_TURNS
                   ? PTXAS_TURNS
                   : 1;
    if (trips && trips * each <= ALL_TURNS)
        turns = loop->trips;
    else if (trips && each <= COUNTED)
        turns *= some_of(trips, each);
    else if (!trips && is_light(size, turns, 1))
        turns *= PTXAS_TURNS;
    return (uint8_t)smaller(turns, MOST_UNROLLED);
}

/* What NVVM has made several turns of counts down to a number, if all lanes
 * begin alike. */
bool region_is_limited(const struct region_loop *loop,
                       const struct region_size *size)
{
    unsigned turns = nvvm_turns(loop, size->length);
    return !loop->trips && !loop->uncounted && (turns == 1 || loop->apart) &&
           region_turns(loop, size) > turns / loop->unrolled;
}

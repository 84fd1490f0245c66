/*
 * hot.c - see hot.h.
 *
 * Left out: warps of one block that drift apart, so that they meet less.
 */
#include "hot.h"

#include "base/grow.h"
#include "code/op_class.h"

#include <math.h>
#include <stdlib.h>

/* In turns of one address: an addition of floats at one address; an update of
 * another address of the piece, of ints and of floats. */
#define FLOAT_TURN       2.4
#define PIECE_TURN       1.0
#define FLOAT_PIECE_TURN 1.5

/* Lanes that lie in one sector, for all that could meet to do so. */
#define MEETING_LANES 8.0

/* Blocks do not wait for their updates: of so many times those that run at
 * once, updates are under way. */
enum { DRIFT = 3 };

enum { PIECE_LINES = TAPE_PIECE_BYTES / TAPE_LINE_BYTES };

static bool adds_floats(const struct insn *insn)
{
    enum ptx_type type = insn->detail->type;
    return op_updates(insn->op) && (type == PTX_F32 || type == PTX_F64);
}

/* ---- the updates of blocks that run at the same time -------------------- */

struct piece {
    uint64_t number;
    double turns;
};

struct pieces {
    struct piece *list;
    size_t count, room;
    double meeting; /* accesses of which lanes meet at one address */
    double all;
};

static bool add_piece(struct pieces *p, uint64_t line, double turns)
{
    struct piece *list = grow(p->list, p->count, &p->room, sizeof *list);
    if (!list)
        return false;
    p->list = list;
    list[p->count++] = (struct piece){line / PIECE_LINES, turns};
    return true;
}

/* Turns for each sector of a request: lanes at one address meet, the more of
 * them the fewer sectors there are. */
static double turns_of(const struct tape_access *access, double sectors)
{
    double lanes = access->lanes / sectors;
    return 1 + (access->most_same - 1) * fmin(1, lanes / MEETING_LANES);
}

static bool add_access(struct pieces *p, const struct tape_access *access,
                       const struct tape_line *lines)
{
    double sectors = 0;
    for (uint32_t i = 0; i < access->pieces; i++)
        sectors += __builtin_popcount(lines[i].sectors);
    double turns = turns_of(access, fmax(1, sectors));
    p->all++;
    p->meeting += turns > 2;
    for (uint32_t i = 0; i < access->pieces; i++)
        if (!add_piece(p, lines[i].line,
                       turns * __builtin_popcount(lines[i].sectors)))
            return false;
    return true;
}

static void add_warp(struct pieces *p, const struct program *program,
                     const struct tape_warp *w)
{
    uint32_t at = 0, line = 0;
    for (uint32_t i = 0; i < w->run_count; i++) {
        const struct code *code = program->functions[w->runs[i].function];
        uint32_t end = at + w->runs[i].accesses;
        for (; at < end; line += w->accesses[at++].pieces)
            if (w->accesses[at].space == PTX_GLOBAL &&
                op_updates(code->insns[w->accesses[at].pc].op) &&
                !add_access(p, &w->accesses[at], w->lines + line))
                return;
    }
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = ((const struct piece *)a)->number;
    uint64_t y = ((const struct piece *)b)->number;
    return (x > y) - (x < y);
}

static double most_turns(struct pieces *p)
{
    double most = 0, sum = 0;
    if (p->count)
        qsort(p->list, p->count, sizeof *p->list, by_number);
    for (size_t i = 0; i < p->count; i++) {
        bool same = i && p->list[i].number == p->list[i - 1].number;
        sum = p->list[i].turns + (same ? sum : 0);
        most = fmax(most, sum);
    }
    return most;
}

/* A piece that only this multiprocessor updates has no more turns than the one
 * with most, over all. */
static double all_turns(const struct program *program,
                        const struct tapes *tapes, struct hot_blocks own,
                        struct pieces *p)
{
    double sum = 0;
    for (size_t i = 0; i < own.count; i++) {
        const struct tape *tape = own.blocks[i];
        for (uint32_t k = 0; k < tape->warp_count; k++)
            add_warp(p, program, &tape->warps[k]);
        if ((i + 1) % (DRIFT * own.resident) && i + 1 < own.count)
            continue;
        sum += fmin(most_turns(p) * own.active, (double)tapes->hot.piece);
        p->count = 0;
    }
    return sum;
}

struct hot hot_of(const struct gpu *gpu, const struct program *program,
                  const struct tapes *tapes, struct hot_blocks own)
{
    if (!tapes->atomic_requests)
        return (struct hot){0, 0};
    struct pieces p = {0};
    bool floats = program_reaches(program, adds_floats);
    double turns = all_turns(program, tapes, own, &p);
    bool meet = floats && p.meeting > p.all / 2;
    double one = (double)tapes->hot.serial * (floats ? FLOAT_TURN : 1);
    free(p.list);
    double us = gpu->model.l2_part_us *
                fmax(one, turns * (meet ? FLOAT_PIECE_TURN : PIECE_TURN));
    return (struct hot){us, p.all};
}

double hot_store_us(const struct gpu *gpu, const struct tapes *tapes)
{
    return gpu->model.l2_part_us * (double)tapes->hot.stores;
}

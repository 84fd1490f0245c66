/*
 * hot.c - see hot.h.
 *
 * Left out: multiprocessors that do something else at the time, and which half
 * of L2 a slice is in.
 */
#include "hot.h"

#include "code/op_class.h"

#include <math.h>
#include <stdlib.h>

/* In turns of one address: an addition of floats there. */
#define FLOAT_TURN 2.4
/* A load past L1 of what another one loads, and an update of what others load
 * so (ld_volatile and red_then_ldv of one word, on an H200). */
#define LOOK_TURN    0.4
#define CHANGES_TURN 3.0

bool hot_adds_floats(const struct insn *insn)
{
    enum ptx_type type = insn->detail->type;
    return op_updates(insn->op) && (type == PTX_F32 || type == PTX_F64);
}

/* ---- what one multiprocessor updates ------------------------------------ */

/* own: turns of each slice.  Returns how many requests. */
static double add_warp(double own[TAPE_SLICES], const struct program *program,
                       const struct tape_warp *w)
{
    double requests = 0;
    uint32_t at = 0, line = 0;
    for (uint32_t i = 0; i < w->run_count; i++) {
        const struct code *code = program->functions[w->runs[i].function];
        uint32_t end = at + w->runs[i].accesses;
        for (; at < end; line += w->accesses[at++].pieces) {
            const struct tape_access *access = &w->accesses[at];
            if (access->space != PTX_GLOBAL ||
                !op_updates(code->insns[access->pc].op))
                continue;
            requests++;
            for (uint32_t k = line; k < line + access->pieces; k++)
                own[tape_slice(w->lines[k].line)] += w->lines[k].turns;
        }
    }
    return requests;
}

/* Nobody has more company than there are multiprocessors. */
static void find_others(struct hot *hot, const struct tapes *tapes,
                        struct hot_blocks own, const double turns[TAPE_SLICES])
{
    for (size_t i = 0; i < TAPE_SLICES; i++) {
        double own_turns = turns[i] / own.part;
        double all = tapes->slices[i].turns;
        double others = own_turns > 0 ? all / own_turns : 1;
        hot->slices[i] = (struct hot_slice){
            .others = fmin(own.active, fmax(1, others)),
            .several = tapes->slices[i].several,
        };
    }
}

/* ---- who compares and swaps what was read -------------------------------- */

/* Tries that fail, where so many succeed once each, some of them at once: each
 * time one of those does, and the others have to try again. */
static double failing_tries(double count, double at_once)
{
    double rivals = fmax(1, count * at_once);
    return count * (rivals - 1) - rivals * (rivals - 1) / 2;
}

/* What that takes: at one address somebody succeeds each time that results have
 * come back, and L2 has all tries of a line, one after the other (loops of 1 to
 * 2112 warps over 1 to 64 places, on an H200).  They begin at the same time,
 * when there is something to add. */
static double swaps_us(const struct gpu *gpu, const struct tapes *tapes,
                       double at_once)
{
    double tries[TAPE_SLICES] = {0}, most = 0, us = 0;
    double back_us = (gpu->model.wait.atomic + FAR_HALF) * 1e3 / gpu->clock_khz;
    for (size_t i = 0; i < tapes->swap_count; i++) {
        const struct tape_swaps *place = &tapes->swaps[i];
        double *all = &tries[place->address / TAPE_LINE_BYTES % TAPE_SLICES];
        *all += failing_tries(place->count, at_once);
        most = fmax(most, *all);
        us = fmax(us, back_us * (place->count - 1));
    }
    return fmax(us, gpu->model.l2_part_us * most);
}

bool hot_find(struct hot *hot, const struct gpu *gpu,
              const struct program *program, const struct tapes *tapes,
              struct hot_blocks own)
{
    double part_us = gpu->model.l2_part_us, turns[TAPE_SLICES] = {0};
    *hot = (struct hot){
        .looks_us = part_us * (LOOK_TURN * (double)tapes->hot.looks +
                               CHANGES_TURN * (double)tapes->hot.changes)};
    if (!tapes->atomic_requests)
        return true;
    hot->swaps_us = swaps_us(gpu, tapes, own.at_once);
    hot->slices = calloc(TAPE_SLICES, sizeof *hot->slices);
    if (!hot->slices)
        return false;
    for (size_t i = 0; i < own.count; i++)
        for (uint32_t k = 0; k < own.blocks[i]->warp_count; k++)
            hot->requests += add_warp(turns, program, &own.blocks[i]->warps[k]);
    find_others(hot, tapes, own, turns);
    bool floats = program_reaches(program, hot_adds_floats);
    double one = (double)tapes->hot.serial * (floats ? FLOAT_TURN : 1);
    hot->us = part_us * fmax(one, SLICE_TURN * (double)tapes->hot.slice);
    return true;
}

void hot_free(struct hot *hot)
{
    free(hot->slices);
}

double hot_store_us(const struct gpu *gpu, const struct tapes *tapes)
{
    return gpu->model.l2_part_us * (double)tapes->hot.stores;
}

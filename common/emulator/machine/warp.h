/*
 * warp.h - between the files that run a warp.  They stand in this order:
 * execute.c is the dispatch, and hands on what is not a row of ops.def.
 *
 * "The running split" is w->splits[w->current]; its pc is current whenever one
 * of these is called.
 */
#ifndef WARP_H
#define WARP_H

#include "machine.h"

/* After so many instructions another ready split of the warp gets a turn. */
#define SPLIT_SLICE 2000
/* Instructions of a loop that waits for a flag, at most. */
#define LOOP_OF_A_LOOK 8

/* The 32 lanes of a slot; base: where the frame's slots begin. */
#define LANES(T, slot) ((T *)(base + (slot)))

static inline void lanes_set(struct frame *frame, uint32_t slot, uint32_t mask,
                             u32 value)
{
    u32 *d = (u32 *)(frame->slots + slot);
    for (; mask; mask &= mask - 1)
        d[first_lane(mask)] = value;
}

static inline void predicate_set(struct frame *frame, uint32_t slot,
                                 uint32_t mask, bool value)
{
    u32 *p = (u32 *)(frame->slots + slot);
    *p = (*p & ~mask) | (value ? mask : 0);
}

/* ---- lanes.c: for the lanes of mask ------------------------------------- */

/* add.cc and its kin; bfi, lop3, prmt; cvt in its rarer forms; mov between a
 * register and the pieces of it. */
void lanes_carry(struct frame *frame, const struct insn *insn, uint32_t mask);
void lanes_bits(struct frame *frame, const struct insn *insn, uint32_t mask);
void lanes_convert(struct frame *frame, const struct insn *insn,
                   uint32_t mask);
void lanes_video(struct frame *frame, const struct insn *insn, uint32_t mask);
void lanes_pieces(struct frame *frame, const struct insn *insn, uint32_t mask);
/* ld.param of the kernel through an address, or at a fixed place. */
void lanes_kernel_param(struct warp *w, struct frame *frame,
                        const struct insn *insn, uint32_t mask);
/* Parameter memory of a function or of a call: private to each lane. */
void lanes_frame_param(struct frame *frame, const struct insn *insn,
                       uint32_t mask);
/* isspacep: the lanes whose address is in the space. */
uint32_t lanes_in_space(const struct frame *frame, const struct insn *insn,
                        uint32_t mask);
/* cvta: from or to a generic address. */
void lanes_window(uint8_t *base, const struct insn *insn, uint32_t mask);
/* Where a variable in local memory stands. */
void lanes_local_address(struct frame *frame, const struct insn *insn,
                         uint32_t mask);
/* %clock counts the block's warp instructions, %globaltimer likewise: time
 * on the emulated device is work done, the same in every run. */
void lanes_clock(uint8_t *base, const struct insn *insn, uint32_t mask,
                 uint64_t now);

/* ---- warp.c: splits and joins ------------------------------------------- */

/* A join that is not used; -1: out of memory, and the launch ends. */
int32_t join_new(struct warp *w);
/* Lets the lanes that arrived go on once nobody else is expected; then the
 * join around it, if that was all it waited for. */
void join_settle(struct warp *w, int32_t index);
void split_drop(struct warp *w, uint32_t i);
/* The running split has reached its join. */
void split_merge(struct warp *w);
/* Lanes of the running split exit. */
void split_exit(struct warp *w, uint32_t lanes);
/* The running split parts: taken lanes go to target, the others to next; all
 * meet at join.  Out of memory, it stays whole and the launch ends. */
void split_part(struct warp *w, uint32_t taken, uint32_t target, uint32_t next,
                uint32_t join);
/* Both wait at the same kind of .sync for the same lanes. */
bool split_waits_alike(const struct split *a, const struct split *b);
/* Makes a split that can go on the running one; rotate: another than now, if
 * there is one.  False: every split waits. */
bool split_choose(struct warp *w, bool rotate);
/* Every split waits: true if some lanes were found that can go on. */
bool warp_unblock(struct warp *w);
/* A turn ends with these instructions: was it one of a loop that waits? */
bool warp_looks(const struct warp *w, uint64_t instructions);
/* True when it is another split's turn. */
bool warp_take_turn(struct warp *w, uint64_t instructions);

/* ---- frame.c ------------------------------------------------------------ */

/* NULL: out of memory. */
struct frame *frame_new(struct warp *w, const struct code *code);
void frame_free(struct warp *w, struct frame *frame);

/* ---- control.c: false: the launch ends, or the lanes were parted -------- */

bool control_call(struct warp *w, const struct insn *insn);
/* Lanes wait behind the call, or exit when there is none. */
void control_return(struct warp *w, uint32_t lanes);
bool control_indexed_branch(struct warp *w, const struct insn *insn);
void control_trap(struct warp *w, const struct insn *insn, uint32_t mask);

/* ---- matrix.c: mma, of lanes that should be all ------------------------- */

void matrix_multiply(struct warp *w, struct frame *frame,
                     const struct insn *insn, uint32_t mask);

/* ---- sync.c: true: it was executed; false: its lanes wait or were parted - */

bool sync_try(struct warp *w, const struct insn *insn);
bool barrier_try(struct warp *w, const struct insn *insn);

#endif

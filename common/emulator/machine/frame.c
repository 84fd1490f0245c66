/*
 * frame.c - activations of functions: their registers and parameter memory.
 *
 * Immediates and special registers are slots like any other, filled here:
 * constants once for the launch, special registers for each block.  A frame
 * that a call gives back is kept for the next call of the same function.
 */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

/* ---- who is a lane ------------------------------------------------------ */

struct dims thread_of(const struct warp *warp, unsigned lane)
{
    const struct dims *block = &warp->block->worker->grid->launch->block;
    uint32_t number = warp->index * WARP_SIZE + lane;
    if (number < block->x) /* divisions take longer than all the rest */
        return (struct dims){number, 0, 0};
    return (struct dims){number % block->x, number / block->x % block->y,
                         number / block->x / block->y};
}

/* ---- registers ---------------------------------------------------------- */

void frame_free(struct warp *w, struct frame *frame)
{
    frame->next_free = w->frames_free;
    w->frames_free = frame;
}

static void fill(uint8_t *slot, uint32_t bytes, uint64_t bits)
{
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        if (bytes == 8)
            ((u64 *)slot)[l] = bits;
        else if (bytes == 4)
            ((u32 *)slot)[l] = (u32)bits;
        else if (bytes == 2)
            ((u16 *)slot)[l] = (u16)bits;
    }
    if (bytes == 0)
        *(u32 *)slot = (u32)bits;
}

static uint32_t special_value(const struct warp *w, enum special what,
                              unsigned lane)
{
    const struct grid *grid = w->block->worker->grid;
    const struct launch *launch = grid->launch;
    uint32_t below = (1u << lane) - 1;
    switch (what) {
    case SPECIAL_TID_X: return thread_of(w, lane).x;
    case SPECIAL_TID_Y: return thread_of(w, lane).y;
    case SPECIAL_TID_Z: return thread_of(w, lane).z;
    case SPECIAL_NTID_X: return launch->block.x;
    case SPECIAL_NTID_Y: return launch->block.y;
    case SPECIAL_NTID_Z: return launch->block.z;
    case SPECIAL_CTAID_X: return w->block->id.x;
    case SPECIAL_CTAID_Y: return w->block->id.y;
    case SPECIAL_CTAID_Z: return w->block->id.z;
    case SPECIAL_NCTAID_X: return launch->grid.x;
    case SPECIAL_NCTAID_Y: return launch->grid.y;
    case SPECIAL_NCTAID_Z: return launch->grid.z;
    case SPECIAL_LANEID: return lane;
    case SPECIAL_WARPID: return w->index;
    case SPECIAL_NWARPID: return MAX_BLOCK_WARPS * 2;
    case SPECIAL_SMID:
        return (uint32_t)(w->block->number % options()->gpu->multiprocessors);
    case SPECIAL_NSMID: return options()->gpu->multiprocessors;
    case SPECIAL_GRIDID: return grid->number;
    case SPECIAL_LANEMASK_EQ: return below + 1;
    case SPECIAL_LANEMASK_LT: return below;
    case SPECIAL_LANEMASK_LE: return below << 1 | 1;
    case SPECIAL_LANEMASK_GT: return ~(below << 1 | 1);
    case SPECIAL_LANEMASK_GE: return ~below;
    case SPECIAL_DYNAMIC_SMEM_SIZE: return launch->dynamic_shared;
    case SPECIAL_TOTAL_SMEM_SIZE: return grid->shared_used;
    case SPECIAL_ENVREG1: return (uint32_t)(grid->workspace >> 32);
    case SPECIAL_ENVREG2: return (uint32_t)grid->workspace;
    default: return 0;
    }
}

static bool differs_by_block(enum special what)
{
    return what == SPECIAL_CTAID_X || what == SPECIAL_CTAID_Y ||
           what == SPECIAL_CTAID_Z || what == SPECIAL_SMID;
}

static void fill_specials(struct frame *frame, const struct warp *w,
                          bool by_block)
{
    const struct code *code = frame->code;
    for (uint32_t i = 0; i < code->special_count; i++) {
        enum special what = code->specials[i].what;
        u32 *slot = (u32 *)(frame->slots + code->specials[i].slot);
        if (differs_by_block(what) != by_block)
            continue;
        for (unsigned l = 0; l < WARP_SIZE; l++)
            slot[l] = special_value(w, what, l);
    }
}

void frame_constants(struct frame *frame, const struct warp *w)
{
    const struct code *code = frame->code;
    for (uint32_t i = 0; i < code->constant_count; i++) {
        const struct constant *c = &code->constants[i];
        uint64_t start = c->dynamic ? w->block->worker->grid->dynamic_start : 0;
        fill(frame->slots + c->slot, c->bytes, c->bits + start);
    }
    fill_specials(frame, w, false);
}

void frame_specials(struct frame *frame, const struct warp *w)
{
    fill_specials(frame, w, true);
}

struct frame *frame_new(struct warp *w, const struct code *code)
{
    struct frame **place = &w->frames_free;
    while (*place && (*place)->code != code)
        place = &(*place)->next_free;
    struct frame *frame = *place;
    if (frame) {
        *place = frame->next_free;
    } else {
        size_t params = ((size_t)code->param_bytes * WARP_SIZE + 63) / 64 * 64;
        size_t head = (sizeof *frame + 63) / 64 * 64;
        frame = aligned_alloc(64, head + code->frame_bytes + params);
        if (!frame)
            return NULL;
        frame->code = code;
        frame->slots = (uint8_t *)frame + head;
        frame->params = frame->slots + code->frame_bytes;
        memset(frame->slots, 0, code->frame_bytes + params);
        frame_constants(frame, w);
    }
    frame_specials(frame, w);
    return frame;
}

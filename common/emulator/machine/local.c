/*
 * local.c - the local memory of a warp's lanes, and which bytes of it were
 * ever written.
 *
 * Each lane has LOCAL_BYTES_PER_THREAD of addresses, of which what is touched
 * takes memory.  A call's part is new to each call.
 */
#include "local.h"

#include <sys/mman.h>

uint8_t *local_memory(struct warp *w)
{
    if (!w->local) {
        void *area =
            mmap(NULL, (size_t)WARP_SIZE * LOCAL_STRIDE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        w->local = area == MAP_FAILED ? NULL : area;
    }
    return w->local;
}

/* Code for debuggers keeps all variables here, and copies them a word at a
 * time, words of padding as well. */
struct shadow *local_shadow(struct warp *w)
{
    if (!w->local_shadow && !w->block->worker->grid->program->ptx->debug)
        w->local_shadow =
            shadow_create((uint64_t)WARP_SIZE * LOCAL_STRIDE, true);
    return w->local_shadow;
}

void local_forget(struct warp *w, const struct frame *frame, uint32_t lanes)
{
    uint64_t bytes = frame->code->local_bytes, start = frame->local_base;
    if (!w->local_shadow || start + bytes > LOCAL_BYTES_PER_THREAD)
        return;
    for (; lanes; lanes &= lanes - 1)
        shadow_unmark(w->local_shadow, local_offset(first_lane(lanes), start),
                      bytes);
}

void local_release(struct warp *w)
{
    if (w->local)
        munmap(w->local, (size_t)WARP_SIZE * LOCAL_STRIDE);
    shadow_destroy(w->local_shadow);
}

/*
 * access_value.c - the values of a race: what is there, what is stored.
 *
 * Guarantee: the same from run to run, whatever the number of host threads.
 * So nothing is said where another block may have written before, or not yet:
 * in global memory, unless the grid has one block.
 */
#include "access_data.h"
#include "convert.h"

#include <inttypes.h>
#include <stdio.h>

/* Is what the block finds there the same in every run? */
static bool is_settled(const struct warp *w, bool shared)
{
    struct dims grid = grid_of(w)->launch->grid;
    return shared || (uint64_t)grid.x * grid.y * grid.z == 1;
}

/* Shared memory that was never set holds what an earlier block left. */
static bool was_set(const struct warp *w, const struct insn *insn,
                    uint64_t offset)
{
    const uint32_t first[WARP_SIZE] = {(uint32_t)offset};
    return shadow_all(w->block->shadow) ||
           !shadow_unmarked_shared(w->block->shadow, first, 1, insn->width, 1);
}

struct value_text {
    char chars[48];
};

/* PTX does not say whether an integer has a sign, nor always what .b32 is. */
static struct value_text value_text(enum ptx_type type, uint64_t bits)
{
    struct value_text t;
    int64_t with_sign = (int64_t)sign_extend(bits, ptx_type_size(type));
    if (type == PTX_F64 || type == PTX_F32 || type == PTX_F16)
        snprintf(t.chars, sizeof t.chars, "%.*g", type == PTX_F64 ? 17 : 9,
                 float_value(bits, type));
    else if (type_is_signed(type))
        snprintf(t.chars, sizeof t.chars, "%" PRId64, with_sign);
    else if (type == PTX_B32 && bits >> 24)
        snprintf(t.chars, sizeof t.chars, "%" PRIu64 " (as float %.9g)", bits,
                 float_value(bits, PTX_F32));
    else if (with_sign < 0)
        snprintf(t.chars, sizeof t.chars, "%" PRIu64 " (as int %" PRId64 ")",
                 bits, with_sign);
    else
        snprintf(t.chars, sizeof t.chars, "%" PRIu64, bits);
    return t;
}

/* What a lane stores. */
static struct value_text stored_text(const struct frame *frame,
                                     const struct insn *insn, unsigned lane)
{
    const struct insn_detail *detail = insn->detail;
    uint64_t bits = get_register(frame->slots + detail->slots[0],
                                 detail->register_bytes, lane);
    return value_text(detail->type,
                      bits & ~0ull >> (64 - 8 * element_bytes(insn)));
}

static void append_value(struct finding *f, const char *before,
                         struct value_text value, const char *after)
{
    size_t n = strlen(f->detail);
    snprintf(f->detail + n, sizeof f->detail - n, "%s%s%s", before, value.chars,
             after);
}

void report_race_values(struct finding *f, const struct warp *w,
                        const struct frame *frame, const struct insn *insn,
                        const struct race_conflict *c, bool shared,
                        const uint8_t *host)
{
    const struct insn_detail *detail = insn->detail;
    unsigned lane = first_lane(c->lanes), n = element_bytes(insn);
    if (!is_settled(w, shared) || detail->vector != 1 || n > 8)
        return;
    struct value_text there =
        value_text(detail->type, read_bytes(host + c->offset, n));
    if (c->hazard == RACE_RAW) {
        append_value(f, "; this thread reads ", there, "");
        return;
    }
    struct value_text stored = stored_text(frame, insn, lane);
    bool same = !strcmp(there.chars, stored.chars);
    if (c->hazard == RACE_WAR && shared && !was_set(w, insn, c->offset))
        append_value(f, "; this thread writes ", stored, "");
    else if (same)
        append_value(
            f, "; it holds ", there,
            " and this thread writes the same, so this time nothing shows");
    else {
        append_value(f, "; it holds ", there, "");
        append_value(f, ", this thread writes ", stored, "");
    }
}

void report_overlap_values(struct finding *f, const struct warp *w,
                           const struct frame *frame, const struct insn *insn,
                           unsigned lane, unsigned other, bool shared)
{
    char words[64];
    struct dims thread = thread_of(w, other);
    if (!is_settled(w, shared))
        return;
    append_value(f, "; this thread writes ", stored_text(frame, insn, lane),
                 "");
    snprintf(words, sizeof words, ", thread (%u,%u,%u) writes ", thread.x,
             thread.y, thread.z);
    append_value(f, words, stored_text(frame, insn, other), "");
}

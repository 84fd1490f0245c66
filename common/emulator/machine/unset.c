/*
 * unset.c - marks on registers, and where they go: see unset.h.
 */
#include "unset.h"

#include "access.h"
#include "code/op_class.h"
#include "code/uses.h"
#include "warp.h"

#include <stdlib.h>
#include <string.h>

/* A load that met bytes that were never written. */
struct origin {
    const struct insn *insn;
    struct allocation *al; /* NULL: shared memory, or */
    bool local;            /* local memory */
    uint32_t lanes;        /* not reported yet */
    uint32_t padding;      /* those whose bytes may lie between members */
    uint64_t offset[WARP_SIZE];
};

/* What a value is that is made of one that was never written. */
enum made { MADE_COPY, MADE_BITS, MADE_VALUE };

/* Lanes of a register that hold its value, or one made of it. */
struct mark {
    const struct frame *frame;
    uint32_t slot, lanes;
    unsigned origin;
    enum made made;
};

/* Is a slot read from an instruction on?  Looked up once. */
struct answer {
    const struct code *code;
    uint32_t pc, slot;
    bool read;
};

enum { MOST_ORIGINS = 64, MOST_MARKS = 256, ANSWERS = 256 };

struct unset {
    struct origin origins[MOST_ORIGINS];
    struct mark marks[MOST_MARKS];
    struct answer answers[ANSWERS];
    unsigned origin_count, mark_count;
    /* Lanes that store copies of what was never written, to local memory, by
     * the next instruction; of each element. */
    const struct insn *storing;
    uint32_t kept[MAX_VECTOR];
};

/* ---- marks --------------------------------------------------------------- */

/* Marks without lanes go; without any, so do the origins. */
static void tidy(struct warp *w)
{
    struct unset *u = w->unset;
    for (unsigned i = 0; i < u->mark_count;) {
        if (u->marks[i].lanes)
            i++;
        else
            u->marks[i] = u->marks[--u->mark_count];
    }
    if (!u->mark_count)
        u->origin_count = 0;
    w->tracks = u->mark_count;
}

/* It was used; kept: stored elsewhere, as it is. */
static void tell_of(struct warp *w, unsigned origin, uint32_t lanes, bool kept)
{
    struct unset *u = w->unset;
    struct origin *o = &u->origins[origin];
    lanes &= o->lanes;
    o->lanes &= ~lanes;
    for (unsigned i = 0; i < u->mark_count; i++)
        if (u->marks[i].origin == origin)
            u->marks[i].lanes &= ~lanes;
    if (lanes && o->local)
        report_unset_local(w, o->insn, lanes, kept);
    else if (lanes)
        report_uninitialised(w, o->insn, lanes, o->al,
                             o->offset[first_lane(lanes)]);
}

static void tell(struct warp *w, unsigned origin, uint32_t lanes)
{
    tell_of(w, origin, lanes, false);
}

static void add_mark(struct warp *w, const struct mark *mark)
{
    struct unset *u = w->unset;
    if (!mark->lanes)
        return;
    for (unsigned i = 0; i < u->mark_count; i++) {
        struct mark *old = &u->marks[i];
        if (old->frame != mark->frame || old->slot != mark->slot ||
            old->origin != mark->origin)
            continue;
        old->lanes |= mark->lanes;
        if (mark->made > old->made)
            old->made = mark->made;
        return;
    }
    if (u->mark_count < MOST_MARKS)
        u->marks[u->mark_count++] = *mark;
    else if (!u->origins[mark->origin].local)
        tell(w, mark->origin, mark->lanes);
}

static uint32_t marked(const struct unset *u, const struct frame *frame,
                       uint32_t slot)
{
    uint32_t lanes = 0;
    for (unsigned i = 0; i < u->mark_count; i++)
        if (u->marks[i].frame == frame && u->marks[i].slot == slot)
            lanes |= u->marks[i].lanes;
    return lanes;
}

static void clear(struct unset *u, const struct frame *frame, uint32_t slot,
                  uint32_t lanes)
{
    for (unsigned i = 0; i < u->mark_count; i++)
        if (u->marks[i].frame == frame && u->marks[i].slot == slot)
            u->marks[i].lanes &= ~lanes;
}

/* What the lanes read of a slot is used. */
static void use(struct warp *w, const struct frame *frame, uint32_t slot,
                uint32_t lanes)
{
    struct unset *u = w->unset;
    for (unsigned i = 0; i < u->mark_count; i++)
        if (u->marks[i].frame == frame && u->marks[i].slot == slot &&
            u->marks[i].lanes & lanes)
            tell(w, u->marks[i].origin, u->marks[i].lanes & lanes);
}

/* ---- loads --------------------------------------------------------------- */

static bool start(struct warp *w)
{
    if (!w->unset)
        w->unset = calloc(1, sizeof *w->unset);
    return w->unset && w->unset->origin_count < MOST_ORIGINS;
}

/* Of a vector, the lanes whose element i was not written. */
static uint32_t element_lanes(const struct origin *o, const struct shadow *sh,
                              unsigned i)
{
    const struct insn *insn = o->insn;
    unsigned n = element_bytes(insn);
    uint64_t offset[WARP_SIZE];
    if (insn->detail->vector == 1)
        return o->lanes;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        offset[l] = o->offset[l] + i * n;
    return shadow_unmarked_lanes(sh, offset, o->lanes, n, n);
}

static void mark_loaded(struct warp *w, struct frame *frame,
                        const struct origin *origin, const struct shadow *sh,
                        const uint64_t offset[WARP_SIZE])
{
    struct unset *u = w->unset;
    const struct insn *insn = origin->insn;
    struct origin *o = &u->origins[u->origin_count];
    *o = *origin;
    for (uint32_t m = o->lanes; m; m &= m - 1)
        o->offset[first_lane(m)] = offset[first_lane(m)];
    struct mark mark = {.frame = frame, .origin = u->origin_count++};
    for (unsigned i = 0; i < insn->detail->vector; i++) {
        mark.slot = insn->detail->slots[i];
        mark.lanes = element_lanes(o, sh, i);
        if (mark.slot != NO_SLOT)
            add_mark(w, &mark);
    }
    w->tracks = u->mark_count;
}

/* Lanes that load less than what lies around it, of which a part was written:
 * a structure that is copied in pieces, padding and all. */
static uint32_t padding_lanes(const struct insn *insn, const struct shadow *sh,
                              uint32_t lanes, const uint64_t offset[WARP_SIZE])
{
    enum { AROUND = 8 };
    uint64_t around[WARP_SIZE];
    if (insn->width >= AROUND || type_is_float(insn->detail->type))
        return 0;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        around[l] = offset[l] / AROUND * AROUND;
    return lanes & ~shadow_unmarked_lanes(sh, around, lanes, AROUND, AROUND);
}

bool unset_load(struct warp *w, struct frame *frame, const struct insn *insn,
                uint32_t lanes, struct allocation *al,
                const uint64_t offset[WARP_SIZE])
{
    const struct shadow *sh = al ? al->shadow : w->block->shadow;
    uint32_t padding = padding_lanes(insn, sh, lanes, offset);
    uint32_t followed = insn->detail->discardable ? lanes : padding;
    if (!followed || !start(w))
        return false;
    if (followed != lanes)
        report_uninitialised(w, insn, lanes & ~followed, al,
                             offset[first_lane(lanes & ~followed)]);
    struct origin origin = {
        .insn = insn, .al = al, .lanes = followed, .padding = padding};
    mark_loaded(w, frame, &origin, sh, offset);
    return true;
}

void unset_load_local(struct warp *w, struct frame *frame,
                      const struct insn *insn, uint32_t lanes,
                      const uint64_t offset[WARP_SIZE])
{
    struct origin origin = {.insn = insn, .local = true, .lanes = lanes};
    if (start(w))
        mark_loaded(w, frame, &origin, w->local_shadow, offset);
}

/* ---- what an instruction makes of them ----------------------------------- */

/* The lanes of a 0. */
static uint32_t zero_lanes(const struct frame *frame, uint32_t slot,
                           unsigned bytes)
{
    const uint8_t *at = frame->slots + slot;
    uint32_t zero = 0;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t bits = 0;
        memcpy(&bits, at + (size_t)l * bytes, bytes);
        zero |= (uint32_t)!bits << l;
    }
    return zero;
}

/* Lanes where an operand cannot change what comes out, given the other one:
 * "and" with false, "or" with true. */
static uint32_t settled_by(const struct unset *u, const struct frame *frame,
                           const struct insn *insn, uint32_t other)
{
    uint32_t lanes;
    switch (insn->op) {
    case OP_and_pred: lanes = ~*(const u32 *)(frame->slots + other); break;
    case OP_or_pred: lanes = *(const u32 *)(frame->slots + other); break;
    case OP_and_32: lanes = zero_lanes(frame, other, 4); break;
    case OP_and_64: lanes = zero_lanes(frame, other, 8); break;
    default: return 0;
    }
    return lanes & ~marked(u, frame, other);
}

/* Lanes that a select does not take the operand of. */
static uint32_t not_selected(const struct frame *frame, const struct insn *insn,
                             uint32_t slot)
{
    uint32_t choice = *(const u32 *)(frame->slots + insn->c);
    return slot == insn->c || insn->a == insn->b ? 0
           : slot == insn->a                     ? ~choice
                                                 : choice;
}

static bool selects(const struct insn *insn)
{
    return insn->op == OP_selp_16 || insn->op == OP_selp_32 ||
           insn->op == OP_selp_64;
}

/* A comparison whose result is combined with a third predicate. */
static uint32_t settled_comparison(const struct unset *u,
                                   const struct frame *frame,
                                   const struct insn *insn, uint32_t slot)
{
    uint32_t third;
    if (slot == insn->c || !insn->detail->boolean)
        return 0;
    third = *(const u32 *)(frame->slots + insn->c);
    switch (insn->detail->boolean) {
    case BOOL_AND: return ~third & ~marked(u, frame, insn->c);
    case BOOL_OR: return third & ~marked(u, frame, insn->c);
    default: return 0;
    }
}

/* The lanes in which a value read from the slot gets no further. */
static uint32_t stopped(const struct unset *u, const struct frame *frame,
                        const struct insn *insn, uint32_t slot)
{
    if (selects(insn))
        return not_selected(frame, insn, slot);
    if (insn->detail->boolean)
        return settled_comparison(u, frame, insn, slot);
    if (insn->a == insn->b)
        return 0;
    return settled_by(u, frame, insn, slot == insn->a ? insn->b : insn->a);
}

static enum made made_by(const struct insn *insn)
{
    switch (insn->op) {
    case OP_mov_16:
    case OP_mov_32:
    case OP_mov_64:
    case OP_selp_16:
    case OP_selp_32:
    case OP_selp_64:
    case OP_pack:
    case OP_unpack:
    case OP_cvt_u64_u32:
    case OP_cvt_u32_u64:
    case OP_cvt_u32_u16:
    case OP_cvt_u16_u32:
    case OP_cvt_s64_s32:
    case OP_cvt_s32_s16: return MADE_COPY;
    case OP_and_16:
    case OP_and_32:
    case OP_and_64:
    case OP_or_16:
    case OP_or_32:
    case OP_or_64:
    case OP_xor_16:
    case OP_xor_32:
    case OP_xor_64:
    case OP_not_16:
    case OP_not_32:
    case OP_not_64:
    case OP_shl_16:
    case OP_shl_32:
    case OP_shl_64:
    case OP_shr_u16:
    case OP_shr_u32:
    case OP_shr_u64:
    case OP_bfi_32:
    case OP_bfi_64:
    case OP_bfe_u32:
    case OP_bfe_u64:
    case OP_lop3:
    case OP_prmt: return MADE_BITS;
    case OP_cvt_any:
        return type_is_float(insn->detail->type) ? MADE_VALUE : MADE_BITS;
    default: return MADE_VALUE;
    }
}

/* Marks on what it reads become marks on what it writes. */
static void pass_on(struct warp *w, const struct frame *frame,
                    const struct insn *insn, uint32_t lanes)
{
    struct unset *u = w->unset;
    struct uses read = uses_read(insn), written = uses_written(insn);
    struct mark passed[MOST_USES * 4];
    unsigned count = 0;
    enum made made = made_by(insn);
    for (unsigned i = 0; i < read.count; i++)
        for (unsigned k = 0; k < u->mark_count; k++) {
            struct mark mark = u->marks[k];
            if (mark.frame != frame || mark.slot != read.slot[i] ||
                read.slot[i] == insn->guard)
                continue;
            mark.lanes &= lanes & ~stopped(u, frame, insn, mark.slot);
            mark.made = mark.made > made ? mark.made : made;
            if (mark.lanes && count == sizeof passed / sizeof *passed)
                tell(w, mark.origin, mark.lanes);
            else if (mark.lanes)
                passed[count++] = mark;
        }
    for (unsigned i = 0; i < written.count; i++)
        clear(u, frame, written.slot[i], lanes);
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < written.count; i++) {
            passed[k].slot = written.slot[i];
            add_mark(w, &passed[k]);
        }
}

/* ---- stores of what local memory never had ------------------------------- */

/* Which of the lanes store to local memory. */
static uint32_t lanes_to_local(const struct frame *frame,
                               const struct insn *insn, uint32_t lanes)
{
    uint64_t address[WARP_SIZE];
    uint32_t local = 0;
    if (insn->op != OP_st_generic)
        return insn->op == OP_st_local ? lanes : 0;
    lane_addresses(frame, insn, lanes, address);
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        local |= (uint32_t)(address[l] - LOCAL_WINDOW < WINDOW_SIZE) << l;
    }
    return local;
}

/* Of other memory's: padding may be copied. */
static void store_other(struct warp *w, const struct mark *mark,
                        uint32_t stored)
{
    uint32_t padding = w->unset->origins[mark->origin].padding;
    if (mark->made == MADE_COPY)
        stored &= ~padding;
    if (stored)
        tell(w, mark->origin, stored);
}

/* Element i of a store.  What becomes of a function's arguments is not
 * followed. */
static void store_element(struct warp *w, const struct frame *frame,
                          const struct insn *insn, unsigned i, uint32_t lanes)
{
    struct unset *u = w->unset;
    uint32_t local = lanes_to_local(frame, insn, lanes);
    for (unsigned k = 0; k < u->mark_count; k++) {
        const struct mark mark = u->marks[k];
        uint32_t stored = mark.lanes & lanes;
        if (mark.frame != frame || mark.slot != insn->detail->slots[i] ||
            !stored)
            continue;
        if (!u->origins[mark.origin].local || mark.made == MADE_VALUE) {
            store_other(w, &mark, stored);
            continue;
        }
        if (mark.made == MADE_COPY)
            u->kept[i] |= stored & local;
        if (stored & ~local && insn->op != OP_st_frame)
            tell_of(w, mark.origin, stored & ~local, true);
    }
}

/* What it is stored through is used in any case. */
static void store(struct warp *w, const struct frame *frame,
                  const struct insn *insn, uint32_t lanes)
{
    struct unset *u = w->unset;
    u->storing = insn;
    memset(u->kept, 0, sizeof u->kept);
    if (insn->a != NO_SLOT)
        use(w, frame, insn->a, lanes);
    for (unsigned i = 0; i < insn->detail->vector; i++)
        if (insn->detail->slots[i] != NO_SLOT)
            store_element(w, frame, insn, i, lanes);
}

void unset_stored(struct warp *w, const struct insn *insn, uint32_t lanes,
                  const uint64_t offset[WARP_SIZE])
{
    struct unset *u = w->unset;
    unsigned n = element_bytes(insn);
    if (!w->tracks || u->storing != insn)
        return;
    for (unsigned i = 0; i < insn->detail->vector; i++)
        for (uint32_t m = u->kept[i] & lanes; m; m &= m - 1)
            shadow_unmark(w->local_shadow, offset[first_lane(m)] + i * n, n);
    u->storing = NULL;
}

static void use_all(struct warp *w, const struct frame *frame,
                    const struct insn *insn, uint32_t lanes)
{
    struct uses read = uses_read(insn), written = uses_written(insn);
    for (unsigned i = 0; i < read.count; i++)
        use(w, frame, read.slot[i], lanes);
    for (unsigned i = 0; i < written.count; i++)
        clear(w->unset, frame, written.slot[i], lanes);
}

/* ---- the end of their way ------------------------------------------------ */

static bool is_read_from(struct unset *u, const struct code *code, uint32_t pc,
                         uint32_t slot)
{
    struct answer *a = &u->answers[(pc * 31 + slot / 64) % ANSWERS];
    if (a->code != code || a->pc != pc || a->slot != slot)
        *a = (struct answer){code, pc, slot, uses_follow(code, pc, slot)};
    return a->read;
}

/* The split comes to a branch, or to its join: what nobody reads from there on
 * is of no interest. */
static void drop_unread(struct warp *w, const struct split *s)
{
    struct unset *u = w->unset;
    for (unsigned i = 0; i < u->mark_count; i++) {
        struct mark *mark = &u->marks[i];
        if (mark->frame == s->frame && mark->lanes & s->mask &&
            !is_read_from(u, s->frame->code, s->pc, mark->slot))
            mark->lanes &= ~s->mask;
    }
}

/* Lanes return from a call, or exit. */
static void drop_frame(struct unset *u, const struct frame *frame,
                       uint32_t lanes)
{
    for (unsigned i = 0; i < u->mark_count; i++)
        if (u->marks[i].frame == frame)
            u->marks[i].lanes &= ~lanes;
}

static void follow(struct warp *w, const struct split *s,
                   const struct insn *insn)
{
    uint32_t lanes = s->mask;
    if (insn->guard != NO_SLOT) {
        uint32_t guard = *(const u32 *)(s->frame->slots + insn->guard);
        use(w, s->frame, insn->guard, lanes);
        lanes &= insn->flags & INSN_GUARD_NEGATED ? ~guard : guard;
    }
    if (!lanes)
        return;
    if (op_class(insn->op)->role == ROLE_ENDS)
        drop_frame(w->unset, s->frame, lanes);
    else if (uses_pass_on(insn))
        pass_on(w, s->frame, insn, lanes);
    else if (op_class(insn->op)->role == ROLE_STORES)
        store(w, s->frame, insn, lanes);
    else
        use_all(w, s->frame, insn, lanes);
}

bool unset_step(struct warp *w)
{
    const struct split *s = &w->splits[w->current];
    const struct insn *insn = split_insn(s);
    if (s->pc == s->join_pc || op_class(insn->op)->role == ROLE_BRANCHES)
        drop_unread(w, s);
    if (s->pc != s->join_pc)
        follow(w, s, insn);
    tidy(w);
    return w->tracks;
}

void unset_forget(struct warp *w)
{
    w->tracks = false;
    if (w->unset)
        w->unset->mark_count = w->unset->origin_count = 0;
}

void unset_release(struct warp *w)
{
    free(w->unset);
    w->unset = NULL;
    w->tracks = false;
}

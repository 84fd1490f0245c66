/*
 * access_generic.c - loads and stores of local memory, and through generic
 * addresses; what device functions read and write; totals.
 */
#include "access_data.h"
#include "builtins.h"
#include "code/op_class.h"
#include "local.h"
#include "mbarriers.h"
#include "unset.h"

#include <stdio.h>

/* ---- local memory ------------------------------------------------------- */

static void report_local_atomic(struct warp *w, const struct insn *insn,
                                uint32_t lanes)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "atomic access of %u bytes to a variable of the thread's own",
             insn->width);
    snprintf(f.hint, sizeof f.hint,
             "atomics work on global and shared memory; nobody else sees a "
             "local variable, so a plain operation will do");
    report_wrong(w, insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

static void report_local(struct access a, uint32_t lanes, uint64_t size,
                         uint64_t address)
{
    bool narrow = a.insn->flags & INSN_ADDRESS_32;
    long long offset = narrow ? (int32_t)address : (long long)address;
    struct finding f = finding_at(a.w, a.insn, first_lane(lanes), MEMCHECK);
    snprintf(f.title, sizeof f.title, "%s of %u byte%s outside the local array",
             report_verb(a.kind), a.insn->width, plural(a.insn->width));
    snprintf(f.detail, sizeof f.detail,
             "the thread has %llu byte%s of local memory, offset %lld",
             (unsigned long long)size, plural(size), offset);
    snprintf(f.hint, sizeof f.hint,
             offset < 0 ? "a negative index?"
                        : "is the index below the length of the array?");
    report_wrong(a.w, a.insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

static void count_local(struct warp *w, bool store)
{
    struct counters *c = &w->block->worker->counters;
    c->local_load_requests += !store;
    c->local_store_requests += store;
}

static void check_local(struct access a, const uint64_t offset[WARP_SIZE])
{
    struct shadow *shadow = local_shadow(a.w);
    bool known =
        shadow && shadow_lanes_marked(shadow, offset, a.mask, a.insn->width);
    if (!shadow || (known && !a.w->tracks))
        return;
    if (is_read(a.kind)) {
        uint32_t lanes = shadow_unmarked_lanes(
            shadow, offset, a.mask, a.insn->width, initialised_unit(a.insn));
        if (lanes)
            unset_load_local(a.w, a.frame, a.insn, lanes, offset);
    } else {
        shadow_mark_lanes(shadow, offset, a.mask, a.insn->width);
        unset_stored(a.w, a.insn, a.mask, offset);
    }
}

static void local_access(struct access a, const uint64_t address[WARP_SIZE])
{
    struct warp *w = a.w;
    const struct frame *frame = a.frame;
    const struct insn *insn = a.insn;
    uint32_t mask = a.mask;
    uint64_t offset[WARP_SIZE];
    uint64_t top = frame->local_base + frame->code->local_bytes;
    uint32_t wrong = 0, misaligned = 0;
    uint8_t *host = local_memory(w);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        if (top < insn->width || address[l] > top - insn->width || !host ||
            top > LOCAL_BYTES_PER_THREAD)
            wrong |= 1u << l;
        else if (address[l] % insn->width)
            misaligned |= 1u << l;
        offset[l] = local_offset(l, address[l]);
    }
    mask &= ~(wrong | misaligned);
    if (misaligned)
        report_misaligned(w, insn, a.kind, misaligned,
                          address[first_lane(misaligned)]);
    if (wrong)
        report_local(a, wrong, top, address[first_lane(wrong)]);
    if (!mask)
        return;
    if (UNLIKELY(w->tape) && !insn->detail->is_kept)
        tape_local(w->tape, pc_of(frame, insn), insn, mask, address);
    a.mask = mask;
    check_local(a, offset);
    if (is_read(a.kind))
        load_lanes(a.frame, insn, mask, host, offset);
    else
        store_data(a.frame, insn, mask, host, offset, ACCESS_GENERAL);
}

void local_load(struct warp *w, struct frame *frame, const struct insn *insn,
                uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    load_kind(w, insn);
    count_local(w, false);
    lane_addresses(frame, insn, mask, address);
    local_access((struct access){w, frame, insn, ACCESS_READ, mask}, address);
}

void local_store(struct warp *w, struct frame *frame, const struct insn *insn,
                 uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    count_local(w, true);
    lane_addresses(frame, insn, mask, address);
    local_access((struct access){w, frame, insn, ACCESS_WRITE, mask}, address);
}

/* ---- generic addresses --------------------------------------------------- */

static uint32_t in_window(const uint64_t address[WARP_SIZE], uint32_t mask,
                          uint64_t window)
{
    uint32_t inside = 0;
    for (; mask; mask &= mask - 1) {
        unsigned l = first_lane(mask);
        inside |= (uint32_t)(address[l] - window < WINDOW_SIZE) << l;
    }
    return inside;
}

/* Offsets in the window for its lanes; the others repeat one of them. */
static void take_window(uint64_t address[WARP_SIZE], uint32_t mask,
                        uint64_t window)
{
    uint64_t some = address[first_lane(mask)];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        address[l] = (mask >> l & 1 ? address[l] : some) - window;
}

static void generic_access(struct access a)
{
    uint64_t address[WARP_SIZE], part[WARP_SIZE];
    bool is_atomic = op_updates(a.insn->op);
    struct access some = a;
    lane_addresses(a.frame, a.insn, a.mask, address);
    uint32_t shared = in_window(address, a.mask, SHARED_WINDOW);
    uint32_t local = in_window(address, a.mask, LOCAL_WINDOW);
    uint32_t global = a.mask & ~(shared | local);
    if (shared) {
        memcpy(part, address, sizeof part);
        take_window(part, shared, SHARED_WINDOW);
        some.mask = shared;
        some.kind = is_atomic         ? ACCESS_ATOMIC
                    : is_read(a.kind) ? ACCESS_READ
                                      : ACCESS_WRITE;
        shared_lanes(some, part);
    }
    some.kind = a.kind;
    if (local) {
        memcpy(part, address, sizeof part);
        take_window(part, local, LOCAL_WINDOW);
        count_local(a.w, !is_read(a.kind));
        some.mask = local;
        if (is_atomic)
            report_local_atomic(a.w, a.insn, local);
        else
            local_access(some, part);
    }
    if (global && is_atomic && op_is_mbarrier(a.insn)) {
        mbarriers_misplaced(a.w, a.insn, global);
    } else if (global) {
        memcpy(part, address, sizeof part);
        take_window(part, global, 0);
        some.mask = global;
        global_lanes(some, part);
    }
}

void generic_load(struct warp *w, struct frame *frame, const struct insn *insn,
                  uint32_t mask)
{
    generic_access((struct access){w, frame, insn, load_kind(w, insn), mask});
}

void generic_store(struct warp *w, struct frame *frame, const struct insn *insn,
                   uint32_t mask)
{
    generic_access((struct access){w, frame, insn, store_kind(insn), mask});
}

void generic_atomic(struct warp *w, struct frame *frame,
                    const struct insn *insn, uint32_t mask)
{
    count_atomic(w, insn);
    generic_access((struct access){w, frame, insn, ACCESS_ATOMIC, mask});
}

/* ---- for builtins ------------------------------------------------------- */

static void *local_bytes(const struct builtin_call *call, uint64_t address,
                         size_t n, bool write)
{
    uint64_t offset = local_offset(call->lane, address);
    if (n > LOCAL_BYTES_PER_THREAD || address > LOCAL_BYTES_PER_THREAD - n ||
        !local_memory(call->warp))
        return NULL;
    if (write && local_shadow(call->warp))
        shadow_mark(call->warp->local_shadow, offset, n);
    return call->warp->local + offset;
}

static void *lane_bytes(const struct builtin_call *call, uint64_t address,
                        size_t n, bool write)
{
    struct warp *w = call->warp;
    uint64_t shared = address - SHARED_WINDOW, local = address - LOCAL_WINDOW;
    if (shared < WINDOW_SIZE)
        return n <= w->block->shared_bytes &&
                       shared <= w->block->shared_bytes - n
                   ? w->block->shared + shared
                   : NULL;
    if (local < WINDOW_SIZE)
        return local_bytes(call, local, n, write);
    struct allocation *al = memory_find(address);
    if (!al || n > al->size || address - al->address > al->size - n ||
        (write && al->read_only))
        return NULL;
    if (write)
        shadow_mark(al->shadow, address - al->address, n);
    return al->host + (address - al->address);
}

void *lane_memory(struct builtin_call *call, uint64_t address, size_t n,
                  bool write)
{
    void *bytes = lane_bytes(call, address, n, write);
    if (!bytes) {
        struct warp *w = call->warp;
        report_address(w, split_insn(&w->splits[w->current]),
                       write ? ACCESS_WRITE : ACCESS_READ, 1u << call->lane,
                       (unsigned)n, address);
        builtin_fail(call, LAUNCH_BAD_ADDRESS);
    }
    return bytes;
}

/* ---- totals ------------------------------------------------------------- */

static void site_merge(struct site *to, const struct site *from)
{
    if (from->lowest && (!to->lowest || from->lowest->id < to->lowest->id))
        to->lowest = from->lowest;
    if (from->lowest_high &&
        (!to->lowest_high || from->lowest_high < to->lowest_high))
        to->lowest_high = from->lowest_high;
    to->requests += from->requests;
    to->sectors += from->sectors;
    to->bytes += from->bytes;
    to->shared_requests += from->shared_requests;
    to->wavefronts += from->wavefronts;
    to->conflicts += from->conflicts;
}

void sites_merge(struct site *to, const struct site *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        site_merge(&to[i], &from[i]);
}

static void add_atomics(struct counters *counters, const struct site *site,
                        bool returns)
{
    if (returns) {
        counters->global_atom_requests += site->requests;
        counters->global_atom_sectors += site->sectors;
    } else {
        counters->global_red_requests += site->requests;
        counters->global_red_sectors += site->sectors;
    }
}

void sites_add(const struct grid *grid, const struct site *sites,
               struct counters *counters)
{
    for (uint32_t i = 0; i < grid->program->site_count; i++) {
        const struct site *site = &sites[i];
        const struct insn_detail *detail = grid->program->site_details[i];
        if (!op_reaches_global(detail->op))
            continue;
        switch (op_class(detail->op)->role) {
        case ROLE_LOADS:
            counters->global_load_requests += site->requests;
            counters->global_load_sectors += site->sectors;
            counters->global_load_bytes += site->bytes;
            break;
        case ROLE_STORES:
            counters->global_store_requests += site->requests;
            counters->global_store_sectors += site->sectors;
            counters->global_store_bytes += site->bytes;
            break;
        case ROLE_UPDATES: add_atomics(counters, site, detail->returns); break;
        default: break;
        }
    }
}

/*
 * access_report.c - what is said of an access that is wrong.
 *
 * A title says what happened, the detail where, the hint what the usual
 * reason is.  Races are told the same way whichever block came first.
 */
#include "access_data.h"
#include "launch.h"
#include "names.h"
#include "steps.h"
#include "code/op_class.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* After so many wrong accesses a launch ends: nothing new will be learnt. */
#define MAX_ERRORS 10000

/* How often, in a launch, another host thread may be let go on. */
#define MAX_WAITS 20000

/* ---- addresses ----------------------------------------------------------- */

const char *report_verb(enum access_kind kind)
{
    return kind == ACCESS_READ || kind == ACCESS_STRONG_READ ? "read"
           : kind == ACCESS_WRITE                            ? "write"
                                                             : "atomic access";
}

const char *report_name(const struct warp *w, const struct allocation *al,
                        char *text, size_t n)
{
    return launch_array_name(grid_of(w)->launch, al, text, n);
}

void report_wrong(struct warp *w, const struct insn *insn, struct finding *f,
                  uint32_t lanes, enum launch_status status)
{
    struct grid *grid = grid_of(w);
    bool enough = atomic_fetch_add(&grid->errors, 1) >= MAX_ERRORS;
    f->lanes = count_lanes(lanes);
    diagnose(f);
    launch_status_set(w->block->worker, status, enough);
    if (w->block->steps)
        steps_fault(w, insn, lanes, f->title);
}

/* mincore fails for what is not mapped; programs of Arm have 48 bits. */
static bool is_mapped_here(uint64_t address)
{
    unsigned char page;
    uint64_t size = (uint64_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)(uintptr_t)(address & ~(size - 1));
    return address >= 65536 && address < 1ull << 48 &&
           mincore(start, 1, &page) == 0;
}

static bool (*is_host_address)(uint64_t address) = is_mapped_here;

void report_host(bool (*has)(uint64_t address))
{
    is_host_address = has;
}

void report_place(struct finding *f, const char *name, uint64_t size,
                  int64_t offset, unsigned width)
{
    int n = snprintf(f->detail, sizeof f->detail,
                     "%.60s has %llu byte%s, offset %lld", name,
                     (unsigned long long)size, plural(size), (long long)offset);
    if (width && size >= width && size % width == 0 && offset % width == 0)
        snprintf(f->detail + n, sizeof f->detail - (size_t)n,
                 ": index %lld, the last is %llu", (long long)offset / width,
                 (unsigned long long)(size / width - 1));
}

static void describe_pointer_value(struct finding *f, const char *what,
                                   unsigned width, const char *kind,
                                   uint64_t address, const char *hint)
{
    snprintf(f->title, sizeof f->title, "%s of %u byte%s through a %s pointer",
             what, width, plural(width), kind);
    snprintf(f->detail, sizeof f->detail, "address 0x%llx",
             (unsigned long long)address);
    snprintf(f->hint, sizeof f->hint, "%s", hint);
}

static void describe_far(struct finding *f, const struct warp *w,
                         const char *what, unsigned width, uint64_t address)
{
    char buffer[40];
    const struct allocation *al =
        memory_reachable(address, (uint64_t)width << 31);
    snprintf(f->title, sizeof f->title,
             "%s of %u byte%s at an address which is no device memory", what,
             width, plural(width));
    int n = snprintf(f->detail, sizeof f->detail, "address 0x%llx",
                     (unsigned long long)address);
    if (al) {
        bool before = address < al->address;
        uint64_t bytes =
            before ? al->address - address : address - al->address - al->size;
        snprintf(f->detail + n, sizeof f->detail - (size_t)n,
                 ", %llu byte%s %s %.60s, the nearest",
                 (unsigned long long)bytes, plural(bytes),
                 before ? "before" : "past the end of",
                 report_name(w, al, buffer, sizeof buffer));
    }
    snprintf(f->hint, sizeof f->hint,
             "an index far outside its array, an int that overflowed, or "
             "a pointer that was never set?");
}

static void describe_freed(struct finding *f, const struct warp *w,
                           const struct allocation *al, const char *what,
                           unsigned width, uint64_t offset)
{
    char buffer[40];
    snprintf(f->title, sizeof f->title,
             "%s of %u byte%s of memory that was freed", what, width,
             plural(width));
    report_place(f, report_name(w, al, buffer, sizeof buffer), al->size,
                 (int64_t)offset, 0);
    f->allocated = al->allocated_at;
    f->freed = al->freed_at;
    finding_was_freed(f, al);
    snprintf(f->hint, sizeof f->hint,
             al->kind == MEMORY_HEAP
                 ? "move free behind the last use"
                 : "move cudaFree behind the last launch that uses it");
}

/* What is wrong with an index before or past the end of al. */
static void describe_index(struct finding *f, const struct warp *w,
                           const struct allocation *al, const char *what,
                           unsigned width, uint64_t address)
{
    char buffer[40];
    const char *name = report_name(w, al, buffer, sizeof buffer);
    snprintf(f->title, sizeof f->title, "%s of %u byte%s %s of %.60s", what,
             width, plural(width),
             address < al->address ? "before the start" : "past the end", name);
    report_place(f, name, al->size, (int64_t)(address - al->address), width);
    f->allocated = al->allocated_at;
}

static void describe_near(struct finding *f, const struct warp *w,
                          const char *what, unsigned width, uint64_t address)
{
    const struct allocation *al = memory_nearest(address);
    if (!al || (address - al->address > al->size + (16u << 20) &&
                al->address - address > 16u << 20)) {
        if (is_host_address(address))
            describe_pointer_value(
                f, what, width, "host", address,
                "a kernel needs device memory: cudaMalloc it, cudaMemcpy the "
                "data, and pass that pointer");
        else
            describe_far(f, w, what, width, address);
        return;
    }
    uint64_t offset = address - al->address;
    if (al->freed && offset < al->size) {
        describe_freed(f, w, al, what, width, offset);
        return;
    }
    describe_index(f, w, al, what, width, address);
    snprintf(f->hint, sizeof f->hint,
             address < al->address
                 ? "a negative index, or an int that overflowed?"
                 : "is every index below the size?  Threads of the last "
                   "block and the last step of a loop are the usual ones");
}

static void describe_wrapped(struct finding *f, const struct warp *w,
                             const struct allocation *al, const char *what,
                             unsigned width, uint64_t address)
{
    describe_index(f, w, al, what, width, address);
    snprintf(f->hint, sizeof f->hint,
             address < al->address
                 ? "has an int index overflowed?  An int ends at 2147483647: "
                   "compute with size_t, as in (size_t)row * columns + column"
                 : "has an unsigned index gone below 0?  From 0 it goes on at "
                   "4294967295: compute with int, or compare before "
                   "subtracting");
}

void report_address(struct warp *w, const struct insn *insn,
                    enum access_kind kind, uint32_t lanes, unsigned width,
                    uint64_t address)
{
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    const char *what = report_verb(kind);
    const struct allocation *wrapped = memory_wrapped(address, width);
    if (address < 65536)
        describe_pointer_value(
            &f, what, width, "null", address,
            "was the memory allocated, and the result checked?");
    else if (wrapped)
        describe_wrapped(&f, w, wrapped, what, width, address);
    else
        describe_near(&f, w, what, width, address);
    report_wrong(w, insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

static void add_array_place(struct finding *f, const char *name,
                            uint64_t offset)
{
    size_t n = strlen(f->detail);
    snprintf(f->detail + n, sizeof f->detail - n,
             "%sthe place is %.80s, byte %llu", n ? "; " : "", name,
             (unsigned long long)offset);
}

void report_misaligned(struct warp *w, const struct insn *insn,
                       enum access_kind kind, uint32_t lanes, uint64_t address)
{
    char buffer[40];
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "%s of %u bytes at an address that is not a multiple of %u",
             report_verb(kind), insn->width, insn->width);
    snprintf(f.detail, sizeof f.detail, "address 0x%llx, %u past a multiple",
             (unsigned long long)address, (unsigned)(address % insn->width));
    const struct allocation *al = memory_find(address);
    if (al) {
        add_array_place(&f, report_name(w, al, buffer, sizeof buffer),
                        address - al->address);
        f.allocated = al->allocated_at;
    }
    snprintf(f.hint, sizeof f.hint,
             "a pointer cast to a wider type must point to a multiple of it");
    report_wrong(w, insn, &f, lanes, LAUNCH_MISALIGNED);
}

/* "tile, byte 160": which array of shared memory, and where in it. */
static void add_array(struct finding *f, const struct warp *w, uint64_t offset)
{
    char buffer[60];
    const struct grid *grid = grid_of(w);
    uint32_t start = shared_array_start(grid, offset);
    add_array_place(f, shared_array_name(grid, start, buffer, sizeof buffer),
                    offset - start);
}

/* What a title calls the array there: "__shared__ tile", or `global`, the
 * name of one in global memory, unless that is NULL. */
struct array_label {
    char chars[80];
};

static struct array_label label_of(const struct warp *w, const char *global,
                                   uint64_t offset)
{
    char buffer[60];
    struct array_label label;
    const struct grid *grid = grid_of(w);
    uint32_t start = shared_array_start(grid, offset);
    const char *name =
        global ? global : shared_array_name(grid, start, buffer, sizeof buffer);
    bool named = !global && strcmp(name, "shared memory");
    snprintf(label.chars, sizeof label.chars, "%s%.60s",
             named ? "__shared__ " : "", name);
    return label;
}

/* ---- findings that repeat ------------------------------------------------ */

enum sight { SIGHT_UNSET, SIGHT_OVERLAP, SIGHT_RACE, SIGHT_STALE };

/* At offset of al, or of shared memory. */
static struct finding_key key_at(const struct warp *w, const struct insn *insn,
                                 enum sight sight, const struct allocation *al,
                                 uint64_t offset)
{
    return (struct finding_key){
        .insn = grid_of(w)->program->site_details[insn->site],
        .kind = (uint32_t)sight << 1 | !al,
        .array = al ? al->id : shared_array_start(grid_of(w), offset)};
}

/* NULL: of shared memory. */
static const char *name_at(const struct warp *w, const struct allocation *al,
                           char *text, size_t n)
{
    return al ? report_name(w, al, text, n) : NULL;
}

void report_uninitialised(struct warp *w, const struct insn *insn,
                          uint32_t lanes, const struct allocation *al,
                          uint64_t offset)
{
    char buffer[40];
    struct finding_key key = key_at(w, insn, SIGHT_UNSET, al, offset);
    if (finding_again(w, lanes, key))
        return;
    const char *name = name_at(w, al, buffer, sizeof buffer);
    struct finding f = finding_at(w, insn, first_lane(lanes), INITCHECK);
    f.lanes = count_lanes(lanes);
    if (al) {
        report_place(&f, name, al->size, (int64_t)offset, insn->width);
        f.allocated = al->allocated_at;
    } else {
        add_array(&f, w, offset);
    }
    snprintf(f.title, sizeof f.title,
             "read of %u byte%s of %s that %s never written", insn->width,
             plural(insn->width), label_of(w, name, offset).chars,
             insn->width == 1 ? "was" : "were");
    snprintf(f.hint, sizeof f.hint, "%s",
             !al ? "shared memory holds garbage at first: set it before it "
                   "is read; if another thread sets it, put "
                   "__syncthreads() between"
                 : "new memory holds garbage: set it before it is read or "
                   "added to");
    diagnose_as(key, &f);
}

void report_unset_local(struct warp *w, const struct insn *insn, uint32_t lanes,
                        bool kept)
{
    struct finding_key key = {.insn = insn->detail,
                              .kind = (uint32_t)SIGHT_UNSET << 1 |
                                      (uint32_t)kept << 8};
    if (finding_again(w, lanes, key))
        return;
    struct finding f = finding_at(w, insn, first_lane(lanes), INITCHECK);
    f.lanes = count_lanes(lanes);
    f.severity = kept ? FINDING_WARNING : FINDING_ERROR;
    snprintf(f.title, sizeof f.title,
             "read of %u byte%s of a local array that %s never written%s",
             insn->width, plural(insn->width),
             insn->width == 1 ? "was" : "were",
             kept ? ", to be stored elsewhere" : "");
    snprintf(f.hint, sizeof f.hint,
             "a thread's arrays hold garbage at first: set each element "
             "before it is read, as by float a[8] = {}");
    diagnose_as(key, &f);
}

/* A store to memory none of the kernel's pointers to written memory points
 * to: an index so wrong that it left its array and met another. */
void report_stray(struct warp *w, const struct insn *insn, uint32_t lanes,
                  const struct allocation *al)
{
    char buffer[40];
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "write of %u byte%s outside its array, into %.60s", insn->width,
             plural(insn->width), report_name(w, al, buffer, sizeof buffer));
    snprintf(f.hint, sizeof f.hint,
             "a negative index, or an int that overflowed?");
    report_wrong(w, insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

/* Constant memory has addresses of its own: what lies at this one there, or
 * whether anything does, has nothing to do with the array. */
void report_no_constant(struct warp *w, const struct insn *insn, uint32_t lanes,
                        const struct allocation *al)
{
    char buffer[40];
    struct finding f = finding_at(w, insn, first_lane(lanes), MEMCHECK);
    snprintf(f.title, sizeof f.title,
             "read of %u byte%s of constant memory at an address of %.60s",
             insn->width, plural(insn->width),
             report_name(w, al, buffer, sizeof buffer));
    snprintf(f.hint, sizeof f.hint,
             "ld.const reads __constant__ variables and nothing else: read "
             "this array with a plain load");
    f.allocated = al->allocated_at;
    report_wrong(w, insn, &f, lanes, LAUNCH_BAD_ADDRESS);
}

/* ---- races --------------------------------------------------------------- */

/* any: is one of the writes an atomic? */
static const char *hazard_words(enum race_hazard hazard, bool any)
{
    switch (hazard) {
    case RACE_RAW:
        return any ? "read while an atomic may change it"
                   : "read while another thread may write it";
    case RACE_WAR: return "written while another thread may read it";
    default:
        return any ? "stored to while an atomic of another thread may change it"
                   : "written by two threads";
    }
}

/* own: the other side is the same line, of another thread. */
static const char *race_hint(const struct race_conflict *c, bool own)
{
    if (c->other_block && c->hazard != RACE_WAW && !own)
        return "blocks run in any order and at the same time: give each its "
               "own place, or use a second kernel; behind a counter or flag, "
               "__threadfence() before it is set";
    if (c->other_block)
        return "blocks run in any order and at the same time: give each its "
               "own place, use an atomic, or a second kernel";
    if (own && c->warp_level)
        return "lanes of a warp need not run in step: put __syncwarp() "
               "between reading and writing, give each thread its own place, "
               "or use an atomic";
    if (own)
        return "give each thread its own place, or use an atomic; between "
               "the steps of a loop, put __syncthreads()";
    if (c->warp_level)
        return "lanes of a warp need not run in step: put __syncthreads() "
               "between the two, or __syncwarp() if no other warp is involved";
    return "put __syncthreads() between the two";
}

static const char *const doubtful_hint =
    "others may be between the read and the atomic: let the value that the "
    "atomic returns decide";

static struct dims block_at(const struct grid *grid, uint64_t number)
{
    struct dims size = grid->launch->grid;
    if (number < size.x)
        return (struct dims){(uint32_t)number, 0, 0};
    return (struct dims){(uint32_t)(number % size.x),
                         (uint32_t)(number / size.x % size.y),
                         (uint32_t)(number / size.x / size.y)};
}

static struct dims thread_at(const struct grid *grid, uint32_t number)
{
    struct dims size = grid->launch->block;
    return (struct dims){number % size.x, number / size.x % size.y,
                         number / size.x / size.y};
}

/* Flags in shared memory by which warps wait for each other: relaxed,
 * acquire and release say so, volatile only where there are fences. */
static bool is_flag(const struct warp *w, const struct race_conflict *c,
                    const struct insn_detail *mine,
                    const struct insn_detail *other)
{
    bool is_volatile = mine->is_volatile || other->is_volatile;
    return mine->strong && other->strong &&
           (!is_volatile || (!c->warp_level && race_fenced(w->block->race)));
}

/* "if (x < best) atomicMin(&best, x)": a value that was read too early costs
 * an atomic that changes nothing, and no more. */
static bool looks_again(enum atomic_op op)
{
    return op == ATOMIC_MIN || op == ATOMIC_MAX || op == ATOMIC_AND ||
           op == ATOMIC_OR || op == ATOMIC_EXCH;
}

/* What a read means that meets an atomic of another thread.  A loop around
 * compare-and-swap may start from any value, since the swap itself finds out
 * whether it was stale; a volatile read that waits for an atomic is meant to
 * meet it; and "if (count < room) at[atomicAdd(&count, 1)] = x" works as long
 * as another thread's turn in between does no harm. */
enum intent { MISTAKE, DOUBTFUL, MEANT };

static enum intent intent_of(const struct insn_detail *read,
                             const struct insn_detail *write)
{
    if (!op_updates(write->op))
        return MISTAKE;
    if (read->strong || write->atomic == ATOMIC_CAS ||
        (read->looks_first && looks_again(write->atomic)))
        return MEANT;
    return read->looks_first ? DOUBTFUL : MISTAKE;
}

static enum intent race_intent(const struct warp *w, const struct insn *insn,
                               const struct race_conflict *c)
{
    if (c->pc == RACE_NO_PC)
        return MISTAKE;
    const struct insn_detail *mine = insn->detail;
    const struct insn_detail *other = grid_of(w)->program->site_details[c->pc];
    if (is_flag(w, c, mine, other))
        return MEANT;
    if (c->hazard == RACE_WAW)
        return MISTAKE;
    return c->hazard == RACE_RAW ? intent_of(mine, other)
                                 : intent_of(other, mine);
}

/* Which of two blocks comes first differs from run to run; the message does
 * not: it always stands at the write. */
static void tell_from_the_write(struct finding *f, const char *name,
                                struct dims thread, struct dims block)
{
    struct ptx_loc read = f->loc;
    char place[80];
    snprintf(place, sizeof place, "thread (%u,%u,%u) of block (%u,%u,%u)",
             f->thread.x, f->thread.y, f->thread.z, f->block.x, f->block.y,
             f->block.z);
    f->loc = f->other;
    f->other = read;
    f->other_note = "the read is here";
    f->at_read = false;
    f->thread = thread;
    f->block = block;
    snprintf(f->title, sizeof f->title, "race: %.60s is %s", name,
             hazard_words(RACE_WAR, false));
    snprintf(f->detail, sizeof f->detail, "the other is %s", place);
}

static bool is_told_from_the_write(const struct race_conflict *c)
{
    return c->other_block && c->hazard == RACE_RAW && c->pc != RACE_NO_PC;
}

static struct finding_key race_key(const struct warp *w,
                                   const struct insn *insn,
                                   const struct race_conflict *c,
                                   const struct allocation *al)
{
    struct finding_key key = key_at(w, insn, SIGHT_RACE, al, c->offset);
    key.other = c->pc;
    key.kind |= (uint32_t)c->hazard << 8 | (uint32_t)c->warp_level << 16 |
                (uint32_t)c->other_block << 17 |
                (uint32_t)c->other_atomic << 18;
    return key;
}

static struct dims other_thread(const struct warp *w,
                                const struct race_conflict *c)
{
    return thread_at(grid_of(w), c->warp * WARP_SIZE + c->lane);
}

static bool race_again(const struct warp *w, const struct race_conflict *c,
                       struct finding_key key)
{
    return is_told_from_the_write(c)
               ? diagnose_again(key, block_at(grid_of(w), c->block),
                                other_thread(w, c), count_lanes(c->lanes))
               : finding_again(w, c->lanes, key);
}

/* The other side is a copy that goes on when the thread that issued it has
 * gone on, told as copies.c does. */
static void tell_of_copy(struct finding *f, const struct array_label *label,
                         enum race_hazard hazard,
                         const struct insn_detail *copy)
{
    snprintf(f->title, sizeof f->title,
             "race: %s is %s while a copy may still %s it", label->chars,
             hazard == RACE_RAW ? "read" : "written",
             copy->op == OP_bulk_store ? "read" : "write");
    f->other_note = "the copy is here";
    snprintf(f->hint, sizeof f->hint,
             "wait for the copy, then put __syncthreads() between that wait "
             "and those that do not wait themselves");
}

static void report_race(struct warp *w, const struct frame *frame,
                        const struct insn *insn, const struct race_conflict *c,
                        const struct allocation *al, const uint8_t *host)
{
    char buffer[40];
    enum intent intent = race_intent(w, insn, c);
    if (intent == MEANT)
        return;
    struct finding_key key = race_key(w, insn, c, al);
    if (race_again(w, c, key))
        return;
    const struct grid *grid = grid_of(w);
    struct dims thread = other_thread(w, c), block = block_at(grid, c->block);
    const char *name = name_at(w, al, buffer, sizeof buffer);
    struct array_label label = label_of(w, name, c->offset);
    struct finding f = finding_at(w, insn, first_lane(c->lanes), RACECHECK);
    if (intent == DOUBTFUL)
        f.severity = FINDING_WARNING;
    f.lanes = count_lanes(c->lanes);
    snprintf(f.title, sizeof f.title, "race: %s is %s", label.chars,
             hazard_words(c->hazard, c->other_atomic || op_updates(insn->op)));
    if (c->warp_level && c->lane == first_lane(c->lanes))
        snprintf(f.detail, sizeof f.detail, "the other is in the same warp");
    else
        snprintf(f.detail, sizeof f.detail,
                 "the other is thread (%u,%u,%u) of block (%u,%u,%u)", thread.x,
                 thread.y, thread.z, block.x, block.y, block.z);
    if (c->pc != RACE_NO_PC) {
        f.other = grid->program->site_details[c->pc]->loc;
        f.other_note =
            c->hazard == RACE_WAR ? "the read is here" : "the write is here";
    }
    f.at_read = c->hazard == RACE_RAW;
    f.in_warp = c->warp_level;
    bool own = f.other.line && f.other.line == f.loc.line;
    snprintf(f.hint, sizeof f.hint, "%s",
             intent == DOUBTFUL ? doubtful_hint : race_hint(c, own));
    if (!name && c->pc != RACE_NO_PC &&
        detail_copies(grid->program->site_details[c->pc]))
        tell_of_copy(&f, &label, c->hazard, grid->program->site_details[c->pc]);
    if (is_told_from_the_write(c))
        tell_from_the_write(&f, name, thread, block);
    if (name)
        add_array_place(&f, name, c->offset);
    else
        add_array(&f, w, c->offset);
    report_race_values(&f, w, frame, insn, c, !name, host);
    diagnose_as(key, &f);
}

void report_stale(struct warp *w, const struct insn *insn,
                  const struct race_conflict *c, const struct allocation *al)
{
    char buffer[40];
    const struct grid *grid = grid_of(w);
    struct finding_key key = key_at(w, insn, SIGHT_STALE, al, c->offset);
    key.other = c->pc;
    if (finding_again(w, c->lanes, key))
        return;
    const char *name = name_at(w, al, buffer, sizeof buffer);
    struct finding f = finding_at(w, insn, first_lane(c->lanes), RACECHECK);
    f.lanes = count_lanes(c->lanes);
    snprintf(f.title, sizeof f.title,
             "race: %.60s is read through a texture or surface after the same "
             "launch has written it",
             name);
    add_array_place(&f, name, c->offset);
    if (c->pc != RACE_NO_PC) {
        f.other = grid->program->site_details[c->pc]->loc;
        f.other_note = "the write is here";
    }
    f.at_read = true;
    snprintf(f.hint, sizeof f.hint,
             "their cache does not see what the launch stores: read it in the "
             "next launch, or write to other memory than is read");
    diagnose_as(key, &f);
}

/* Do the lanes store what is there already?  Then it does not matter who of
 * several writers is last: a flag that many threads set. */
DATA bool same_values(const struct frame *frame, const struct insn *insn,
                      uint32_t lanes, const uint8_t *host,
                      const uint64_t offset[WARP_SIZE])
{
    const struct insn_detail *detail = insn->detail;
    unsigned n = element_bytes(insn);
    uint64_t stored = ~0ull >> (64 - 8 * n);
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = first_lane(lanes);
        for (unsigned i = 0; i < detail->vector; i++) {
            uint64_t bits = get_register(frame->slots + detail->slots[i],
                                         detail->register_bytes, l);
            if (read_bytes(host + offset[l] + i * n, n) != (bits & stored))
                return false;
        }
    }
    return true;
}

/* An access is recorded before it is carried out: the store of another block
 * may be under way on another host thread.  What is found must not depend on
 * that, so its value is waited for. */
static bool same_values_soon(struct warp *w, const struct frame *frame,
                             const struct insn *insn,
                             const struct race_conflict *c, const uint8_t *host,
                             const uint64_t offset[WARP_SIZE])
{
    while (!same_values(frame, insn, c->lanes, host, offset)) {
        if (!c->other_block ||
            atomic_fetch_add(&grid_of(w)->waits, 1) > MAX_WAITS)
            return false;
        sched_yield();
    }
    return true;
}

void report_races(struct warp *w, const struct frame *frame,
                  const struct insn *insn,
                  const struct race_conflict *conflicts, unsigned n,
                  const struct allocation *al, const uint8_t *host,
                  const uint64_t offset[WARP_SIZE])
{
    for (unsigned i = 0; i < n; i++)
        if (conflicts[i].hazard != RACE_WAW || conflicts[i].other_atomic ||
            insn->detail->vector == 0 ||
            !same_values_soon(w, frame, insn, &conflicts[i], host, offset))
            report_race(w, frame, insn, &conflicts[i], al, host);
}

static void report_overlap(struct warp *w, const struct frame *frame,
                           const struct insn *insn, uint32_t lanes,
                           unsigned other, uint64_t offset,
                           const struct allocation *al)
{
    char buffer[40];
    unsigned lane = first_lane(lanes);
    struct finding_key key = key_at(w, insn, SIGHT_OVERLAP, al, offset);
    if (finding_again(w, lanes, key))
        return;
    const char *name = name_at(w, al, buffer, sizeof buffer);
    struct finding f = finding_at(w, insn, lane, RACECHECK);
    f.lanes = count_lanes(lanes);
    if (name)
        add_array_place(&f, name, offset);
    else
        add_array(&f, w, offset);
    report_overlap_values(&f, w, frame, insn, lane, other, !name);
    snprintf(f.title, sizeof f.title,
             "race: threads of a warp write different values to one place "
             "of %s",
             label_of(w, name, offset).chars);
    snprintf(f.hint, sizeof f.hint,
             "let one of them store it, give each its own place, or use an "
             "atomic");
    diagnose_as(key, &f);
}

void check_overlap(struct warp *w, const struct frame *frame,
                   const struct insn *insn, uint32_t mask,
                   const uint64_t offset[WARP_SIZE],
                   const struct allocation *al)
{
    if (insn->detail->vector != 1)
        return;
    uint32_t lanes =
        race_overlap(offset, mask, insn->width, frame->slots + insn->b,
                     insn->detail->register_bytes);
    if (!lanes)
        return;
    unsigned lane = first_lane(lanes), other = WARP_SIZE - 1;
    while (!(mask >> other & 1) || offset[other] != offset[lane])
        other--;
    report_overlap(w, frame, insn, lanes, other, offset[lane], al);
}

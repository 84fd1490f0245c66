/*
 * memory.c - allocations: where they lie and which addresses they own.
 *
 * Two ranges of addresses.  In the device's range, what a program sees is a
 * window nobody may touch (a host that dereferences a device pointer gets
 * SIGSEGV, as on hardware); the bytes lie elsewhere (store.h).  In the
 * host-visible range (pinned, managed) both are the same.  What the host
 * registers lies where it lies, and is forgotten when it is unregistered.
 *
 * Addresses only grow and are never used twice, so a stale pointer is always
 * recognised; freed allocations stay in the table as tombstones.  The device's
 * bytes are used again: pages that are there cost nothing.  A gap after
 * each allocation makes sure that a step past the end meets nothing: a block
 * of 1024 threads that all read 16 bytes too far, four times over.
 */
#include "memory.h"

#include "base/grow.h"
#include "base/limits.h"
#include "base/options.h"
#include "race.h"
#include "shadow.h"
#include "store.h"
#include "uses.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Large arrays of a GPU do not begin within the 1 KiB that two slices of its L2
 * have (timing/tape.c, tape_slice): nor do these. */
enum { ALIGNMENT = 1024, GAP = 64 * 1024 };

/* Bytes of the widest element an index is thought to count: a float4. */
enum { ELEMENT_MAX = 16 };

/* Fresh memory is junk, as on hardware, up to this size; beyond it, filling
 * would cost more than the lesson is worth. */
#define JUNK_BYTES (64ull << 20)
#define JUNK       0xcd

/* To ask the system for the pages of larger ones would take too long; and so
 * would asking it again and again for what nobody touches. */
#define NOTICED_BYTES (64ull << 20)
enum { MOST_NOTICED = 64 };

struct range {
    uint64_t start, size;      /* addresses a program sees */
    uint8_t *host;             /* backing store of start */
    struct store *store;       /* which of it is in use; NULL: as addresses */
    uint64_t used;             /* bytes handed out, never taken back */
    struct allocation **table; /* by address */
    uint32_t count;
    size_t room;
};

static struct {
    pthread_mutex_t lock;
    struct range device, visible;
    struct range registered;   /* everywhere; its allocations only */
    uint64_t allocated;        /* bytes of device memory in use */
    bool held;                 /* see memory_hold */
    bool follows_host;         /* see memory_follow_host */
    struct allocation *doomed; /* freed meanwhile */
    uint32_t next_id;
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER, .next_id = 1};

/* ---- ranges ------------------------------------------------------------- */

/* Where the ranges lie if nothing else does: far from programs, libraries,
 * stacks, the shadow of sanitizers and the windows of code.h, so that a process
 * that runs the host's side elsewhere has these addresses free, too. */
static void *const window_hint = (void *)0x480000000000;
static void *const visible_hint = (void *)0x500000000000;

static void *reserve(void *hint, uint64_t size, int protection, int flags)
{
    void *area = mmap(hint, size, protection,
                      flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return area == MAP_FAILED ? NULL : area;
}

/* Shared mappings, so that a limit on the program's data (RLIMIT_DATA) is
 * not spent on the device's memory.  Where address space is limited the
 * range gets smaller. */
static bool range_open(struct range *range, bool windowed)
{
    for (uint64_t size = 1ull << 40; size >= 1ull << 30; size /= 2) {
        uint8_t *host = reserve(windowed ? NULL : visible_hint, size,
                                PROT_READ | PROT_WRITE, MAP_SHARED);
        uint8_t *window =
            !windowed ? host
            : host    ? reserve(window_hint, size, PROT_NONE, MAP_PRIVATE)
                      : NULL;
        if (host && window) {
            *range = (struct range){.start = (uint64_t)(uintptr_t)window,
                                    .size = size,
                                    .host = host};
            if (windowed && !(range->store = store_open(host, size)))
                *range = (struct range){0};
            return range->start;
        }
        if (host)
            munmap(host, size);
    }
    return false;
}

static struct range *range_of_kind(enum memory_kind kind)
{
    struct range *range = is_visible(kind) ? &memory.visible : &memory.device;
    if (!range->start && !range_open(range, !is_visible(kind)))
        return NULL;
    return range;
}

bool memory_spaces(struct memory_space *device, struct memory_space *visible)
{
    pthread_mutex_lock(&memory.lock);
    const struct range *of_device = range_of_kind(MEMORY_DEVICE),
                       *of_both = range_of_kind(MEMORY_PINNED);
    if (of_device && of_both) {
        *device = (struct memory_space){of_device->start, of_device->size};
        *visible = (struct memory_space){of_both->start, of_both->size};
    }
    pthread_mutex_unlock(&memory.lock);
    return of_device && of_both;
}

static uint64_t total_bytes(void)
{
    return options()->device_bytes;
}

/* ---- the table ---------------------------------------------------------- */

/* Index of the last allocation that starts at or below address; count when
 * there is none. */
static uint32_t index_below(const struct range *range, uint64_t address)
{
    uint32_t low = 0, high = range->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (range->table[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : range->count;
}

static struct allocation *find_in(const struct range *range, uint64_t address)
{
    uint32_t i = index_below(range, address);
    if (i == range->count)
        return NULL;
    struct allocation *al = range->table[i];
    return !al->freed && address - al->address < al->size ? al : NULL;
}

static struct allocation *find(uint64_t address)
{
    struct allocation *al = find_in(&memory.device, address);
    if (!al)
        al = find_in(&memory.visible, address);
    return al ? al : find_in(&memory.registered, address);
}

bool memory_reserved(uint64_t address)
{
    pthread_mutex_lock(&memory.lock);
    bool reserved = address - memory.device.start < memory.device.size;
    pthread_mutex_unlock(&memory.lock);
    return reserved;
}

struct allocation *memory_find(uint64_t address)
{
    pthread_mutex_lock(&memory.lock);
    struct allocation *al = find(address);
    pthread_mutex_unlock(&memory.lock);
    return al;
}

/* reach: so many bytes before the range an address still belongs to it. */
static struct allocation *nearest_in(const struct range *range,
                                     uint64_t address, uint64_t reach)
{
    if (!range->count ||
        address - (range->start - reach) >= range->size + reach)
        return NULL;
    uint32_t i = index_below(range, address);
    if (i == range->count)
        return range->table[0];
    /* A little before the start of the next is nearer to that one. */
    struct allocation *below = range->table[i];
    struct allocation *above =
        i + 1 < range->count ? range->table[i + 1] : NULL;
    uint64_t past = address - below->address - below->size;
    bool inside = address - below->address < below->size;
    return !inside && above && above->address - address < past ? above : below;
}

struct allocation *memory_nearest(uint64_t address)
{
    return memory_reachable(address, 0);
}

struct allocation *memory_reachable(uint64_t address, uint64_t reach)
{
    const struct range *const ranges[] = {&memory.device, &memory.visible};
    pthread_mutex_lock(&memory.lock);
    struct allocation *al = find(address);
    for (unsigned i = 0; i < 4 && !al; i++)
        al = nearest_in(ranges[i % 2], address, i < 2 ? 0 : reach);
    pthread_mutex_unlock(&memory.lock);
    return al;
}

/* In what is or was an allocation, or a step past its end? */
static bool stands_at(const struct range *range, uint64_t address)
{
    uint32_t i = index_below(range, address);
    return i != range->count &&
           address - range->table[i]->address < range->table[i]->size + GAP;
}

/* An int that overflowed is too small by a multiple of 2^32 and negative: so
 * many elements on lies the allocation, and it starts at most 2^31 elements
 * from here. */
static struct allocation *overflowed_in(const struct range *range,
                                        uint64_t address, uint64_t width)
{
    uint64_t turn = width << 32;
    for (uint64_t meant = address + turn; meant - range->start < range->size;
         meant += turn) {
        struct allocation *al = find_in(range, meant);
        uint64_t before = al ? al->address - address : 0;
        if (before > GAP && before <= turn / 2)
            return al;
    }
    return NULL;
}

/* An unsigned index that went a little below 0 is too large by 2^32. */
static struct allocation *underflowed_in(const struct range *range,
                                         uint64_t address, uint64_t width)
{
    uint64_t meant = address - (width << 32);
    struct allocation *al = nearest_in(range, meant, GAP);
    bool before = al && !al->freed && meant < al->address;
    return before && al->address - meant <= GAP ? al : NULL;
}

struct allocation *memory_wrapped(uint64_t address, unsigned width)
{
    const struct range *const ranges[] = {&memory.device, &memory.visible};
    struct allocation *al = NULL;
    pthread_mutex_lock(&memory.lock);
    bool near = stands_at(ranges[0], address) || stands_at(ranges[1], address);
    for (; !near && width && width <= ELEMENT_MAX && !al; width *= 2)
        for (unsigned i = 0; i < 2 && !al; i++) {
            al = overflowed_in(ranges[i], address, width);
            if (!al)
                al = underflowed_in(ranges[i], address, width);
        }
    pthread_mutex_unlock(&memory.lock);
    return al;
}

static bool table_add(struct range *range, struct allocation *al)
{
    struct allocation **table =
        grow(range->table, range->count, &range->room, sizeof(void *));
    if (!table)
        return false;
    range->table = table;
    table[range->count++] = al;
    return true;
}

/* ---- allocate and free -------------------------------------------------- */

/* The host may write to visible memory behind our back. */
static void start_contents(struct allocation *al)
{
    bool noticed = memory.follows_host && al->kind == MEMORY_MANAGED &&
                   al->size <= NOTICED_BYTES;
    if (noticed)
        return;
    if (is_visible(al->kind))
        shadow_mark(al->shadow, 0, al->size);
    else if (al->kind != MEMORY_SYMBOL && al->size <= JUNK_BYTES)
        memset(al->host, JUNK, al->size);
}

/* Behind all others of its range. */
static struct allocation *place(struct range *range, uint64_t address,
                                uint8_t *host, size_t size,
                                enum memory_kind kind, const char *name)
{
    struct allocation *al = calloc(1, sizeof *al);
    if (!al || !(al->shadow = shadow_create(size ? size : 1, false))) {
        free(al);
        return NULL;
    }
    al->address = address;
    al->host = host;
    al->size = size;
    al->kind = kind;
    al->name = name;
    al->followed = uses_follows(kind);
    al->id = kind == MEMORY_SYMBOL ? 0 : memory.next_id++;
    if (!table_add(range, al)) {
        shadow_destroy(al->shadow);
        free(al);
        return NULL;
    }
    return al;
}

/* Of an allocation, and of what it has room in: pages, where the host may be
 * kept from it (device/guard.c). */
static uint64_t alignment_of(enum memory_kind kind)
{
    return is_visible(kind) ? PAGE : ALIGNMENT;
}

/* With the gap behind it. */
static uint64_t room_of(uint64_t size, enum memory_kind kind)
{
    uint64_t unit = alignment_of(kind);
    return (size + GAP + unit) / unit * unit;
}

/* The bytes of the allocation that comes next, or of one that comes back.
 * What start_contents() leaves as it is has to be zero. */
static uint8_t *take_bytes(const struct range *range, size_t size,
                           enum memory_kind kind)
{
    bool zero = kind == MEMORY_SYMBOL || size > JUNK_BYTES;
    return range->store ? store_take(range->store, room_of(size, kind), zero)
                        : range->host + range->used;
}

static struct allocation *allocate_in(size_t size, enum memory_kind kind,
                                      const char *name)
{
    uint64_t taken = room_of(size, kind);
    struct range *range = range_of_kind(kind);
    if (!range || size > range->size || taken > range->size - range->used)
        return NULL;
    if (!is_visible(kind) &&
        (size > total_bytes() || memory.allocated > total_bytes() - size))
        return NULL;
    if (range->used == 0)
        range->used = alignment_of(kind); /* so that the first has a "before" */
    uint8_t *host = take_bytes(range, size, kind);
    struct allocation *al =
        host ? place(range, range->start + range->used, host, size, kind, name)
             : NULL;
    if (!al) {
        if (host && range->store)
            store_give(range->store, host, taken);
        return NULL;
    }
    range->used += taken;
    memory.allocated += is_visible(kind) ? 0 : size;
    return al;
}

uint64_t memory_allocate(size_t size, enum memory_kind kind, const char *name)
{
    pthread_mutex_lock(&memory.lock);
    struct allocation *al = allocate_in(size ? size : 1, kind, name);
    if (al)
        start_contents(al);
    pthread_mutex_unlock(&memory.lock);
    return al ? al->address : 0;
}

uint64_t memory_allocate_bare(size_t size)
{
    pthread_mutex_lock(&memory.lock);
    struct allocation *al = allocate_in(size ? size : 1, MEMORY_DEVICE, NULL);
    pthread_mutex_unlock(&memory.lock);
    return al ? al->address : 0;
}

/* Whole pages go back to the system; the addresses stay taken. */
static void release_pages(const struct allocation *al)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t start = ((uint64_t)(uintptr_t)al->host + page - 1) / page * page;
    uint64_t end = ((uint64_t)(uintptr_t)al->host + al->size) / page * page;
    if (end > start)
        madvise((void *)(uintptr_t)start, end - start, MADV_REMOVE);
}

static void reclaim(struct allocation *al)
{
    al->name = NULL; /* its module may be unloaded, what comes near stays */
    if (is_visible(al->kind))
        release_pages(al);
    else
        store_give(memory.device.store, al->host, room_of(al->size, al->kind));
    shadow_destroy(al->shadow);
    race_cells_destroy(al->cells);
    uses_destroy(al);
    al->shadow = NULL;
    al->cells = NULL;
}

void memory_hold(bool held)
{
    pthread_mutex_lock(&memory.lock);
    memory.held = held;
    for (; !held && memory.doomed; memory.doomed = memory.doomed->next_doomed)
        reclaim(memory.doomed);
    pthread_mutex_unlock(&memory.lock);
}

static enum memory_free_status free_at(struct range *range, uint64_t address)
{
    uint32_t i = index_below(range, address);
    if (i == range->count || range->table[i]->address != address)
        return FREE_NOT_ALLOCATED;
    struct allocation *al = range->table[i];
    if (al->freed)
        return FREE_TWICE;
    al->freed = true;
    memory.allocated -= is_visible(al->kind) ? 0 : al->size;
    if (memory.held) {
        al->next_doomed = memory.doomed;
        memory.doomed = al;
    } else {
        reclaim(al);
    }
    return FREE_OK;
}

enum memory_free_status memory_free(uint64_t address)
{
    pthread_mutex_lock(&memory.lock);
    enum memory_free_status status = free_at(&memory.device, address);
    if (status == FREE_NOT_ALLOCATED)
        status = free_at(&memory.visible, address);
    pthread_mutex_unlock(&memory.lock);
    return status;
}

static bool revive(struct allocation *al)
{
    if (!al || !al->freed || al->size > total_bytes() ||
        memory.allocated > total_bytes() - al->size)
        return false;
    uint8_t *host = take_bytes(&memory.device, al->size, al->kind);
    if (!host)
        return false;
    if (!(al->shadow = shadow_create(al->size, false))) {
        store_give(memory.device.store, host, room_of(al->size, al->kind));
        return false;
    }
    al->host = host;
    al->freed = false;
    memory.allocated += al->size;
    start_contents(al);
    return true;
}

bool memory_revive(uint64_t address)
{
    pthread_mutex_lock(&memory.lock);
    uint32_t i = index_below(&memory.device, address);
    bool revived = i != memory.device.count &&
                   memory.device.table[i]->address == address &&
                   revive(memory.device.table[i]);
    pthread_mutex_unlock(&memory.lock);
    return revived;
}

/* ---- memory of the host's own ------------------------------------------- */

static bool range_register(uint64_t start, uint8_t *bytes, size_t size)
{
    struct range *range = &memory.registered;
    struct allocation *al =
        place(range, start, bytes, size, MEMORY_REGISTERED, NULL);
    if (!al)
        return false;
    start_contents(al);
    uint32_t i = range->count - 1;
    for (; i > 0 && range->table[i - 1]->address > start; i--)
        range->table[i] = range->table[i - 1];
    range->table[i] = al;
    return true;
}

bool memory_register(uint64_t start, void *bytes, size_t size)
{
    pthread_mutex_lock(&memory.lock);
    bool ok = range_register(start, bytes, size);
    pthread_mutex_unlock(&memory.lock);
    return ok;
}

/* No tombstone: the program goes on using these addresses. */
void memory_unregister(uint64_t start)
{
    struct range *range = &memory.registered;
    pthread_mutex_lock(&memory.lock);
    uint32_t i = index_below(range, start);
    if (i < range->count) {
        struct allocation *al = range->table[i];
        shadow_destroy(al->shadow);
        race_cells_destroy(al->cells);
        uses_destroy(al);
        free(al);
        range->count--;
        for (; i < range->count; i++)
            range->table[i] = range->table[i + 1];
    }
    pthread_mutex_unlock(&memory.lock);
}

void memory_info(size_t *free_bytes, size_t *total)
{
    pthread_mutex_lock(&memory.lock);
    *total = total_bytes();
    *free_bytes = *total - memory.allocated;
    pthread_mutex_unlock(&memory.lock);
}

static void each_in(const struct range *range,
                    void (*visit)(struct allocation *, void *), void *arg)
{
    for (uint32_t i = 0; i < range->count; i++)
        if (!range->table[i]->freed)
            visit(range->table[i], arg);
}

void memory_each_visible(void (*visit)(struct allocation *, void *), void *arg)
{
    each_in(&memory.visible, visit, arg);
    each_in(&memory.registered, visit, arg);
}

uint32_t memory_newest(void)
{
    pthread_mutex_lock(&memory.lock);
    uint32_t newest = memory.next_id - 1;
    pthread_mutex_unlock(&memory.lock);
    return newest;
}

void memory_each(void (*visit)(struct allocation *, void *), void *arg)
{
    each_in(&memory.device, visit, arg);
    memory_each_visible(visit, arg);
}

/* ---- what the host has touched ------------------------------------------ */

/* Pages that nobody has touched are not there: mappings are shared ones, which
 * have no page of zeros in common. */
static void notice(struct allocation *al, void *unused)
{
    (void)unused;
    if (al->kind != MEMORY_MANAGED || shadow_all(al->shadow))
        return;
    uint64_t pages = (al->size + PAGE - 1) / PAGE;
    unsigned char *there = malloc(pages);
    if (!there || al->noticed++ == MOST_NOTICED ||
        mincore(al->host, pages * PAGE, there) != 0)
        shadow_mark(al->shadow, 0, al->size);
    for (uint64_t i = 0; i < pages && !shadow_all(al->shadow); i++) {
        uint64_t start = i * PAGE, left = al->size - start;
        if (there[i] & 1)
            shadow_mark(al->shadow, start, left < PAGE ? left : PAGE);
    }
    free(there);
}

void memory_follow_host(void)
{
    memory.follows_host = sysconf(_SC_PAGESIZE) == PAGE;
}

void memory_notice_host(void)
{
    if (memory.follows_host)
        each_in(&memory.visible, notice, NULL);
}

/* ---- what a launch may write to ----------------------------------------- */

bool memory_watch(struct allocation *al, uint32_t launch)
{
    if (!al->cells)
        al->cells = race_cells_create(al->size);
    al->watched = launch;
    return al->cells != NULL;
}

/* ---- copies ------------------------------------------------------------- */

/* The allocation that holds n bytes at address, or NULL and *bad. */
static struct allocation *holder(uint64_t address, size_t n, uint64_t *bad)
{
    struct allocation *al = memory_find(address);
    if (al && n <= al->size - (address - al->address))
        return al;
    *bad = al ? al->address + al->size : address;
    return NULL;
}

static uint8_t *host_of(const struct allocation *al, uint64_t address)
{
    return al->host + (address - al->address);
}

bool memory_write(uint64_t dst, const void *src, size_t n, uint64_t *bad)
{
    struct allocation *al = n ? holder(dst, n, bad) : NULL;
    if (!al)
        return n == 0;
    memcpy(host_of(al, dst), src, n);
    shadow_mark(al->shadow, dst - al->address, n);
    return true;
}

bool memory_read(void *dst, uint64_t src, size_t n, uint64_t *bad)
{
    const struct allocation *al = n ? holder(src, n, bad) : NULL;
    if (!al)
        return n == 0;
    memcpy(dst, host_of(al, src), n);
    return true;
}

bool memory_copy(uint64_t dst, uint64_t src, size_t n, uint64_t *bad)
{
    struct allocation *to = n ? holder(dst, n, bad) : NULL;
    const struct allocation *from = to ? holder(src, n, bad) : NULL;
    if (!from)
        return n == 0;
    memmove(host_of(to, dst), host_of(from, src), n);
    if (from->kind == MEMORY_MANAGED) /* the host may have written it */
        shadow_mark(to->shadow, dst - to->address, n);
    else
        shadow_copy(to->shadow, dst - to->address, from->shadow,
                    src - from->address, n);
    return true;
}

bool memory_fill(uint64_t dst, int byte, size_t n, uint64_t *bad)
{
    struct allocation *al = n ? holder(dst, n, bad) : NULL;
    if (!al)
        return n == 0;
    memset(host_of(al, dst), byte, n);
    shadow_mark(al->shadow, dst - al->address, n);
    return true;
}

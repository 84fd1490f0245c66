/*
 * guard.c - the host is kept from what work that may still run touches.
 *
 * Idea: the emulated device has done all of its work when a call returns, so a
 * host that does not wait sees what a GPU would not have written yet.  Pages
 * that such work wrote become untouchable, those it read read-only, until the
 * host has waited for it; touching one is a signal.
 * Guarantee: of memory larger than a page only pages are held back of which
 * such work touched every byte, so that the system's calls (read, write), for
 * which there is no signal, fail for nobody who is right.
 */
#include "beside.h"

#include <sys/mman.h>

static bool (*fault_comes)(void);
static unsigned guarded; /* allocations */

void guard_watch(bool (*comes)(void))
{
    fault_comes = comes;
    uses_follow_visible();
    memory_follow_host();
}

/* Where pages begin and end that are the allocation's alone. */
static uint64_t first_page(const struct allocation *al)
{
    return (al->address + PAGE - 1) / PAGE * PAGE;
}

static uint64_t last_page(const struct allocation *al)
{
    uint64_t end = al->address + al->size;
    return al->kind == MEMORY_REGISTERED ? end / PAGE * PAGE
                                         : (end + PAGE - 1) / PAGE * PAGE;
}

static void protect(uint64_t start, uint64_t end, int protection)
{
    if (end > start)
        mprotect((void *)(uintptr_t)start, end - start, protection);
}

static void lift(struct allocation *al, void *unused)
{
    (void)unused;
    if (!al->guarded)
        return;
    protect(first_page(al), last_page(al), PROT_READ | PROT_WRITE);
    al->guarded = false;
    guarded--;
}

void guard_lift(void)
{
    if (guarded)
        memory_each_visible(lift, NULL);
}

static bool is_used(const struct allocation *al, enum use_kind kind,
                    uint64_t page)
{
    uint64_t offset = page - al->address, left = al->size - offset;
    if (al->size <= PAGE)
        for (uint64_t i = 0; i < al->size; i++)
            if (use_of(al, kind, i, 1))
                return true;
    return use_of(al, kind, offset, left < PAGE ? left : PAGE);
}

static int protection_of(const struct allocation *al, uint64_t page)
{
    return is_used(al, USE_WRITE, page)  ? PROT_NONE
           : is_used(al, USE_READ, page) ? PROT_READ
                                         : PROT_READ | PROT_WRITE;
}

/* Neighbours that are alike in one call. */
static void guard_pages(struct allocation *al)
{
    const int open = PROT_READ | PROT_WRITE;
    uint64_t end = last_page(al), from = first_page(al);
    int held = open;
    for (uint64_t page = from; page < end; page += PAGE) {
        int next = protection_of(al, page);
        if (next == held)
            continue;
        if (held != open)
            protect(from, page, held);
        from = page;
        held = next;
        al->guarded |= held != open;
    }
    if (held != open)
        protect(from, end, held);
    guarded += al->guarded;
}

static void raise_one(struct allocation *al, void *unused)
{
    (void)unused;
    uses_prune(al);
    if (al->uses && !al->guarded && fault_comes())
        guard_pages(al);
}

void guard_raise(void)
{
    if (fault_comes)
        memory_each_visible(raise_one, NULL);
}

/* Memory that another thread has just been given back is not guarded, and may
 * be touched. */
struct allocation *guard_touched(uint64_t address, bool writes,
                                 const struct use **use, enum use_kind *kind)
{
    struct allocation *al = memory_find(address);
    if (!al || !al->guarded)
        return NULL;
    uint64_t offset = address - al->address, page = address / PAGE * PAGE;
    *use = use_of(al, *kind = USE_WRITE, offset, 1);
    if (!*use && writes)
        *use = use_of(al, *kind = USE_READ, offset, 1);
    if (*use)
        lift(al, NULL);
    else
        protect(page, page + PAGE, PROT_READ | PROT_WRITE);
    return al;
}

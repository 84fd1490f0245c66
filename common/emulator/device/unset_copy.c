/*
 * unset_copy.c - copies to the host of memory that nobody wrote.
 *
 * Guarantee: told at the call, as compute-sanitizer's initcheck does, but for
 * padding (memory/gaps.h), and but for managed memory, which the host may have
 * written; what a program copies row by row, or in a loop,
 * once.  A warning where a part was written: who keeps some of an array, and
 * how many, may copy all of it and look at these alone.
 */
#include "unset_copy.h"

#include "base/letters.h"
#include "base/options.h"
#include "beside.h"
#include "machine/names.h"
#include "memory/gaps.h"
#include "memory/memory.h"
#include "tell/finding.h"

/* The same as the last one: the next row, the next round. */
static bool is_told(const struct call_site *site, const struct allocation *al)
{
    static const struct call_site *last_site;
    static const struct allocation *last;
    bool same = site == last_site && al == last;
    last_site = site;
    last = al;
    return same;
}

static void tell(const struct allocation *al, struct gaps gaps, uint64_t n)
{
    char name[100];
    struct finding f = {.tool = INITCHECK,
                        .severity =
                            gaps.bytes < n ? FINDING_WARNING : FINDING_ERROR,
                        .allocated = al->allocated_at,
                        .lanes = 1};
    struct call_site *site = beside_site();
    if (is_told(site, al))
        return;
    snprintf(f.title, sizeof f.title,
             "copy to the host of bytes of %s that were never written",
             allocation_name(al, name, sizeof name));
    snprintf(f.detail, sizeof f.detail,
             "%llu of the %llu byte%s that are copied, the first at byte %llu "
             "of %llu",
             (unsigned long long)gaps.bytes, (unsigned long long)n, plural(n),
             (unsigned long long)gaps.first, (unsigned long long)al->size);
    snprintf(f.hint, sizeof f.hint,
             "did the kernel that writes them run, with a thread for each? "
             "if they are not meant, copy what was written alone");
    finding_at_call(&f, site);
    diagnose(&f);
    diagnostics_flush();
}

void unset_copy(uint64_t src, uint64_t n)
{
    const struct allocation *al = memory_find(src);
    uint64_t offset = al ? src - al->address : 0;
    if (!al || al->kind == MEMORY_MANAGED || n > al->size - offset ||
        !(options()->tools >> INITCHECK & 1))
        return;
    struct gaps gaps = gaps_find(al->shadow, offset, n);
    if (gaps.bytes)
        tell(al, gaps, n);
}

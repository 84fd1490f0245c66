/*
 * shared_pages.c - memory that host and device share, on the host's side.
 */
#include "shared_pages.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_AHEAD = 256 };

/* Of the system: 4 KiB, on Arm also 16 or 64. */
static size_t page_bytes(void)
{
    static size_t bytes;
    if (bytes == 0)
        bytes = (size_t)sysconf(_SC_PAGESIZE);
    return bytes;
}

/* Memory need not begin with a page: what is before it on its first one
 * belongs to nobody. */
struct area {
    uint64_t address; /* on the device */
    uint8_t *host;    /* on ours: the same, but for variables */
    size_t size;
    uint8_t *mapped; /* its first page */
    size_t pages;
    bool *ours;         /* of each page */
    size_t next, ahead; /* where a walk through it would go on */
    struct area *following;
};

static struct area *areas;

void pages_reserve(uint64_t start, uint64_t size)
{
    mmap((void *)(uintptr_t)start, size, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
         0);
}

static struct area *find_area(uint64_t address)
{
    struct area *a = areas;
    while (a && a->address != address)
        a = a->following;
    return a;
}

/* At place, or anywhere if that is NULL. */
static void *map(void *place, size_t bytes, int protection)
{
    int fixed = place ? MAP_FIXED_NOREPLACE : 0;
    void *at = mmap(place, bytes, protection,
                    MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
    return at != MAP_FAILED && (!place || at == place) ? at : NULL;
}

static struct area *add_area(uint64_t address, size_t size, bool same_place,
                             int protection)
{
    size_t page = page_bytes(), before = address % page;
    size_t pages = (before + size + page - 1) / page;
    void *place = same_place ? (void *)(uintptr_t)(address - before) : NULL;
    struct area *a = calloc(1, sizeof *a);
    bool *ours = calloc(pages + 1, sizeof *ours);
    uint8_t *mapped = a && ours ? map(place, pages * page, protection) : NULL;
    if (!mapped) {
        free(ours);
        free(a);
        return NULL;
    }
    *a = (struct area){.address = address,
                       .host = mapped + before,
                       .size = size,
                       .mapped = mapped,
                       .pages = pages,
                       .next = pages,
                       .ahead = 1,
                       .following = areas};
    a->ours = ours;
    areas = a;
    return a;
}

bool pages_share(uint64_t address, size_t size)
{
    struct area *a = add_area(address, size, true, PROT_READ | PROT_WRITE);
    for (size_t i = 0; a && i < a->pages; i++)
        a->ours[i] = true;
    return a;
}

void *pages_show(uint64_t address, size_t size)
{
    struct area *a = find_area(address);
    if (!a)
        a = add_area(address, size, false, PROT_NONE);
    return a ? a->host : NULL;
}

/* The addresses stay taken: the device does not use them again. */
void pages_forget(uint64_t address)
{
    struct area **a = &areas;
    while (*a && address - (*a)->address >= (*a)->size)
        a = &(*a)->following;
    if (!*a)
        return;
    struct area *gone = *a;
    *a = gone->following;
    madvise(gone->mapped, gone->pages * page_bytes(), MADV_DONTNEED);
    mprotect(gone->mapped, gone->pages * page_bytes(), PROT_NONE);
    free(gone->ours);
    free(gone);
}

struct part {
    uint64_t address;
    uint8_t *host;
    size_t bytes;
};

/* Pages [from, to), without what is nobody's. */
static struct part part_of(const struct area *a, size_t from, size_t to)
{
    uint8_t *start = a->mapped + from * page_bytes();
    uint8_t *end = a->mapped + to * page_bytes();
    start = start < a->host ? a->host : start;
    end = end > a->host + a->size ? a->host + a->size : end;
    return (struct part){a->address + (uint64_t)(start - a->host), start,
                         (size_t)(end - start)};
}

static void give_area(struct area *a, void (*send)(uint64_t address,
                                                   const void *bytes, size_t n))
{
    for (size_t from = 0, to; from < a->pages; from = to) {
        to = from + 1;
        if (!a->ours[from])
            continue;
        while (to < a->pages && a->ours[to])
            to++;
        struct part part = part_of(a, from, to);
        send(part.address, part.host, part.bytes);
        mprotect(a->mapped + from * page_bytes(), (to - from) * page_bytes(),
                 PROT_NONE);
        for (size_t i = from; i < to; i++)
            a->ours[i] = false;
    }
    a->next = a->pages;
    a->ahead = 1;
}

void pages_give(void (*send)(uint64_t address, const void *bytes, size_t n))
{
    for (struct area *a = areas; a; a = a->following)
        give_area(a, send);
}

/* One page; twice as many each time the host has gone through all of them. */
static size_t how_many(struct area *a, size_t page)
{
    size_t n = 1;
    a->ahead = page == a->next && a->ahead < MOST_AHEAD ? 2 * a->ahead
               : page == a->next                        ? a->ahead
                                                        : 1;
    while (n < a->ahead && page + n < a->pages && !a->ours[page + n])
        n++;
    a->next = page + n;
    return n;
}

bool pages_take(const void *touched,
                void (*fetch)(uint64_t address, void *to, size_t n))
{
    uintptr_t at = (uintptr_t)touched;
    struct area *a = areas;
    while (a && at - (uintptr_t)a->mapped >= a->pages * page_bytes())
        a = a->following;
    size_t bytes = page_bytes();
    size_t page = a ? (at - (uintptr_t)a->mapped) / bytes : 0;
    if (!a || a->ours[page])
        return false;
    size_t n = how_many(a, page);
    struct part part = part_of(a, page, page + n);
    if (mprotect(a->mapped + page * bytes, n * bytes, PROT_READ | PROT_WRITE))
        return false;
    fetch(part.address, part.host, part.bytes);
    for (size_t i = page; i < page + n; i++)
        a->ours[i] = true;
    return true;
}

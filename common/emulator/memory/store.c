/*
 * store.c - a list of what is free below the highest byte in use.
 */
#include "store.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Pages of freed memory that stay with us. */
#define KEPT_BYTES (256ull << 20)

/* Offsets from host, start included. */
struct piece {
    uint64_t start, end;
};

struct store {
    uint8_t *host;
    uint64_t size;
    uint64_t end;       /* nothing from here on is in use */
    uint64_t touched;   /* nothing from here on ever was: it is zero */
    uint64_t kept;      /* bytes that are free and have pages, about */
    struct piece *free; /* in order; none touches another, or end */
    size_t count, room;
};

struct store *store_open(uint8_t *host, uint64_t size)
{
    struct store *store = calloc(1, sizeof *store);
    if (store) {
        store->host = host;
        store->size = size;
    }
    return store;
}

/* ---- pages --------------------------------------------------------------- */

/* qemu-user, which runs programs of other processors, says that it was done and
 * does nothing: so the first time is looked at. */
static bool give_back(uint8_t *at, uint64_t bytes)
{
    static enum { UNKNOWN, DONE, NOT_DONE } remove = UNKNOWN;
    if (remove == UNKNOWN)
        *at = 1;
    if (remove == NOT_DONE || madvise(at, bytes, MADV_REMOVE) != 0)
        return false;
    if (remove == UNKNOWN)
        remove = *at ? NOT_DONE : DONE;
    return remove == DONE;
}

/* Whole pages go back to the system, and read as zero; *from and *to: which.
 * False: there are none. */
static bool remove_pages(struct store *store, struct piece piece,
                         struct piece *removed)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    removed->start = (piece.start + page - 1) / page * page;
    removed->end = piece.end / page * page;
    return removed->end > removed->start &&
           give_back(store->host + removed->start,
                     removed->end - removed->start);
}

static void clear(struct store *store, struct piece piece)
{
    struct piece removed;
    if (piece.end > store->touched)
        piece.end = store->touched;
    if (piece.start >= piece.end)
        return;
    if (!remove_pages(store, piece, &removed))
        removed = (struct piece){piece.end, piece.end};
    memset(store->host + piece.start, 0, removed.start - piece.start);
    memset(store->host + removed.end, 0, piece.end - removed.end);
}

/* ---- the list ------------------------------------------------------------ */

static void forget_piece(struct store *store, size_t i)
{
    store->count--;
    memmove(&store->free[i], &store->free[i + 1],
            (store->count - i) * sizeof *store->free);
}

/* Of the free pieces the first that is large enough, else what follows. */
static bool find_piece(struct store *store, uint64_t n, uint64_t *start)
{
    for (size_t i = 0; i < store->count; i++) {
        struct piece *piece = &store->free[i];
        if (piece->end - piece->start < n)
            continue;
        *start = piece->start;
        piece->start += n;
        if (piece->start == piece->end)
            forget_piece(store, i);
        return true;
    }
    *start = store->end;
    if (n > store->size - store->end)
        return false;
    store->end += n;
    return true;
}

uint8_t *store_take(struct store *store, uint64_t n, bool zero)
{
    uint64_t start;
    if (!find_piece(store, n, &start))
        return NULL;
    if (start < store->touched)
        store->kept -= n < store->kept ? n : store->kept;
    if (zero)
        clear(store, (struct piece){start, start + n});
    if (store->touched < start + n)
        store->touched = start + n;
    return store->host + start;
}

/* Makes one of a piece and what is free beside it; without memory for the
 * list it is not used again. */
static void join(struct store *store, struct piece piece)
{
    size_t i = 0;
    while (i < store->count && store->free[i].end < piece.start)
        i++;
    if (i < store->count && store->free[i].end == piece.start) {
        piece.start = store->free[i].start;
        forget_piece(store, i);
    }
    if (i < store->count && store->free[i].start == piece.end) {
        piece.end = store->free[i].end;
        forget_piece(store, i);
    }
    if (piece.end == store->end) {
        store->end = piece.start;
        return;
    }
    struct piece *list =
        grow(store->free, store->count, &store->room, sizeof *list);
    if (!list)
        return;
    store->free = list;
    memmove(&list[i + 1], &list[i], (store->count - i) * sizeof *list);
    list[i] = piece;
    store->count++;
}

void store_give(struct store *store, uint8_t *host, uint64_t n)
{
    uint64_t start = (uint64_t)(host - store->host);
    struct piece piece = {start, start + n}, removed;
    store->kept += n;
    if (store->kept > KEPT_BYTES && remove_pages(store, piece, &removed))
        store->kept -= n;
    join(store, piece);
}

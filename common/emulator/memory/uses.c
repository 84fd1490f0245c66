/*
 * uses.c - the bitmaps behind uses.h.
 *
 * A piece of work marks bytes in a shadow (shadow.h) for each way to touch
 * them, made when it first does.  Pieces of one lane between which nobody has
 * learned how far it is, asked for by the same call, are one.
 */
#include "uses.h"

#include <pthread.h>
#include <stdlib.h>

/* The piece of work in progress. */
static struct {
    struct moment moment;
    struct call_site *site;
    const char *what;
    bool kernel;
    struct allocation *used; /* by next_used */
} work;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool follows_visible, follows_all;

void uses_follow_visible(void)
{
    follows_visible = true;
}

void uses_follow_all(void)
{
    follows_all = true;
}

bool uses_follows(enum memory_kind kind)
{
    return (is_visible(kind) && follows_visible) ||
           (kind != MEMORY_HEAP && follows_all);
}

static void use_destroy(struct use *use)
{
    for (unsigned i = 0; i < USE_KINDS; i++)
        shadow_destroy(use->marks[i]);
    free(use);
}

/* Those from here on. */
static void destroy_from(struct use *use)
{
    while (use) {
        struct use *older = use->older;
        use_destroy(use);
        use = older;
    }
}

void uses_destroy(struct allocation *al)
{
    if (al->use)
        use_destroy(al->use);
    al->use = NULL;
    destroy_from(al->uses);
    al->uses = NULL;
}

/* ---- marks -------------------------------------------------------------- */

void uses_begin(struct call_site *site, const char *what, bool kernel)
{
    work.moment = order_now();
    work.site = site;
    work.what = what;
    work.kernel = kernel;
}

static bool is_same_work(const struct use *use)
{
    return use->moment.lane == work.moment.lane &&
           use->moment.epoch == work.moment.epoch && use->site == work.site &&
           use->what == work.what;
}

/* Of the work in progress; with the lock held.  NULL: out of memory. */
static struct use *start_use(struct allocation *al)
{
    struct use *use = al->uses;
    if (use && is_same_work(use)) {
        al->uses = use->older;
    } else if ((use = calloc(1, sizeof *use))) {
        use->moment = work.moment;
        use->site = work.site;
        use->what = work.what;
        use->kernel = work.kernel;
    }
    if (!use)
        return NULL;
    al->next_used = work.used;
    work.used = al;
    al->use = use;
    return use;
}

/* NULL: out of memory, and nothing is marked. */
static struct shadow *marks_of(struct allocation *al, enum use_kind kind)
{
    struct use *use = al->use;
    struct shadow *marks = use ? use->marks[kind] : NULL;
    if (marks)
        return marks;
    pthread_mutex_lock(&lock);
    use = al->use;
    if (!use)
        use = start_use(al);
    if (use && !use->marks[kind])
        use->marks[kind] = shadow_create(al->size, false);
    marks = use ? use->marks[kind] : NULL;
    pthread_mutex_unlock(&lock);
    return marks;
}

static enum use_kind kind_of(enum access_kind kind)
{
    return kind == ACCESS_READ    ? USE_READ
           : kind == ACCESS_WRITE ? USE_WRITE
                                  : USE_ATOMIC;
}

void uses_mark_lanes(struct allocation *al, enum access_kind kind,
                     const uint64_t offset[WARP_SIZE], uint32_t mask,
                     unsigned width)
{
    struct shadow *marks = marks_of(al, kind_of(kind));
    if (marks)
        shadow_mark_lanes(marks, offset, mask, width);
}

void uses_mark(struct allocation *al, enum use_kind kind, uint64_t offset,
               uint64_t n)
{
    struct shadow *marks = marks_of(al, kind);
    if (marks)
        shadow_mark(marks, offset, n);
}

/* ---- held against each other -------------------------------------------- */

static bool conflict(enum use_kind a, enum use_kind b)
{
    return a != b || a == USE_WRITE;
}

static struct shadow_extent common(struct shadow_extent a,
                                   struct shadow_extent b)
{
    return (struct shadow_extent){a.low > b.low ? a.low : b.low,
                                  a.high < b.high ? a.high : b.high};
}

/* True: it was told. */
static bool meet(struct allocation *al, const struct use *earlier,
                 enum use_kind before, enum use_kind now,
                 void (*tell)(const struct meeting *))
{
    const struct shadow *a = earlier->marks[before], *b = al->use->marks[now];
    struct meeting meeting = {.allocation = al,
                              .earlier = earlier,
                              .later = al->use,
                              .before = before,
                              .now = now};
    if (!a || !b || !conflict(before, now))
        return false;
    meeting.bytes = shadow_both(
        a, b, common(earlier->extents[before], al->use->extents[now]),
        &meeting.first);
    if (meeting.bytes)
        tell(&meeting);
    return meeting.bytes;
}

static void meet_all(struct allocation *al,
                     void (*tell)(const struct meeting *))
{
    for (const struct use *u = al->uses; u; u = u->older) {
        bool told = order_before(u->moment);
        for (unsigned i = 0; i < USE_KINDS * USE_KINDS && !told; i++)
            told = meet(al, u, i / USE_KINDS, i % USE_KINDS, tell);
    }
}

void uses_prune(struct allocation *al)
{
    unsigned count = 0;
    for (struct use **u = &al->uses; *u;) {
        struct use *use = *u;
        if (order_host_knows(use->moment) || count == USES_KEPT) {
            *u = use->older;
            use_destroy(use);
        } else {
            u = &use->older;
            count++;
        }
    }
}

void uses_end(bool answers, void (*tell)(const struct meeting *))
{
    for (struct allocation *al = work.used; al; al = al->next_used) {
        for (unsigned i = 0; i < USE_KINDS; i++)
            if (al->use->marks[i])
                al->use->extents[i] = shadow_extent(al->use->marks[i]);
        uses_prune(al);
        meet_all(al, tell);
        al->use->answers |= answers || al->use->marks[USE_ATOMIC];
        al->use->older = al->uses;
        al->uses = al->use;
        al->use = NULL;
    }
    work.used = NULL;
}

/* ---- asked -------------------------------------------------------------- */

static bool is_running(const struct use *use, enum use_kind kind)
{
    return use->marks[kind] && !use->answers && !order_host_knows(use->moment);
}

const struct use *use_of(const struct allocation *al, enum use_kind kind,
                         uint64_t offset, uint64_t n)
{
    const struct use *use = al->uses;
    while (use && !(is_running(use, kind) &&
                    shadow_is_marked(use->marks[kind], offset, n)))
        use = use->older;
    return use;
}

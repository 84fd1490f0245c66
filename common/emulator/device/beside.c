/*
 * beside.c - what runs beside what: kept while the program calls, and told.
 *
 * Guarantee: the same findings in every run, whatever runs first: what nothing
 * orders is told, not what happened to go wrong.
 */
#include "beside.h"

#include "base/letters.h"
#include "device.h"
#include "machine/names.h"
#include "tell/finding.h"

#include <stdio.h>

static bool follows_all, begun;
static struct call_site *node_site; /* whose node runs; NULL: no graph does */

static void follow(struct allocation *al, void *unused)
{
    (void)unused;
    al->followed = uses_follows(al->kind);
}

/* Work from now on may run beside other work. */
static void follow_all(void)
{
    follows_all = true;
    uses_follow_all();
    memory_each(follow, NULL);
}

struct call_site *beside_site(void)
{
    return node_site ? node_site : call_here();
}

void beside_begin(const char *what, bool kernel)
{
    guard_lift();
    if (!follows_all && order_parts())
        follow_all();
    begun = follows_all || uses_follows(MEMORY_PINNED);
    if (begun)
        uses_begin(beside_site(), what, kernel);
}

void beside_touch(uint64_t address, enum use_kind kind, size_t n)
{
    struct allocation *al = begun ? memory_find(address) : NULL;
    if (al && al->followed && n && n <= al->size - (address - al->address))
        uses_mark(al, kind, address - al->address, n);
}

/* A copy of memory that is not pinned is one that the host waits for, when it
 * goes there; when it comes from there, the bytes are taken at once. */
void beside_touch_host(const void *pointer, enum use_kind kind, size_t n)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (!begun)
        return;
    if (memory_find(address))
        beside_touch(address, kind, n);
    else if (kind == USE_WRITE)
        order_host_current();
}

/* ---- words -------------------------------------------------------------- */

static const char *done(enum use_kind kind)
{
    static const char *const words[] = {"read", "written",
                                        "changed by atomics"};
    return words[kind];
}

static const char *may(enum use_kind kind)
{
    static const char *const words[] = {"read", "write", "change by atomics"};
    return words[kind];
}

static const char *in_order(struct moment a, struct moment b)
{
    if (a.lane >= STREAM_LANES || b.lane >= STREAM_LANES)
        return "no edge of the graph orders them: cudaGraphAddDependencies, or "
               "while streams capture, cudaStreamWaitEvent";
    if (!a.lane || !b.lane)
        return "a stream made with cudaStreamNonBlocking does not wait for the "
               "default one: cudaStreamWaitEvent, or one stream for both";
    return "cudaEventRecord behind the first and cudaStreamWaitEvent before "
           "the second order them; or tell both to one stream";
}

static const char *other_work(struct moment a, struct moment b)
{
    return a.lane >= STREAM_LANES && b.lane >= STREAM_LANES
               ? "another node of the graph"
               : "another stream's work";
}

/* ---- told --------------------------------------------------------------- */

/* Each pair of calls once: a loop may go on for long. */
static bool is_told(const struct use *a, const struct use *b)
{
    enum { MOST = 256 };
    static struct {
        const struct call_site *a, *b;
        const char *what, *beside;
    } told[MOST];
    static unsigned count;
    for (unsigned i = 0; i < count; i++)
        if (told[i].a == a->site && told[i].b == b->site &&
            told[i].what == a->what && told[i].beside == b->what)
            return true;
    if (count == MOST)
        return true;
    told[count].a = a->site;
    told[count].b = b->site;
    told[count].what = a->what;
    told[count++].beside = b->what;
    return false;
}

static void tell_meeting(const struct meeting *m)
{
    char name[100];
    struct finding f = {.tool = RACECHECK,
                        .severity = FINDING_ERROR,
                        .allocated = m->allocation->allocated_at,
                        .lanes = 1};
    if (is_told(m->earlier, m->later))
        return;
    snprintf(f.title, sizeof f.title, "race: %s is %s while %s may still %s it",
             allocation_name(m->allocation, name, sizeof name), done(m->now),
             other_work(m->earlier->moment, m->later->moment), may(m->before));
    snprintf(f.detail, sizeof f.detail,
             "%s%.100s and before it %s%.100s touch %llu byte%s of it, the "
             "first at byte %llu of %llu; nothing orders the two",
             m->later->kernel ? "kernel " : "", m->later->what,
             m->earlier->kernel ? "kernel " : "", m->earlier->what,
             (unsigned long long)m->bytes, plural(m->bytes),
             (unsigned long long)m->first,
             (unsigned long long)m->allocation->size);
    snprintf(f.hint, sizeof f.hint, "%s",
             in_order(m->earlier->moment, m->later->moment));
    finding_at_call(&f, m->later->site);
    finding_beside_call(&f, m->earlier->site, "what may still run is here");
    diagnose(&f);
    diagnostics_flush();
}

void beside_end(bool answers)
{
    if (!begun)
        return;
    uses_end(answers, tell_meeting);
    begun = false;
    guard_raise();
}

void beside_free(uint64_t address)
{
    struct allocation *al = memory_find(address);
    beside_begin("cudaFreeAsync", false);
    if (al)
        beside_touch(al->address, USE_WRITE, al->size);
    beside_end(false);
    guard_lift();
}

/* ---- the host ----------------------------------------------------------- */

static void tell_host(struct allocation *al, const struct use *use,
                      enum use_kind kind, const void *instruction)
{
    char name[100];
    struct finding f = {.tool = RACECHECK,
                        .severity = FINDING_ERROR,
                        .allocated = al->allocated_at,
                        .lanes = 1};
    snprintf(f.title, sizeof f.title,
             "race: the host %s %s while %s%.100s may still %s it",
             kind == USE_READ ? "writes" : "touches",
             allocation_name(al, name, sizeof name),
             use->kernel ? "kernel " : "", use->what, may(kind));
    snprintf(f.hint, sizeof f.hint,
             "wait for it first: cudaDeviceSynchronize(), or "
             "cudaStreamSynchronize(stream)");
    finding_at_call(&f, instruction ? call_interrupted(instruction) : NULL);
    finding_beside_call(&f, use->site, "what may still run is here");
    diagnose(&f);
    diagnostics_flush();
}

void device_watch_host(bool (*comes)(void))
{
    guard_watch(comes);
}

bool device_host_touches(uint64_t address, const void *instruction,
                         enum device_touch touch)
{
    const struct use *use;
    enum use_kind kind;
    struct allocation *al =
        guard_touched(address, touch == DEVICE_TOUCH_WRITES, &use, &kind);
    if (al && use)
        tell_host(al, use, kind, instruction);
    return al;
}

/* ---- the order of calls -------------------------------------------------- */

/* The host knows more than before. */
static void host_waited(void)
{
    guard_lift();
    guard_raise();
}

static unsigned lost; /* graphs in each other that there is no memory for */

static void graph_begins(size_t nodes)
{
    if (lost || !order_graph(nodes))
        lost++;
}

static void node_begins(size_t node, struct call_site *site)
{
    node_site = site;
    if (!lost)
        order_node(node);
}

static void graph_ends(void)
{
    node_site = NULL;
    if (lost)
        lost--;
    else
        order_graph_end();
}

static void note_host(enum device_note note, uint32_t number)
{
    switch (note) {
    case DEVICE_NOTE_STREAM_WAIT: order_host_stream(number); break;
    case DEVICE_NOTE_EVENT_WAIT: order_host_event(number); break;
    case DEVICE_NOTE_HOST_RUNS: order_host_current(); break;
    default: order_host_all();
    }
    host_waited();
}

void device_note(enum device_note note, uint64_t a, uint64_t b, double ms)
{
    uint32_t number = (uint32_t)a;
    (void)ms;
    switch (note) {
    case DEVICE_NOTE_STREAM_MADE: order_stream_made(number, b); break;
    case DEVICE_NOTE_STREAM: order_stream(number); break;
    case DEVICE_NOTE_RECORD: order_record(number); break;
    case DEVICE_NOTE_WAIT_IN_STREAM: order_wait(number); break;
    case DEVICE_NOTE_ELAPSED:
    case DEVICE_NOTE_MADE:
    case DEVICE_NOTE_DESTROYED: break;
    case DEVICE_NOTE_GRAPH: graph_begins(a); break;
    case DEVICE_NOTE_NODE_AFTER:
        if (!lost)
            order_node_after(a, b);
        break;
    case DEVICE_NOTE_NODE:
        node_begins(a, (struct call_site *)(uintptr_t)b);
        break;
    case DEVICE_NOTE_GRAPH_END: graph_ends(); break;
    default: note_host(note, number);
    }
}

/*
 * bench.c - see bench.h.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lab/random.h"

enum { WARM_UP = 2, FEW = 3, FEWEST = 9, MOST = 25 };
enum { MOST_RENEWED = 64, MOST_LAUNCHES = 512, MOST_CHECKED = 16 };

static const double graph_us = 1200; /* what launches of a graph shall take */
static const double tight = 0.01;

/* What is timed: something that is submitted for a copy. */
struct work {
    bool (*submit)(struct stage *stage, uint32_t copy, const struct work *work);
    unsigned blocks, threads; /* of read_only */
    bool checked;             /* it computes what the exercise asks for */
    uint32_t fewest;          /* samples; FEW for a first look */
};

struct watch {
    struct stage *stage;
    const struct work *work;
    bool cold;
    uint32_t copies; /* that launches take in turn */
    uint32_t launches;
    struct renewed *lists; /* [launches][entries] */
    uint64_t lists_at;     /* the same, on the GPU */
    uint32_t entries;
    uint64_t random;
    driver_graph_exec graphs[2]; /* without the work, with it */
    uint32_t fewest;             /* samples */
    double samples[MOST];
};

/* Nobody foresees it; false: the system has none. */
static bool draw(struct stage *stage, uint64_t *random)
{
    if (getrandom(random, sizeof *random, 0) == sizeof *random)
        return true;
    snprintf(stage->why, sizeof stage->why, "no random numbers are to be had");
    return false;
}

/* ---- our kernels --------------------------------------------------------- */

static bool launch_own(struct stage *stage, driver_function function,
                       unsigned blocks, unsigned threads, void **parameters)
{
    return driver_did(driver.cuLaunchKernel(function, blocks, 1, 1, threads, 1,
                                            1, 0, stage->stream, parameters,
                                            NULL),
                      "a kernel of ours");
}

static bool submit_play(struct stage *stage, uint32_t copy,
                        const struct work *work)
{
    (void)work;
    return stage_play(stage, copy);
}

static bool submit_nothing(struct stage *stage, uint32_t copy,
                           const struct work *work)
{
    (void)copy, (void)work;
    return launch_own(stage, stage->nothing, 1, 32, NULL);
}

static bool launch_read(struct stage *stage, struct arrays *arrays,
                        unsigned blocks, unsigned threads)
{
    uint32_t never = 0x5eed1234;
    void *parameters[] = {arrays, &never, &stage->result};
    return launch_own(stage, stage->read_only, blocks, threads, parameters);
}

static bool submit_read(struct stage *stage, uint32_t copy,
                        const struct work *work)
{
    struct arrays arrays = {.at = {0}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->array_count; i++) {
        if (stage->exercise->buffers[i].direction != INPUT)
            continue;
        arrays.at[count] = stage_array(stage, copy, i);
        arrays.bytes[count++] = stage->arrays[i].bytes;
    }
    return launch_read(stage, &arrays, work->blocks, work->threads);
}

/* ---- what is renewed before a launch ------------------------------------- */

static struct renewed *add(struct watch *watch, uint32_t launch, uint32_t *n)
{
    return *n < MOST_RENEWED ? &watch->lists[launch * MOST_RENEWED + (*n)++]
                             : NULL;
}

static void renew_memory(struct watch *watch, uint32_t launch, uint32_t *n)
{
    const struct stage *stage = watch->stage;
    for (uint32_t i = 0; i < stage->recorded.object_count; i++) {
        const struct object *object = &stage->recorded.objects[i];
        struct renewed *r =
            object->kind == OBJECT_SCRATCH ? add(watch, launch, n) : NULL;
        if (r)
            *r = (struct renewed){.to = stage->objects[i],
                                  .bytes = object->bytes,
                                  .word = 0xffffffff};
    }
}

/* Signs turned: another seed for each launch, and none for the last, whose
 * inputs are as they were made. */
static void renew_input(struct watch *watch, uint32_t launch, uint32_t array,
                        struct renewed *r)
{
    const struct stage *stage = watch->stage;
    enum element element = stage->exercise->buffers[array].element;
    uint64_t seed = random_mix(watch->random, array) | 1;
    bool first = launch == 0, last = launch + 1 == watch->launches;
    *r = (struct renewed){.to = stage_array(stage, 0, array),
                          .bytes = stage->arrays[array].bytes,
                          .element = (uint32_t)element_bytes(element),
                          .was = first ? 0 : random_mix(seed, launch - 1) | 1,
                          .now = last ? 0 : random_mix(seed, launch) | 1};
}

/* An output that was not computed. */
static struct renewed no_result(const struct stage *stage, uint32_t copy,
                                uint32_t output)
{
    return (struct renewed){.to = stage_array(stage, copy, output),
                            .bytes = stage->arrays[output].bytes,
                            .word = 0xffffffff};
}

/* Launches of a graph that are given the same values. */
static bool repeats(const struct watch *watch)
{
    return watch->stage->sets < watch->copies;
}

/* What the launch before has computed: the next ones would find it. */
static void remove_result(struct watch *watch, uint32_t launch, uint32_t *n)
{
    const struct stage *stage = watch->stage;
    uint32_t copy = (launch ? launch - 1 : launch) % watch->copies;
    uint32_t output = (uint32_t)stage->output;
    struct renewed *r = repeats(watch) ? add(watch, launch, n) : NULL;
    if (r)
        *r = no_result(stage, copy, output);
}

static bool turns(const struct watch *watch, uint32_t array)
{
    const struct buffer *buffer = &watch->stage->exercise->buffers[array];
    return watch->copies == 1 && buffer->direction == INPUT &&
           (buffer->element == ELEMENT_F32 || buffer->element == ELEMENT_F64);
}

static void renew_arrays(struct watch *watch, uint32_t launch, uint32_t *n)
{
    const struct stage *stage = watch->stage;
    uint32_t copy = launch % watch->copies;
    for (uint32_t i = 0; i < stage->array_count; i++) {
        bool output = stage->exercise->buffers[i].direction == OUTPUT;
        struct renewed *r =
            output || turns(watch, i) ? add(watch, launch, n) : NULL;
        if (r && output)
            *r = no_result(stage, copy, i);
        else if (r)
            renew_input(watch, launch, i, r);
    }
}

static bool send_lists(struct watch *watch)
{
    size_t one = MOST_RENEWED * sizeof *watch->lists;
    for (uint32_t i = 0; i < watch->launches; i++) {
        watch->entries = 0;
        renew_memory(watch, i, &watch->entries);
        remove_result(watch, i, &watch->entries);
        if (!watch->cold)
            renew_arrays(watch, i, &watch->entries);
    }
    if (watch->entries == MOST_RENEWED) {
        snprintf(watch->stage->why, sizeof watch->stage->why,
                 "it has more allocations than are renewed");
        return false;
    }
    return driver_did(driver.cuMemcpyHtoD_v2(watch->lists_at, watch->lists,
                                             watch->launches * one),
                      "lists");
}

static bool submit_renew(struct watch *watch, uint32_t launch)
{
    struct stage *stage = watch->stage;
    uint64_t list = watch->lists_at +
                    (uint64_t)launch * MOST_RENEWED * sizeof *watch->lists;
    void *parameters[] = {&list, &watch->entries};
    return stage_reset_variables(stage) &&
           launch_own(stage, stage->renew, 2 * stage->multiprocessors, 512,
                      parameters);
}

/* ---- graphs -------------------------------------------------------------- */

static bool submit_all(struct watch *watch, bool with)
{
    bool submitted = true;
    for (uint32_t i = 0; submitted && i < watch->launches; i++)
        submitted =
            submit_renew(watch, i) &&
            (!with ||
             watch->work->submit(watch->stage, i % watch->copies, watch->work));
    return submitted;
}

static void forget_graph(struct watch *watch, bool with)
{
    if (watch->graphs[with])
        driver.cuGraphExecDestroy(watch->graphs[with]);
    watch->graphs[with] = NULL;
}

static bool make_graph(struct watch *watch, bool with, driver_graph_exec *exec)
{
    struct stage *stage = watch->stage;
    driver_graph graph = NULL;
    bool made = driver_did(
        driver.cuStreamBeginCapture_v2(stage->stream, DRIVER_CAPTURE_RELAXED),
        "a graph");
    made = made && submit_all(watch, with);
    made = driver_did(driver.cuStreamEndCapture(stage->stream, &graph),
                      "a graph") &&
           made;
    made =
        made && driver_did(driver.cuGraphInstantiateWithFlags(exec, graph, 0),
                           "a graph");
    /* Else the first launch would send it, while it is timed. */
    made = made &&
           driver_did(driver.cuGraphUpload(*exec, stage->stream), "a graph") &&
           driver_did(driver.cuStreamSynchronize(stage->stream), "a graph");
    if (graph)
        driver.cuGraphDestroy(graph);
    if (!made)
        forget_graph(watch, with);
    return made;
}

static bool time_graph(struct stage *stage, driver_graph_exec exec, double *us)
{
    float ms = 0;
    bool timed =
        driver_did(driver.cuEventRecord(stage->start, stage->stream),
                   "an event") &&
        driver_did(driver.cuGraphLaunch(exec, stage->stream), "a launch") &&
        driver_did(driver.cuEventRecord(stage->stop, stage->stream),
                   "an event") &&
        driver_did(driver.cuStreamSynchronize(stage->stream), "the kernel") &&
        driver_did(driver.cuEventElapsedTime(&ms, stage->start, stage->stop),
                   "the time");
    *us = (double)ms * 1e3;
    return timed;
}

/* A cold graph is the same each time, and what is in ours is no secret. */
static bool stays(const struct watch *watch)
{
    return watch->cold || !watch->work->checked;
}

static bool time_once(struct watch *watch, bool with, double *us)
{
    driver_graph_exec *exec = &watch->graphs[with];
    bool timed = (*exec || make_graph(watch, with, exec)) &&
                 time_graph(watch->stage, *exec, us);
    if (!stays(watch))
        forget_graph(watch, with);
    return timed;
}

/* ---- a sample ------------------------------------------------------------ */

static uint32_t set_of(const struct watch *watch, uint32_t copy)
{
    return (copy + (uint32_t)watch->random % watch->stage->sets) %
           watch->stage->sets;
}

static bool fill_array(struct watch *watch, uint32_t copy, uint32_t i)
{
    struct stage *stage = watch->stage;
    uint64_t bytes = stage->arrays[i].bytes, to = stage_array(stage, copy, i);
    uint64_t from = stage->made + set_of(watch, copy) * stage->set_bytes;
    if (stage->exercise->buffers[i].direction != INPUT)
        return stage_litter(stage, to, bytes);
    return driver_did(
        driver.cuMemcpyDtoDAsync_v2(to, from + stage->arrays[i].offset, bytes,
                                    stage->stream),
        "inputs");
}

/* Copies get values of their own, another time others, and outputs that were
 * not computed yet and do not show it. */
static bool fill_copies(struct watch *watch)
{
    bool filled = true;
    for (uint32_t copy = 0; filled && copy < watch->copies; copy++) {
        for (uint32_t i = 0; filled && i < watch->stage->array_count; i++)
            filled = fill_array(watch, copy, i);
    }
    return filled;
}

/* What was written last leaves the L2 for what was read: in the order of
 * launches, so that what is left of it there is needed last. */
static bool clear_cache(struct watch *watch)
{
    struct work read = {.blocks = 8 * watch->stage->multiprocessors,
                        .threads = 256};
    bool cleared = true;
    for (uint32_t copy = 0; cleared && copy < watch->copies; copy++)
        cleared = submit_read(watch->stage, copy, &read);
    return cleared;
}

static bool copy_right(struct watch *watch, uint32_t copy)
{
    return stage_right(watch->stage, copy, set_of(watch, copy));
}

/* After it was timed: of many copies as many as are soon compared, drawn when
 * the kernels have ended.  What leaves out a part of the launches is found in
 * one sample or another, or leaves out next to none. */
static bool right_by_lot(struct watch *watch)
{
    uint32_t count =
        watch->copies < watch->launches ? watch->copies : watch->launches;
    uint32_t checked = count < MOST_CHECKED ? count : MOST_CHECKED;
    uint64_t random;
    bool right = draw(watch->stage, &random);
    if (repeats(watch)) /* no other is left */
        return copy_right(watch, (watch->launches - 1) % watch->copies);
    for (uint32_t i = 0; right && i < checked; i++)
        right = copy_right(
            watch,
            (uint32_t)((random + (uint64_t)i * count / checked) % count));
    return right;
}

static bool sample(struct watch *watch, double *us)
{
    double with = 0, without = 0;
    if (!draw(watch->stage, &watch->random) || !send_lists(watch) ||
        !fill_copies(watch) || !time_once(watch, false, &without) ||
        (watch->cold && !clear_cache(watch)) ||
        !time_once(watch, true, &with) ||
        (watch->work->checked && !right_by_lot(watch)))
        return false;
    *us = (with - without) / watch->launches;
    return true;
}

/* ---- samples ------------------------------------------------------------- */

/* How many launches a graph has: cold, one for each copy; warm, so many that
 * it takes long enough, and never as many again. */
static uint32_t choose_launches(const struct watch *watch, double us,
                                uint64_t random)
{
    uint32_t most = MOST_LAUNCHES / 2;
    double wanted = us > 0 ? graph_us / us : most;
    uint32_t least = wanted < 4 ? 4 : wanted > most ? most : (uint32_t)wanted;
    if (watch->cold)
        return watch->copies;
    least += (uint32_t)(random % least);
    return least - least % watch->copies;
}

static bool is_tight(struct watch *watch, uint32_t count)
{
    struct times times = times_of(watch->samples, count);
    return count >= watch->fewest && times_within(&times, tight);
}

/* Launches of another number, unless a graph of the one before is kept. */
static bool draw_launches(struct watch *watch, double us)
{
    uint64_t random;
    if (watch->graphs[true])
        return true;
    if (!draw(watch->stage, &random))
        return false;
    watch->launches = choose_launches(watch, us, random);
    return true;
}

static bool warm_up(struct watch *watch, double *us)
{
    watch->launches = watch->cold ? watch->copies : 4;
    for (int i = 0; i < WARM_UP; i++) {
        if (!sample(watch, us))
            return false;
    }
    if (!watch->cold) {
        forget_graph(watch, false);
        forget_graph(watch, true);
    }
    return true;
}

static bool take_samples(struct watch *watch, struct times *times,
                         double limit_ms)
{
    double us = 0, spent_ms = 0;
    uint32_t count = 0, most = watch->fewest == FEW ? FEW : MOST;
    if (!warm_up(watch, &us))
        return false;
    while (count < most && !is_tight(watch, count) &&
           (count < watch->fewest || spent_ms < limit_ms)) {
        if (!draw_launches(watch, us) || !sample(watch, &us))
            return false;
        watch->samples[count++] = us;
        spent_ms += us * watch->launches / 1e3;
    }
    *times = times_of(watch->samples, count);
    return true;
}

/* Warm is one copy whose signs are turned, while it fits well into the L2; of
 * more, two copies in turn, since what was turned would still be written back
 * while the launch is timed. */
static bool time_work(struct stage *stage, const struct work *work, bool cold,
                      struct times *times, double limit_ms)
{
    struct watch watch = {
        .stage = stage, .work = work, .cold = cold, .fewest = work->fewest};
    bool small = stage->launch_bytes <= stage->l2_bytes / 2, timed;
    uint32_t most;
    watch.copies = cold ? stage->copies : small ? 1 : 2;
    most = watch.copies > MOST_LAUNCHES ? watch.copies : MOST_LAUNCHES;
    watch.lists = calloc((size_t)most * MOST_RENEWED, sizeof *watch.lists);
    timed = watch.lists &&
            driver_did(
                driver.cuMemAlloc_v2(&watch.lists_at,
                                     most * MOST_RENEWED * sizeof *watch.lists),
                "lists") &&
            take_samples(&watch, times, limit_ms);
    forget_graph(&watch, false);
    forget_graph(&watch, true);
    if (watch.lists_at)
        driver.cuMemFree_v2(watch.lists_at);
    free(watch.lists);
    return timed;
}

/* ---- what nothing can be faster than ------------------------------------- */

/* The best of some shapes of a kernel that only reads: it shows in a few
 * samples which that is. */
static bool time_reading(struct stage *stage, bool cold, double *us,
                         double limit_ms)
{
    static const struct {
        unsigned per_multiprocessor, threads;
    } shapes[] = {{1, 128},  {1, 256}, {1, 512},  {1, 1024},
                  {2, 1024}, {8, 256}, {16, 256}, {32, 256}};
    struct work work = {.submit = submit_read, .fewest = FEW}, chosen = work;
    struct times best = {.median = 0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct times times;
        work.blocks = shapes[i].per_multiprocessor * stage->multiprocessors;
        work.threads = shapes[i].threads;
        if (!time_work(stage, &work, cold, &times, limit_ms))
            return false;
        if (i == 0 || times.median < best.median) {
            best = times;
            chosen = work;
        }
    }
    chosen.fewest = FEWEST;
    if (!time_work(stage, &chosen, cold, &best, limit_ms))
        return false;
    *us = best.median;
    return true;
}

bool bench_floor(struct stage *stage, struct floor *floor, double limit_ms)
{
    struct work nothing = {.submit = submit_nothing, .fewest = FEWEST};
    struct times empty;
    if (!time_reading(stage, false, &floor->warm_us, limit_ms / 4) ||
        !time_reading(stage, true, &floor->cold_us, limit_ms / 4) ||
        !time_work(stage, &nothing, false, &empty, limit_ms / 4))
        return false;
    floor->empty_us = empty.median;
    return true;
}

/* As fast as it runs now: a multiprocessor's clocks in 200 us. */
static bool take_pace(struct stage *stage, struct bench *bench)
{
    uint64_t least = 200000, found[2] = {0, 1};
    void *parameters[] = {&least, &stage->result};
    bool taken =
        launch_own(stage, stage->pace, 1, 1, parameters) &&
        driver_did(driver.cuStreamSynchronize(stage->stream), "the clock") &&
        driver_did(driver.cuMemcpyDtoH_v2(found, stage->result, sizeof found),
                   "the clock");
    bench->clock_mhz = (double)found[0] * 1e3 / (double)found[1];
    bench->rated_mhz = driver_attribute(DRIVER_CLOCK_RATE) / 1e3;
    return taken;
}

bool bench_run(struct stage *stage, struct bench *bench, double limit_ms)
{
    struct work play = {
        .submit = submit_play, .checked = true, .fewest = FEWEST};
    return time_work(stage, &play, false, &bench->warm, limit_ms) &&
           time_work(stage, &play, true, &bench->cold, limit_ms) &&
           take_pace(stage, bench);
}

/*
 * stage.c - see stage.h.
 */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grade/compare.h"
#include "lab/random.h"

/* How often the arrays are there for cold launches: together so many times the
 * L2, with other values each as long as these are computed soon. */
static const double l2_times = 4.25, most_flops = 2e9;
enum { MOST_COPIES = 4096, MOST_SETS = 256 };
/* Arrays begin where memory that was allocated would; a gap before each. */
enum { ALIGNED = 512, MOST_GAPS = 32 };

static bool cannot(struct stage *stage, const char *why)
{
    if (!*stage->why)
        snprintf(stage->why, sizeof stage->why, "%s", why);
    return false;
}

static bool allocate(uint64_t *address, uint64_t bytes)
{
    return driver_did(driver.cuMemAlloc_v2(address, bytes + 1),
                      "memory of the GPU");
}

/* ---- code ---------------------------------------------------------------- */

static bool find_own(struct stage *stage, const char *kernels)
{
    const struct {
        const char *name;
        driver_function *function;
    } own[] = {{"renew", &stage->renew},
               {"read_only", &stage->read_only},
               {"nothing", &stage->nothing},
               {"pace", &stage->pace}};
    bool found =
        driver_did(driver.cuModuleLoadData(&stage->ours, kernels), "our code");
    for (size_t i = 0; found && i < sizeof own / sizeof *own; i++)
        found = driver_did(driver.cuModuleGetFunction(own[i].function,
                                                      stage->ours, own[i].name),
                           own[i].name);
    return found;
}

/* The most that any launch of that kernel asks for. */
static unsigned most_shared(const struct recorded *r, const char *name)
{
    unsigned most = 0;
    for (uint32_t i = 0; i < r->call_count; i++) {
        const struct recorded_call *call = &r->calls[i];
        if (call->shared > most && !strcmp(call->name, name))
            most = call->shared;
    }
    return most;
}

static bool find_function(struct stage *stage, uint32_t i)
{
    const struct recorded_call *call = &stage->recorded.calls[i];
    driver_function *function = &stage->functions[i];
    unsigned shared = most_shared(&stage->recorded, call->name);
    return driver_did(
               driver.cuModuleGetFunction(function, stage->student, call->name),
               call->name) &&
           (shared == 0 ||
            driver_did(driver.cuFuncSetAttribute(
                           *function, DRIVER_MAX_DYNAMIC_SHARED, (int)shared),
                       "dynamic shared memory"));
}

static bool find_functions(struct stage *stage)
{
    uint32_t count = stage->recorded.call_count;
    bool found;
    stage->functions = calloc(count + 1, sizeof *stage->functions);
    found = stage->functions;
    for (uint32_t i = 0; found && i < count; i++)
        found = stage->recorded.calls[i].kind != RECORDED_LAUNCH ||
                find_function(stage, i);
    return found;
}

/* ---- variables ----------------------------------------------------------- */

/* An object of the recording for each variable of the module, also those that
 * the host has not asked for. */
static void take_variable(const char *name, void *context)
{
    struct stage *stage = context;
    struct recorded *r = &stage->recorded;
    struct object *more;
    for (uint32_t i = 0; i < r->object_count; i++) {
        if (r->objects[i].kind == OBJECT_VARIABLE &&
            !strcmp(r->objects[i].name, name))
            return;
    }
    more = realloc(r->objects, (r->object_count + 1) * sizeof *more);
    if (!more || strlen(name) >= sizeof more->name) {
        cannot(stage, "a variable of the module has a name without an end");
        return;
    }
    r->objects = more;
    more[r->object_count] = (struct object){.kind = OBJECT_VARIABLE};
    snprintf(more[r->object_count++].name, sizeof more->name, "%s", name);
}

/* Where it lies, and what is in it now. */
static bool find_variable(struct stage *stage, uint32_t i)
{
    struct object *object = &stage->recorded.objects[i];
    size_t bytes = 0;
    if (!driver_did(driver.cuModuleGetGlobal_v2(&stage->objects[i], &bytes,
                                                stage->student, object->name),
                    object->name) ||
        !allocate(&stage->first_values[i], bytes))
        return false;
    object->bytes = bytes;
    return driver_did(driver.cuMemcpyDtoDAsync_v2(stage->first_values[i],
                                                  stage->objects[i], bytes,
                                                  stage->stream),
                      "a variable's value");
}

static bool place_objects(struct stage *stage)
{
    const struct recorded *r = &stage->recorded;
    bool placed;
    stage->objects = calloc(r->object_count + 1, sizeof *stage->objects);
    stage->first_values = calloc(r->object_count + 1, sizeof(uint64_t));
    placed = stage->objects && stage->first_values;
    for (uint32_t i = 0; placed && i < r->object_count; i++) {
        if (r->objects[i].kind == OBJECT_VARIABLE)
            placed = find_variable(stage, i);
        if (r->objects[i].kind == OBJECT_SCRATCH)
            placed = allocate(&stage->objects[i], r->objects[i].bytes);
    }
    return placed;
}

/* Copied, since no kernel may write what is constant. */
bool stage_reset_variables(struct stage *stage)
{
    bool reset = true;
    for (uint32_t i = 0; reset && i < stage->recorded.object_count; i++) {
        if (stage->recorded.objects[i].kind == OBJECT_VARIABLE)
            reset =
                driver_did(driver.cuMemcpyDtoDAsync_v2(
                               stage->objects[i], stage->first_values[i],
                               stage->recorded.objects[i].bytes, stage->stream),
                           "a variable's value");
    }
    return reset;
}

/* ---- the beginning ------------------------------------------------------- */

static bool open_streams(struct stage *stage)
{
    stage->multiprocessors = (uint32_t)driver_attribute(DRIVER_MULTIPROCESSORS);
    stage->l2_bytes = (uint64_t)driver_attribute(DRIVER_L2_BYTES);
    return driver_did(driver.cuStreamCreate(&stage->stream,
                                            DRIVER_STREAM_NON_BLOCKING),
                      "a stream") &&
           driver_did(driver.cuEventCreate(&stage->start, 0), "an event") &&
           driver_did(driver.cuEventCreate(&stage->stop, 0), "an event") &&
           allocate(&stage->result, 16);
}

bool stage_open(struct stage *stage, const struct exercise *exercise,
                struct size size, const struct image *image,
                const char *kernels)
{
    stage->exercise = exercise;
    stage->size = size;
    if (!open_streams(stage) || !find_own(stage, kernels) ||
        !driver_did(driver.cuModuleLoadData(&stage->student, image->data),
                    "the code"))
        return false;
    image_variables(image, take_variable, stage);
    return !*stage->why && find_functions(stage) && place_objects(stage);
}

/* ---- arrays -------------------------------------------------------------- */

uint64_t stage_array(const struct stage *stage, uint32_t copy, uint32_t array)
{
    return stage->copied + stage->places[copy * stage->array_count + array];
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static void lay_out(struct stage *stage, const struct problem *problem)
{
    uint64_t at = 0;
    stage->array_count = (uint32_t)buffer_count(stage->exercise);
    stage->output = problem->output;
    stage->output_count = problem->count;
    for (uint32_t i = 0; i < stage->array_count; i++) {
        uint64_t bytes = problem->extents[i].bytes;
        bool input = stage->exercise->buffers[i].direction == INPUT;
        stage->arrays[i] = (struct extent){at, bytes};
        at += aligned(bytes);
        stage->input_bytes += input ? bytes : 0;
        stage->launch_bytes += bytes;
    }
    stage->set_bytes = at;
}

static uint32_t clamped(double wanted, uint32_t least, uint32_t most)
{
    return wanted < least ? least : wanted > most ? most : (uint32_t)wanted;
}

/* Drawn by lot, and known to nobody. */
static bool draw_order(uint32_t *order, uint32_t count, uint64_t *random)
{
    if (getrandom(random, sizeof *random, 0) != sizeof *random)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)(random_next(random) % (i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    return true;
}

/* How far it is to the next array, is drawn as well. */
static bool place_copies(struct stage *stage)
{
    uint32_t arrays = stage->array_count;
    uint32_t *order = calloc(stage->copies, sizeof *order);
    uint64_t at = 0, random;
    bool placed;
    stage->places =
        calloc((size_t)stage->copies * arrays, sizeof *stage->places);
    placed =
        order && stage->places && draw_order(order, stage->copies, &random);
    for (uint32_t i = 0; placed && i < stage->copies * arrays; i++) {
        uint32_t array = i % arrays;
        at += random_next(&random) % MOST_GAPS * ALIGNED;
        stage->places[order[i / arrays] * arrays + array] = at;
        at += aligned(stage->arrays[array].bytes);
    }
    free(order);
    stage->copied_bytes = at;
    return placed || cannot(stage, "copies have no place in memory");
}

static bool choose_copies(struct stage *stage)
{
    double l2 = l2_times * (double)stage->l2_bytes;
    double flops = stage->exercise->flops(stage->size);
    stage->copies =
        clamped(l2 / (double)stage->input_bytes + 1, 2, MOST_COPIES);
    stage->sets = clamped(most_flops / flops, 1, MOST_SETS);
    if (stage->sets > stage->copies)
        stage->sets = stage->copies;
    stage->expected = calloc(stage->sets, sizeof(struct expected *));
    return (stage->expected ||
            cannot(stage, "there is no memory for results")) &&
           place_copies(stage) &&
           allocate(&stage->made, stage->sets * stage->set_bytes) &&
           allocate(&stage->copied, stage->copied_bytes);
}

static bool send_inputs(struct stage *stage, const struct problem *problem,
                        uint32_t set)
{
    bool sent = true;
    for (uint32_t i = 0; sent && i < stage->array_count; i++) {
        const void *input = problem_input(problem, i);
        uint64_t to =
            stage->made + set * stage->set_bytes + stage->arrays[i].offset;
        if (input)
            sent = driver_did(
                driver.cuMemcpyHtoD_v2(to, input, stage->arrays[i].bytes),
                "inputs");
    }
    return sent;
}

static bool keep_expected(struct stage *stage, const struct problem *problem,
                          uint32_t set)
{
    size_t bytes = problem->count * sizeof **stage->expected;
    stage->expected[set] = malloc(bytes + 1);
    if (!stage->expected[set])
        return cannot(stage, "there is no memory for results");
    memcpy(stage->expected[set], problem->expected, bytes);
    return true;
}

static bool make_set(struct stage *stage, struct problem *problem,
                     uint64_t seed, uint32_t set)
{
    if (!problem_set(problem, stage->exercise, stage->size,
                     random_mix(seed, set)) ||
        !problem_expect(problem))
        return cannot(stage, "inputs cannot be made");
    if (set == 0) {
        lay_out(stage, problem);
        if (!choose_copies(stage))
            return false;
    }
    return send_inputs(stage, problem, set) &&
           keep_expected(stage, problem, set);
}

static bool make_sets(struct stage *stage, uint64_t seed, const char *shared)
{
    struct problem problem = {.memory = -1, .own = -1, .source = -1};
    bool made =
        problem_open(&problem) && (!shared || problem_share(&problem, shared));
    stage->sets = 1; /* until the first says how many there are */
    for (uint32_t set = 0; made && set < stage->sets; set++)
        made = make_set(stage, &problem, seed, set);
    problem_forget_expected(&problem);
    problem_close(&problem);
    return made;
}

/* The inputs of the first set, again and again. */
bool stage_litter(struct stage *stage, uint64_t to, uint64_t bytes)
{
    uint32_t i = 0;
    bool done = true;
    while (stage->exercise->buffers[i].direction != INPUT)
        i++;
    for (uint64_t at = 0; done && at < bytes; at += stage->arrays[i].bytes) {
        uint64_t left = bytes - at, n = stage->arrays[i].bytes;
        done = driver_did(driver.cuMemcpyDtoDAsync_v2(
                              to + at, stage->made + stage->arrays[i].offset,
                              left < n ? left : n, stage->stream),
                          "what looks like inputs");
    }
    return done;
}

/* ---- what the launcher has done ------------------------------------------ */

static uint64_t address_of(const struct stage *stage, uint32_t copy,
                           const struct place *place)
{
    const struct object *object = &stage->recorded.objects[place->object];
    return place->into + (object->kind == OBJECT_ARRAY
                              ? stage_array(stage, copy, object->array)
                              : stage->objects[place->object]);
}

/* Addresses of that copy instead of the recorded ones. */
static void point(const struct stage *stage, uint32_t copy,
                  const struct recorded_call *call, uint8_t *data)
{
    memcpy(data, call->data, call->data_bytes);
    for (uint32_t i = 0; i < call->pointer_count; i++) {
        uint64_t address = address_of(stage, copy, &call->pointers[i].to);
        memcpy(data + call->pointers[i].at, &address, sizeof address);
    }
}

/* What the host has written lies on the GPU before. */
static bool send_one(struct stage *stage, uint32_t copy, uint32_t i)
{
    const struct recorded_call *call = &stage->recorded.calls[i];
    uint64_t *to = &stage->sent[copy * stage->recorded.call_count + i];
    uint8_t data[RECORDED_MOST_DATA];
    if (call->kind != RECORDED_WRITE)
        return true;
    point(stage, copy, call, data);
    return allocate(to, call->data_bytes) &&
           driver_did(driver.cuMemcpyHtoD_v2(*to, data, call->data_bytes),
                      "what the launcher sends");
}

static bool send_all(struct stage *stage)
{
    uint32_t calls = stage->recorded.call_count;
    bool sent;
    stage->sent = calloc((size_t)stage->copies * calls + 1, sizeof(uint64_t));
    sent = stage->sent || cannot(stage, "there is no memory for calls");
    for (uint32_t copy = 0; sent && copy < stage->copies; copy++) {
        for (uint32_t i = 0; sent && i < calls; i++)
            sent = send_one(stage, copy, i);
    }
    return sent;
}

bool stage_furnish(struct stage *stage, uint64_t seed, const char *shared)
{
    return make_sets(stage, seed, shared) &&
           stage_litter(stage, stage->copied, stage->copied_bytes) &&
           send_all(stage);
}

static bool launch(struct stage *stage, const struct recorded_call *call,
                   driver_function function, void *parameters)
{
    size_t bytes = call->data_bytes;
    void *extra[] = {(void *)1, parameters, (void *)2, &bytes, NULL};
    struct driver_attribute attribute = {.id = DRIVER_ATTRIBUTE_COOPERATIVE,
                                         .value.flag = 1};
    struct driver_config config = {
        .grid = {call->grid[0], call->grid[1], call->grid[2]},
        .block = {call->block[0], call->block[1], call->block[2]},
        .shared = call->shared,
        .stream = stage->stream,
        .attributes = &attribute,
        .attribute_count = call->cooperative};
    return driver_did(driver.cuLaunchKernelEx(&config, function, NULL, extra),
                      call->name);
}

static bool play_one(struct stage *stage, uint32_t copy, uint32_t i)
{
    const struct recorded_call *call = &stage->recorded.calls[i];
    _Alignas(16) uint8_t data[RECORDED_MOST_DATA + 16];
    uint64_t to = address_of(stage, copy, &call->to);
    switch (call->kind) {
    case RECORDED_LAUNCH:
        point(stage, copy, call, data);
        return launch(stage, call, stage->functions[i], data);
    case RECORDED_FILL:
        return driver_did(
            driver.cuMemsetD8Async(to, call->byte, call->bytes, stage->stream),
            "a fill");
    case RECORDED_COPY:
        return driver_did(driver.cuMemcpyDtoDAsync_v2(
                              to, address_of(stage, copy, &call->from),
                              call->bytes, stage->stream),
                          "a copy");
    case RECORDED_WRITE:
        return driver_did(
            driver.cuMemcpyDtoDAsync_v2(
                to, stage->sent[copy * stage->recorded.call_count + i],
                call->data_bytes, stage->stream),
            "a copy");
    }
    return false;
}

bool stage_play(struct stage *stage, uint32_t copy)
{
    bool played = true;
    for (uint32_t i = 0; played && i < stage->recorded.call_count; i++)
        played = play_one(stage, copy, i);
    return played;
}

/* ---- is it right --------------------------------------------------------- */

static bool say_wrong(struct stage *stage, const struct comparison *found)
{
    char why[200];
    snprintf(why, sizeof why,
             "after it was timed %zu of %zu elements are wrong, the first at "
             "%zu",
             found->wrong, found->count, found->first_wrong);
    return cannot(stage, why);
}

bool stage_right(struct stage *stage, uint32_t copy, uint32_t set)
{
    const struct buffer *output = &stage->exercise->buffers[stage->output];
    struct extent extent = stage->arrays[stage->output];
    struct comparison found = {.wrong = 0};
    void *bytes = malloc(extent.bytes + 1);
    bool read =
        bytes &&
        driver_did(driver.cuMemcpyDtoH_v2(
                       bytes, stage_array(stage, copy, (uint32_t)stage->output),
                       extent.bytes),
                   "results");
    if (read)
        compare(&found, output->element, bytes, stage->expected[set],
                stage->output_count, POISON_NAN);
    free(bytes);
    return read && (found.wrong == 0 || say_wrong(stage, &found));
}

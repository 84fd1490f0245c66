/*
 * direct.c - the device in the same process: each call of device.h is a call
 * of what lies below.
 *
 * A handle is the address of what it stands for.
 */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/larger.h"
#include "base/options.h"
#include "beside.h"
#include "direct.h"
#include "machine/builtins.h"
#include "machine/launch.h"
#include "machine/told.h"
#include "memory/memory.h"
#include "orders.h"
#include "report.h"
#include "tell/events.h"
#include "timed.h"
#include "unset_copy.h"

/* ---- code --------------------------------------------------------------- */

static cudaError_t refuse_code(const struct ptx_error *error,
                               cudaError_t otherwise,
                               struct device_refusal *why)
{
    snprintf(why->message, sizeof why->message, "%s", error->message);
    why->line = error->line;
    return error->no_memory ? cudaErrorMemoryAllocation : otherwise;
}

/* Takes the text, which is NULL after an error. */
static cudaError_t load_text(char *ptx, struct ptx_error *error,
                             device_module *module, struct device_refusal *why)
{
    if (!ptx)
        return refuse_code(error, cudaErrorNoKernelImageForDevice, why);
    struct module *loaded = module_load(ptx, error);
    free(ptx);
    *module = (uint64_t)(uintptr_t)loaded;
    return loaded ? cudaSuccess : refuse_code(error, cudaErrorInvalidPtx, why);
}

cudaError_t device_load(const void *wrapper, device_module *module,
                        struct device_refusal *why)
{
    struct ptx_error error = {0};
    return load_text(fatbin_ptx(wrapper, &error), &error, module, why);
}

cudaError_t device_load_image(const void *image, size_t size,
                              device_module *module, struct device_refusal *why)
{
    struct ptx_error error = {0};
    return load_text(fatbin_image_ptx(image, size, &error), &error, module,
                     why);
}

static const struct module *module_of(device_module module)
{
    return (const struct module *)(uintptr_t)module;
}

cudaError_t device_find_kernel(device_module module, const char *name,
                               struct device_kernel *kernel)
{
    const struct kernel *k = module_kernel(module_of(module), name);
    if (!k)
        return cudaErrorInvalidDeviceFunction;
    *kernel = (struct device_kernel){
        .code = (uint64_t)(uintptr_t)k,
        .name = strdup(k->pretty),
        .param_count = k->param_count,
        .params = malloc((k->param_count + 1) * sizeof *kernel->params),
        .param_bytes = k->param_bytes,
        .static_shared = k->static_shared,
        .max_threads = k->max_threads,
        .local_bytes = k->local_bytes,
        .registers = k->register_count,
        .const_bytes = k->const_bytes,
        .target = k->target,
    };
    if (!kernel->name || !kernel->params) {
        free(kernel->name);
        free(kernel->params);
        return cudaErrorMemoryAllocation;
    }
    for (uint32_t i = 0; i < k->param_count; i++)
        kernel->params[i] =
            (struct device_param){k->params[i].offset, k->params[i].size};
    return cudaSuccess;
}

cudaError_t device_find_variable(device_module module, const char *name,
                                 struct device_variable *variable)
{
    if (!module_symbol(module_of(module), name, &variable->address,
                       &variable->size))
        return cudaErrorInvalidSymbol;
    const struct allocation *a = memory_find(variable->address);
    variable->host = a ? a->host + (variable->address - a->address) : NULL;
    return cudaSuccess;
}

/* ---- launches ----------------------------------------------------------- */

/* The least clocks for the longest warp, the busiest block, and all that was
 * counted, evenly over the GPU; and what a launch costs that does nothing. */
static double busy_ms(const struct counters *c)
{
    const struct gpu *gpu = options()->gpu;
    double all = gpu->multiprocessors, issue = gpu->warp_schedulers,
           sectors = gpu->l1_sectors_per_clock;
    double clocks = (double)c->max_warp_instructions;
    clocks = later(clocks, (double)c->max_block_instructions / issue);
    clocks = later(clocks, (double)c->warp_instructions / (all * issue));
    clocks = later(clocks, (double)c->max_block_sectors / sectors);
    clocks = later(clocks,
                   (double)(c->global_load_sectors + c->global_store_sectors) /
                       (all * sectors));
    return gpu->least_launch_ms + clocks / gpu->clock_khz;
}

/* As CUDA names it. */
static const struct ending {
    cudaError_t error;
    const char *name;
} endings[] = {
#define ENDS(status, error) [status] = {error, #error}
    ENDS(LAUNCH_OK, cudaSuccess),
    ENDS(LAUNCH_BAD_ADDRESS, cudaErrorIllegalAddress),
    ENDS(LAUNCH_MISALIGNED, cudaErrorMisalignedAddress),
    ENDS(LAUNCH_TRAP, cudaErrorLaunchFailure),
    ENDS(LAUNCH_ASSERT, cudaErrorAssert),
    ENDS(LAUNCH_TIMEOUT, cudaErrorLaunchTimeout),
    ENDS(LAUNCH_UNSUPPORTED, cudaErrorNotSupported),
    ENDS(LAUNCH_STACK_OVERFLOW, cudaErrorLaunchFailure),
    ENDS(LAUNCH_NO_MEMORY, cudaErrorMemoryAllocation),
#undef ENDS
};

static void tell_no_memory(const struct kernel *kernel)
{
    char detail[240];
    snprintf(detail, sizeof detail, "it cannot run %.200s", kernel->pretty);
    device_tell(&(struct device_finding){
        .site = call_here(),
        .title = "the host is out of memory",
        .detail = detail,
        .hint = "what does the program allocate with malloc?"});
}

static bool budgeted;
static uint64_t budget_left; /* warp instructions */

void device_set_budget(uint64_t warp_instructions)
{
    budgeted = true;
    budget_left = warp_instructions;
}

void device_set_host(bool (*has)(uint64_t address))
{
    report_host(has);
}

bool device_spend(uint64_t warp_instructions)
{
    bool enough = warp_instructions <= budget_left;
    budget_left -= enough ? warp_instructions : budget_left;
    return enough;
}

static const struct gpu *model; /* NULL: as options say */

/* Filled since the launch before, for the model. */
static struct {
    uint32_t times;
    uint64_t bytes; /* of all */
} filled;

void device_set_model(const struct gpu *gpu)
{
    model = gpu;
    filled.times = 0;
}

static void count_fill(size_t n)
{
    filled.bytes = (filled.times ? filled.bytes : 0) + n;
    filled.times++;
}

/* Nobody sees a fill but by the launch behind it.  Each is a node of its own,
 * taken to start as late as one that was measured alone.  A program of its own
 * says what its launches take, and no more. */
static void add_fill(struct timing *timing)
{
    for (; model && timing->known && filled.times; filled.times--) {
        timing_add_fill(timing, model, filled.bytes);
        filled.bytes = 0;
    }
    filled.times = 0;
}

static struct timing time_launch(const struct launch *l,
                                 enum launch_status status)
{
    const struct program *program = l->kernel->program;
    return timing_of(
        l->recorded_for,
        &(struct timing_launch){
            .program = program,
            .block = l->block,
            .shared_bytes =
                program ? program->static_shared + l->dynamic_shared : 0,
            .tapes = l->tapes,
            .counters = &l->counters,
            .ended = status == LAUNCH_OK,
            .waited = l->waited});
}

/* Everywhere that a launch that has ended is told of. */
static void tell_launch(const struct launch *l, enum launch_status status)
{
    bool timed = l->recorded_for;
    struct timing timing = {.known = false};
    struct launch_time time = {.note = ""};
    if (timed) {
        timing = time_launch(l, status);
        add_fill(&timing);
        time =
            (struct launch_time){.gpu = l->recorded_for->name,
                                 .known = timing.known,
                                 .us = timing.us,
                                 .low_us = timing.low_us,
                                 .high_us = timing.high_us,
                                 .launch_us = timing.launch_us,
                                 .bound = timing_bound_name(timing.bound),
                                 .note = timing_warning_text(timing.warnings)};
        timed_print(l, &timing);
    }
    report_launch(l, timed ? &timing : NULL);
    events_launch_ends(
        &(struct launch_event){.kernel = l->kernel->pretty,
                               .grid = l->grid,
                               .block = l->block,
                               .dynamic_shared = l->dynamic_shared,
                               .counters = &l->counters,
                               .error = endings[status].name,
                               .time = timed ? &time : NULL});
}

cudaError_t device_launch(const struct device_launch *l, double *ms)
{
    struct launch launch = {
        .kernel = (const struct kernel *)(uintptr_t)l->code,
        .grid = {l->grid[0], l->grid[1], l->grid[2]},
        .block = {l->block[0], l->block[1], l->block[2]},
        .dynamic_shared = l->dynamic_shared,
        .params = l->params,
        .cooperative = l->cooperative,
        .budget = budgeted && !budget_left ? 1 : budget_left,
        .seed = options()->schedule,
        .recorded_for = model ? model : options()->model,
    };
    events_launch_begins();
    beside_begin(launch.kernel->pretty, true);
    memory_notice_host();
    told_begin();
    enum launch_status status = orders_run(&launch);
    beside_end(launch.fenced);
    heap_end_launch();
    if (status == LAUNCH_NO_MEMORY)
        tell_no_memory(launch.kernel);
    print_end_launch();
    diagnostics_flush();
    tell_launch(&launch, status);
    tapes_free(launch.tapes);
    device_spend(launch.counters.warp_instructions);
    told_end();
    *ms = busy_ms(&launch.counters);
    return endings[status].error;
}

/* ---- memory ------------------------------------------------------------- */

static const enum memory_kind kinds[] = {
    [DEVICE_ONLY] = MEMORY_DEVICE,     [DEVICE_PINNED] = MEMORY_PINNED,
    [DEVICE_MANAGED] = MEMORY_MANAGED, [DEVICE_VARIABLE] = MEMORY_SYMBOL,
    [DEVICE_HEAP] = MEMORY_HEAP,       [DEVICE_REGISTERED] = MEMORY_REGISTERED,
    [DEVICE_ARRAY] = MEMORY_ARRAY,     [DEVICE_OBJECT] = MEMORY_OBJECT};

static enum device_memory_kind memory_kind_of(const struct allocation *a)
{
    enum device_memory_kind kind = DEVICE_ONLY;
    while (kinds[kind] != a->kind)
        kind++;
    return kind;
}

cudaError_t device_allocate(size_t size, enum device_memory_kind kind,
                            struct call_site *site, uint64_t *address)
{
    *address = memory_allocate(size, kinds[kind], NULL);
    if (!*address)
        return cudaErrorMemoryAllocation;
    memory_find(*address)->allocated_at = site;
    return cudaSuccess;
}

bool device_allocate_bare(size_t n, uint64_t *address)
{
    *address = memory_allocate_bare(n);
    return *address;
}

bool device_allocate_with(const void *bytes, size_t n, uint64_t *address)
{
    uint64_t bad;
    *address = memory_allocate_bare(n);
    return *address && memory_write(*address, bytes, n, &bad);
}

bool device_allocate_filled(uint8_t byte, size_t n, uint64_t *address)
{
    uint64_t bad;
    *address = memory_allocate_bare(n);
    return *address && memory_fill(*address, byte, n, &bad);
}

cudaError_t device_free(uint64_t address, struct call_site *site)
{
    struct allocation *a = memory_find(address);
    if (a && a->address == address)
        beside_free(address);
    if (memory_free(address) != FREE_OK)
        return cudaErrorInvalidValue;
    a->freed_at = site;
    return cudaSuccess;
}

cudaError_t device_revive(uint64_t address)
{
    return memory_revive(address) ? cudaSuccess : cudaErrorInvalidValue;
}

struct addresses {
    uint64_t *list;
    size_t count, room;
};

static void note_address(struct allocation *a, void *arg)
{
    struct addresses *all = arg;
    if (a->kind == MEMORY_SYMBOL || a->kind == MEMORY_REGISTERED)
        return; /* variables keep their values: the module stays loaded */
    uint64_t *list = grow(all->list, all->count, &all->room, sizeof *list);
    if (!list)
        return;
    all->list = list;
    list[all->count++] = a->address;
}

/* First noted, then freed: memory_each forbids changes while it walks. */
void device_free_all(void)
{
    struct addresses all = {0};
    guard_lift();
    memory_each(note_address, &all);
    for (size_t i = 0; i < all.count; i++)
        memory_free(all.list[i]);
    free(all.list);
    heap_reset();
}

cudaError_t device_register(void *start, size_t size)
{
    return memory_register((uint64_t)(uintptr_t)start, start, size)
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

void device_unregister(void *start)
{
    guard_lift();
    memory_unregister((uint64_t)(uintptr_t)start);
    guard_raise();
}

struct device_memory device_memory_at(uint64_t address)
{
    const struct allocation *a = memory_nearest(address);
    if (!a)
        return (struct device_memory){0};
    struct device_memory m = {
        .known = true,
        .inside = address < a->address + a->size,
        .live = address - a->address < a->size && !a->freed,
        .kind = memory_kind_of(a),
        .freed = a->freed,
        .id = a->id,
        .address = a->address,
        .size = a->size,
        .allocated = a->allocated_at,
        .freed_by = a->freed_at,
    };
    if (a->name)
        snprintf(m.name, sizeof m.name, "%s", a->name);
    return m;
}

bool device_reserved(uint64_t address)
{
    return memory_reserved(address);
}

void device_memory_info(size_t *free_bytes, size_t *total_bytes)
{
    memory_info(free_bytes, total_bytes);
}

static cudaError_t error_if(bool wrong)
{
    return wrong ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t device_write(uint64_t dst, const void *src, size_t n)
{
    uint64_t bad;
    beside_begin("a copy from the host", false);
    beside_touch(dst, USE_WRITE, n);
    beside_touch_host(src, USE_READ, n);
    bool written = memory_write(dst, src, n, &bad);
    beside_end(false);
    return error_if(!written);
}

cudaError_t device_read(void *dst, uint64_t src, size_t n)
{
    uint64_t bad;
    beside_begin("a copy to the host", false);
    beside_touch(src, USE_READ, n);
    beside_touch_host(dst, USE_WRITE, n);
    unset_copy(src, n);
    bool read = memory_read(dst, src, n, &bad);
    beside_end(false);
    return error_if(!read);
}

static bool host_reads(uint64_t address)
{
    const struct allocation *al = memory_find(address);
    return al && is_visible(al->kind);
}

cudaError_t device_copy(uint64_t dst, uint64_t src, size_t n)
{
    uint64_t bad;
    beside_begin("a copy", false);
    beside_touch(src, USE_READ, n);
    beside_touch(dst, USE_WRITE, n);
    if (host_reads(dst))
        unset_copy(src, n);
    bool copied = memory_copy(dst, src, n, &bad);
    beside_end(false);
    return error_if(!copied);
}

cudaError_t device_fill(uint64_t dst, uint8_t byte, size_t n)
{
    uint64_t bad;
    count_fill(n);
    beside_begin("a memset", false);
    beside_touch(dst, USE_WRITE, n);
    bool filled = memory_fill(dst, byte, n, &bad);
    beside_end(false);
    return error_if(!filled);
}

/* ---- limits ------------------------------------------------------------- */

size_t device_limit(enum device_limit limit)
{
    return limit == DEVICE_HEAP_BYTES ? heap_limit() : print_limit();
}

void device_set_limit(enum device_limit limit, size_t bytes)
{
    if (limit == DEVICE_HEAP_BYTES)
        heap_set_limit(bytes);
    else
        print_set_limit(bytes);
}

/* ---- what is told ------------------------------------------------------- */

void device_show_prints(void)
{
    print_flush();
}

static void put(char *field, size_t room, const char *text)
{
    snprintf(field, room, "%s", text ? text : "");
}

void device_tell(const struct device_finding *finding)
{
    struct finding f = {
        .tool = finding->tool == DEVICE_MEMCHECK ? MEMCHECK : APICHECK,
        .severity = finding->warning ? FINDING_WARNING : FINDING_ERROR,
        .allocated = finding->allocated,
        .freed = finding->freed,
        .lanes = 1};
    put(f.title, sizeof f.title, finding->title);
    put(f.detail, sizeof f.detail, finding->detail);
    put(f.hint, sizeof f.hint, finding->hint);
    finding_at_call(&f, finding->site);
    diagnose(&f);
    diagnostics_flush();
}

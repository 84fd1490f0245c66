/*
 * steady.c - NVML by name: its library comes with the driver, its header with
 * a toolkit that need not be here.  What is declared below is its interface
 * since driver 450, as nvml.h documents it.
 */
#include "steady.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "run/spent.h"

enum { NVML_SUCCESS = 0, MOST_PROCESSES = 64 };
enum { HELD_BY_POWER, HELD_BY_HEAT }; /* nvmlPerfPolicyType_t */

/* nvmlClocksEventReason...: power cap, slowdown, heat, power brake. */
static const unsigned long long slowed = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;
static const double scattered = 0.15, held_part = 0.02;

struct process {
    unsigned pid;
    unsigned long long used;
    unsigned instances[2];
};

struct held {
    unsigned long long reference_us, held_ns;
};

static struct nvml {
    int (*init)(void);
    int (*by_index)(unsigned index, void **device);
    int (*by_bus_id)(const char *id, void **device);
    int (*reasons)(void *device, unsigned long long *reasons);
    int (*held)(void *device, int by, struct held *held);
    int (*processes)(void *device, unsigned *count, struct process *all);
} nvml;

static bool find(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    return *(void **)function;
}

/* Once; it stays open. */
static bool open_nvml(void)
{
    static bool asked, there;
    void *library = asked ? NULL : dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (library)
        there =
            find(library, "nvmlInit_v2", &nvml.init) &&
            find(library, "nvmlDeviceGetHandleByIndex_v2", &nvml.by_index) &&
            find(library, "nvmlDeviceGetHandleByPciBusId_v2",
                 &nvml.by_bus_id) &&
            find(library, "nvmlDeviceGetCurrentClocksThrottleReasons",
                 &nvml.reasons) &&
            find(library, "nvmlDeviceGetViolationStatus", &nvml.held) &&
            find(library, "nvmlDeviceGetComputeRunningProcesses_v3",
                 &nvml.processes) &&
            nvml.init() == NVML_SUCCESS;
    asked = true;
    return there;
}

static unsigned long long held_ns(void *device, int by)
{
    struct held held = {0, 0};
    return nvml.held(device, by, &held) == NVML_SUCCESS ? held.held_ns : 0;
}

void steady_begin(struct steady *steady, const char *bus_id)
{
    *steady = (struct steady){.began = clock_seconds()};
    if (!open_nvml())
        return;
    if ((!*bus_id || nvml.by_bus_id(bus_id, &steady->device) != NVML_SUCCESS) &&
        nvml.by_index(0, &steady->device) != NVML_SUCCESS)
        steady->device = NULL;
    for (int by = HELD_BY_POWER; steady->device && by <= HELD_BY_HEAT; by++)
        steady->held_ns[by] = held_ns(steady->device, by);
}

static unsigned parent_of(unsigned pid)
{
    char path[64];
    unsigned parent = 0;
    FILE *file;
    snprintf(path, sizeof path, "/proc/%u/stat", pid);
    file = fopen(path, "re");
    if (file && fscanf(file, "%*u (%*[^)]) %*c %u", &parent) != 1)
        parent = 0;
    if (file)
        fclose(file);
    return parent;
}

/* Neither this process nor one that it has started.  In a container the driver
 * may tell numbers from outside, which are nobody's here: these do not
 * count. */
static bool is_foreign(unsigned pid)
{
    unsigned at = pid;
    while (at > 1 && at != (unsigned)getpid())
        at = parent_of(at);
    return at != (unsigned)getpid() && (at == 1 || parent_of(pid) > 0);
}

/* How many the driver tells of; 0: it does not. */
static unsigned list_processes(void *device, struct process *all)
{
    unsigned count = MOST_PROCESSES;
    return nvml.processes(device, &count, all) == NVML_SUCCESS ? count : 0;
}

/* 0: none that the driver tells of. */
static unsigned other_process(void *device)
{
    struct process all[MOST_PROCESSES];
    unsigned count = list_processes(device, all);
    for (unsigned i = 0; i < count; i++)
        if (is_foreign(all[i].pid))
            return all[i].pid;
    return 0;
}

unsigned steady_processes(const char *bus_id)
{
    struct process all[MOST_PROCESSES];
    void *device;
    return open_nvml() && nvml.by_bus_id(bus_id, &device) == NVML_SUCCESS
               ? list_processes(device, all)
               : 0;
}

static bool was_held(const struct steady *steady, int by)
{
    double ns = (double)(held_ns(steady->device, by) - steady->held_ns[by]);
    return ns > held_part * 1e9 * (clock_seconds() - steady->began);
}

const char *steady_end(struct steady *steady, const struct times *times)
{
    double spread = times ? (times->upper - times->lower) / times->median : 0;
    unsigned long long reasons = 0;
    unsigned other = 0;
    if (steady->device) {
        nvml.reasons(steady->device, &reasons);
        other = other_process(steady->device);
        if (was_held(steady, HELD_BY_POWER) || was_held(steady, HELD_BY_HEAT))
            reasons |= slowed;
    }
    if (other)
        snprintf(steady->text, sizeof steady->text,
                 "process %u uses the GPU as well", other);
    else if (reasons & slowed)
        snprintf(steady->text, sizeof steady->text,
                 "the GPU lowered its clock: too hot, or short of power");
    else if (spread > scattered)
        snprintf(steady->text, sizeof steady->text,
                 "the times scatter by %.0f %%: the GPU is shared, or its "
                 "clock moves",
                 spread * 100);
    return *steady->text ? steady->text : NULL;
}

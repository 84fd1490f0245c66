/*
 * fuzz_module.c - libFuzzer target: whatever the text, loading it and running
 * each of its kernels does no harm.
 *
 * Guarantee sought: no crash, no overrun, no leak, an end within the budget;
 * a refused text has a message.  The kernels get pointers to one buffer for
 * parameters, so that some of what they do goes well.
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>

#include "base/gpu.h"
#include "base/limits.h"
#include "code/resolve.h"
#include "machine/launch.h"
#include "memory/memory.h"
#include "tell/finding.h"
#include "text.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { BUFFER_BYTES = 4096, PARAM_WORDS = 512, DYNAMIC_SHARED = 256 };

static uint64_t buffer;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    setenv("PTXRUN_QUIET", "1", 1);
    setenv("PTXRUN_BUDGET", "20000", 1);
    setenv("PTXRUN_MEMORY", "16777216", 1);
    setenv("PTXRUN_THREADS", "1", 1);
    buffer = memory_allocate(BUFFER_BYTES, MEMORY_DEVICE, NULL);
    return 0;
}

static void run_kernel(const struct kernel *kernel)
{
    uint64_t params[PARAM_WORDS];
    struct launch launch = {.kernel = kernel,
                            .grid = {2, 1, 1},
                            .block = {48, 1, 1},
                            .dynamic_shared = DYNAMIC_SHARED,
                            .params = params};
    for (int i = 0; i < PARAM_WORDS; i++)
        params[i] = buffer;
    if (kernel->program && kernel->param_bytes <= sizeof params &&
        kernel->max_threads >= 48 &&
        kernel->static_shared + DYNAMIC_SHARED <=
            gpu_default()->block_shared_optin - 16)
        launch_run(&launch);
}

void fuzz_text(const char *text)
{
    struct ptx_error error;
    struct module *module = module_load(text, &error);
    if (!module)
        must_explain(&error);
    for (uint32_t i = 0; module && i < module->kernel_count; i++)
        run_kernel(module_kernel(module, module->kernels[i].name));
    diagnostics_flush();
    module_unload(module);
}

/*
 * fuzz_module.c - libFuzzer target: whatever the text, loading it and running
 * each of its kernels does no harm.
 *
 * Guarantee sought: no crash, no overrun, no leak, an end within the budget;
 * a refused text has a message.
 * Built and run by `make fuzz`.
 */
#include "run_kernels.h"
#include "tell/finding.h"
#include "text.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct run_memory memory;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    memory = run_memory_made();
    return 0;
}

void fuzz_text(const char *text)
{
    struct ptx_error error;
    struct module *module = module_load(text, &error);
    if (!module)
        must_explain(&error);
    run_kernels(module, &memory);
    diagnostics_flush();
    module_unload(module);
}

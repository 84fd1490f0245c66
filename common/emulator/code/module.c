/*
 * module.c - a module in memory: its variables, kernels and their programs.
 *
 * A kernel is decoded, with the functions it can reach, when it is first
 * asked for: a program with fifty kernels starts as fast as one with two,
 * and what one kernel uses that we do not know is no matter to the others.
 */
#include "resolve.h"

#include "base/demangle.h"
#include "base/limits.h"
#include "memory/memory.h"
#include "tell/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables ---------------------------------------------------------- */

static uint64_t var_bytes(const struct ptx_var *var)
{
    return var->count * ptx_type_size(var->type);
}

/* The value of one piece of an initialiser. */
static bool init_value(const struct module *module, const struct ptx_init *init,
                       uint64_t *value)
{
    *value = init->bits;
    if (!init->symbol)
        return true;
    const struct symbol *symbol = symbol_find(module, init->symbol);
    if (symbol) {
        *value += symbol->address;
    } else {
        uint32_t function = module_func_index(init->symbol);
        if (function == NO_SLOT)
            return false;
        *value += FUNCTION_WINDOW + 16ull * function;
    }
    if (init->one_byte)
        *value = *value >> (8 * init->byte_shift) & 255;
    return true;
}

/* Variables start as zeros, which counts as written: C says so. */
static bool initialise(const struct module *module, const struct ptx_var *var,
                       uint64_t address, struct ptx_error *error)
{
    unsigned width = ptx_type_size(var->type);
    uint64_t bad;
    memory_fill(address, 0, var_bytes(var), &bad);
    for (uint64_t i = 0; i < var->init_count; i++) {
        uint64_t value;
        if (!init_value(module, &var->init[i], &value)) {
            snprintf(error->message, sizeof error->message,
                     "%s is initialised with %s, which is not defined",
                     var->name, var->init[i].symbol);
            return false;
        }
        memory_write(address + i * width, &value, width, &bad);
    }
    return true;
}

static bool module_no_memory(struct ptx_error *error)
{
    ptx_no_memory(error);
    return false;
}

static bool place_variable(struct module *module, uint32_t index,
                           struct ptx_error *error)
{
    const struct ptx_var *var = &module->ptx->vars[index];
    struct symbol *symbol = &module->symbols[index];
    uint64_t size = var_bytes(var);
    *symbol =
        (struct symbol){.name = var->name, .space = var->space, .size = size};
    symbol->address = memory_allocate(size, MEMORY_SYMBOL, var->name);
    if (!symbol->address) {
        snprintf(error->message, sizeof error->message,
                 "no memory for %s of %llu bytes", var->name,
                 (unsigned long long)size);
        error->no_memory = true;
        return false;
    }
    if (var->space == PTX_CONST) {
        module->const_bytes += (uint32_t)size;
        memory_find(symbol->address)->read_only = true;
    }
    return true;
}

static bool is_placed(const struct ptx_var *var)
{
    return (var->space == PTX_GLOBAL || var->space == PTX_CONST) &&
           !var->is_extern;
}

static bool place_variables(struct module *module, struct ptx_error *error)
{
    const struct ptx_module *ptx = module->ptx;
    module->symbols = arena_alloc(module->arena,
                                  (ptx->var_count + 1) * sizeof(struct symbol));
    if (!module->symbols)
        return module_no_memory(error);
    for (uint32_t i = 0; i < ptx->var_count; i++)
        if (is_placed(&ptx->vars[i]) && !place_variable(module, i, error))
            return false;
    for (uint32_t i = 0; i < ptx->var_count; i++) {
        const struct ptx_var *var = &ptx->vars[i];
        if (is_placed(var) &&
            !initialise(module, var, module->symbols[i].address, error))
            return false;
    }
    return true;
}

/* ---- kernels ------------------------------------------------------------ */

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

static bool refuse_params(const struct kernel *kernel,
                          const struct ptx_func *func, struct ptx_error *error)
{
    error->no_memory = false;
    snprintf(error->message, sizeof error->message,
             "the parameters of %s take more than %d bytes", kernel->pretty,
             PARAM_BYTES);
    error->line = func->text_line;
    return false;
}

static bool lay_out_params(struct module *module, struct kernel *kernel,
                           const struct ptx_func *func, struct ptx_error *error)
{
    const struct ptx_signature *sig = &func->sig;
    kernel->param_count = sig->param_count;
    kernel->params = arena_alloc(module->arena, (sig->param_count + 1) *
                                                    sizeof *kernel->params);
    if (!kernel->params || !kernel->pretty || !kernel->param_names)
        return module_no_memory(error);
    uint64_t at = 0;
    for (uint32_t i = 0; i < sig->param_count; i++) {
        uint32_t align = sig->params[i].align;
        uint64_t size = var_bytes(&sig->params[i]);
        at = (at + align - 1) / align * align;
        if (size > PARAM_BYTES || at + size > PARAM_BYTES)
            return refuse_params(kernel, func, error);
        kernel->params[i].offset = (uint32_t)at;
        kernel->params[i].size = (uint32_t)size;
        at += size;
    }
    kernel->param_bytes = round_up((uint32_t)at, 8);
    return true;
}

static uint32_t declared_registers(const struct ptx_func *func)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < func->reg_count; i++) {
        uint32_t size = ptx_type_size(func->regs[i].type);
        words +=
            (size + 3) / 4 * (func->regs[i].count ? func->regs[i].count : 1);
    }
    return words > UINT32_MAX ? UINT32_MAX : (uint32_t)words;
}

/* NULL: out of memory. */
static const char *demangled(struct module *module, const char *name)
{
    char *text = demangle(name);
    struct word *kept =
        text ? arena_word(module->arena, text, strlen(text)) : NULL;
    free(text);
    return kept ? kept->text : NULL;
}

static bool add_kernel(struct module *module, const struct ptx_func *func,
                       struct ptx_error *error)
{
    struct kernel *kernel = &module->kernels[module->kernel_count++];
    kernel->name = func->sig.name;
    kernel->pretty = demangled(module, func->sig.name);
    kernel->param_names =
        arena_alloc(module->arena, sizeof *kernel->param_names);
    kernel->module = module;
    kernel->ptx = module->ptx;
    kernel->loc = func->loc;
    kernel->target = module->ptx->target_sm;
    kernel->max_threads =
        func->max_threads ? func->max_threads : MAX_BLOCK_THREADS;
    kernel->register_count = declared_registers(func);
    kernel->const_bytes = module->const_bytes;
    return lay_out_params(module, kernel, func, error);
}

static bool add_kernels(struct module *module, struct ptx_error *error)
{
    const struct ptx_module *ptx = module->ptx;
    module->kernels = arena_alloc(module->arena, (ptx->func_count + 1) *
                                                     sizeof *module->kernels);
    if (!module->kernels)
        return module_no_memory(error);
    for (uint32_t i = 0; i < ptx->func_count; i++)
        if (ptx->funcs[i].is_entry &&
            !add_kernel(module, &ptx->funcs[i], error))
            return false;
    return true;
}

/* ---- programs ----------------------------------------------------------- */

/* Why the kernel has no program, as a finding at the launch. */
static void report_unresolved(const struct kernel *kernel,
                              const struct ptx_error *error)
{
    struct finding finding = {.tool = APICHECK,
                              .severity = FINDING_ERROR,
                              .ptx = kernel->ptx,
                              .loc = kernel->loc,
                              .lanes = 1};
    if (error->loc.line)
        finding.loc = error->loc;
    snprintf(finding.title, sizeof finding.title, "%s", error->message);
    snprintf(finding.detail, sizeof finding.detail, "in %s, line %u of the PTX",
             kernel->pretty, error->line);
    snprintf(finding.hint, sizeof finding.hint,
             "SUPPORTED.md has what the emulated device knows; man ptxrun says "
             "where that is");
    diagnose(&finding);
}

/* Nothing is wrong yet, at the sizes that run here.  Only of a line that can be
 * shown: others are those of a library. */
static void remark_indices(const struct kernel *kernel, const struct code *code)
{
    char text[SOURCE_LINE];
    for (uint32_t i = 0; i < code->product_count; i++) {
        struct finding finding = {
            .tool = MEMCHECK,
            .severity = FINDING_NOTE,
            .ptx = kernel->ptx,
            .loc = code->products[i],
            .kernel = kernel->pretty,
            .lanes = 1,
            .title = "an index is a product of two ints, in 32 bits",
            .hint = "beyond 2147483647 elements it overflows: let one factor "
                    "be a size_t"};
        if (finding_source(&finding, finding.loc, text))
            diagnose(&finding);
    }
}

static void remark(const struct kernel *kernel)
{
    const struct program *program = kernel->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i])
            remark_indices(kernel, program->functions[i]);
}

/* What stores of functions other than the entry may reach is not traced. */
static void join_functions(struct program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct code *code = program->functions[i];
        if (!code)
            continue;
        program->stores_through |= code->is_entry || !code->stores_through
                                       ? code->stores_through
                                       : THROUGH_ANYTHING;
        program->has_local |= code->local_bytes > 0;
        program->draws |= code->draws;
    }
}

static struct program *make_program(struct module *module, uint32_t entry,
                                    struct ptx_error *error)
{
    struct program *program = arena_alloc(module->arena, sizeof *program);
    if (!program)
        return NULL;
    program->ptx = module->ptx;
    program->entry = entry;
    program->function_count = module->ptx->func_count;
    program->functions = arena_alloc(
        module->arena, program->function_count * sizeof *program->functions);
    program->shared_places =
        arena_alloc(module->arena, (module->ptx->var_count + 1) *
                                       sizeof *program->shared_places);
    program->wanted = arena_alloc(module->arena, program->function_count *
                                                     sizeof *program->wanted);
    if (!program->functions || !program->shared_places || !program->wanted ||
        !program_want(program, module->arena, entry))
        return NULL;
    for (uint32_t i = 0; i < program->wanted_count; i++) /* more come */
        if (!resolve_function(module, program, program->wanted[i], error))
            return NULL;
    join_functions(program);
    return program;
}

const struct kernel *module_kernel(const struct module *module,
                                   const char *name)
{
    for (uint32_t i = 0; i < module->kernel_count; i++) {
        struct kernel *kernel = &module->kernels[i];
        if (strcmp(kernel->name, name))
            continue;
        if (!kernel->program) {
            struct ptx_error error;
            ptx_no_memory(&error);
            kernel->program = make_program(
                kernel->module, module_func_index(kernel->name), &error);
            if (kernel->program) {
                remark(kernel);
                kernel->static_shared = kernel->program->static_shared;
                if (kernel->program->has_reserved) /* not the kernel's own */
                    kernel->static_shared -= RESERVED_SHARED_BYTES;
                kernel->local_bytes =
                    kernel->program->functions[kernel->program->entry]
                        ->local_bytes;
            } else if (error.no_memory) {
                kernel->no_memory = true; /* the launch says so */
            } else {
                report_unresolved(kernel, &error);
            }
        }
        return kernel;
    }
    return NULL;
}

static void free_names(struct kernel *kernel)
{
    char **names = kernel->param_names ? kernel->param_names->names : NULL;
    for (uint32_t i = 0; names && i < kernel->param_count; i++)
        free(names[i]);
    free(names);
}

/* ---- load, unload ------------------------------------------------------- */

struct module *module_load(const char *text, struct ptx_error *error)
{
    struct arena *arena = arena_new();
    struct module *module = arena ? arena_alloc(arena, sizeof *module) : NULL;
    ptx_no_memory(error);
    if (!module) {
        arena_free(arena);
        return NULL;
    }
    module->arena = arena;
    module->ptx = ptx_parse(text, error);
    if (!module->ptx || !place_variables(module, error) ||
        !add_kernels(module, error)) {
        module_unload(module);
        return NULL;
    }
    error->message[0] = '\0';
    return module;
}

void module_unload(struct module *module)
{
    if (!module)
        return;
    for (uint32_t i = 0; module->symbols && i < module->ptx->var_count; i++)
        memory_free(module->symbols[i].address);
    for (uint32_t i = 0; i < module->kernel_count; i++)
        free_names(&module->kernels[i]);
    if (module->ptx)
        ptx_free(module->ptx);
    arena_free(module->arena);
}

/*
 * resolve.c - from names to slots: a parsed function becomes decoded code.
 *
 * Every operand becomes the offset of a slot (32 lanes side by side) in the
 * frame: registers, immediates and special registers alike.  An opcode is
 * looked up in ops.def; what a modifier changes (.ftz, .sat, a rounding mode)
 * becomes a step of its own before or after, marked INSN_MICRO so that it is
 * not counted.  What is not known is refused by name and line.
 */
#include "base/larger.h"
#include "base/options.h"
#include "choices.h"
#include "indices.h"
#include "layout.h"
#include "locals.h"
#include "resolver.h"
#include "uses.h"

#include <search.h>

#include "words.h"

/* ---- one instruction ---------------------------------------------------- */

static const struct emitter {
    const char *base;
    bool (*emit)(struct resolver *r);
} emitters[] = {
    {"ld", emit_load},
    {"ldu", emit_load},
    {"st", emit_store},
    {"atom", emit_atomic},
    {"red", emit_atomic},
    {"bra", emit_branch},
    {"brx", emit_indexed_branch},
    {"call", emit_call},
    {"ret", emit_plain},
    {"exit", emit_plain},
    {"trap", emit_plain},
    {"brkpt", emit_nothing},
    {"mov", emit_mov},
    {"cvt", emit_cvt},
    {"cvta", emit_cvta},
    {"isspacep", emit_isspacep},
    {"setp", emit_setp},
    {"set", emit_set},
    {"selp", emit_selp},
    {"testp", emit_testp},
    {"shfl", emit_shuffle},
    {"vote", emit_vote},
    {"match", emit_vote},
    {"redux", emit_vote},
    {"elect", emit_elect},
    {"mma", emit_matrix},
    {"activemask", emit_activemask},
    {"bar", emit_barrier},
    {"barrier", emit_barrier},
    {"mbarrier", emit_mbarrier},
    {"tex", emit_texture},
    {"tld4", emit_texture},
    {"suld", emit_surface},
    {"sust", emit_surface},
    {"txq", emit_image_query},
    {"suq", emit_image_query},
    {"cp", emit_copy},
    {"membar", emit_fence},
    {"fence", emit_fence},
    {"prefetch", emit_nothing},
    {"prefetchu", emit_nothing},
    {"nanosleep", emit_nothing},
    {"pmevent", emit_nothing},
    {"griddepcontrol", emit_nothing},
    {"addc", emit_carry},
    {"subc", emit_carry},
    {"madc", emit_carry},
    {"bfi", emit_bits},
    {"lop3", emit_bits},
    {"prmt", emit_bits},
    {"vadd", emit_video},
    {"vadd2", emit_video},
    {"vadd4", emit_video},
    {"vsub", emit_video},
    {"vsub2", emit_video},
    {"vsub4", emit_video},
    {"vabsdiff", emit_video},
    {"vabsdiff2", emit_video},
    {"vabsdiff4", emit_video},
    {"vmin", emit_video},
    {"vmin2", emit_video},
    {"vmin4", emit_video},
    {"vmax", emit_video},
    {"vmax2", emit_video},
    {"vmax4", emit_video},
    {"vavrg2", emit_video},
    {"vavrg4", emit_video},
    {"vset", emit_video},
    {"vset2", emit_video},
    {"vset4", emit_video},
    {"vshl", emit_video},
    {"vshr", emit_video},
};

const char *emitter_name(size_t i)
{
    return i < sizeof emitters / sizeof *emitters ? emitters[i].base : NULL;
}

static emitter_function *emitter_named(const char *base)
{
    for (size_t i = 0; i < sizeof emitters / sizeof *emitters; i++)
        if (is(emitters[i].base, base))
            return emitters[i].emit;
    return emit_arithmetic;
}

/* %r1.h0, of the video instructions' operands alone. */
static bool no_selectors(struct resolver *r)
{
    for (unsigned i = 0; i < r->source->operand_count; i++) {
        const struct ptx_operand *o = &r->source->operands[i];
        if (o->selector)
            return resolver_fail(r, "'.%.20s' is not a component", o->selector);
    }
    return true;
}

static bool emit_instruction(struct resolver *r)
{
    emitter_function *emit = emitter_named(r->parts[0]);
    if (opcode_has(r, "cc"))
        emit = emit_carry;
    return (emit == emit_video || no_selectors(r)) && emit(r);
}

static bool resolve_instruction(struct resolver *r, uint32_t i)
{
    r->source = &r->func->insns[i];
    r->first = r->starts[i] = r->code->insn_count;
    r->detail = (struct insn_detail){.loc = r->source->loc,
                                     .text = r->source->opcode,
                                     .second = NO_SLOT,
                                     .fourth = NO_SLOT};
    r->error->message[0] = '\0';
    bool done = opcode_split(r) && emit_instruction(r) && emit_guard(r);
    return r->starved ? resolver_no_memory(r) : done;
}

/* ---- the function as a whole -------------------------------------------- */

static bool bind_var(struct resolver *r, const struct ptx_var *var,
                     enum name_kind kind, uint32_t *at)
{
    struct name *name = name_add(r, var->name);
    uint64_t size = var->count * ptx_type_size(var->type);
    if (!name)
        return resolver_no_memory(r);
    if (var->space == PTX_SHARED)
        return shared_place(r, var, name);
    uint64_t offset =
        ((uint64_t)*at + var->align - 1) / var->align * var->align;
    if (size > LOCAL_BYTES_PER_THREAD || offset + size > LOCAL_BYTES_PER_THREAD)
        return resolver_fail(r, "%.60s needs more than %u bytes a thread",
                             var->name, LOCAL_BYTES_PER_THREAD);
    name->kind = kind;
    name->offset = offset;
    name->size = size;
    *at = (uint32_t)(offset + size);
    return true;
}

static bool bind_params(struct resolver *r)
{
    const struct ptx_signature *sig = &r->func->sig;
    uint32_t at = 0;
    if (r->code->is_entry) {
        for (uint32_t i = 0; i < sig->param_count; i++)
            if (!bind_var(r, &sig->params[i], NAME_KERNEL_PARAM, &at))
                return false;
        return true;
    }
    struct code *code = r->code;
    code->args = arena_alloc(r->module->arena,
                             (sig->param_count + 1) * sizeof *code->args);
    code->results = arena_alloc(r->module->arena, (sig->result_count + 1) *
                                                      sizeof *code->results);
    if (!code->args || !code->results)
        return resolver_no_memory(r);
    for (uint32_t i = 0; i < sig->param_count + sig->result_count; i++) {
        bool result = i >= sig->param_count;
        const struct ptx_var *var =
            result ? &sig->results[i - sig->param_count] : &sig->params[i];
        if (var->space != PTX_PARAM)
            return resolver_fail(r,
                                 "parameters in registers are not supported");
        if (!bind_var(r, var, NAME_PARAM, &code->param_bytes))
            return false;
        struct name *name = name_known(r, var->name);
        struct param_place place = {(uint32_t)name->offset,
                                    (uint32_t)name->size};
        if (result)
            code->results[code->result_count++] = place;
        else
            code->args[code->arg_count++] = place;
    }
    return true;
}

static bool bind_body(struct resolver *r)
{
    const struct ptx_func *func = r->func;
    for (uint32_t i = 0; i < func->var_count; i++) {
        const struct ptx_var *var = &func->vars[i];
        bool param = var->space == PTX_PARAM;
        if (!bind_var(r, var, param ? NAME_PARAM : NAME_LOCAL,
                      param ? &r->code->param_bytes : &r->code->local_bytes))
            return false;
    }
    for (uint32_t i = 0; i < func->label_count; i++) {
        struct name *name = name_add(r, func->labels[i].name);
        if (!name)
            return resolver_no_memory(r);
        name->kind = NAME_LABEL;
        name->offset = func->labels[i].at;
    }
    return true;
}

/* Branch targets: from PTX instructions to decoded ones. */
static void patch_targets(struct resolver *r)
{
    for (uint32_t i = 0; i < r->code->insn_count; i++) {
        struct insn *insn = &r->code->insns[i];
        if (insn->op == OP_bra)
            insn->target = r->starts[insn->target];
        if (insn->op == OP_brx_idx)
            for (uint32_t k = 0; k < insn->detail->target_count; k++)
                insn->detail->targets[k] = r->starts[insn->detail->targets[k]];
    }
}

/* A body that runs off its end returns. */
static bool end_body(struct resolver *r)
{
    r->starts[r->func->insn_count] = r->code->insn_count;
    r->detail = (struct insn_detail){.text = "ret",
                                     .second = NO_SLOT,
                                     .fourth = NO_SLOT,
                                     .loc = r->func->loc};
    return emit_micro(r, OP_ret, NO_SLOT, NO_SLOT) != NULL;
}

static bool prepare(struct resolver *r)
{
    struct arena *arena = r->module->arena;
    struct code *code = r->code;
    code->name = r->func->sig.name;
    code->is_entry = r->func->is_entry;
    code->sm_threads =
        (uint64_t)larger(r->func->max_threads, r->func->required_threads) *
        r->func->least_blocks;
    code->specials = arena_alloc(arena, SPECIAL_COUNT * sizeof *code->specials);
    r->starts = arena_alloc(arena, ((size_t)r->func->insn_count + 1) *
                                       sizeof *r->starts);
    return (code->specials && r->starts) || resolver_no_memory(r);
}

static bool resolve_body(struct resolver *r)
{
    if (!prepare(r) || !bind_params(r) || !bind_body(r))
        return false;
    for (uint32_t i = 0; i < r->func->insn_count; i++)
        if (!resolve_instruction(r, i))
            return false;
    r->source = NULL;
    if (!end_body(r))
        return false;
    patch_targets(r);
    if (!layout_settle(r->code) || !locals_keep(r))
        return resolver_no_memory(r);
    slot_mark(r, r->code->frame_bytes, 0); /* room for every slot */
    choices_find(r->code);
    if (r->starved || !flow_joins(r->code) || !uses_of_loads(r->code) ||
        !uses_of_atomics(r->code) ||
        (options()->remarks && !indices_find(r->code)))
        return resolver_no_memory(r);
    flow_stores(r->code, r->sources);
    return true;
}

static void no_action(void *node)
{
    (void)node;
}

bool resolve_function(struct module *module, struct program *program,
                      uint32_t index, struct ptx_error *error)
{
    struct resolver r = {.module = module,
                         .program = program,
                         .func = &module->ptx->funcs[index],
                         .code = program->functions[index],
                         .error = error,
                         .carry = NO_SLOT};
    bool done = resolve_body(&r);
    tdestroy(r.names, no_action);
    return done;
}

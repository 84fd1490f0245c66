/*
 * resolve_control.c - branches and calls.
 */
#include "resolver.h"

/* ---- control ------------------------------------------------------------ */

/* Labels are bound to PTX instructions; patch_targets() of resolve.c turns
 * them into decoded ones. */
static bool label_target(struct resolver *r, const char *text, uint32_t *target)
{
    struct name *name = text ? name_known(r, text) : NULL;
    if (!name || name->kind != NAME_LABEL)
        return resolver_fail(r, "there is no label %.60s",
                             text ? text : "here");
    *target = (uint32_t)name->offset;
    return true;
}

bool emit_branch(struct resolver *r)
{
    struct insn *insn = emit(r, OP_bra);
    return insn && label_target(r, operand_at(r, 0)->name, &insn->target);
}

static const struct ptx_targets *targets_named(struct resolver *r,
                                               const char *text)
{
    for (uint32_t i = 0; i < r->func->target_count; i++)
        if (r->func->targets[i].name == text)
            return &r->func->targets[i];
    return NULL;
}

bool emit_indexed_branch(struct resolver *r)
{
    uint32_t index;
    const struct ptx_targets *targets =
        targets_named(r, operand_at(r, 1)->name);
    if (!is(opcode_part(r, 1), "idx") || !targets || !targets->count)
        return resolver_unsupported(r);
    r->detail.target_count = targets->count;
    r->detail.targets =
        arena_alloc(r->module->arena, targets->count * sizeof(uint32_t));
    if (!r->detail.targets)
        return resolver_no_memory(r);
    for (uint32_t i = 0; i < targets->count; i++)
        if (!label_target(r, targets->labels[i], &r->detail.targets[i]))
            return false;
    if (!operand_source(r, 0, 4, &index))
        return false;
    return emit_slots(r, OP_brx_idx, NO_SLOT, index, NO_SLOT, NO_SLOT);
}

bool emit_plain(struct resolver *r)
{
    uint16_t op;
    return (op_find(r->parts[0], &op) || resolver_unsupported(r)) &&
           emit(r, op) != NULL;
}

/* ---- calls -------------------------------------------------------------- */

static bool call_places(struct resolver *r, const struct ptx_operand *list,
                        uint32_t *count, struct param_place **places)
{
    *count = list ? list->list_count : 0;
    *places = arena_alloc(r->module->arena, (*count + 1) * sizeof **places);
    if (!*places)
        return resolver_no_memory(r);
    for (uint32_t i = 0; i < *count; i++) {
        struct name *name = list->list[i].kind == PTX_OPND_NAME
                                ? name_known(r, list->list[i].name)
                                : NULL;
        if (!name || name->kind != NAME_PARAM)
            return resolver_fail(r, "a call with arguments in registers is not "
                                    "supported");
        (*places)[i] =
            (struct param_place){(uint32_t)name->offset, (uint32_t)name->size};
    }
    return true;
}

/* Address-taken functions may be called from anywhere in the program. */
static bool resolve_all(struct resolver *r)
{
    const struct ptx_module *ptx = r->module->ptx;
    for (uint32_t i = 0; i < ptx->func_count; i++)
        if (!ptx->funcs[i].is_entry && !ptx->funcs[i].is_extern &&
            !resolver_want(r, i))
            return false;
    return true;
}

/* What <<<...>>> becomes in a kernel, and the Runtime API there. */
static bool refuse_function(struct resolver *r, const char *name)
{
    if (strstr(name, "GetParameterBuffer") || strstr(name, "LaunchDevice"))
        return resolver_fail(r, "a kernel launched by a kernel is not "
                                "supported");
    if (!strncmp(name, "cuda", 4) || !strncmp(name, "__cudaCDP", 9))
        return resolver_fail(r, "%.60s in a kernel is not supported", name);
    return resolver_fail(r, "%.60s is called but neither defined nor known",
                         name);
}

static bool call_target(struct resolver *r, const struct ptx_operand *callee,
                        struct call *call)
{
    call->callee = call->pointer = NO_SLOT;
    struct name *pointer = name_find(r, callee->name);
    if (pointer && pointer->kind == NAME_REGISTER) {
        call->pointer = pointer->slot;
        return (pointer->bytes == 8 || resolver_unsupported(r)) &&
               resolve_all(r);
    }
    uint32_t index = module_func_index(callee->name);
    if (index == NO_SLOT)
        return resolver_fail(r, "%.60s is called but not declared",
                             callee->name);
    if (r->module->ptx->funcs[index].is_extern) {
        call->builtin = builtin_named(callee->name);
        return call->builtin != BUILTIN_NONE ||
               refuse_function(r, callee->name);
    }
    if (r->module->ptx->funcs[index].is_entry)
        return resolver_fail(r, "%.60s is a kernel, which no code can call",
                             callee->name);
    call->callee = index;
    return resolver_want(r, index);
}

/* call (results), f, (arguments), prototype; results, arguments optional */
bool emit_call(struct resolver *r)
{
    const struct ptx_operand *results = NULL, *arguments = NULL;
    unsigned i = 0;
    if (operand_at(r, i)->kind == PTX_OPND_LIST)
        results = operand_at(r, i++);
    const struct ptx_operand *callee = operand_at(r, i++);
    if (operand_at(r, i)->kind == PTX_OPND_LIST)
        arguments = operand_at(r, i);
    struct call *call = arena_alloc(r->module->arena, sizeof *call);
    if (!call)
        return resolver_no_memory(r);
    if (callee->kind != PTX_OPND_NAME)
        return resolver_unsupported(r);
    if (!call_places(r, results, &call->result_count, &call->results) ||
        !call_places(r, arguments, &call->arg_count, &call->args) ||
        !call_target(r, callee, call))
        return false;
    if (call->arg_count > 8 && call->builtin)
        return resolver_unsupported(r);
    r->detail.call = call;
    return emit(r, OP_call) != NULL;
}

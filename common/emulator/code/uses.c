/*
 * uses.c - the slots of an instruction, by its class: see uses.h.
 */
#include "uses.h"
#include "op_class.h"
#include "resolve.h"

#include <stdlib.h>

static void add(struct uses *uses, uint32_t slot)
{
    if (slot != NO_SLOT)
        uses->slot[uses->count++] = slot;
}

static void add_all(struct uses *uses, const uint32_t *slots, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        add(uses, slots[i]);
}

static void add_factors(struct uses *uses, const struct matrix *matrix)
{
    add_all(uses, matrix->a, matrix->a_count);
    add_all(uses, matrix->b, matrix->b_count);
    add_all(uses, matrix->c, matrix->c_count);
}

/* In target, of additions with carry, is the slot of their flag. */
static bool has_carry(uint16_t op)
{
    switch (op) {
#define C(id, name, class, T, x, y, in, sets) case OP_##id:
#define OP(id, name, class)
#include "ops.def"
        return true;
    default: return false;
    }
}

struct uses uses_read(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    struct uses uses = {.count = 0};
    add(&uses, insn->guard);
    add(&uses, detail->is_kept ? NO_SLOT : insn->a);
    if (detail->is_kept && (op_fills_slots(insn->op) || detail->is_element))
        add(&uses, detail->kept);
    add(&uses, insn->b);
    add(&uses, insn->c);
    add(&uses, detail->fourth);
    for (unsigned i = 0; i < detail->image.dimensions; i++)
        add(&uses, detail->image.at[i]);
    for (uint32_t i = 0; !op_fills_slots(insn->op) && i < detail->vector; i++)
        add(&uses, detail->slots[i]);
    if (detail->matrix)
        add_factors(&uses, detail->matrix);
    if (has_carry(insn->op))
        add(&uses, insn->target);
    if (detail->call)
        add(&uses, detail->call->pointer);
    return uses;
}

struct uses uses_written(const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    struct uses uses = {.count = 0};
    add(&uses, insn->d);
    if (detail->is_kept && !op_fills_slots(insn->op))
        add(&uses, detail->kept);
    add(&uses, detail->second);
    for (uint32_t i = 0; op_fills_slots(insn->op) && i < detail->vector; i++)
        add(&uses, detail->slots[i]);
    if (detail->matrix)
        add_all(&uses, detail->matrix->d, detail->matrix->c_count);
    if (has_carry(insn->op))
        add(&uses, insn->target);
    for (unsigned i = 0; detail->call && i < MOST_OUTS; i++)
        add(&uses, detail->call->outs[i] ? detail->call->outs[i] : NO_SLOT);
    return uses;
}

bool uses_pass_on(const struct insn *insn)
{
    const struct op_class *class = op_class(insn->op);
    switch (insn->op) {
    case OP_vote_all:
    case OP_vote_any:
    case OP_vote_uni:
    case OP_vote_ballot:
    case OP_warp_sync:
    case OP_elect:
    case OP_barrier_arrive:
    case OP_texture:
    case OP_surface_load:
    case OP_surface_store:
    case OP_image_query:
    case OP_bulk_load:
    case OP_bulk_store:
    case OP_nanosleep: return false;
    default:
        return class->role == ROLE_COMPUTES && class->wait != WAIT_SHUFFLE &&
               class->wait != WAIT_MATRIX;
    }
}

static bool has(const struct uses *uses, uint32_t slot)
{
    for (unsigned i = 0; i < uses->count; i++)
        if (uses->slot[i] == slot)
            return true;
    return false;
}

static bool reads(const struct insn *insn, uint32_t slot)
{
    struct uses uses = uses_read(insn);
    return has(&uses, slot);
}

static bool replaces(const struct insn *insn, uint32_t slot)
{
    struct uses uses = uses_written(insn);
    return insn->guard == NO_SLOT && has(&uses, slot);
}

/* ---- where a value goes ------------------------------------------------- */

/* Instructions yet to be looked at, each once. */
struct worklist {
    const struct code *code;
    uint32_t *todo;
    uint32_t count;
    bool *met;
};

static void visit(struct worklist *list, uint32_t at)
{
    if (at >= list->code->insn_count || list->met[at])
        return;
    list->met[at] = true;
    list->todo[list->count++] = at;
}

static void visit_next(struct worklist *list, uint32_t at)
{
    const struct insn *insn = &list->code->insns[at];
    if (insn->op == OP_bra)
        visit(list, insn->target);
    for (uint32_t k = 0; k < insn->detail->target_count; k++)
        visit(list, insn->detail->targets[k]);
    if (flow_goes_on(insn))
        visit(list, at + 1);
}

bool uses_follow(const struct code *code, uint32_t from, uint32_t slot)
{
    struct worklist list = {
        .code = code,
        .todo = malloc(((size_t)code->insn_count + 1) * sizeof *list.todo),
        .met = calloc((size_t)code->insn_count + 1, sizeof *list.met)};
    bool found = !list.todo || !list.met;
    if (!found)
        visit(&list, from);
    while (!found && list.count) {
        uint32_t at = list.todo[--list.count];
        found = reads(&code->insns[at], slot);
        if (!found && !replaces(&code->insns[at], slot))
            visit_next(&list, at);
    }
    free(list.todo);
    free(list.met);
    return found;
}

/* ---- loops that wait ----------------------------------------------------- */

bool uses_look(const struct insn *insn)
{
    return (op_class(insn->op)->role == ROLE_LOADS &&
            insn->flags & INSN_VOLATILE) ||
           (op_updates(insn->op) && insn->detail->returns);
}

static bool is_zero(const struct code *code, uint32_t slot)
{
    const struct constant *constant = code_constant(code, slot);
    return constant && !constant->bits;
}

/* Twice is as good as once. */
static bool may_look_again(const struct code *code, const struct insn *insn)
{
    switch (insn->detail->atomic) {
    case ATOMIC_ADD:
    case ATOMIC_XOR: return is_zero(code, insn->b);
    case ATOMIC_INC:
    case ATOMIC_DEC: return false;
    default: return true;
    }
}

static bool may_wait(const struct code *code, const struct insn *insn)
{
    switch (op_class(insn->op)->role) {
    case ROLE_COMPUTES: return !op_copies(insn->op);
    case ROLE_LOADS: return true;
    case ROLE_UPDATES: return may_look_again(code, insn);
    default: return false;
    }
}

/* Is a slot that is written in [from, to) written in [from, at) as well? */
static bool is_fresh(const struct code *code, uint32_t from, uint32_t at,
                     uint32_t to, uint32_t slot)
{
    bool before = false, ever = false;
    for (uint32_t i = from; i < to; i++) {
        struct uses written = uses_written(&code->insns[i]);
        if (!has(&written, slot))
            continue;
        ever = true;
        before |= i < at;
    }
    return before || !ever;
}

enum { MOST_WAITING = 64 };

bool uses_wait(const struct code *code, uint32_t from, uint32_t to)
{
    bool looks = false;
    if (to - from > MOST_WAITING)
        return false;
    for (uint32_t i = from; i < to; i++) {
        const struct insn *insn = &code->insns[i];
        struct uses read = uses_read(insn);
        looks |= uses_look(insn);
        if (i + 1 < to && !may_wait(code, insn))
            return false;
        for (unsigned k = 0; k < read.count; k++)
            if (!is_fresh(code, from, i, to, read.slot[k]))
                return false;
    }
    return looks;
}

/* ---- atomics ------------------------------------------------------------ */

static bool is_read(const struct code *code, const struct insn *but)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (&code->insns[i] != but && reads(&code->insns[i], but->d))
            return true;
    return false;
}

static bool differs_by_lane(enum special what)
{
    switch (what) {
    case SPECIAL_TID_X:
    case SPECIAL_TID_Y:
    case SPECIAL_TID_Z:
    case SPECIAL_LANEID:
    case SPECIAL_LANEMASK_EQ:
    case SPECIAL_LANEMASK_LT:
    case SPECIAL_LANEMASK_LE:
    case SPECIAL_LANEMASK_GT:
    case SPECIAL_LANEMASK_GE: return true;
    default: return false;
    }
}

/* Is what it writes the same for all lanes, if what it reads is? */
static bool keeps_alike(const struct insn *insn)
{
    return uses_pass_on(insn) || insn->op == OP_ld_param ||
           insn->op == OP_ld_const || insn->op == OP_ld_global;
}

/* What it writes differs by lane; true: that is new. */
static bool spread(const struct insn *insn, bool *differs)
{
    struct uses read = uses_read(insn), written = uses_written(insn);
    bool any = !keeps_alike(insn), fresh = false;
    for (unsigned i = 0; i < read.count; i++)
        any |= differs[read.slot[i] / 64];
    for (unsigned i = 0; any && i < written.count; i++) {
        fresh |= !differs[written.slot[i] / 64];
        differs[written.slot[i] / 64] = true;
    }
    return fresh;
}

/* [slot / 64]: may its lanes differ?  NULL: out of memory. */
static bool *find_differing(const struct code *code)
{
    bool *differs = calloc(code->frame_bytes / 64 + 1, sizeof *differs);
    bool fresh = true;
    for (uint32_t i = 0; differs && i < code->special_count; i++)
        if (differs_by_lane(code->specials[i].what))
            differs[code->specials[i].slot / 64] = true;
    while (differs && fresh) {
        fresh = false;
        for (uint32_t i = 0; i < code->insn_count; i++)
            fresh |= spread(&code->insns[i], differs);
    }
    return differs;
}

/* Adds up, or finds the least, before one lane goes to memory: REDUX has
 * integers of 32 bits. */
static bool can_combine(const struct insn_detail *detail)
{
    bool whole =
        ptx_type_size(detail->type) == 4 && !type_is_float(detail->type);
    switch (detail->atomic) {
    case ATOMIC_ADD: return whole;
    case ATOMIC_MIN:
    case ATOMIC_MAX:
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_XOR: return whole && !detail->returns;
    default: return false;
    }
}

static bool has_atomics(const struct code *code)
{
    for (uint32_t i = 0; i < code->insn_count; i++)
        if (op_updates(code->insns[i].op))
            return true;
    return false;
}

/* What is called may be called in a loop. */
static bool draws(const struct code *code, uint32_t at)
{
    const struct insn *insn = &code->insns[at];
    enum atomic_op atomic = insn->detail->atomic;
    return insn->op != OP_atom_shared && insn->detail->answers &&
           (atomic == ATOMIC_ADD || atomic == ATOMIC_INC ||
            atomic == ATOMIC_DEC) &&
           (!code->is_entry || flow_latch(code, at) != NO_SLOT);
}

/* As ptxas has it for sm_90 (common/emulator/counters_h200.md): what need not
 * come back is a reduction, RED, but for exchanges, which there are none of. */
bool uses_of_atomics(struct code *code)
{
    bool *differs = has_atomics(code) ? find_differing(code) : NULL;
    for (uint32_t i = 0; differs && i < code->insn_count; i++) {
        struct insn *insn = &code->insns[i];
        struct insn_detail *detail = insn->detail;
        if (!op_updates(insn->op))
            continue;
        detail->answers = insn->d != NO_SLOT && is_read(code, insn);
        detail->returns = detail->atomic >= ATOMIC_EXCH || detail->answers;
        detail->combined = can_combine(detail) && !differs[insn->a / 64];
        code->draws |= draws(code, i);
        detail->tries =
            detail->atomic == ATOMIC_CAS && !code_constant(code, insn->b);
    }
    bool done = differs || !has_atomics(code);
    free(differs);
    return done;
}

/* ---- loads -------------------------------------------------------------- */

/* Slots that hold a loaded value, or something made of it. */
enum { MOST_MADE = 32 };
struct made {
    uint32_t slot[MOST_MADE];
    unsigned count;
};

static bool is_made(const struct made *made, uint32_t slot)
{
    for (unsigned i = 0; i < made->count; i++)
        if (made->slot[i] == slot)
            return true;
    return false;
}

static bool reads_made(const struct made *made, const struct insn *insn)
{
    struct uses uses = uses_read(insn);
    for (unsigned i = 0; i < uses.count; i++)
        if (is_made(made, uses.slot[i]))
            return true;
    return false;
}

/* Those it writes hold something made of the value now, or no longer. */
static void follow_written(struct made *made, const struct insn *insn,
                           bool holds)
{
    struct uses uses = uses_written(insn);
    for (unsigned i = 0; i < uses.count; i++) {
        unsigned k = 0;
        while (k < made->count && made->slot[k] != uses.slot[i])
            k++;
        if (holds && k == made->count && k < MOST_MADE)
            made->slot[made->count++] = uses.slot[i];
        else if (!holds && k < made->count && insn->guard == NO_SLOT)
            made->slot[k] = made->slot[--made->count];
    }
}

/* Takes one value or the other, by lane. */
static bool chooses(const struct insn *insn)
{
    switch (insn->op) {
    case OP_selp_16:
    case OP_selp_32:
    case OP_selp_64:
    case OP_and_pred:
    case OP_or_pred: return true;
    default: return insn->detail->boolean != BOOL_NONE;
    }
}

/* From the load at `at` to the end of its basic block, but not for ever: is
 * its value one of two, or left to some lanes, or for another block? */
static bool may_be_discarded(const struct code *code, const bool *starts,
                             uint32_t at)
{
    enum { FAR = 256 };
    const struct insn *load = &code->insns[at], *insn = load + 1;
    const struct insn *end = code->insns + code->insn_count;
    struct made made = {.count = 0};
    bool used = false;
    follow_written(&made, load, true);
    for (uint32_t k = at + 1; insn < end && !starts[k]; k++, insn++) {
        if (k - at > FAR)
            return false;
        bool reads = reads_made(&made, insn);
        used |= reads;
        if (reads && (chooses(insn) ||
                      (insn->guard != NO_SLOT && insn->guard != load->guard)))
            return true;
        if (reads && !uses_pass_on(insn))
            return false;
        follow_written(&made, insn, reads);
    }
    return !used;
}

bool uses_of_loads(struct code *code)
{
    bool *starts = calloc((size_t)code->insn_count + 1, sizeof *starts);
    if (!starts)
        return false;
    flow_starts(code, starts);
    for (uint32_t i = 0; i < code->insn_count; i++) {
        struct insn *insn = &code->insns[i];
        if (insn->op == OP_ld_shared || insn->op == OP_ld_global ||
            insn->op == OP_ld_generic)
            insn->detail->discardable = may_be_discarded(code, starts, i);
    }
    free(starts);
    return true;
}

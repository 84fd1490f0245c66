/*
 * region_fold.c - what ptxas makes one instruction of: multiply and add, shift
 * and add, three operands for sums and for logic, conditions combined; and
 * what it makes several of.
 */
#include "region_build.h"
#include "region_insn.h"
#include "code/choices.h"
#include "code/op_class.h"
#include "code/uses.h"
#include "region_cost.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is needed ----------------------------------------------------- */

static void count_uses(struct build *b)
{
    for (uint32_t i = 0; i < b->value_count; i++)
        b->values[i].uses = 0;
    for (uint32_t i = 0; i < b->node_count; i++)
        for (unsigned k = 0; b->nodes[i].keep && k < b->nodes[i].read_count;
             k++)
            b->values[b->nodes[i].reads[k]].uses++;
}

static bool is_root(const struct build *b, const struct node *node)
{
    const struct insn *insn = node->insn;
    bool own = !node->special && !node->copy; /* the instruction itself */
    if (own && node->kind != STEP_COMPUTE && node->kind != STEP_LOAD)
        return true;
    if (own && (insn->op == OP_call || insn->op == OP_warp_sync ||
                (insn->detail->is_volatile && !insn->detail->is_kept)))
        return true;
    for (unsigned k = 0; k < node->write_count; k++)
        if (b->values[node->writes[k]].bound != NO_REGISTER)
            return true;
    return false;
}

static bool is_plain_store(const struct node *node)
{
    return node->kind == STEP_STORE && !node->special && !node->copy &&
           op_class(node->insn->op)->role == ROLE_STORES &&
           !node->insn->detail->copies && !(node->insn->flags & INSN_VOLATILE);
}

/* May it see what is in memory of that space, or is it not known to be run? */
static bool looks_at(const struct node *node, enum ptx_space space)
{
    enum ptx_space own = op_class(node->insn->op)->space;
    if (node->special || node->copy || node->kind == STEP_STORE)
        return false;
    if (node->kind == STEP_COMPUTE)
        return node->insn->op == OP_call || node->insn->op == OP_warp_sync;
    return node->kind != STEP_LOAD || own == space || own == PTX_GENERIC ||
           space == PTX_GENERIC;
}

/* A store that another one to the same place follows before anybody can have
 * looked ("C[i] += ..." in a loop of tiles that are in shared memory): ptxas
 * leaves it out. */
static bool is_undone(const struct build *b, const struct node *store)
{
    const struct node *end = b->nodes + b->node_count;
    if (!is_plain_store(store))
        return false;
    for (const struct node *node = store + 1; node < end; node++) {
        if (looks_at(node, op_class(store->insn->op)->space))
            return false;
        if (is_plain_store(node) && node->insn->op == store->insn->op &&
            node->address == store->address && node->offset == store->offset &&
            node->insn->width == store->insn->width)
            return node->guard == NO_VALUE || node->guard == store->guard;
    }
    return false;
}

/* Nodes stand behind those whose values they read. */
static void keep_needed(struct build *b)
{
    for (uint32_t i = 0; i < b->node_count; i++)
        b->nodes[i].keep =
            is_root(b, &b->nodes[i]) && !is_undone(b, &b->nodes[i]);
    for (uint32_t i = b->node_count; i-- > 0;)
        for (unsigned k = 0; b->nodes[i].keep && k < b->nodes[i].read_count;
             k++) {
            int32_t made_by = b->values[b->nodes[i].reads[k]].node;
            if (made_by >= 0)
                b->nodes[made_by].keep = true;
        }
    count_uses(b);
}

/* ---- what goes into what ------------------------------------------------ */

static bool is_logic(uint16_t op)
{
    return op == OP_and_32 || op == OP_or_32 || op == OP_xor_32 ||
           op == OP_not_32;
}

/* With a sum LEA.HI, if it is by a number. */
static bool is_right_shift(uint16_t op)
{
    return op == OP_shr_s32 || op == OP_shr_u32;
}

static bool multiplies(uint16_t op)
{
    return op == OP_mul_wide_s32 || op == OP_mul_wide_u32 || op == OP_mul_lo_32;
}

/* May it become part of a fused multiply-add? */
static bool may_contract(const struct insn *insn)
{
    const char *text = insn->detail->text;
    return text && !strstr(text, ".rn") && !strstr(text, ".rz") &&
           !strstr(text, ".rm") && !strstr(text, ".rp");
}

static bool is_sum(uint16_t op)
{
    return op == OP_add_f32 || op == OP_sub_f32;
}

/* Is an instruction's result made where it is used?  alone: nobody else uses
 * it. */
static bool folds(const struct insn *made, const struct insn *user, bool alone)
{
    switch (user->op) {
    case OP_add_64:
        return made->op == OP_mul_wide_s32 || made->op == OP_mul_wide_u32 ||
               made->op == OP_shl_64;
    case OP_shl_64: return made->op == OP_cvt_s64_s32;
    case OP_add_32:
        if (is_right_shift(made->op))
            return alone;
        /* fallthrough */
    case OP_sub_32:
        return alone && (made->op == OP_mul_lo_32 || made->op == OP_shl_32 ||
                         made->op == OP_add_32);
    case OP_min_s32: /* VIADDMNMX */
    case OP_max_s32:
    case OP_min_u32:
    case OP_max_u32: return alone && made->op == OP_add_32;
    case OP_add_f64:
    case OP_sub_f64:
        return alone && made->op == OP_mul_f64 && may_contract(made) &&
               may_contract(user);
    default: break;
    }
    if (is_sum(user->op))
        return alone && made->op == OP_mul_f32 && may_contract(made) &&
               may_contract(user);
    return alone && is_logic(user->op) && is_logic(made->op);
}

/* Of 64 bits, does a number leave one half as it was, or as zeros?  It then is
 * no work: of x & 0xff00000000, x | 1, x >> 40. */
static bool spares_a_half(const struct region_code *f, const struct insn *insn)
{
    int64_t number;
    if (!region_constant(f, insn->b, &number))
        return false;
    uint32_t low = (uint32_t)number, high = (uint32_t)((uint64_t)number >> 32);
    switch (insn->op) {
    case OP_and_64: return !low || !high || !~low || !~high;
    case OP_or_64:
    case OP_xor_64: return !low || !high;
    case OP_shl_64:
    case OP_shr_u64: return number >= 32;
    default: return false;
    }
}

/* "if (x & 4)": LOP3 makes the condition. */
static bool tests_bits(const struct build *b, const struct insn *made,
                       const struct insn *user)
{
    int64_t number;
    const char *text = user->detail->text;
    return compares(user) &&
           (!strncmp(text, "setp.eq.", 8) || !strncmp(text, "setp.ne.", 8)) &&
           !strstr(text, ".f") &&
           (is_logic(made->op) || made->op == OP_and_64) &&
           region_constant(b->facts, user->b, &number) && !number;
}

/* Constants do not count: an instruction has one besides its registers. */
enum { MOST_OPERANDS = 3 };

/* The user reads what its operand was made of. */
static void take_over(struct build *b, struct node *user, unsigned k)
{
    struct node *made = &b->nodes[b->values[user->reads[k]].node];
    user->reads[k] = user->reads[--user->read_count];
    for (unsigned i = 0; i < made->read_count; i++)
        build_read(user, made->reads[i]);
    if (made->insn->op == OP_shl_64 || made->insn->op == OP_shl_32)
        user->pipe = PIPE_ALU;
    else if (is_sum(user->insn->op))
        user->pipe = PIPE_FMA;
    else if (multiplies(made->insn->op))
        user->pipe = PIPE_MULTIPLY;
    user->half = spares_a_half(b->facts, made->insn);
    user->fused = true;
}

/* May what makes an operand be part of the instruction that reads it? */
static bool may_fold(const struct build *b, const struct node *made,
                     const struct node *user, bool alone)
{
    bool tests = alone && tests_bits(b, made->insn, user->insn);
    if (made->kind != STEP_COMPUTE || made->copy || made->puts_back ||
        user->puts_back || made->turn != user->turn ||
        (made->fused && user->insn->op != OP_add_64 && !tests) ||
        made->read_count + user->read_count - 1 > MOST_OPERANDS ||
        (is_right_shift(made->insn->op) && made->read_count > 1))
        return false;
    return tests || folds(made->insn, user->insn, alone);
}

static void fold_into(struct build *b, struct node *user)
{
    for (unsigned k = 0; k < user->read_count && !user->fused; k++) {
        struct value *value = &b->values[user->reads[k]];
        if (value->node >= 0 && value->bound == NO_REGISTER &&
            may_fold(b, &b->nodes[value->node], user, value->uses == 1))
            take_over(b, user, k);
    }
}

/* A product made elsewhere is made again where it is added: IMAD.WIDE. */
static void multiply_again(const struct build *b, struct node *user)
{
    if (user->insn->op != OP_add_64 || user->fused)
        return;
    for (unsigned k = 0; k < user->read_count; k++) {
        const struct value *value = &b->values[user->reads[k]];
        if (value->node >= 0 || value->reg == NO_REGISTER ||
            !b->facts->wide[value->reg])
            continue;
        user->fused = true;
        user->pipe = PIPE_MULTIPLY;
        return;
    }
}

/* Is a value made for a node alone, in the same turn? */
static bool is_made_for(const struct build *b, const struct value *value,
                        const struct node *user)
{
    return value->node >= 0 && value->uses == 1 &&
           value->bound == NO_REGISTER &&
           b->nodes[value->node].turn == user->turn;
}

/* "c ? k : 0" of constants? */
static bool selects_number(const struct build *b, const struct insn *insn)
{
    int64_t yes, no;
    return insn->op == OP_selp_32 && region_constant(b->facts, insn->a, &yes) &&
           region_constant(b->facts, insn->b, &no) && !yes != !no;
}

/* Is a sum's other operand what was counted so far: from before, or the sum of
 * the turn before? */
static bool counts_on(const struct build *b, const struct node *node,
                      unsigned k)
{
    if (node->read_count != 2)
        return false;
    int32_t made = b->values[node->reads[1 - k]].node;
    return made < 0 || b->nodes[made].puts_back;
}

/* "n += x < y": ptxas adds, and puts back what was there if the condition does
 * not hold. */
static void add_under_condition(struct build *b, struct node *node)
{
    for (unsigned k = 0; node->insn->op == OP_add_32 && k < node->read_count &&
                         node->guard == NO_VALUE;
         k++) {
        const struct value *value = &b->values[node->reads[k]];
        if (!is_made_for(b, value, node) || !counts_on(b, node, k))
            continue;
        const struct node *made = &b->nodes[value->node];
        if (made->read_count != 1 || !selects_number(b, made->insn))
            continue;
        node->reads[k] = node->reads[--node->read_count];
        node->guard = made->reads[0];
        node->puts_back = true;
        build_read(node, node->guard);
    }
}

/* May ptxas have it under a condition in place of a selection?  Doubles and
 * constants are selected. */
static bool may_be_guarded(const struct build *b, const struct node *made,
                           const struct node *user)
{
    struct region_cost cost = region_cost(made->insn, b->gpu);
    return made->keep && made->kind == STEP_COMPUTE && !made->copy &&
           !made->special && made->write_count == 1 &&
           is_made_for(b, &b->values[made->writes[0]], user) &&
           made->guard == NO_VALUE && cost.count == 1 &&
           cost.part[0].issues == 1 &&
           (cost.part[0].pipe == PIPE_ALU || cost.part[0].pipe == PIPE_FMA ||
            cost.part[0].pipe == PIPE_MULTIPLY);
}

/* Does nobody read it behind a node? */
static bool is_last_use(const struct build *b, const struct node *node,
                        uint16_t value)
{
    const struct value *v = &b->values[value];
    if (v->bound != NO_REGISTER || (v->node < 0 && !v->replaced))
        return false;
    for (const struct node *n = node + 1; n < b->nodes + b->node_count; n++)
        for (unsigned k = 0; n->keep && k < n->read_count; k++)
            if (n->reads[k] == value)
                return false;
    return true;
}

/* What a selection reads: which of them is the condition, which can be done
 * under it, the later one of two, and which one stays.  False: none can. */
static bool take_apart(const struct build *b, const struct node *node,
                       unsigned *condition, unsigned *done, unsigned *stays)
{
    *condition = *done = NODE_READS;
    for (unsigned k = 0; k < 3; k++) {
        const struct value *value = &b->values[node->reads[k]];
        if (value->predicate)
            *condition = k;
        else if (value->node >= 0 &&
                 may_be_guarded(b, &b->nodes[value->node], node) &&
                 (*done == NODE_READS ||
                  value->node > b->values[node->reads[*done]].node))
            *done = k;
    }
    if (*condition == NODE_READS || *done == NODE_READS)
        return false;
    *stays = 3 - *condition - *done;
    return is_last_use(b, node, node->reads[*stays]);
}

/* "c ? x + y : x", or "c ? x + y : x * y": what is selected is in a register
 * already, and what replaces it is done there under the condition. */
static void guard_selected(struct build *b, struct node *node)
{
    unsigned condition, done, stays;
    if (node->insn->op != OP_selp_32 || node->copy || node->read_count != 3 ||
        node->guard != NO_VALUE ||
        !take_apart(b, node, &condition, &done, &stays))
        return;
    const struct node *made = &b->nodes[b->values[node->reads[done]].node];
    uint16_t kept = node->reads[stays];
    if (made->read_count + 2 > NODE_READS)
        return;
    node->guard = node->reads[condition];
    node->insn = made->insn;
    node->fused = made->fused;
    node->pipe = made->pipe;
    node->read_count = made->read_count;
    memcpy(node->reads, made->reads, sizeof node->reads);
    build_read(node, node->guard);
    unsigned operands = node->read_count;
    build_read(node, kept);
    node->keeps = node->read_count > operands;
}

/* A condition made of conditions: the last comparison takes it along. */
static void join_conditions(struct build *b, struct node *node)
{
    uint16_t op = node->insn->op;
    if (op != OP_and_pred && op != OP_or_pred && op != OP_xor_pred)
        return;
    for (unsigned k = 0; k < node->read_count; k++) {
        struct value *value = &b->values[node->reads[k]];
        if (value->node >= 0 && compares(b->nodes[value->node].insn))
            node->copy = true;
    }
}

/* ---- what it costs ------------------------------------------------------ */

static bool is_narrow(const struct build *b, const struct node *node)
{
    uint16_t reg = region_register(b->facts, node->insn->d);
    return node->kind == STEP_COMPUTE && !node->special && reg != NO_REGISTER &&
           b->facts->narrow[reg];
}

/* An address of 32 bits. */
static void set_narrow(struct build *b, struct node *node)
{
    enum pipe pipe =
        node->parts[0].pipe == PIPE_MULTIPLY ? PIPE_MULTIPLY : PIPE_ALU;
    node->copy = node->insn->op == OP_cvt_s64_s32;
    node->part_count = !node->copy;
    node->parts[0] =
        (struct cost_part){.pipe = (uint8_t)pipe,
                           .issues = 1,
                           .latency = region_latency(pipe, b->gpu)};
}

/* What it divides by is worked on once: the reciprocal and half of what else
 * there is of a division of 32 bits. */
static void share_reciprocal(struct build *b, struct node *node)
{
    if (node->copy || !is_int_division(node->insn))
        return;
    for (struct node *before = b->nodes; before < node; before++) {
        if (!before->keep || before->copy || !is_int_division(before->insn) ||
            before->insn->b != node->insn->b ||
            before->insn->op != node->insn->op || !before->part_count)
            continue;
        node->parts[0] = node->parts[node->part_count - 2];
        node->parts[1] = node->parts[node->part_count - 1];
        node->parts[0].issues = (uint8_t)(node->parts[0].issues / 2);
        node->parts[1].issues = (uint8_t)(node->parts[1].issues / 2 + 1);
        node->part_count = 2;
        return;
    }
}

/* The node that a call, or one of its arguments, was handed over behind: the
 * argument before. */
static const struct node *argument_before(const struct build *b,
                                          const struct node *node)
{
    for (unsigned k = 0; k < node->read_count; k++) {
        int32_t at = b->values[node->reads[k]].node;
        if (at >= 0 && b->nodes[at].insn->op == OP_st_frame)
            return &b->nodes[at];
    }
    return NULL;
}

/* Does the argument's register only ever hold a constant? */
static bool is_constant_argument(const struct build *b,
                                 const struct node *argument)
{
    const struct code *code = b->facts->code;
    struct uses read = uses_read(argument->insn);
    int64_t value;
    bool constant = read.count > 0;
    for (uint32_t i = 0; constant && i < code->insn_count; i++) {
        struct uses written = uses_written(&code->insns[i]);
        for (unsigned k = 0; k < written.count; k++)
            if (written.slot[k] == read.slot[0])
                constant &= code->insns[i].op == OP_mov_32 &&
                            region_constant(b->facts, code->insns[i].a, &value);
    }
    return constant;
}

/* A constant, or what no turn of the loop changes that the region is of? */
static bool stays_the_same(const struct build *b, const struct node *argument)
{
    if (is_constant_argument(b, argument))
        return true;
    for (unsigned k = 0; k < argument->read_count; k++) {
        const struct value *value = &b->values[argument->reads[k]];
        const struct node *made =
            value->node < 0 ? NULL : &b->nodes[value->node];
        if (made &&
            (made->insn->op == OP_st_frame || made->insn->op == OP_call))
            continue; /* what was handed over before */
        if (made || value->reg == NO_REGISTER || value->replaced ||
            !b->facts->loops[b->start].latch)
            return false;
    }
    return true;
}

/* powf(x, y) is exp2(y * log2(x)): the logarithm of an x that stays the same is
 * worked out once. */
static bool knows_logarithm(const struct build *b, const struct node *node)
{
    const struct call *call = node->insn->detail->call;
    if (node->insn->op != OP_call || !call || call->builtin != BUILTIN_nv_powf)
        return false;
    const struct node *second = argument_before(b, node);
    const struct node *first = second ? argument_before(b, second) : NULL;
    return first && stays_the_same(b, first);
}

/* "rows[k % 3]" with an int that counts: clang divides it by the constant as
 * the 64 bits that the address has, NVVM as the 32 bits that it is. */
static bool divides_counter(const struct region_code *f,
                            const struct insn *insn)
{
    return !f->by_nvvm && !f->counts_wide && insn->op == OP_mul_hi_u64 &&
           region_counts(f, insn->a);
}

static struct region_cost cost_of(const struct build *b,
                                  const struct node *node)
{
    struct region_cost cost;
    if (divides_counter(b->facts, node->insn)) {
        struct insn narrow = *node->insn; /* of 32 bits */
        narrow.op = OP_mul_hi_u32;
        return region_cost(&narrow, b->gpu);
    }
    if (node->special)
        return region_cost_special(b->gpu);
    if (knows_logarithm(b, node))
        return region_cost_power(b->gpu);
    if (node->known && region_cost_known(&cost, node->insn, b->gpu))
        return cost;
    cost = region_cost(node->insn, b->gpu);
    bool half =
        compares(node->insn) ? node->half : spares_a_half(b->facts, node->insn);
    if (half && cost.count == 1)
        cost.part[0].issues = 1;
    return cost;
}

/* "if (inside) x = a[i];": where the array begins is fetched again in each such
 * if, LDC in front of IMAD.WIDE; outside of one it is kept. */
static bool fetches_array(const struct build *b, const struct node *node)
{
    if (!node->inside || node->insn->op != OP_add_64 || !node->fused)
        return false;
    for (unsigned k = 0; k < node->read_count; k++) {
        const struct value *value = &b->values[node->reads[k]];
        if (value->node >= 0
                ? b->nodes[value->node].insn->op == OP_ld_param
                : value->reg != NO_REGISTER && b->facts->given[value->reg])
            return true;
    }
    return false;
}

static void fetch_array(const struct build *b, struct node *node)
{
    node->fetches = true;
    node->parts[1] = node->parts[0];
    node->parts[0] =
        (struct cost_part){.pipe = PIPE_CONSTANT,
                           .issues = 1,
                           .latency = (uint16_t)b->gpu->model.wait.constant};
    node->part_count = 2;
}

/* The parts that it becomes: one, of its own pipe, if it is fused. */
static void set_cost(struct build *b, struct node *node)
{
    struct region_cost cost = cost_of(b, node);
    uint8_t fused = node->pipe;
    node->part_count = 0;
    if (node->copy)
        cost.count = 0;
    for (unsigned i = 0; i < cost.count; i++)
        node->parts[node->part_count++] = cost.part[i];
    if (node->copy || !cost.count)
        return;
    share_reciprocal(b, node);
    if (is_narrow(b, node)) {
        set_narrow(b, node);
        return;
    }
    if (fetches_array(b, node))
        fetch_array(b, node);
    if (node->puts_back) /* IMAD.MOV */
        node->parts[node->part_count++] = (struct cost_part){
            .pipe = PIPE_MULTIPLY,
            .issues = 1,
            .passes = 1,
            .latency = region_latency(PIPE_MULTIPLY, b->gpu)};
    if (!node->fused || (fused != PIPE_FMA && fused != PIPE_MULTIPLY))
        return;
    if (node->insn->op == OP_add_f64 || node->insn->op == OP_sub_f64)
        fused = PIPE_DOUBLE;
    bool wide = node->insn->op == OP_add_64 && fused == PIPE_MULTIPLY;
    node->parts[node->fetches] =
        (struct cost_part){.pipe = fused,
                           .issues = 1,
                           .passes = wide ? WIDE_PASSES : 1,
                           .latency = region_latency(fused, b->gpu)};
}

/* One lane goes to memory for all: who it is, and for how many. */
static void set_election(struct build *b, struct node *node)
{
    unsigned issues = node->insn->detail->returns ? 9 : 5;
    node->part_count = 1;
    node->parts[0] = (struct cost_part){
        .pipe = PIPE_ALU,
        .issues = (uint8_t)issues,
        .latency = (uint16_t)(2 * region_latency(PIPE_SPECIAL, b->gpu))};
}

/* Instructions that each of two pipes has, in front of a node. */
struct pipe_load {
    unsigned alu, products;
};

/* A sum is given to the pipe that has less to do, IADD3, or IMAD.IADD and VIADD
 * for those of floats and products: in SASS of 537 kernels with 20 sums or more
 * both have as much to do, within 6 %, in 318. */
static void balance(struct pipe_load *load, struct node *node)
{
    bool sum = node->insn->op == OP_add_32 || node->insn->op == OP_sub_32;
    if (sum && !node->fused && node->part_count == 1u + node->puts_back &&
        load->products < load->alu)
        node->parts[0].pipe = PIPE_MULTIPLY;
    for (unsigned k = 0; k < node->part_count; k++) {
        const struct cost_part *part = &node->parts[k];
        load->alu += part->pipe == PIPE_ALU ? part->issues : 0u;
        load->products += part->pipe == PIPE_MULTIPLY || part->pipe == PIPE_FMA
                              ? part->issues
                              : 0u;
    }
}

static void set_costs(struct build *b)
{
    struct pipe_load load = {0, 0};
    for (uint32_t i = 0; i < b->node_count; i++) {
        struct node *node = &b->nodes[i];
        if (!node->keep)
            continue;
        if (node->kind == STEP_COMPUTE) {
            set_cost(b, node);
            balance(&load, node);
        }
        if (node->kind == STEP_ATOMIC && node->insn->detail->combined)
            set_election(b, node);
        for (unsigned k = 0; k < node->part_count; k++)
            node->latency += node->parts[k].latency;
    }
}

/* ---- a node for each pipe ------------------------------------------------ */

/* The result of a part, for the next one. */
static void hand_on(struct build *b, struct node *from, struct node *to,
                    uint32_t at)
{
    uint16_t value = build_value(b, (int32_t)at);
    if (value == NO_VALUE)
        return;
    b->values[value].uses = 1;
    from->write_count = 1;
    from->writes[0] = value;
    to->read_count = 1;
    to->reads[0] = value;
}

/* The sum is made whatever the condition is: who puts back waits for that. */
static void part_from_condition(struct node *sum, struct node *back)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < sum->read_count; k++)
        if (sum->reads[k] != sum->guard)
            sum->reads[kept++] = sum->reads[k];
    sum->read_count = (uint8_t)kept;
    sum->guard = NO_VALUE;
    back->reads[back->read_count++] = back->guard;
}

/* One node of several parts becomes as many; gives the number of the last. */
static uint32_t split(struct build *b, const struct node *whole,
                      struct node *parts, uint32_t at)
{
    unsigned count = whole->kind == STEP_COMPUTE ? whole->part_count : 0;
    if (count < 2) {
        parts[at] = *whole;
        return at;
    }
    for (unsigned i = 0; i < count; i++) {
        struct node *part = &parts[at + i];
        *part = *whole;
        part->part_count = 1;
        part->parts[0] = whole->parts[i];
        part->latency = whole->parts[i].latency;
        if (i)
            hand_on(b, part - 1, part, at + i - 1);
    }
    if (whole->puts_back)
        part_from_condition(&parts[at], &parts[at + count - 1]);
    return at + count - 1;
}

/* So that other work can stand between them. */
static void split_parts(struct build *b)
{
    uint32_t room = 0, at = 0, old_values = b->value_count;
    for (uint32_t i = 0; i < b->node_count; i++)
        room += b->nodes[i].part_count + 1u;
    struct node *parts = calloc((size_t)room + 1, sizeof *parts);
    uint32_t *last = calloc((size_t)b->node_count + 1, sizeof *last);
    for (uint32_t i = 0; parts && last && i < b->node_count; i++) {
        last[i] = split(b, &b->nodes[i], parts, at);
        at = last[i] + 1;
    }
    for (uint32_t v = 0; parts && last && v < old_values; v++)
        if (b->values[v].node >= 0)
            b->values[v].node = (int32_t)last[b->values[v].node];
    if (parts && last) {
        free(b->nodes);
        b->nodes = parts;
        b->node_count = at;
        b->node_room = room + 1;
        parts = NULL;
    }
    free(parts);
    free(last);
}

/* ---- loads that become one --------------------------------------------- */

static bool may_merge(const struct node *node)
{
    return node->keep && node->insn->op == OP_ld_shared &&
           node->insn->guard == NO_SLOT && !node->insn->detail->is_volatile &&
           (node->insn->width == 4 || node->insn->width == 8) &&
           node->insn->detail->vector <= 1 && !node->moved && !node->leads;
}

/* From an address back to its index: the product by 4, the array added. */
enum { WRAP_DEPTH = 3 };

static bool makes_sum(const struct build *b, uint16_t value)
{
    int32_t at = b->values[value].node;
    return at >= 0 && b->nodes[at].kind == STEP_COMPUTE &&
           (b->nodes[at].insn->op == OP_add_32 ||
            b->nodes[at].insn->op == OP_sub_32);
}

/* An index that wraps, "(i * 4 + k) % 1024": clang finds that the sum has the
 * same upper bits for each k and masks it once; nvcc masks each. */
static bool wraps(const struct build *b, uint16_t value, unsigned depth)
{
    int32_t at = b->values[value].node;
    const struct node *node = at < 0 ? NULL : &b->nodes[at];
    int64_t mask;
    if (!node || node->special || node->copy || node->kind != STEP_COMPUTE)
        return false;
    if (node->insn->op == OP_and_32)
        return node->read_count == 1 && makes_sum(b, node->reads[0]) &&
               region_constant(b->facts, node->insn->b, &mask) && mask > 0 &&
               !(mask & 1);
    for (unsigned k = 0; depth && k < node->read_count; k++)
        if (wraps(b, node->reads[k], depth - 1))
            return true;
    return false;
}

/* Is the address a multiple of so many bytes, as the code shows? */
static bool is_aligned(const struct build *b, const struct node *node,
                       unsigned bytes)
{
    struct ending end = {4, 0};
    if (node->address != NO_VALUE) {
        const struct value *root = &b->values[node->address];
        uint16_t reg =
            root->node >= 0
                ? region_register(b->facts, b->nodes[root->node].insn->d)
                : root->reg;
        end =
            reg == NO_REGISTER ? (struct ending){0, 0} : b->facts->ending[reg];
    }
    return 1u << end.known >= bytes &&
           ((uint64_t)node->offset + end.bits) % bytes == 0;
}

/* Is that a store to shared memory, something to meet at, or a branch around a
 * slow way? */
static bool parts_loads(const struct node *node)
{
    enum ptx_space space = op_class(node->insn->op)->space;
    if (node->special || node->copy || !node->keep)
        return false;
    if (has_slow_way(node->insn->op))
        return true;
    if (node->insn->op == OP_call)
        return !is_straight(node);
    if (node->kind == STEP_STORE || node->kind == STEP_ATOMIC)
        return space == PTX_SHARED || space == PTX_GENERIC;
    return node->kind == STEP_BARRIER || node->kind == STEP_FENCE ||
           node->insn->op == OP_warp_sync;
}

/* The load of the next word or two behind the first, before memory changes. */
static struct node *neighbour(struct build *b, const struct node *first,
                              int64_t offset)
{
    struct node *end = b->nodes + b->node_count;
    const struct node *node = first;
    while (node > b->nodes && !parts_loads(node - 1))
        node--;
    for (; node < end && !parts_loads(node); node++)
        if (may_merge(node) && node != first &&
            node->address == first->address && node->offset == offset &&
            node->insn->width == first->insn->width)
            return &b->nodes[node - b->nodes];
    return NULL;
}

/* 16 bytes, or 8, of loads side by side are one: LDS.128, LDS.64.  The order
 * of them does not matter. */
static void merge_loads(struct build *b, struct node *first, unsigned bytes)
{
    struct node *others[4];
    if (!may_merge(first) || !is_aligned(b, first, bytes) ||
        (first->address != NO_VALUE && wraps(b, first->address, WRAP_DEPTH)))
        return;
    unsigned width = first->insn->width, count = bytes / width;
    for (unsigned i = 1; i < count; i++)
        if (!(others[i] = neighbour(b, first, first->offset + i * width)))
            return;
    struct node *last = first;
    for (unsigned i = 1; i < count; i++) {
        others[i]->moved = true;
        last->leads = (uint32_t)(others[i] - b->nodes);
        last = others[i];
    }
}

static void merge_shared_loads(struct build *b)
{
    for (unsigned bytes = 16; bytes >= 8; bytes /= 2)
        for (uint32_t i = 0; i < b->node_count; i++)
            merge_loads(b, &b->nodes[i], bytes);
}

/* ---- from one pipe to another -------------------------------------------- */

/* Sums of floats and products are of one pipe, the rest of another. */
static unsigned side(const struct node *node)
{
    if (step_is_access(node->kind) || !node->part_count)
        return 0;
    switch (node->parts[0].pipe) {
    case PIPE_FMA:
    case PIPE_MULTIPLY: return 1;
    case PIPE_ALU: return 2;
    default: return 0;
    }
}

/* What another pipe waits for comes a clock later, an address as well. */
static void find_crossings(struct build *b)
{
    for (uint32_t i = 0; i < b->node_count; i++)
        b->nodes[i].crosses = false;
    for (uint32_t i = 0; i < b->node_count; i++) {
        const struct node *user = &b->nodes[i];
        for (unsigned k = 0; user->keep && k < user->read_count; k++) {
            int32_t at = b->values[user->reads[k]].node;
            struct node *made = at < 0 ? NULL : &b->nodes[at];
            if (!made || made->crosses || !side(made) || user->copy ||
                side(made) == side(user))
                continue;
            made->crosses = true;
        }
    }
}

void region_fold(struct build *b)
{
    keep_needed(b);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (b->nodes[i].keep && b->nodes[i].kind == STEP_COMPUTE) {
            add_under_condition(b, &b->nodes[i]);
            fold_into(b, &b->nodes[i]);
            multiply_again(b, &b->nodes[i]);
            join_conditions(b, &b->nodes[i]);
        }
    keep_needed(b);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (b->nodes[i].keep)
            guard_selected(b, &b->nodes[i]);
    keep_needed(b);
    set_costs(b);
    split_parts(b);
    find_crossings(b);
    merge_shared_loads(b);
}

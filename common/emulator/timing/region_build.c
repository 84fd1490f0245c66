/*
 * region_build.c - instructions become nodes, registers values: what is only
 * copied is the same value, what a constant is added to is known by that.
 */
#include "region_build.h"
#include "region_insn.h"
#include "base/grow.h"
#include "code/op_class.h"
#include "code/uses.h"

/* ---- nodes and values --------------------------------------------------- */

struct node *build_node(struct build *b, const struct insn *insn, uint32_t pc,
                        uint8_t turn)
{
    struct node *grown =
        grow(b->nodes, b->node_count, &b->node_room, sizeof *grown);
    if (!grown) {
        b->starved = true;
        return NULL;
    }
    b->nodes = grown;
    grown[b->node_count] = (struct node){.insn = insn,
                                         .pc = pc,
                                         .turn = turn,
                                         .kind = STEP_COMPUTE,
                                         .guard = NO_VALUE,
                                         .address = NO_VALUE};
    return &grown[b->node_count++];
}

uint16_t build_value(struct build *b, int32_t node)
{
    struct value *grown =
        grow(b->values, b->value_count, &b->value_room, sizeof *grown);
    if (!grown || b->value_count >= NO_VALUE - 1) {
        b->starved = true;
        b->values = grown ? grown : b->values;
        return NO_VALUE;
    }
    b->values = grown;
    grown[b->value_count] = (struct value){.reg = NO_REGISTER,
                                           .bound = NO_REGISTER,
                                           .root = (uint16_t)b->value_count,
                                           .node = node,
                                           .words = 1};
    return (uint16_t)b->value_count++;
}

void build_read(struct node *node, uint16_t value)
{
    for (unsigned i = 0; i < node->read_count; i++)
        if (node->reads[i] == value)
            return;
    if (value != NO_VALUE && node->read_count < NODE_READS)
        node->reads[node->read_count++] = value;
}

/* What a slot holds; NO_VALUE: a constant. */
static uint16_t value_of(struct build *b, uint32_t slot)
{
    uint16_t reg = region_register(b->facts, slot);
    if (reg == NO_REGISTER)
        return NO_VALUE;
    if (b->current[reg] == NO_VALUE) {
        uint16_t value = build_value(b, -1);
        if (value == NO_VALUE)
            return value;
        b->values[value].reg = reg;
        b->values[value].words = region_words(b->facts, reg);
        b->values[value].predicate = region_is_predicate(b->facts, reg);
        b->current[reg] = value;
    }
    return b->current[reg];
}

/* May lanes that do not execute it keep what the register had? */
static bool is_partial(const struct build *b, const struct insn *insn,
                       uint16_t reg)
{
    return insn->guard != NO_SLOT ||
           (b->condition != NO_SLOT &&
            region_live(b->facts, b->condition_end, reg));
}

/* Arithmetic in a short if of which only the if itself sees the result: it is
 * done whatever the condition says. */
static bool goes_ahead(const struct build *b, const struct insn *insn)
{
    struct uses written = uses_written(insn);
    if (op_class(insn->op)->role != ROLE_COMPUTES)
        return false;
    for (unsigned i = 0; i < written.count; i++) {
        uint16_t reg = region_register(b->facts, written.slot[i]);
        if (reg != NO_REGISTER && is_partial(b, insn, reg))
            return false;
    }
    return true;
}

static void write(struct build *b, struct node *node, uint32_t slot)
{
    uint16_t reg = region_register(b->facts, slot);
    if (reg == NO_REGISTER || node->write_count == NODE_WRITES)
        return;
    if (is_partial(b, node->insn, reg))
        build_read(node, value_of(b, slot));
    uint16_t value = build_value(b, (int32_t)(node - b->nodes));
    if (value == NO_VALUE)
        return;
    b->values[value].words = region_words(b->facts, reg);
    b->values[value].predicate = region_is_predicate(b->facts, reg);
    node->writes[node->write_count++] = value;
    b->current[reg] = value;
}

/* ---- what costs nothing ------------------------------------------------- */

static bool is_copy(const struct insn *insn)
{
    switch (insn->op) {
    case OP_mov_16:
    case OP_mov_32:
    case OP_mov_64:
    case OP_mov_pred:
    case OP_cvta:
    case OP_cvta_to:
    case OP_not_pred:
    case OP_neg_f32:
    case OP_abs_f32:
    case OP_neg_f64:
    case OP_abs_f64:
    case OP_cvt_u64_u32:
    case OP_cvt_u32_u64:
    case OP_cvt_u32_u16:
    case OP_cvt_u16_u32:
    case OP_flush_f32:
    case OP_saturate_f32: return true;
    default: return false;
    }
}

/* Does it copy one slot into another one?  A variable in local memory that has
 * a register is one of them. */
static bool find_copy(const struct insn *insn, uint32_t *from, uint32_t *to)
{
    const struct insn_detail *detail = insn->detail;
    bool loads = op_class(insn->op)->role == ROLE_LOADS;
    *to = detail->is_kept && !loads ? detail->kept : insn->d;
    *from = !detail->is_kept ? insn->a
            : loads          ? detail->kept
                             : detail->slots[0];
    return (detail->is_kept && !detail->is_element) || is_copy(insn);
}

/* One is the other from here on. */
static bool copied(struct build *b, const struct insn *insn)
{
    uint32_t from, to;
    bool copies = find_copy(insn, &from, &to);
    uint16_t reg = region_register(b->facts, to);
    if (!copies || reg == NO_REGISTER || is_partial(b, insn, reg))
        return false;
    uint16_t value = value_of(b, from);
    if (value == NO_VALUE) { /* of a constant */
        value = build_value(b, -1);
        if (value == NO_VALUE)
            return true;
        b->values[value].words = 0;
    }
    b->current[reg] = value;
    return true;
}

/* Its first operand, if an instruction shifts that by 16; NO_VALUE. */
static uint16_t shifted_half(const struct build *b, uint16_t value, uint16_t op)
{
    int32_t at = value == NO_VALUE ? -1 : b->values[value].node;
    const struct node *node = at < 0 ? NULL : &b->nodes[at];
    int64_t by;
    if (!node || node->special || node->insn->op != op ||
        node->read_count != 1 ||
        !region_constant(b->facts, node->insn->b, &by) || by != 16)
        return NO_VALUE;
    return node->reads[0];
}

/* Two halves of a word that clang took apart, put together again. */
static bool rejoined(struct build *b, const struct insn *insn)
{
    uint16_t reg = region_register(b->facts, insn->d);
    if (insn->op != OP_or_32 || reg == NO_REGISTER || is_partial(b, insn, reg))
        return false;
    uint16_t low = value_of(b, insn->b);
    uint16_t high = shifted_half(b, value_of(b, insn->a), OP_shl_32);
    if (low == NO_VALUE || shifted_half(b, high, OP_shr_u32) != low)
        return false;
    b->current[reg] = low;
    return true;
}

/* The pieces of a register, or a register of pieces. */
static bool regrouped(struct build *b, const struct insn *insn)
{
    const struct insn_detail *detail = insn->detail;
    if (insn->op != OP_unpack || insn->guard != NO_SLOT)
        return false;
    uint16_t value = value_of(b, insn->a);
    for (uint32_t i = 0; i < detail->vector; i++) {
        uint16_t reg = region_register(b->facts, detail->slots[i]);
        if (reg != NO_REGISTER && value != NO_VALUE)
            b->current[reg] = value;
    }
    return value != NO_VALUE;
}

/* d = a + constant: the node is only kept if d is more than an address. */
static void remember_sum(struct build *b, const struct insn *insn, uint16_t a)
{
    uint16_t reg = region_register(b->facts, insn->d);
    int64_t by;
    if (reg == NO_REGISTER || a == NO_VALUE || is_partial(b, insn, reg) ||
        !region_constant(b->facts, insn->b, &by))
        return;
    if (insn->op != OP_add_32 && insn->op != OP_add_64 &&
        insn->op != OP_sub_32 && insn->op != OP_sub_64)
        return;
    bool minus = insn->op == OP_sub_32 || insn->op == OP_sub_64;
    struct value *sum = &b->values[b->current[reg]];
    struct node *node = &b->nodes[sum->node];
    sum->root = b->values[a].root;
    sum->offset = b->values[a].offset + (minus ? -by : by);
    node->read_count = 0;
    build_read(node, sum->root);
}

/* What an index that is one more makes of an address: bytes; 0: not known. */
static int64_t scale_of(const struct build *b, const struct insn *insn)
{
    int64_t by = 0;
    switch (insn->op) {
    case OP_add_64: return !region_constant(b->facts, insn->b, &by);
    case OP_cvt_s64_s32: return 1;
    case OP_mul_wide_s32: region_constant(b->facts, insn->b, &by); return by;
    case OP_shl_64:
        return region_constant(b->facts, insn->b, &by) && by >= 0 && by < 32
                   ? (int64_t)1 << by
                   : 0;
    default: return 0;
    }
}

/* Do they read the same but for constants, in this order or the other one?
 * by: what node reads more. */
static bool reads_alike(const struct build *b, const struct node *old,
                        const struct node *node, bool turned, int64_t *by)
{
    unsigned n = node->insn->op == OP_add_64 ? 2 : 1;
    *by = 0;
    if (old->read_count != n || node->read_count != n)
        return false;
    for (unsigned k = 0; k < n; k++) {
        const struct value *x = &b->values[old->reads[turned ? n - 1 - k : k]];
        const struct value *y = &b->values[node->reads[k]];
        if (x->root != y->root)
            return false;
        *by += y->offset - x->offset;
    }
    return true;
}

/* The same, of what one instruction makes. */
static bool is_alike(const struct build *b, const struct node *old,
                     const struct node *node, int64_t *by)
{
    if (old->insn->op != node->insn->op || old->write_count != 1 ||
        old->special || old->copy || old->guard != NO_VALUE ||
        scale_of(b, old->insn) != scale_of(b, node->insn))
        return false;
    return reads_alike(b, old, node, false, by) ||
           (node->insn->op == OP_add_64 && reads_alike(b, old, node, true, by));
}

/* a[i + 1] is behind a[i]: NVVM, to which ints do not overflow, has one address
 * for both, where clang widens and adds for each. */
static void remember_alike(struct build *b, uint32_t at)
{
    const struct node *node = &b->nodes[at];
    int64_t scale = scale_of(b, node->insn), by;
    if (b->facts->by_nvvm || !node->inside || !scale ||
        node->write_count != 1 || node->guard != NO_VALUE)
        return;
    for (const struct node *old = b->nodes; old < node; old++) {
        if (!is_alike(b, old, node, &by))
            continue;
        struct value *value = &b->values[node->writes[0]];
        const struct value *first = &b->values[old->writes[0]];
        value->root = first->root;
        value->offset = first->offset + by * scale;
        return;
    }
}

/* ---- one instruction ---------------------------------------------------- */

static uint8_t kind_of(const struct insn *insn)
{
    if (insn->detail->is_kept)
        return STEP_COMPUTE;
    switch (op_class(insn->op)->role) {
    case ROLE_LOADS:
        return insn->op == OP_ld_param || insn->op == OP_ld_frame ? STEP_COMPUTE
                                                                  : STEP_LOAD;
    case ROLE_STORES:
        return insn->op == OP_st_frame ? STEP_COMPUTE : STEP_STORE;
    case ROLE_UPDATES: return STEP_ATOMIC;
    case ROLE_BRANCHES: return STEP_BRANCH;
    case ROLE_CALLS:
        return insn->detail->call && insn->detail->call->builtin ? STEP_COMPUTE
                                                                 : STEP_BRANCH;
    case ROLE_ENDS: return STEP_END;
    case ROLE_MEETS: return STEP_BARRIER;
    default:
        return insn->op == OP_fence    ? STEP_FENCE
               : insn->op == OP_copies ? STEP_COPIES
                                       : STEP_COMPUTE;
    }
}

/* The address is its root and what was added on the way.  What is copied
 * asynchronously takes no registers. */
static void read_operands(struct build *b, uint32_t at)
{
    const struct insn *insn = b->nodes[at].insn;
    struct uses read = uses_read(insn);
    bool access = step_is_access(b->nodes[at].kind);
    for (unsigned i = 0; i < read.count; i++) {
        uint16_t value = value_of(b, read.slot[i]);
        if (value == NO_VALUE)
            continue;
        if (access && read.slot[i] == insn->a) {
            b->nodes[at].offset = insn->offset + b->values[value].offset;
            value = b->values[value].root;
            b->nodes[at].address = value;
        } else if (insn->detail->copies) {
            b->values[value].words = 0;
        }
        build_read(&b->nodes[at], value);
    }
    if (access && b->nodes[at].address == NO_VALUE)
        b->nodes[at].offset = insn->offset;
}

/* Does the register that an instruction reads only ever hold a number? */
static bool holds_number(const struct build *b, const struct insn *insn,
                         uint16_t reg)
{
    struct uses read = uses_read(insn);
    int64_t number;
    for (unsigned k = 0; k < read.count; k++)
        if (region_register(b->facts, read.slot[k]) == reg)
            return region_constant(b->facts, read.slot[k], &number);
    return false;
}

/* Is what a node reads a number that NVVM knows, or made of such alone? */
static bool is_constant(const struct build *b, const struct node *reader,
                        uint16_t value)
{
    int32_t at = b->values[value].node;
    if (at < 0)
        return b->values[value].reg == NO_REGISTER ||
               holds_number(b, reader->insn, b->values[value].reg);
    const struct node *node = &b->nodes[at];
    if (node->known)
        return true;
    bool constant =
        !node->special && (node->insn->op == OP_st_frame ||
                           (node->insn->op == OP_ld_frame && node->read_count));
    for (unsigned k = 0; constant && k < node->read_count; k++)
        constant = is_constant(b, node, node->reads[k]);
    return constant;
}

static bool is_of_library(const struct insn *insn)
{
    return insn->op == OP_call && insn->detail->call &&
           builtin_is_math(insn->detail->call->builtin);
}

/* Is it a function of the library that NVVM knows all arguments of? */
static bool is_known(const struct build *b, const struct node *node)
{
    struct region_cost cost;
    bool known = is_of_library(node->insn) && node->read_count &&
                 region_cost_known(&cost, node->insn, b->gpu);
    for (unsigned k = 0; known && k < node->read_count; k++)
        known = is_constant(b, node, node->reads[k]);
    return known;
}

/* Did a function of the mathematical library leave it?  That is in line, and
 * needs nothing but its arguments. */
static bool is_result(const struct build *b, uint16_t handed)
{
    int32_t at = handed == NO_VALUE ? -1 : b->values[handed].node;
    return at >= 0 && is_of_library(b->nodes[at].insn);
}

/* What is handed over goes through a value of its own, from one that takes it
 * to the next: a function, or whoever it returns to. */
static void hand_over(struct build *b, uint32_t at)
{
    struct node *node = &b->nodes[at];
    enum op op = node->insn->op;
    bool takes = op == OP_call || op == OP_ret;
    if (!takes && op != OP_st_frame && op != OP_ld_frame)
        return;
    if (op != OP_st_frame || !is_result(b, b->param))
        build_read(node, b->param);
    if (op == OP_ld_frame || node->kind != STEP_COMPUTE)
        return;
    uint16_t value = build_value(b, (int32_t)at);
    node = &b->nodes[at];
    if (value != NO_VALUE)
        node->writes[node->write_count++] = b->param = value;
}

/* Loads name their first register twice. */
static void write_all(struct build *b, uint32_t at)
{
    struct uses written = uses_written(b->nodes[at].insn);
    for (unsigned i = 0; i < written.count; i++) {
        unsigned k = 0;
        while (written.slot[k] != written.slot[i])
            k++;
        if (k == i)
            write(b, &b->nodes[at], written.slot[i]);
    }
}

/* Branches inside a region are none. */
static bool is_gone(const struct insn *insn, bool last)
{
    return op_class(insn->op)->role == ROLE_BRANCHES && !last;
}

/* Votes wait for conditions as long as guards do. */
static bool votes(const struct insn *insn)
{
    switch (insn->op) {
    case OP_vote_all:
    case OP_vote_any:
    case OP_vote_uni:
    case OP_vote_ballot: return true;
    default: return false;
    }
}

/* It reads a condition, as the guard of what it does. */
static void read_guard(struct build *b, uint32_t at, uint32_t slot)
{
    uint16_t value = value_of(b, slot);
    build_read(&b->nodes[at], value);
    b->nodes[at].guard = value;
}

static void add_instruction(struct build *b, uint32_t pc, uint8_t turn,
                            bool last)
{
    const struct insn *insn = &b->facts->code->insns[pc];
    if (insn->detail->leads || is_gone(insn, last) || copied(b, insn) ||
        regrouped(b, insn) || rejoined(b, insn))
        return;
    uint32_t at = b->node_count;
    uint16_t a = insn->detail->is_element ? NO_VALUE : value_of(b, insn->a);
    struct node *node = build_node(b, insn, pc, turn);
    if (!node)
        return;
    node->kind = kind_of(insn);
    node->inside = b->condition != NO_SLOT;
    read_operands(b, at);
    if (last && pc && is_jump(insn) && is_guarded(&insn[-1]))
        read_guard(b, at, insn[-1].guard); /* is_turned */
    if (b->condition != NO_SLOT && !goes_ahead(b, insn))
        read_guard(b, at, b->condition);
    if (insn->guard != NO_SLOT)
        read_guard(b, at, insn->guard);
    else if (votes(insn))
        read_guard(b, at, insn->a);
    hand_over(b, at);
    write_all(b, at);
    b->nodes[at].copy = b->nodes[at].kind == STEP_COMPUTE &&
                        (insn->op == OP_pack || insn->flags & INSN_MICRO ||
                         insn->detail->is_element || insn->op == OP_st_frame ||
                         insn->op == OP_ld_frame);
    b->nodes[at].known = is_known(b, &b->nodes[at]);
    remember_sum(b, insn, a);
    remember_alike(b, at);
}

/* The second condition of an if takes the first one along: its comparison has
 * an operand for that. */
static void join_condition(struct build *b, uint32_t guard)
{
    uint16_t first = value_of(b, b->condition), second = value_of(b, guard);
    if (first == NO_VALUE || second == NO_VALUE || b->values[second].node < 0)
        return;
    build_read(&b->nodes[b->values[second].node], first);
}

/* A short if begins, or has ended. */
static void follow_condition(struct build *b, uint32_t pc)
{
    const struct insn *insn = &b->facts->code->insns[pc];
    if (b->condition != NO_SLOT && pc >= b->condition_end)
        b->condition = NO_SLOT;
    if (b->facts->predicated[pc]) {
        if (b->condition != NO_SLOT)
            join_condition(b, insn->guard);
        b->condition = insn->guard;
        b->condition_end = b->facts->over[pc];
    }
}

/* What is jumped over is issued all the same. */
static void add_piece(struct build *b, const struct region_piece *piece,
                      bool last)
{
    for (uint32_t pc = piece->from; pc < piece->to && !b->starved; pc++) {
        follow_condition(b, pc);
        add_instruction(b, pc, (uint8_t)piece->turn,
                        last && pc + 1 == piece->to);
    }
}

/* ---- what stays behind the region --------------------------------------- */

/* Is a register needed where an instruction leads?  Of a branch that parts
 * lanes the warp does one way behind the other: both count. */
static bool is_needed_behind(const struct region_code *f, uint32_t last,
                             uint16_t reg)
{
    const struct insn *insn = &f->code->insns[last];
    for (uint32_t i = 0; i < insn->detail->target_count; i++)
        if (region_live(f, insn->detail->targets[i], reg))
            return true;
    if (insn->op == OP_bra && region_live(f, insn->target, reg))
        return true;
    return !is_jump(insn) && !insn->detail->target_count &&
           last + 1 < f->code->insn_count && region_live(f, last + 1, reg);
}

/* Do lanes go where the code does not say: behind a call, or where a branch
 * was that nvcc has not? */
static bool goes_elsewhere(const struct region_code *f, uint32_t last)
{
    enum op_role role = op_class(f->code->insns[last].op)->role;
    return role == ROLE_CALLS || role == ROLE_ENDS || f->gone[last];
}

bool region_jumps_for_others(const struct region_code *f,
                             const struct region_piece *last)
{
    uint32_t end = last->to - 1;
    return last->from == end && end && is_jump(&f->code->insns[end]) &&
           is_guarded(&f->code->insns[end - 1]);
}

/* Whichever way lanes go on from the last piece of a region, is a register
 * needed there? */
static bool is_live(const struct region_code *f,
                    const struct region_piece *last, uint32_t behind,
                    uint16_t reg)
{
    uint32_t end = last->to - 1;
    if ((!f->starts[behind] && behind < f->code->insn_count) ||
        region_live(f, behind, reg))
        return true;
    if (!goes_elsewhere(f, end) && is_needed_behind(f, end, reg))
        return true;
    return region_jumps_for_others(f, last) &&
           is_needed_behind(f, end - 1, reg);
}

/* A register that another value's register is copied into. */
static void add_copy(struct build *b, uint16_t reg, uint16_t from,
                     uint32_t last, uint8_t turn)
{
    struct node *node = build_node(b, &b->facts->code->insns[last], last, turn);
    uint16_t value =
        node ? build_value(b, (int32_t)b->node_count - 1) : NO_VALUE;
    if (value == NO_VALUE)
        return;
    node->copy = true;
    build_read(node, from);
    node->writes[node->write_count++] = value;
    b->values[value].bound = reg;
}

/* What registers held before that is not needed in them behind. */
static void find_replaced(struct build *b, const struct region_piece *last,
                          uint32_t behind)
{
    for (uint32_t v = 0; v < b->value_count; v++) {
        uint16_t reg = b->values[v].reg;
        b->values[v].replaced =
            reg != NO_REGISTER &&
            (b->current[reg] != v || !is_live(b->facts, last, behind, reg));
    }
}

static void bind(struct build *b, uint16_t reg, uint32_t last, uint8_t turn)
{
    uint16_t held = b->current[reg];
    struct value *value = &b->values[held];
    if (value->reg == reg || (!value->words && value->node < 0))
        return;
    if (value->node >= 0 && value->bound == NO_REGISTER)
        value->bound = reg;
    else
        add_copy(b, reg, held, last, turn);
}

/* A kernel begins with the special registers that it reads. */
static void add_specials(struct build *b)
{
    const struct code *code = b->facts->code;
    if (b->start || !code->is_entry)
        return;
    for (uint32_t i = 0; i < code->special_count; i++) {
        struct node *node = build_node(b, &code->insns[0], 0, 0);
        uint16_t reg = region_register(b->facts, code->specials[i].slot);
        uint16_t value =
            node ? build_value(b, (int32_t)b->node_count - 1) : NO_VALUE;
        if (value == NO_VALUE)
            return;
        node->special = true;
        node->writes[node->write_count++] = value;
        b->current[reg] = value;
    }
}

/* The branch by which a turn ends that an instruction is in, the first behind
 * it that asks, and where its condition is made; NULL: none is found. */
static const struct insn *way_out(const struct region_code *f, uint32_t at,
                                  const struct insn **test)
{
    const struct insn *insns = f->code->insns, *branch = &insns[at];
    const struct insn *last = &insns[f->code->insn_count - 1];
    while (branch < last && (branch->op != OP_bra || !is_guarded(branch)))
        branch++;
    *test = branch;
    while (*test > &insns[at] && (*test)->d != branch->guard)
        --*test;
    return is_guarded(branch) && (*test)->d == branch->guard ? branch : NULL;
}

/* Where clang has several turns in one, and NVVM one piece of all, there is a
 * way out after each. */
static void add_way_out(struct build *b, uint32_t behind, uint8_t turn)
{
    const struct insn *insns = b->facts->code->insns, *test;
    const struct insn *branch = way_out(b->facts, behind, &test);
    struct node *node =
        branch ? build_node(b, test, (uint32_t)(test - insns), turn) : NULL;
    uint16_t value =
        node ? build_value(b, (int32_t)b->node_count - 1) : NO_VALUE;
    if (value == NO_VALUE)
        return;
    node->writes[node->write_count++] = value;
    b->values[value].predicate = true;
    node = build_node(b, branch, (uint32_t)(branch - insns), turn);
    if (!node)
        return;
    node->kind = STEP_BRANCH;
    node->guard = value;
    build_read(node, value);
}

bool region_nodes(struct build *b, const struct region_piece *pieces,
                  unsigned count, uint32_t behind)
{
    const struct region_piece *end = &pieces[count - 1];
    b->start = pieces[0].from;
    b->param = NO_VALUE;
    b->condition = NO_SLOT;
    add_specials(b);
    for (unsigned i = 0; i < count; i++)
        add_piece(b, &pieces[i], i + 1 == count);
    if (behind < b->facts->code->insn_count && end->to == behind &&
        b->facts->code->insns[behind].detail->turn)
        add_way_out(b, behind, (uint8_t)end->turn);
    for (uint32_t i = 0; i < b->facts->register_count && !b->starved; i++) {
        uint16_t reg = (uint16_t)i;
        if (b->current[reg] != NO_VALUE && is_live(b->facts, end, behind, reg))
            bind(b, reg, end->to - 1, (uint8_t)end->turn);
    }
    find_replaced(b, end, behind);
    return !b->starved;
}

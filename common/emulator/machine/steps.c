/*
 * steps.c - where values come from, and what becomes of them: see steps.h.
 *
 * Idea: the warps of a block that is watched go on an instruction at a time.
 * Beside each register and each word of memory stands the node of the value
 * that is there; a move hands it on, what makes a new value of it is a step.
 * What is not followed: local memory, and parameters of functions that are
 * called.  Such a value comes from nowhere.
 */
#include "steps.h"

#include "access.h"
#include "access_data.h"
#include "code/op_class.h"
#include "code/uses.h"
#include "convert.h"
#include "lines.h"
#include "steps_file.h"
#include "warp.h"

#include <stdlib.h>
#include <string.h>

/* A shuffle of 64 bits is one of each half. */
enum half { WHOLE, LOW, HIGH };

struct value {
    double number;
    uint32_t node; /* 0: it comes from nowhere that is known */
    enum half half;
};

/* The values in a frame's slots. */
struct known {
    const struct frame *frame;
    const struct code *code;
    struct value (*slots)[WARP_SIZE];
    struct known *next;
};

struct warp_steps {
    struct known *known;
    /* The instruction that is being executed. */
    const struct insn *insn; /* NULL: none is */
    struct frame *frame;
    uint32_t lanes, accessed;
    struct allocation *al[WARP_SIZE];
    uint64_t offset[WARP_SIZE];
    uint32_t passes;
};

struct block_steps {
    struct steps *steps;
    struct value *shared; /* of each word */
    struct warp_steps *warps;
    uint32_t warp_count;
};

/* The values of an array in global memory, by words. */
struct stored {
    uint32_t allocation; /* its id */
    struct value *words;
    struct stored *next;
};

/* Values outlive a launch: the next may load what this one has stored. */
struct steps {
    struct stored *stored;
};

enum { WORD = 4, MOST_BYTES = 1 << 26 };

/* ---- where values stand -------------------------------------------------- */

static struct value *of_shared(struct block_steps *b, uint64_t offset)
{
    return &b->shared[offset / WORD];
}

/* NULL: there is no memory, or too much. */
static struct value *of_global(struct steps *steps, const struct allocation *al,
                               uint64_t offset)
{
    struct stored *s = steps->stored;
    while (s && s->allocation != al->id)
        s = s->next;
    if (!s && al->size < MOST_BYTES && (s = malloc(sizeof *s))) {
        *s = (struct stored){
            .allocation = al->id,
            .words = calloc(al->size / WORD + 1, sizeof(struct value)),
            .next = steps->stored};
        steps->stored = s;
    }
    return s && s->words ? &s->words[offset / WORD] : NULL;
}

/* The 32 values of a slot; NULL: there is no memory for them. */
static struct value *of_slot(struct warp_steps *ws, const struct frame *frame,
                             uint32_t slot)
{
    struct known *k = ws->known;
    while (k && (k->frame != frame || k->code != frame->code))
        k = k->next;
    if (!k && (k = malloc(sizeof *k))) {
        *k = (struct known){.frame = frame,
                            .code = frame->code,
                            .slots = calloc(frame->code->frame_bytes / 64 + 1,
                                            sizeof *k->slots),
                            .next = ws->known};
        ws->known = k;
    }
    return k && k->slots ? k->slots[slot / 64] : NULL;
}

static struct warp_steps *steps_of(const struct warp *w)
{
    return &w->block->steps->warps[w->index];
}

/* ---- numbers ------------------------------------------------------------- */

static double number_of(enum ptx_type type, uint64_t bits)
{
    switch (type) {
    case PTX_F32:
    case PTX_F64: return float_value(bits, type);
    case PTX_S64:
    case PTX_B64: return (double)(int64_t)bits;
    case PTX_U64: return (double)bits;
    case PTX_U32: return (uint32_t)bits;
    default: return (int32_t)bits;
    }
}

/* What a lane has in a slot, whose registers have so many bytes. */
static double number_in(const struct warp_steps *ws, uint32_t slot,
                        unsigned bytes, enum ptx_type type, unsigned lane)
{
    return number_of(type, get_register(ws->frame->slots + slot, bytes, lane));
}

/* What an opcode as written computes: its first type. */
static enum ptx_type result_type(const char *text)
{
    static const enum ptx_type types[] = {PTX_F32, PTX_F64, PTX_S64, PTX_U64,
                                          PTX_B64, PTX_S32, PTX_U32, PTX_B32};
    const char *at = text + strcspn(text, ".");
    for (; *at; at += strcspn(at, ".")) {
        size_t n = strcspn(++at, ".");
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            const char *name = ptx_type_name(types[i]);
            if (strlen(name) == n && !strncmp(at, name, n))
                return types[i];
        }
    }
    return PTX_B32;
}

static void set_kind(struct step *step, const char *text)
{
    size_t n = strcspn(text, ".");
    bool multiplies_and_adds = !strncmp(text, "mad.", 4);
    snprintf(step->kind, sizeof step->kind, "%.*s", (int)n,
             multiplies_and_adds ? "fma" : text);
}

/* Writes a step; its lanes' values become nodes of it. */
static void put(const struct warp *w, const struct step *step,
                struct value made[WARP_SIZE])
{
    uint32_t number = steps_file_put(w, step);
    for (uint32_t m = step->lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        made[l] = (struct value){.number = step->value[l],
                                 .node = number ? number * WARP_SIZE + l : 0};
    }
}

/* ---- arithmetic ---------------------------------------------------------- */

/* A value made in registers: of which others, and whether it is a new one. */
struct made {
    struct value value;
    uint32_t source[MOST_SOURCES];
    bool is_new;
};

/* A part of 64 bits, or both of them again. */
static enum half half_made(const struct insn *insn, enum half half,
                           unsigned parts)
{
    const char *text = insn->detail->text;
    if (parts > 1 || !strncmp(text, "or.", 3)) /* both again */
        return WHOLE;
    if (half == WHOLE && !strncmp(text, "shr.", 4) && strstr(text, "64"))
        return HIGH;
    if (half == WHOLE && !strcmp(text, "cvt.u32.u64"))
        return LOW;
    return half;
}

/* A product with a constant that adds nothing. */
static bool adds_nothing(const struct insn *insn,
                         const struct value operand[MOST_SOURCES],
                         double result)
{
    const char *text = insn->detail->text;
    bool product = !operand[0].node != !operand[1].node;
    if (!strncmp(text, "fma.", 4) || !strncmp(text, "mad.", 4))
        return product && operand[2].number == result;
    return !strncmp(text, "mul.", 4) && product && result == 0;
}

/* Of one lane: what comes of a, b and c.  With a known one among constants it
 * is that one still unless arithmetic has changed it. */
static struct made make(const struct insn *insn, enum ptx_type type,
                        const struct value operand[MOST_SOURCES], double result)
{
    struct made made = {.value = {.number = result}};
    const struct value *main = NULL;
    unsigned parts = 0;
    for (unsigned i = 0; i < MOST_SOURCES; i++) {
        made.source[i] = operand[i].node;
        parts += operand[i].node != 0;
        if (operand[i].node && (!main || operand[i].half == HIGH))
            main = &operand[i];
    }
    if (!main)
        return made;
    if (adds_nothing(insn, operand, result)) {
        made.value = operand[2];
        return made;
    }
    made.is_new = parts > 1 ? type_is_float(type) || main->half == WHOLE
                            : type_is_float(type) && result != main->number;
    if (made.is_new)
        return made;
    made.value = *main;
    made.value.half = half_made(insn, main->half, parts);
    return made;
}

static bool selects(const struct insn *insn)
{
    return insn->op == OP_selp_16 || insn->op == OP_selp_32 ||
           insn->op == OP_selp_64;
}

static void read_operands(struct warp_steps *ws, unsigned lane,
                          struct value operand[MOST_SOURCES])
{
    const struct insn *insn = ws->insn;
    uint32_t slots[MOST_SOURCES] = {insn->a, insn->b, insn->c};
    bool select = selects(insn);
    u32 choice = select ? *(const u32 *)(ws->frame->slots + insn->c) : 0;
    for (unsigned i = 0; i < MOST_SOURCES; i++) {
        const struct value *values =
            slots[i] == NO_SLOT || (select && i != !(choice >> lane & 1))
                ? NULL
                : of_slot(ws, ws->frame, slots[i]);
        operand[i] = values ? values[lane] : (struct value){0};
    }
}

/* What lane l makes of its operands; also into the step, where it becomes new
 * if any lane's is. */
static struct made compute_lane(struct warp_steps *ws, struct step *step,
                                unsigned l)
{
    const struct insn *insn = ws->insn;
    struct value operand[MOST_SOURCES];
    double result =
        number_in(ws, insn->d, ptx_type_size(step->type), step->type, l);
    struct made made;
    read_operands(ws, l, operand);
    made = make(insn, step->type, operand, result);
    step->value[l] = result;
    for (unsigned i = 0; i < MOST_SOURCES; i++)
        step->source[i][l] = made.source[i];
    return made;
}

/* All lanes have made something new if one of them has: a number that happens
 * to be exact in the other type was converted like its neighbours. */
static void compute(struct warp *w)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn *insn = ws->insn;
    struct value *to = of_slot(ws, ws->frame, insn->d);
    struct step step = {.detail = insn->detail,
                        .type = result_type(insn->detail->text),
                        .sources = MOST_SOURCES};
    bool any = false;
    for (uint32_t m = to ? ws->lanes : 0; m; m &= m - 1) {
        unsigned l = first_lane(m);
        struct made made = compute_lane(ws, &step, l);
        to[l] = made.value;
        any = any || made.is_new;
    }
    if (!any)
        return;
    step.lanes = ws->lanes;
    set_kind(&step, insn->detail->text);
    put(w, &step, to);
}

/* mov between a register and the pieces of it. */
static void compute_pieces(struct warp_steps *ws)
{
    const struct insn *insn = ws->insn;
    bool pack = insn->op == OP_pack;
    struct value *whole = of_slot(ws, ws->frame, pack ? insn->d : insn->a);
    for (unsigned i = 0; i < insn->detail->vector && i < 2; i++) {
        uint32_t slot = insn->detail->slots[i];
        struct value *piece =
            slot == NO_SLOT ? NULL : of_slot(ws, ws->frame, slot);
        for (uint32_t m = piece && whole ? ws->lanes : 0; m; m &= m - 1) {
            unsigned l = first_lane(m);
            struct value *to = pack ? &whole[l] : &piece[l];
            *to = pack ? piece[l] : whole[l];
            to->half = pack ? WHOLE : i ? HIGH : LOW;
        }
    }
}

/* ---- memory -------------------------------------------------------------- */

static struct value *in_memory(struct warp *w, unsigned lane, unsigned element)
{
    const struct warp_steps *ws = steps_of(w);
    uint64_t offset =
        ws->offset[lane] + (uint64_t)element * element_bytes(ws->insn);
    return ws->al[lane]
               ? of_global(w->block->steps->steps, ws->al[lane], offset)
               : of_shared(w->block->steps, offset);
}

/* Element i of what the lanes of one array access. */
static struct step access_step(struct warp *w, uint32_t lanes, unsigned i)
{
    const struct warp_steps *ws = steps_of(w);
    unsigned l = first_lane(lanes);
    struct step step = {.detail = ws->insn->detail,
                        .al = ws->al[l],
                        .accesses = true,
                        .type = ws->insn->detail->type,
                        .passes = ws->passes,
                        .lanes = lanes,
                        .sources = 1};
    uint64_t shift = (uint64_t)i * element_bytes(ws->insn);
    snprintf(step.kind, sizeof step.kind, "%s", access_kind_name(step.detail));
    if (!step.al)
        step.start = shared_array_start(w->block->worker->grid, ws->offset[l]);
    for (uint32_t m = lanes; m; m &= m - 1)
        step.offset[first_lane(m)] = ws->offset[first_lane(m)] + shift;
    return step;
}

static void load_element(struct warp *w, uint32_t lanes, unsigned i)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn_detail *detail = ws->insn->detail;
    struct value *to = of_slot(ws, ws->frame, detail->slots[i]);
    struct step step = access_step(w, lanes, i);
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        const struct value *from = in_memory(w, l, i);
        step.source[0][l] = from ? from->node : 0;
        step.value[l] = number_in(ws, detail->slots[i], detail->register_bytes,
                                  step.type, l);
    }
    if (to)
        put(w, &step, to);
}

static void store_element(struct warp *w, uint32_t lanes, unsigned i)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn_detail *detail = ws->insn->detail;
    struct value stored[WARP_SIZE], *to;
    const struct value *from = of_slot(ws, ws->frame, detail->slots[i]);
    struct step step = access_step(w, lanes, i);
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        step.source[0][l] = from ? from[l].node : 0;
        step.value[l] = number_in(ws, detail->slots[i], detail->register_bytes,
                                  step.type, l);
    }
    put(w, &step, stored);
    for (uint32_t m = lanes; m; m &= m - 1)
        if ((to = in_memory(w, first_lane(m), i)))
            *to = stored[first_lane(m)];
}

/* Lane after lane: a is what was there, b what it brings; its own place in the
 * file comes first, so that the next lane can come from it. */
static void update_lane(struct warp *w, unsigned l)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn *insn = ws->insn;
    struct value made[WARP_SIZE], *at = in_memory(w, l, 0);
    struct value *old =
        insn->d == NO_SLOT ? NULL : of_slot(ws, ws->frame, insn->d);
    const struct value *with = of_slot(ws, ws->frame, insn->b);
    struct step step = access_step(w, 1u << l, 0);
    step.sources = 2;
    step.source[0][l] = at ? at->node : 0;
    step.source[1][l] = with ? with[l].node : 0;
    step.value[l] = number_in(ws, insn->b, insn->width, step.type, l);
    put(w, &step, made);
    if (old && at)
        old[l] = *at;
    if (at)
        *at = made[l];
}

/* Those of the lanes whose access is to the array of the first one. */
static uint32_t same_array(const struct warp *w, uint32_t lanes)
{
    const struct warp_steps *ws = steps_of(w);
    const struct grid *grid = w->block->worker->grid;
    unsigned first = first_lane(lanes);
    uint32_t same = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool alike =
            ws->al[l] == ws->al[first] &&
            (ws->al[l] || shared_array_start(grid, ws->offset[l]) ==
                              shared_array_start(grid, ws->offset[first]));
        same |= (uint32_t)alike << l;
    }
    return same;
}

static void access_memory(struct warp *w, enum op_role role)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn_detail *detail = ws->insn->detail;
    uint32_t rest = ws->accessed, lanes;
    if (role == ROLE_UPDATES) {
        for (; rest; rest &= rest - 1)
            update_lane(w, first_lane(rest));
        return;
    }
    for (; rest; rest &= ~lanes) {
        lanes = same_array(w, rest);
        for (unsigned i = 0; i < detail->vector; i++)
            if (detail->slots[i] != NO_SLOT && element_bytes(ws->insn) >= WORD)
                (role == ROLE_LOADS ? load_element : store_element)(w, lanes,
                                                                    i);
    }
}

void steps_access(struct warp *w, uint32_t mask, struct allocation *al,
                  const uint64_t offset[WARP_SIZE], uint32_t passes)
{
    struct warp_steps *ws = steps_of(w);
    ws->accessed |= mask;
    ws->passes += passes;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        ws->al[l] = al;
        ws->offset[l] = offset[l];
    }
}

/* ---- lanes together ------------------------------------------------------ */

void steps_shuffle(struct warp *w, const struct insn *insn, uint32_t mask,
                   const int from[WARP_SIZE])
{
    struct warp_steps *ws = steps_of(w);
    const struct frame *frame = w->splits[w->current].frame;
    const struct value *source = of_slot(ws, frame, insn->a);
    struct value *to = of_slot(ws, frame, insn->d), read[WARP_SIZE] = {{0}};
    struct step step = {.detail = insn->detail,
                        .kind = "shuffle",
                        .shuffles = true,
                        .al = NULL,
                        .type = PTX_F32,
                        .lanes = mask,
                        .sources = 1};
    enum half half = WHOLE;
    bool known = false;
    if (!source || !to)
        return;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        if (mask >> from[l] & 1)
            read[l] = source[from[l]];
        half = source[l].half ? source[l].half : half;
        known |= source[l].node != 0;
        step.offset[l] = (uint64_t)from[l];
        step.value[l] = read[l].number;
        step.source[0][l] = read[l].node;
    }
    if (half != WHOLE)
        step.type = PTX_F64;
    if (known && half != LOW)
        put(w, &step, read);
    for (uint32_t m = mask; m; m &= m - 1) {
        to[first_lane(m)] = read[first_lane(m)];
        to[first_lane(m)].half = half;
    }
}

void steps_barrier(struct warp *w, const struct insn *insn, uint32_t mask)
{
    struct step step = {.detail = insn->detail, .lanes = mask};
    snprintf(step.kind, sizeof step.kind, "%s",
             insn->op == OP_warp_sync ? "syncwarp" : "barrier");
    steps_file_put(w, &step);
}

void steps_fault(struct warp *w, const struct insn *insn, uint32_t lanes,
                 const char *what)
{
    struct step step = {
        .detail = insn->detail, .kind = "fault", .fault = what, .lanes = lanes};
    steps_of(w)->accessed &= ~lanes;
    steps_file_put(w, &step);
}

/* ---- an instruction ------------------------------------------------------ */

void steps_before(struct warp *w)
{
    const struct split *s = &w->splits[w->current];
    struct warp_steps *ws = steps_of(w);
    ws->insn = NULL;
    ws->accessed = ws->passes = 0;
    if (s->pc == s->join_pc)
        return;
    ws->insn = split_insn(s);
    ws->frame = s->frame;
    ws->lanes = s->mask;
    if (ws->insn->guard != NO_SLOT) {
        u32 guard = *(const u32 *)(s->frame->slots + ws->insn->guard);
        ws->lanes &= ws->insn->flags & INSN_GUARD_NEGATED ? ~guard : guard;
    }
}

/* What is written, and not followed, comes from nowhere. */
static void forget_results(struct warp_steps *ws, uint32_t lanes)
{
    struct uses written = uses_written(ws->insn);
    for (unsigned i = 0; i < written.count; i++) {
        struct value *values = of_slot(ws, ws->frame, written.slot[i]);
        for (uint32_t m = values ? lanes : 0; m; m &= m - 1)
            values[first_lane(m)] = (struct value){0};
    }
}

void steps_after(struct warp *w)
{
    struct warp_steps *ws = steps_of(w);
    const struct insn *insn = ws->insn;
    if (!insn || !ws->lanes)
        return;
    enum op_role role = op_class(insn->op)->role;
    if (role == ROLE_LOADS || op_has_image(insn->op) || insn->op == OP_mma)
        forget_results(ws, ws->lanes & ~ws->accessed);
    if (ws->accessed)
        access_memory(w, role);
    else if (insn->op == OP_pack || insn->op == OP_unpack)
        compute_pieces(ws);
    else if (uses_pass_on(insn) && insn->d != NO_SLOT &&
             strncmp(insn->detail->text, "set", 3))
        compute(w);
}

/* ---- blocks and launches ------------------------------------------------- */

bool steps_wanted(void)
{
    return !steps_file_is_full();
}

struct steps *steps_begin(const struct grid *grid)
{
    static struct steps steps;
    if (!options()->steps || !kernel_wanted(grid->launch->kernel->pretty) ||
        !steps_file_open())
        return NULL;
    steps_file_launch(grid);
    return &steps;
}

void steps_end(struct steps *steps)
{
    if (steps)
        steps_file_flush();
}

struct block_steps *steps_block_begin(struct steps *steps,
                                      const struct block *block)
{
    struct block_steps *b = steps ? calloc(1, sizeof *b) : NULL;
    if (!b)
        return NULL;
    *b = (struct block_steps){
        .steps = steps,
        .shared = calloc(block->shared_bytes / WORD + 5, sizeof *b->shared),
        .warps = calloc(block->warp_count, sizeof *b->warps),
        .warp_count = block->warp_count};
    if (b->shared && b->warps)
        return b;
    steps_block_end(b);
    return NULL;
}

void steps_block_end(struct block_steps *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; b->warps && i < b->warp_count; i++)
        for (struct known *k = b->warps[i].known, *next; k; k = next) {
            next = k->next;
            free(k->slots);
            free(k);
        }
    free(b->warps);
    free(b->shared);
    free(b);
}

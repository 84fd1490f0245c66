/*
 * resolver.h - between the files that turn a parsed function into code.
 *
 * resolve.c looks an instruction's first word up in its table of emitters; the
 * emitter reads the other words (resolve_opcode.c) and the operands
 * (resolve_operand.c), each of which becomes the offset of a slot
 * (resolve_slot.c), and emits decoded instructions.  What fails has said why
 * in r->error.
 */
#ifndef RESOLVER_H
#define RESOLVER_H

#include "resolve.h"

#include <string.h>

enum { MAX_PARTS = 12, PART_CHARS = 96 };

enum name_kind {
    NAME_REGISTER,
    NAME_SHARED,
    NAME_LOCAL,
    NAME_PARAM,
    NAME_KERNEL_PARAM,
    NAME_LABEL
};

/* What a name means inside the function.  Keyed by its interned pointer. */
struct name {
    const char *text;
    enum name_kind kind;
    uint32_t slot;   /* register */
    uint32_t bytes;  /* register: 0 predicate, 2, 4, 8 */
    uint64_t offset; /* variables: in their space; label: instruction */
    uint64_t size;
};

struct resolver {
    struct module *module;
    struct program *program;
    const struct ptx_func *func;
    const struct ptx_insn *source; /* the instruction at hand */
    struct code *code;
    struct ptx_error *error;
    void *names;               /* tsearch tree of struct name */
    char parts[MAX_PARTS][16]; /* opcode, cut at the dots */
    char opcode[PART_CHARS];
    unsigned part_count;
    size_t insn_room, constant_room;
    uint32_t first;    /* decoded index of this instruction */
    uint32_t carry;    /* slot of the carry flag, or NO_SLOT */
    uint64_t *sources; /* [slot/64]: see flow_stores */
    uint32_t source_room;
    bool starved;      /* out of memory: nothing that was emitted counts */
    uint32_t *starts;          /* decoded index of each ptx_insn */
    struct insn_detail detail; /* of the instruction being built */
};

struct address {
    enum ptx_space space;
    uint64_t offset; /* in the space; generic for global and const */
    bool dynamic;    /* counted from the end of static shared memory */
};

static inline bool is(const char *text, const char *word)
{
    return !strcmp(text, word);
}

/* Writes the instructions of r->source. */
typedef bool emitter_function(struct resolver *r);

/* ---- resolver.c ---------------------------------------------------------- */

/* All three are false, with the error set. */
__attribute__((format(printf, 2, 3))) bool
resolver_fail(struct resolver *r, const char *format, ...);
bool resolver_unsupported(struct resolver *r);
bool resolver_no_memory(struct resolver *r);
/* The program needs that function of the module as well. */
bool resolver_want(struct resolver *r, uint32_t index);

/* ---- resolve_opcode.c ---------------------------------------------------- */

/* "ld.global.L1::evict_last.f32" -> ld, global, ... */
bool opcode_split(struct resolver *r);
/* Part i, or "". */
const char *opcode_part(const struct resolver *r, unsigned i);
/* Is the word one of the parts behind the first? */
bool opcode_has(const struct resolver *r, const char *word);
enum rounding rounding_named(const char *text);
enum ptx_type type_named(const char *name);
/* Types always stand last. */
enum ptx_type opcode_type(const struct resolver *r);
/* Width of the register that holds a value: bytes share with halves. */
uint32_t register_bytes(enum ptx_type type);
/* The row or case of the name; false: there is none. */
bool op_find(const char *name, uint16_t *op);

/* ---- resolve_slot.c ------------------------------------------------------ */

/* A new slot for lanes of so many bytes; 0: a predicate's mask. */
uint32_t slot_new(struct resolver *r, uint32_t bytes);
/* The next four set r->starved when they are out of memory: their callers
 * need not look, resolve.c refuses the instruction. */
/* What stores through an address in the slot may reach: see flow_stores. */
void slot_mark(struct resolver *r, uint32_t slot, uint64_t through);
/* The slot of a constant, of a number. */
uint32_t slot_constant(struct resolver *r, struct constant wanted);
uint32_t slot_number(struct resolver *r, uint64_t bits, uint32_t bytes);
/* Slot of a special register, or NO_SLOT if there is none of the name. */
uint32_t slot_special(struct resolver *r, const struct ptx_operand *o);
/* A name that is new; NULL: out of memory. */
struct name *name_add(struct resolver *r, const char *text);
/* NULL: not met yet; name_find makes a register that is declared known. */
struct name *name_known(struct resolver *r, const char *text);
struct name *name_find(struct resolver *r, const char *text);
/* The same for what must be a register; NULL: the error is set. */
struct name *register_named(struct resolver *r, const char *text);
/* One more instruction, with a copy of r->detail; micro: a further step of the
 * same PTX instruction.  NULL: out of memory. */
struct insn *emit(struct resolver *r, uint16_t op);
/* The same with its operands, NO_SLOT for none. */
struct insn *emit_slots(struct resolver *r, uint16_t op, uint32_t d, uint32_t a,
                        uint32_t b, uint32_t c);
struct insn *emit_micro(struct resolver *r, uint16_t op, uint32_t d,
                        uint32_t a);
/* Numbers a load, store or atomic, and remembers its place for messages. */
bool emit_site(struct resolver *r, struct insn *insn);
/* The guard holds for every step; a branch has it as its condition. */
bool emit_guard(struct resolver *r);

/* ---- resolve_operand.c --------------------------------------------------- */

/* Operand i of the instruction; kind PTX_OPND_NONE: it has not so many. */
const struct ptx_operand *operand_at(struct resolver *r, unsigned i);
/* Shared variables of the module get their place in this program when the
 * kernel, or what it calls, first names them. */
bool shared_place(struct resolver *r, const struct ptx_var *var,
                  struct name *name);
/* Address of a variable or function in its own space; false if unknown. */
bool address_find(struct resolver *r, const char *text,
                  struct address *address);
/* Constant slot holding an address, remembered for flow_stores. */
bool address_slot(struct resolver *r, const struct address *address,
                  uint64_t addend, uint32_t bytes, uint32_t *slot);
/* Bits of a literal as lanes of so many bytes hold them. */
uint64_t literal_bits(const struct ptx_operand *o, uint32_t bytes);
/* The address of a .local variable moves with the call depth. */
bool address_local(struct resolver *r, uint64_t offset, uint32_t bytes,
                   uint32_t *slot);
/* A source operand as lanes of so many bytes (0: predicate). */
bool operand_source(struct resolver *r, unsigned i, uint32_t bytes,
                    uint32_t *slot);
/* The same of one in a list, of operand i. */
bool operand_read(struct resolver *r, const struct ptx_operand *o, unsigned i,
                  uint32_t bytes, uint32_t *slot);
/* A destination; "_" gets a slot nobody reads. */
bool operand_written(struct resolver *r, const struct ptx_operand *o,
                     uint32_t bytes, uint32_t *slot);
bool operand_destination(struct resolver *r, unsigned i, uint32_t bytes,
                         uint32_t *slot);
/* d or d|p: the second goes to *second, NO_SLOT when absent or "_". */
bool operand_pair(struct resolver *r, uint32_t bytes,
                  uint32_t second_bytes, uint32_t *slot,
                  uint32_t *second);

/* ---- resolve_arith.c ----------------------------------------------------- */

/* The row of ops.def that the opcode names. */
bool emit_row(struct resolver *r);
/* and.pred, or.pred, xor.pred, not.pred, mov.pred */
bool emit_predicate(struct resolver *r);
/* The row "step.type", where wanted, on what d holds. */
bool float_step(struct resolver *r, const char *step, bool wanted,
                enum ptx_type type, uint32_t d);
/* What follows a row of floating point: the rounding mode again, .ftz, .sat,
 * .relu. */
bool float_finish(struct resolver *r, enum ptx_type type, uint32_t d);
emitter_function emit_arithmetic, emit_carry, emit_bits;
emitter_function emit_setp, emit_testp, emit_set, emit_selp;

/* ---- resolve_video.c ----------------------------------------------------- */

emitter_function emit_video;

/* ---- resolve_move.c ------------------------------------------------------ */

enum ptx_space space_named(const char *text);
emitter_function emit_mov, emit_cvt, emit_cvta, emit_isspacep;

/* ---- resolve_memory.c ---------------------------------------------------- */

struct place {
    uint32_t slot;       /* of the address; NO_SLOT: offset alone */
    bool narrow;         /* a 32-bit address register */
    int32_t offset;
    enum name_kind kind; /* NAME_PARAM, NAME_KERNEL_PARAM, or another */
};
/* Operand i: [register + n], [variable + n], [n] */
bool place_find(struct resolver *r, unsigned i, struct place *place);
emitter_function emit_load, emit_store, emit_atomic, emit_fence, emit_nothing;
/* red has the operation for the type; false: it has not. */
bool atomic_reduces(const char *name, const char *type, enum atomic_op *op);

/* Of operand i, scalar or vector, as loads and stores have it: the slots of as
 * many values as r->detail.vector says, into r->detail. */
bool value_slots(struct resolver *r, unsigned i, bool store);

/* ---- resolve_image.c ----------------------------------------------------- */

emitter_function emit_texture, emit_surface, emit_image_query;

/* ---- resolve_async.c ----------------------------------------------------- */

emitter_function emit_copy;

/* ---- resolve_mbarrier.c -------------------------------------------------- */

emitter_function emit_mbarrier;
/* cp.async.mbarrier.arrive{.noinc} [a] */
bool emit_copies_arrive(struct resolver *r);

/* ---- resolve_control.c --------------------------------------------------- */

emitter_function emit_branch, emit_indexed_branch, emit_plain, emit_call;

/* ---- resolve_sync.c ------------------------------------------------------ */

emitter_function emit_shuffle, emit_vote, emit_elect, emit_activemask;
emitter_function emit_barrier;

/* ---- resolve_matrix.c ---------------------------------------------------- */

emitter_function emit_matrix;

#endif

/*
 * ptx.h - PTX text as the parser leaves it: names resolved to nothing yet.
 *
 * Pipeline:  fatbin.c  ->  lex.c  ->  parse*.c  ->  resolve*.c
 *            bytes         tokens    ptx_module    decoded code (code/code.h)
 *
 * Everything a module owns lives in one arena and dies with it; strings are
 * NUL-terminated and interned (equal names are equal pointers within one
 * unit; the private names of two units are two).  Source: PTX ISA 9.0;
 * accepted are PTX 4.0 to 9.0.
 */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- places and errors -------------------------------------------------- */

/* A place in the student's source, from .loc; file 0 means unknown. */
struct ptx_loc {
    uint32_t file;   /* index into ptx_module.files; 0: unknown */
    uint32_t line;   /* from 1; 0: unknown */
    uint32_t column; /* from 1; 0: unknown */
};

/* Why loading failed; the first error wins.  Always NUL-terminated. */
struct ptx_error {
    uint32_t line;   /* line of the PTX text, from 1; 0: not in the text */
    uint32_t column; /* from 1 */
    struct ptx_loc loc; /* place in the source; line 0: not known */
    bool no_memory;  /* not the text's fault: the host had none left */
    char message[256];
};

/* Fills in the whole error. */
void ptx_no_memory(struct ptx_error *error);

/* ---- types and state spaces --------------------------------------------- */

enum ptx_type {
    PTX_NO_TYPE,
    PTX_PRED,
    PTX_B8, PTX_B16, PTX_B32, PTX_B64, PTX_B128,
    PTX_U8, PTX_U16, PTX_U32, PTX_U64,
    PTX_S8, PTX_S16, PTX_S32, PTX_S64,
    PTX_F16, PTX_F16X2, PTX_BF16, PTX_BF16X2, PTX_F32, PTX_F64,
    PTX_TYPE_COUNT
};

enum ptx_space {
    PTX_GENERIC, /* no space named */
    PTX_REG, PTX_CONST, PTX_GLOBAL, PTX_LOCAL, PTX_PARAM, PTX_SHARED
};

/* Bytes of one value; 0 for PTX_NO_TYPE and PTX_PRED. */
unsigned ptx_type_size(enum ptx_type type);

static inline bool type_is_signed(enum ptx_type type)
{
    return type >= PTX_S8 && type <= PTX_S64;
}

static inline bool type_is_float(enum ptx_type type)
{
    return type >= PTX_F16 && type <= PTX_F64;
}
/* "s32" and so on; never NULL. */
const char *ptx_type_name(enum ptx_type type);

/* ---- declarations ------------------------------------------------------- */

/* One piece of an initialiser: a number, or the address of a symbol. */
struct ptx_init {
    uint64_t bits;      /* value, or addend when symbol is set */
    const char *symbol; /* NULL: a plain number */
    bool generic;       /* generic(symbol): a generic address */
    uint8_t byte_shift; /* mask() initialisers 0xFF(sym): which byte, 0..7 */
    bool one_byte;      /* only that byte of the address is stored */
};

/* A variable or parameter in memory (.global .const .shared .local .param). */
struct ptx_var {
    const char *name;
    enum ptx_space space;
    enum ptx_type type; /* of one element */
    uint32_t align;     /* bytes, a power of two, at least the type's size */
    uint64_t count;     /* elements; 1 for a scalar; 0 for an open array x[] */
    bool is_array;
    bool is_extern;
    bool is_weak;       /* .weak, .common: another definition may stand */
    bool is_pointer;    /* kernel parameter marked .ptr */
    struct ptx_init *init; /* NULL: zero; else one per element from 0 */
    uint64_t init_count;   /* <= count */
    struct ptx_loc loc;
};

/* .reg: name "%r" with count 23 declares %r0 to %r22; count 0: just name. */
struct ptx_reg {
    const char *name;
    enum ptx_type type;
    uint32_t count;
};

/* ---- instructions ------------------------------------------------------- */

enum ptx_operand_kind {
    PTX_OPND_NONE,
    PTX_OPND_NAME,    /* register, special register, variable, label, function:
                         the resolver tells which (locals shadow globals) */
    PTX_OPND_INT,     /* bits: 64-bit two's complement (literals may be U) */
    PTX_OPND_FLOAT,   /* bits: IEEE bits; type says PTX_F32 (0f) or PTX_F64 */
    PTX_OPND_ADDRESS, /* [name + offset], or [offset] when name is NULL;
                         list: what follows a comma in the brackets (tex) */
    PTX_OPND_VECTOR,  /* {a, b, ...}: list */
    PTX_OPND_LIST,    /* (a, b, ...): call arguments or results: list */
    PTX_OPND_PAIR,    /* a|b: list of two (shfl, setp) */
    PTX_OPND_DISCARD  /* _ */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    enum ptx_type type; /* PTX_OPND_FLOAT only */
    bool negated;       /* !%p */
    uint8_t component;  /* 0 none, else 'x' 'y' 'z' 'w': %tid.x, %v.y */
    const char *name;   /* NAME, ADDRESS */
    const char *selector; /* "h10" of %r1.h10, "b3"; else NULL */
    uint64_t bits;      /* INT, FLOAT; ADDRESS: the offset; NAME: "sym+4" */
    struct ptx_operand *list;
    uint32_t list_count;
};

enum { PTX_MAX_OPERANDS = 8 };

struct ptx_insn {
    const char *opcode; /* with all modifiers: "ld.global.v4.f32" */
    const char *guard;  /* predicate register; NULL: always */
    bool guard_negated;
    bool no_unroll;     /* .pragma "nounroll" stands before it */
    uint8_t operand_count;
    struct ptx_operand *operands; /* as written, destination first */
    struct ptx_loc loc;
    uint32_t text_line; /* in the PTX text */
};

/* A label; at == insn_count of the function is legal (end of body). */
struct ptx_label {
    const char *name;
    uint32_t at; /* index of the instruction it stands before */
};

/* LABEL: .branchtargets A, B, C;   (brx.idx)  or  .calltargets f, g; */
struct ptx_targets {
    const char *name;
    const char **labels;
    uint32_t count;
};

/* prototype_0 : .callprototype (.param .b32 _) _ (.param .b64 _);
 * Also the signature of a function. */
struct ptx_signature {
    const char *name;
    struct ptx_var *results; /* space PTX_PARAM or PTX_REG */
    uint32_t result_count;
    struct ptx_var *params;
    uint32_t param_count;
};

/* Scoped declarations { } are flattened: a register or .param declared in an
 * inner block, and a label, is renamed "name@3" (block number; a range "%r" is
 * renamed "%r@3_"), in its declaration and in the operands that mean it. */
struct ptx_func {
    struct ptx_signature sig; /* name: mangled */
    bool is_entry;
    bool is_extern;           /* declared, no body (vprintf, __nv_expf) */
    bool is_weak;
    struct ptx_reg *regs;
    uint32_t reg_count;
    struct ptx_var *vars;     /* .shared .local .param .const of the body */
    uint32_t var_count;
    struct ptx_insn *insns;
    uint32_t insn_count;
    struct ptx_label *labels;
    uint32_t label_count;
    struct ptx_targets *targets;
    uint32_t target_count;
    uint32_t max_threads;     /* .maxntid product; 0: not given */
    uint32_t required_threads;/* .reqntid product; 0: not given */
    uint32_t least_blocks;    /* .minnctapersm; 0: not given */
    uint32_t text_line;
    struct ptx_loc loc;       /* first .loc of the body */
};

struct ptx_module {
    unsigned version;   /* 70 for 7.0 */
    unsigned target_sm; /* 75 for sm_75 */
    bool debug;         /* it was compiled for a debugger (nvcc -G) */
    bool by_nvvm;       /* nvcc's front end made it, as its first lines say */
    struct ptx_var *vars;
    uint32_t var_count;
    struct ptx_func *funcs;
    uint32_t func_count;
    const char **files; /* [0] unused; from .file, absolute or as written */
    uint32_t file_count;
    void *arena;
};

/* ---- places.c ----------------------------------------------------------- */

/* Path of a source file as .file gave it; "?" if unknown. */
const char *ptx_file(const struct ptx_module *module, uint32_t file);

/* ---- fatbin.c ----------------------------------------------------------- */

/* PTX text found in what __cudaRegisterFatBinary was given: plain text
 * (clang), or a fat binary (nvcc), plain, LZ4 or Zstandard.  wrapper is the
 * 24-byte structure of fatbinary_section.h.  Of several PTX entries the one
 * for the highest sm not above 90 is taken; of a program of several files
 * (-rdc=true) one for each, in a row.  Returns a malloc'ed string, or
 * NULL with error set (naming the build flag that helps). */
char *fatbin_ptx(const void *wrapper, struct ptx_error *error);

/* The same for a container image of known size (tests, fuzzing): never reads
 * beyond size bytes. */
char *fatbin_image_ptx(const void *image, size_t size,
                       struct ptx_error *error);

/* ---- parse.c ------------------------------------------------------------ */

/* Parses NUL-terminated text; of several modules in a row, as nvcc -rdc=true
 * makes them, the one that they are linked into.  NULL with error set on bad
 * input, of whatever kind: never aborts, never overruns, bounded in memory and
 * depth. */
struct ptx_module *ptx_parse(const char *text, struct ptx_error *error);
void ptx_free(struct ptx_module *module);

#endif

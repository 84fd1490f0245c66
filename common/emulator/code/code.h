/*
 * code.h - decoded code.
 *
 * A register is 32 lanes side by side (a "slot"): 16-, 32- or 64-bit values,
 * or one 32-bit mask for a predicate.  Immediates and special registers live
 * in slots too, filled once, so an operand is always the same thing: a byte
 * offset into the frame.
 */
#ifndef CODE_H
#define CODE_H

#include "base/limits.h"
#include "module.h"

/* What a lane holds.  A register is bits: what one instruction wrote as one of
 * these, another reads as another. */
#define LANE __attribute__((may_alias))
typedef uint16_t LANE u16;
typedef int16_t LANE s16;
typedef uint32_t LANE u32;
typedef int32_t LANE s32;
typedef uint64_t LANE u64;
typedef int64_t LANE s64;
typedef float LANE f32;
typedef double LANE f64;
#undef LANE

/* ---- decoded code ------------------------------------------------------- */

enum op {
#define OP(id, name, class) OP_##id,
#include "code/ops.def"
    OP_COUNT
};

#define ALL_LANES 0xffffffffu
#define NO_SLOT UINT32_MAX
#define EXIT_PC UINT32_MAX /* the virtual end of a function */
enum { MAX_VECTOR = 4 };

enum insn_flag {
    INSN_GUARD_NEGATED = 1,
    INSN_MICRO = 2,     /* a further step of the instruction before it */
    INSN_ADDRESS_32 = 4,/* the address register has 32 bits */
    INSN_VOLATILE = 8,  /* .volatile .relaxed ... .cg .cv .wt: no race */
    INSN_SIGNED = 16,   /* sub-word loads extend the sign */
    INSN_WHOLE = 32,    /* ld, st: one element, as wide as its register */
    INSN_NO_UNROLL = 64 /* the loop that begins here is not unrolled */
};

/* To nearest even, to zero, down, up; INTEGRAL: to an integer value. */
enum rounding {
    ROUND_NONE, ROUND_RN, ROUND_RZ, ROUND_RM, ROUND_RP,
    ROUND_RNI, ROUND_RZI, ROUND_RMI, ROUND_RPI
};

/* How setp combines its comparison with a third predicate. */
enum bool_op { BOOL_NONE, BOOL_AND, BOOL_OR, BOOL_XOR };

enum atomic_op {
    ATOMIC_ADD, ATOMIC_MIN, ATOMIC_MAX, ATOMIC_INC, ATOMIC_DEC, ATOMIC_AND,
    ATOMIC_OR, ATOMIC_XOR, ATOMIC_EXCH, ATOMIC_CAS,
    ATOMIC_ARRIVE, ATOMIC_DROP, ATOMIC_EXPECT, ATOMIC_COMPLETE,
    ATOMIC_LOOK /* of an mbarrier, as all from ATOMIC_ARRIVE on */
};

/* An mbarrier: how many must arrive in each phase, how many are yet to, how
 * many bytes of copies are yet to come (with a sign), and from the last bit on
 * the number of phases that are complete. */
enum {
    MBARRIER_COUNT_BITS = 20, MBARRIER_BYTES_BIT = 40,
    MBARRIER_BYTES_BITS = 21, MBARRIER_PHASE_BIT = 61
};

/* What cp.async's own instructions do: the offset of OP_copies and
 * OP_bulk_groups; 0 and more: wait until so many groups at most are on their
 * way. */
enum { COPIES_COMMIT = -1, COPIES_WAIT_ALL = -2 };

/* Addresses and sizes of bulk copies are multiples of it. */
enum { BULK_UNIT = 16 };

/* tex, tld4, suld, sust, txq, suq: of the texture or surface whose handle is
 * in slot a.  What outside of it does: an error, the nearest, nothing. */
enum image_outside { OUTSIDE_IS_WRONG, OUTSIDE_IS_CLAMPED, OUTSIDE_IS_ZERO };
struct image_access {
    uint8_t dimensions;         /* 1 to 3; 0: it is none of these */
    bool whole;                 /* tex: coordinates are integers */
    bool gathers;               /* tld4 */
    uint8_t which;              /* tld4: the component; txq, suq: the axis */
    enum image_outside outside; /* suld, sust */
    uint32_t at[3];             /* slots of the coordinates x, y, z */
};

/* What only some instructions need, and messages. */
struct insn_detail {
    struct ptx_loc loc;
    const char *text;           /* opcode as written */
    uint16_t op;                /* enum op, again */
    enum ptx_type type;         /* of the value in memory, or cvt's target */
    enum ptx_type source_type;  /* cvt */
    uint8_t vector;             /* ld, st: elements 1, 2, 4 */
    uint32_t slots[MAX_VECTOR]; /* their registers; NO_SLOT: discarded */
    uint8_t register_bytes;     /* width of those registers: 2, 4, 8 */
    uint8_t source_bytes;       /* cvt: width of the source register */
    enum atomic_op atomic;
    bool returns;               /* atomics: somebody reads what was there */
    bool answers;               /* the same without exchanges that need not */
    bool combined;              /* atomics: ptxas lets one lane do it for all */
    bool tries;                 /* a comparison with what was read: again, if
                                 * somebody else was faster */
    bool strong;                /* ld, st: INSN_VOLATILE; any atomic */
    bool is_volatile;           /* ld, st: .volatile, of what makes it strong */
    bool copies;                /* st: of cp.async, as it is issued */
    bool reduces;               /* bulk_store: as atomics do */
    bool parity;                /* mbarrier_test: the state is a parity */
    bool generic;               /* of an mbarrier: a generic address */
    bool is_kept;               /* ld, st: of a variable in local memory */
    uint32_t kept;              /* that has a register to ptxas; its slot */
    bool is_element;            /* and that is one of several */
    bool leads;                 /* to where those are, and no more */
    bool turn;                  /* of the source, not the code, begins here */
    bool looks_first;           /* ld: an atomic at the same address follows */
    bool discardable;           /* ld: its value may be thrown away (uses.h) */
    bool chosen, chosen_if;     /* lanes without that in the predicate throw */
    uint32_t choice;            /* away what it gives (choices.h) */
    enum bool_op boolean;
    uint32_t second;            /* setp: q; shfl, match, elect: p */
    uint32_t fourth;            /* bfi, prmt, shfl: a fourth source */
    enum rounding rounding;     /* cvt, round.begin */
    bool saturate, flush, relu; /* .sat .ftz .relu */
    struct call *call;
    const struct video *video;  /* vadd and its kin: video.h */
    const struct matrix *matrix; /* mma: matrix.h */
    struct image_access image;
    uint32_t *targets;          /* brx.idx */
    uint32_t target_count;
};

/* 48 bytes; read in order, so most of a loop sits in L1. */
struct insn {
    uint16_t op;
    uint8_t flags;
    uint8_t width;    /* ld, st: bytes in memory of all elements */
    uint32_t guard;   /* predicate slot or NO_SLOT */
    uint32_t d, a, b, c;
    uint32_t target;  /* branch: instruction index */
    uint32_t join;    /* branch: immediate post-dominator, or EXIT_PC */
    int32_t offset;   /* ld, st: added to the address */
    uint32_t site;    /* ld, st, atom: number of this access in the module */
    struct insn_detail *detail;
};

/* A variable of a frame's parameter memory, as call and ret copy it. */
struct param_place { uint32_t offset, size; };

enum builtin {
    BUILTIN_NONE,
#define BUILTIN(id, name) BUILTIN_##id,
#include "builtins.def"
};
enum builtin builtin_named(const char *name);

/* Is it of the mathematical library?  These stand behind all others. */
static inline bool builtin_is_math(enum builtin builtin)
{
    return builtin > BUILTIN_free;
}

enum { MOST_OUTS = 2 }; /* results of a function through pointers */

struct call {
    uint32_t callee;              /* function index; NO_SLOT: not known */
    enum builtin builtin;
    uint32_t pointer;             /* slot with a function address; NO_SLOT */
    uint32_t arg_count, result_count;
    struct param_place *args, *results; /* in the caller's frame */
    uint32_t outs[MOST_OUTS];     /* slots of results that it stores through
                                   * pointers, if ptxas has them in registers;
                                   * 0 */
};

enum special {
    SPECIAL_TID_X, SPECIAL_TID_Y, SPECIAL_TID_Z,
    SPECIAL_NTID_X, SPECIAL_NTID_Y, SPECIAL_NTID_Z,
    SPECIAL_CTAID_X, SPECIAL_CTAID_Y, SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X, SPECIAL_NCTAID_Y, SPECIAL_NCTAID_Z,
    SPECIAL_LANEID, SPECIAL_WARPID, SPECIAL_NWARPID,
    SPECIAL_SMID, SPECIAL_NSMID, SPECIAL_GRIDID,
    SPECIAL_LANEMASK_EQ, SPECIAL_LANEMASK_LT, SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_GT, SPECIAL_LANEMASK_GE,
    SPECIAL_DYNAMIC_SMEM_SIZE, SPECIAL_TOTAL_SMEM_SIZE,
    SPECIAL_ENVREG1, SPECIAL_ENVREG2,
    SPECIAL_COUNT
};

/* What a warp waits for. */
enum wait_kind {
    WAIT_ARITHMETIC, /* results of simple instructions */
    WAIT_DOUBLE,     /* of arithmetic in double precision */
    WAIT_SPECIAL,    /* of approximations and conversions */
    WAIT_SHUFFLE,    /* from other lanes */
    WAIT_MATRIX,     /* products of matrices */
    WAIT_SHARED,     /* loads from shared or local memory */
    WAIT_GLOBAL,     /* loads from global memory */
    WAIT_ATOMIC      /* of global memory */
};

enum { MAX_PRODUCTS = 4 };

/* One function body. */
struct code {
    const char *name;
    uint32_t index;              /* in program->functions */
    struct insn *insns;
    uint32_t insn_count;
    uint32_t frame_bytes;        /* of all slots, a multiple of 64 */
    uint32_t param_bytes;        /* parameter memory per lane */
    uint32_t local_bytes;        /* .local per thread */
    bool keeps_locals;           /* all that is accessed of it is_kept */
    uint32_t elements;           /* slot of arrays in registers, if any is */
    struct constant {
        uint64_t bits;
        uint32_t slot, bytes;    /* 2, 4, 8; 0: predicate mask */
        bool dynamic; /* counts from the start of dynamic shared memory */
    } *constants;
    uint32_t constant_count;
    struct special_use { enum special what; uint32_t slot; } *specials;
    uint32_t special_count;
    uint32_t arg_count, result_count;
    struct param_place *args, *results; /* in its own parameter memory */
    bool is_entry;
    bool draws; /* from a counter in global memory, in a loop or called:
                 * pieces of work that go to who comes */
    uint64_t sm_threads; /* a multiprocessor shall have so many of an entry at
                          * once, as __launch_bounds__ say; 0: not given */
    /* Products of ints that are part of addresses: indices.h. */
    struct ptx_loc products[MAX_PRODUCTS];
    uint32_t product_count;
    /* Which 8-byte words of the kernel's parameters its stores may go
     * through, and the bits below; see flow.c. */
    uint64_t stores_through;
};

/* What the slot always has; NULL: that is not known. */
static inline const struct constant *code_constant(const struct code *code,
                                                   uint32_t slot)
{
    for (uint32_t i = 0; i < code->constant_count; i++)
        if (code->constants[i].slot == slot)
            return &code->constants[i];
    return NULL;
}

#define THROUGH_PARAMS 60                 /* words 0..59 have bits */
#define THROUGH_PRIVATE (1ull << 61)      /* shared or local memory */
#define THROUGH_SYMBOLS (1ull << 62)      /* module variables */
#define THROUGH_ANYTHING (1ull << 63)

/* Arrays in shared memory do not touch each other here, so that what runs over
 * the end of one does not land in the next unseen.  Gaps take whole rounds of
 * the banks: every word stays in the bank it has on hardware.  They do not
 * count as memory in use.  Of very many arrays the last do touch. */
enum { GAP_BYTES = 256, MAX_GAPS = 16 };

struct gap {
    uint32_t start, bytes;
};

/* A static array in shared memory, where it is laid out here. */
struct shared_array {
    const char *name; /* mangled */
    uint32_t start, bytes;
    struct shared_array *next;
};

/* A kernel with all it may call; functions by index in the ptx_module,
 * NULL where the kernel cannot reach one. */
struct program {
    struct code **functions;
    uint32_t function_count;
    uint32_t *wanted;       /* those it has, in the order they were met */
    uint32_t wanted_count;
    uint32_t entry;
    uint32_t site_count;    /* loads, stores, atomics: insn.site below it */
    const struct insn_detail **site_details; /* [site] */
    size_t site_room;
    uint32_t static_shared; /* bytes, as the hardware lays arrays out */
    uint32_t shared_end;    /* as they are laid out here, with gaps */
    uint32_t reserved_place; /* of %reserved_smem_offset_1, if it is used */
    bool has_reserved;
    struct gap gaps[MAX_GAPS];
    uint32_t gap_count;
    struct shared_array *arrays; /* the last one first */
    const char *dynamic_name;    /* of extern __shared__, mangled; or NULL */
    uint32_t *shared_places; /* [module variable]: offset + 1; 0: none yet */
    uint64_t stores_through;
    bool has_local;         /* some function uses .local */
    bool draws;             /* some function draws pieces of work */
    bool reads_clock;       /* %clock, %clock64 */
    bool has_images;        /* it reaches memory by textures or surfaces */
    bool has_bulk;          /* it copies in bulk */
    const struct ptx_module *ptx;
};

/* Start of the generic address windows; inside, the space's own offset. */
#define SHARED_WINDOW 0x100000000000ull
#define LOCAL_WINDOW 0x200000000000ull
#define PARAM_WINDOW 0x300000000000ull
#define FUNCTION_WINDOW 0x400000000000ull /* function addresses */
#define WINDOW_SIZE 0x10000000000ull

#endif

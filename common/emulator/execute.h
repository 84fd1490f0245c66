/*
 * execute.h - decoded code, and the machine that runs it.
 *
 * A register is 32 lanes side by side (a "slot"): 16-, 32- or 64-bit values,
 * or one 32-bit mask for a predicate.  Immediates and special registers live
 * in slots too, filled once, so an operand is always the same thing: a byte
 * offset into the frame.  One decoded instruction is dispatched once for 32
 * lanes.
 */
#ifndef EXECUTE_H
#define EXECUTE_H

#include "memory/transactions.h"
#include "emulator.h"
#include "base/hot.h"
#include "memory/race.h"
#include "memory/shadow.h"

#define ALL_LANES 0xffffffffu

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
#define OP(id, name) OP_##id,
#include "code/ops.def"
    OP_COUNT
};

#define NO_SLOT UINT32_MAX
#define EXIT_PC UINT32_MAX /* the virtual end of a function */
enum { MAX_VECTOR = 4 };

enum insn_flag {
    INSN_GUARD_NEGATED = 1,
    INSN_MICRO = 2,     /* a further step of the instruction before it */
    INSN_ADDRESS_32 = 4,/* the address register has 32 bits */
    INSN_VOLATILE = 8,  /* .volatile .relaxed ... .cg .cv .wt: no race */
    INSN_SIGNED = 16,   /* sub-word loads extend the sign */
    INSN_WHOLE = 32     /* ld, st: one element, as wide as its register */
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
    ATOMIC_ARRIVE, ATOMIC_DROP, ATOMIC_LOOK /* of an mbarrier */
};

/* An mbarrier: how many must arrive in each phase, how many are yet to, and
 * from the last bit on the number of phases that are complete. */
enum { MBARRIER_COUNT_BITS = 20, MBARRIER_PHASE_BIT = 40 };

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
    bool strong;                /* ld, st: INSN_VOLATILE; any atomic */
    bool is_volatile;           /* ld, st: .volatile, of what makes it strong */
    bool looks_first;           /* ld: an atomic at the same address follows */
    enum bool_op boolean;
    uint32_t second;            /* setp: q; shfl, match, elect: p */
    uint32_t fourth;            /* bfi, prmt, shfl: a fourth source */
    enum rounding rounding;     /* cvt, round.begin */
    bool saturate, flush, relu; /* .sat .ftz .relu */
    struct call *call;
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
    uint32_t site;    /* ld, st, atom: number of this access in the module;
                       * branch: where its waits are counted from (chain.c) */
    struct insn_detail *detail;
};

/* A variable of a frame's parameter memory, as call and ret copy it. */
struct param_place { uint32_t offset, size; };

struct call {
    uint32_t callee;              /* function index; NO_SLOT: not known */
    builtin_function *builtin;
    uint32_t pointer;             /* slot with a function address; NO_SLOT */
    uint32_t arg_count, result_count;
    struct param_place *args, *results; /* in the caller's frame */
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

/* What a warp waits for; chain.c says how it is counted. */
#define WAITS(X)                                                              \
    X(ARITHMETIC, arithmetic) /* results of simple instructions */            \
    X(DOUBLE, double)         /* of arithmetic in double precision */         \
    X(SPECIAL, special)       /* of approximations and conversions */         \
    X(SHUFFLE, shuffle)       /* from other lanes */                          \
    X(SHARED, shared)         /* loads from shared or local memory */         \
    X(GLOBAL, global)         /* loads from global memory */                  \
    X(ATOMIC, atomic)         /* of global memory */                          \
    X(BARRIER, barriers)

enum wait_kind {
#define X(ID, name) WAIT_##ID,
    WAITS(X)
#undef X
    WAIT_KINDS
};

/* Counts of waits in code, warps and blocks are in quarters. */
enum { CHAIN_UNIT = 4 };
struct waits { uint32_t n[WAIT_KINDS]; };

/* One function body. */
struct code {
    const char *name;
    struct insn *insns;
    uint32_t insn_count;
    struct waits *waits;         /* [insn_count + 1], and loops: chain.c */
    uint32_t frame_bytes;        /* of all slots, a multiple of 64 */
    uint32_t param_bytes;        /* parameter memory per lane */
    uint32_t local_bytes;        /* .local per thread */
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
    /* Which 8-byte words of the kernel's parameters its stores may go
     * through, and the bits below; see flow.c. */
    uint64_t stores_through;
};

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
    uint32_t entry;
    uint32_t site_count;    /* loads, stores, atomics: insn.site below it */
    const struct insn_detail **site_details; /* [site] */
    uint32_t site_room;
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
    const struct module *module;
};

/* Start of the generic address windows; inside, the space's own offset. */
#define SHARED_WINDOW 0x100000000000ull
#define LOCAL_WINDOW 0x200000000000ull
#define PARAM_WINDOW 0x300000000000ull
#define FUNCTION_WINDOW 0x400000000000ull /* function addresses */
#define WINDOW_SIZE 0x10000000000ull

/* The name that the kernel's source gives parameter i, or NULL. */
const char *kernel_param_name(const struct kernel *kernel, uint32_t i);
/* What the student calls an allocation: the kernel's parameter that points
 * there, the variable, or, made in text, the number of the allocation. */
const char *launch_array_name(const struct launch *launch,
                              const struct allocation *al, char *text,
                              size_t n);
/* "_ZZ1kPfE4tile" -> "tile": a variable of a function, as its source has it;
 * what is not mangled so comes back as it is.  Made in text. */
const char *local_name(const char *mangled, char *text, size_t n);

/* ---- the machine -------------------------------------------------------- */

/* Registers and parameter memory of one activation. */
struct frame {
    const struct code *code;
    uint8_t *slots;      /* 64-byte aligned */
    uint8_t *params;     /* [lane][param_bytes] */
    uint32_t local_base; /* where its .local begins, per thread */
    uint32_t depth;      /* of calls; 0: the entry */
    struct frame *caller;
    const struct call *call; /* the call it answers; NULL: entry */
    struct frame *next_free;
};

enum split_state { SPLIT_READY, SPLIT_AT_BARRIER, SPLIT_AT_SYNC };

/* Lanes of a warp that share one pc. */
struct split {
    struct frame *frame;
    uint32_t pc;
    uint32_t mask;
    uint32_t join_pc;  /* where it merges into parent; EXIT_PC: at ret */
    int32_t parent;    /* index of the join it returns to; -1: none */
    enum split_state state;
    uint32_t barrier;  /* AT_BARRIER: its number */
    uint32_t expected; /* AT_BARRIER: threads it counts for; 0: all */
    uint32_t member;   /* AT_SYNC: lanes named by the mask */
    bool released;     /* the barrier it stood at is complete */
    bool judged;       /* AT_BARRIER: whether the warp came as one is known */
    bool diverged;     /* AT_BARRIER: it did not, and that is reported */
    bool forced;       /* AT_SYNC: go on without the missing lanes */
};

/* Where the splits of one branch (or call) meet again. */
struct join {
    struct frame *frame;   /* in which execution goes on */
    struct frame *callee;  /* call: the activation that ends; else NULL */
    uint32_t pc, join_pc;
    int32_t parent;
    uint32_t arrived, expected;
    bool in_use;
};

struct warp {
    struct block *block;
    uint32_t index;        /* in the block */
    uint32_t lanes;        /* lanes that exist */
    uint32_t live;         /* not exited */
    struct split splits[WARP_SIZE];
    uint32_t split_count;
    uint32_t current;      /* which split runs */
    struct join *joins;
    uint32_t join_count, join_room;
    struct frame *frames_free;
    struct frame entry;    /* kept from block to block */
    uint8_t *local;        /* [lane][LOCAL_BYTES_PER_THREAD], lazily mapped */
    uint64_t instructions; /* of this block's run */
    uint64_t global_loads;
    uint64_t waits[WAIT_KINDS]; /* since the block last met */
    uint64_t turn;         /* instructions since splits last took turns */
    uint64_t strong_reads; /* atomics and volatile loads since then */
};

struct barrier {
    uint32_t arrived;      /* threads that arrived without waiting */
    uint32_t arrived_warps;
    uint32_t popc, disagree, agree; /* bar.red, since the last release */
    uint32_t result_popc;
    bool result_and, result_or;
};

struct block {
    struct worker *worker;
    struct dims id;
    uint64_t number;         /* linear */
    struct warp *warps;
    uint32_t warp_count, threads;
    uint8_t *shared;
    uint32_t shared_bytes;
    struct shadow *shadow;   /* of shared */
    struct race_block *race; /* clocks, and shared cells */
    struct barrier barriers[NAMED_BARRIERS];
    uint64_t clock;          /* warp instructions so far */
    uint64_t sectors;        /* global, for the busiest block */
    uint64_t waits[WAIT_KINDS]; /* the longest chain through it */
    bool running;
    struct trace *trace;     /* NULL: it is not traced */
};

/* Per worker and per access in the code: counts, and the last allocation. */
struct site {
    struct allocation *last;
    uint64_t previous; /* offset of the first lane then */
    uint32_t low, high; /* of the array in shared memory */
    struct allocation *lowest; /* of those met, the one of the lowest id */
    uint32_t lowest_high;      /* of the arrays met; 0: none */
    uint64_t requests, sectors, bytes; /* global memory */
    uint64_t shared_requests, wavefronts, conflicts;
};

struct grid;

/* What one host thread writes to and another uses stands so far apart that no
 * cache line, nor the one fetched beside it, goes to and fro between them. */
#define APART 128

/* One host thread with the blocks it runs. */
struct worker {
    _Alignas(APART) struct grid *grid;
    struct site *sites;        /* [program->site_count], apart */
    struct counters counters;
    uint64_t executed;         /* warp instructions not in grid->executed yet */
    enum launch_status status; /* the worst so far */
    bool stop;                 /* this worker runs nothing more */
};

/* One launch, shared by its workers. */
struct grid {
    struct launch *launch;
    const struct program *program;
    uint32_t number;           /* counts launches, from 1 */
    uint64_t block_count;
    uint32_t shared_bytes;     /* static and dynamic, with gaps */
    uint32_t shared_used;      /* the same without */
    struct gap gaps[MAX_GAPS + 1];
    uint32_t gap_count;
    uint32_t dynamic_start;    /* where dynamic shared memory begins */
    uint64_t workspace;        /* cooperative: address of its barrier */
    struct race_launch *race;
    struct trace *trace;       /* NULL: nobody asked for one */
    uint64_t traced_block;
    _Atomic bool stop;
    _Alignas(APART) _Atomic uint64_t next_block;
    _Atomic uint64_t executed; /* warp instructions, for the budget */
    _Atomic uint32_t errors;   /* wrong accesses; too many end the launch */
};

/* A mask that is not 0: its lowest lane. */
INLINE unsigned first_lane(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* ---- execute.c ---------------------------------------------------------- */

enum run_result { RUN_BLOCKED, RUN_DONE, RUN_SLICE, RUN_LOOKS, RUN_STOPPED };

/* Runs until every lane has exited (DONE), every split waits (BLOCKED), about
 * slice instructions have gone (SLICE), all splits do little but look at
 * memory, as for a flag that is not set yet (LOOKS), or the launch is to
 * end. */
enum run_result warp_run(struct warp *warp, uint64_t slice);

/* ---- warp.c ------------------------------------------------------------- */

/* Linear thread number and coordinates of a lane. */
uint32_t thread_number(const struct warp *warp, unsigned lane);
struct dims thread_of(const struct warp *warp, unsigned lane);
/* The instruction a split stands at. */
const struct insn *split_insn(const struct split *split);
/* A finding at an instruction, seen from a lane; title and the rest empty. */
struct finding finding_at(const struct warp *warp, const struct insn *insn,
                          unsigned lane, enum tool tool);
/* The launch will return this status; stop: and ends now. */
void launch_status_set(struct worker *worker, enum launch_status status,
                       bool stop);
/* Puts every lane at the start of the entry. */
void warp_start(struct warp *warp);
/* Gives back what the warp holds for calls. */
void warp_release(struct warp *warp);

/* ---- frame.c ------------------------------------------------------------ */

/* Fills the slots of constants and of special registers that are the same
 * for every block; then those that are not. */
void frame_constants(struct frame *frame, const struct warp *warp);
void frame_specials(struct frame *frame, const struct warp *warp);

/* ---- sync.c ------------------------------------------------------------- */

/* What the lanes of a warp count for at a barrier for so many threads: all
 * that live count as a full warp. */
uint32_t barrier_threads(const struct warp *warp, uint32_t lanes);

/* ---- chain.c ------------------------------------------------------------ */

/* The warps of the mask have met, or ended: the longest of their chains
 * becomes part of the block's and they begin anew. */
void chain_meet(struct block *block, uint32_t warps);
/* A block that ended: the counters take its chain where it is longer. */
void chain_count(const struct block *block, struct counters *counters);

/* ---- access*.c: loads, stores and atomics of a warp --------------------- */

/* Each executes one instruction for the lanes of mask, mask != 0. */
typedef void access_function(struct warp *warp, struct frame *frame,
                             const struct insn *insn, uint32_t mask);
access_function global_load, global_store, global_atomic;
access_function shared_load, shared_store, shared_atomic;
access_function local_load, local_store;
access_function generic_load, generic_store, generic_atomic;
/* As the hardware would have it, which knows no gaps. */
uint64_t told_offset(const struct grid *grid, uint64_t offset);
/* Adds what one worker's sites counted to another's. */
void sites_merge(struct site *to, const struct site *from, uint32_t count);
/* Adds what the sites counted. */
void sites_add(const struct grid *grid, const struct site *sites,
               struct counters *counters);

/* ---- lines.c: what each line of the source counted ---------------------- */

/* "load", "store", "atomic" */
const char *access_kind(const struct insn_detail *detail);
/* The order of two accesses in the source; 0: they are copies of one. */
int access_compare(const struct insn_detail *a, const struct insn_detail *b);
/* Where the array in shared memory begins that holds an offset. */
uint32_t shared_array_start(const struct grid *grid, uint64_t offset);
/* What the source calls the one that begins there; made in text. */
const char *shared_array_name(const struct grid *grid, uint32_t start,
                              char *text, size_t n);
/* Rows for PTXRUN_LINES, from the sums over all workers. */
void lines_report(const struct grid *grid, const struct site *sites);

/* ---- trace.c: which addresses a warp used ------------------------------- */

/* For a launch, if PTXRUN_TRACE asks; NULL otherwise. */
struct trace *trace_begin(const struct launch *launch);
/* One access of a block that is traced. */
void trace_global(struct warp *warp, const struct insn *insn, uint32_t mask,
                  const struct allocation *al,
                  const uint64_t offset[WARP_SIZE]);
void trace_shared(struct warp *warp, const struct insn *insn, uint32_t mask,
                  const uint32_t offset[WARP_SIZE]);
/* Writes the rows, and forgets them. */
void trace_end(const struct grid *grid);

#endif

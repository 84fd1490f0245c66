/*
 * region_build.h - between the files that make one region: instructions become
 * nodes that read and write values (region_build.c), nodes that are folded
 * into others go (region_fold.c), the rest gets an order and its places on the
 * scoreboard (region_order.c).
 */
#ifndef REGION_BUILD_H
#define REGION_BUILD_H

#include "region.h"
#include "region_code.h"
#include "region_cost.h"

/* Instructions [from, to), of a run counted from the region's first: fewer
 * than 256.  Compared as bytes (region.c), of which none lie between. */
struct region_piece {
    uint32_t from, to, turn;
};

enum { NODE_READS = 17, NODE_WRITES = 5, NO_VALUE = UINT16_MAX };

/* What a register held from one instruction that wrote it to the next. */
struct value {
    uint16_t reg;       /* that holds it before the region; NO_REGISTER */
    uint16_t bound;     /* that holds it behind; NO_REGISTER */
    uint16_t root;      /* it is root + offset; itself + 0 */
    int64_t offset;
    int32_t node;       /* that makes it; -1: there before, or a constant */
    uint32_t uses;      /* by nodes that are kept */
    uint32_t left;      /* of these, not in order yet */
    uint32_t asked;     /* of these, those in front of the next slow way */
    uint16_t entry;
    uint8_t words;      /* registers of 32 bits */
    bool predicate;     /* it has one of those for conditions */
    bool replaced;      /* its register does not hold it behind the region */
    bool ends;          /* its register is free after its last use */
};

struct node {
    const struct insn *insn;
    uint32_t pc;
    uint8_t turn, kind;
    bool keep;          /* needed: region_fold.c */
    bool copy;          /* only renames: free */
    bool known;         /* a function of numbers: region_cost_known */
    bool special;       /* reads a special register */
    bool crosses;       /* another pipe waits for what it makes */
    bool inside;        /* a short if */
    bool moved;         /* a load that goes with another: joined */
    uint8_t board;      /* a load: its count, of BOARDS */
    uint32_t leads;     /* the load that goes with this one; 0: none */
    uint8_t read_count, write_count;
    uint16_t reads[NODE_READS], writes[NODE_WRITES];
    uint16_t guard;     /* value of its condition; NO_VALUE */
    bool keeps;         /* its last read is no operand: what it replaces if the
                         * condition holds */
    bool puts_back;     /* a sum, and then what was there before, under a
                         * condition */
    uint16_t address;   /* loads, stores: value of the address; NO_VALUE */
    int64_t offset;     /* and what is added to it */
    bool fused;         /* one instruction with what it was made of */
    bool half;          /* of 64 bits: the other half is no work */
    bool fetches;       /* where an array begins, from constant memory, first */
    uint8_t pipe;       /* fused: of which pipe */
    uint8_t part_count; /* computes: machine instructions, by pipe */
    struct cost_part parts[COST_PARTS];
    uint16_t latency;   /* of all parts */
    /* the order: region_order.c */
    uint32_t ways;      /* that may be slow, before it in the program */
    uint32_t waits;     /* nodes that must come first */
    uint32_t edge;      /* first of those that come later */
    uint32_t ready;     /* clock */
    uint32_t height;    /* clocks from its issue to the end, at best */
    uint32_t late;      /* the same, with every clock counted */
    uint32_t far;       /* loads from memory that all share, one needed for the
                         * other, that it and what comes later are */
    bool done;
};

/* A function of the library without a branch. */
static inline bool is_straight(const struct node *node)
{
    return node->known || region_cost_is_straight(node->insn);
}

/* Is it the fetch alone, of a node that has been split? */
static inline bool is_fetch(const struct node *node)
{
    return node->fetches && node->part_count == 1 &&
           node->parts[0].pipe == PIPE_CONSTANT;
}

struct build {
    const struct region_code *facts;
    const struct gpu *gpu;
    struct node *nodes;
    struct value *values;
    uint32_t node_count, value_count;
    size_t node_room, value_room;
    uint32_t start;     /* the first instruction */
    uint16_t *current;  /* [register]: the value it holds; NO_VALUE: not met */
    uint16_t param;     /* what is handed to functions of the library */
    uint32_t condition; /* slot of the short if at hand; NO_SLOT */
    uint32_t condition_end; /* and the instruction behind it */
    uint8_t meetings;   /* instructions for lanes that part and meet */
    bool starved;       /* out of memory, or of numbers for values */
};

/* Nodes and values of the pieces, and what stays of them at their end.
 * behind: where the warp goes on. */
bool region_nodes(struct build *b, const struct region_piece *pieces,
                  unsigned count, uint32_t behind);
/* Is the last piece a jump alone?  It may be what other lanes do than those
 * that the branch in front of it has led on. */
bool region_jumps_for_others(const struct region_code *f,
                             const struct region_piece *last);
/* Folds what ptxas folds, and drops what nobody needs. */
void region_fold(struct build *b);
/* NULL: out of memory.  base: the first entry for what ends in the region. */
struct region *region_order(struct build *b, uint32_t base,
                            unsigned *registers);

/* ---- region_build.c ----------------------------------------------------- */

struct node *build_node(struct build *b, const struct insn *insn, uint32_t pc,
                        uint8_t turn);
uint16_t build_value(struct build *b, int32_t node);
void build_read(struct node *node, uint16_t value);

#endif

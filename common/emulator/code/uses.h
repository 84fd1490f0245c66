/*
 * uses.h - which slots an instruction reads and which it writes.
 */
#ifndef USES_H
#define USES_H

#include "code.h"

/* Slots, without NO_SLOT; one may stand there twice. */
enum { MOST_USES = 8 + MAX_VECTOR };
struct uses {
    uint32_t slot[MOST_USES];
    unsigned count;
};

/* Its guard is one of those that it reads; a lane of it that is not active
 * keeps what it had in those that it writes. */
struct uses uses_read(const struct insn *insn);
struct uses uses_written(const struct insn *insn);

/* Marks the atomics whose result nobody reads. */
void uses_of_atomics(struct code *code);

#endif

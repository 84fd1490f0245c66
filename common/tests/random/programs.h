/*
 * programs.h - random programs in CUDA C.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "patterns.h"

/* The C type of what an operand's letter stands for. */
const char *type_of_letter(char letter);
/* An asm statement; names are those of its operands.  guarded: it keeps its
 * first operand unless the last one, an unsigned more, is odd. */
void write_asm(const struct instruction *instruction, const char *const names[],
               bool guarded);

/* The kernel and what it calls: program number of the seed, named kNUMBER.
 * rich: of the second family, which has the statements of richer.c as well. */
void write_program(bool rich, uint64_t seed, unsigned number);
/* Its row in the table of kernels. */
void write_program_row(bool rich, uint64_t seed, unsigned number);

#endif

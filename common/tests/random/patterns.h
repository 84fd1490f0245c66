/*
 * patterns.h - the instructions that random kernels are made of.
 *
 * A pattern stands for many instructions: <a,b> is one of these, or nothing
 * where an alternative is empty; (u32,s32) as well, and is a type that the
 * operands may refer to.  Without a % the operands are written behind it;
 * otherwise the text has them as %0, %1, ...
 */
#ifndef PATTERNS_H
#define PATTERNS_H

#include <stdint.h>

enum { MAX_TEXT = 400, MAX_OPERANDS = 6 };

struct pattern {
    const char *text;
    /*
     * The destination and the sources, a letter each:
     *   h r d f g  registers of 16, 32, 64 bits, float, double
     *   1 2        of the type that was chosen first, second
     *   H R D 3    as h r d 1, and not zero
     *   L          a register with a number below 32
     */
    const char *operands;
};

struct instruction {
    char text[MAX_TEXT];             /* as in asm() */
    char operands[MAX_OPERANDS + 1]; /* of the letters h r d f g H R D L */
};

extern const struct pattern patterns[];
extern const unsigned pattern_count;
/* So many of them make up programs of the first family and of the second. */
enum { FIRST_PATTERNS = 108, RICH_PATTERNS = 127 };

/* How many instructions a pattern stands for. */
unsigned pattern_size(const struct pattern *pattern);
/* The one of this number, below pattern_size(). */
void pattern_spell(const struct pattern *pattern, unsigned number,
                   struct instruction *instruction);

#endif

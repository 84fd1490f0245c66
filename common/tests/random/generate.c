/*
 * generate.c - writes CUDA C: kernels of one instruction each, or kernels that
 * are random programs.
 *
 *   generate instructions PART PARTS    those of patterns.c, a part of them
 *   generate programs SEED COUNT        programs SEED/0 to SEED/COUNT-1
 *   generate rich SEED COUNT            as many of the second family
 *
 * Guarantee: the same arguments give the same text, on every machine.  Built by
 * gcc: draws stand side by side as arguments, which it evaluates from the last
 * to the first and clang does not; h200_SEED.hashes are of its order.
 */
#include "patterns.h"
#include "programs.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Threads a kernel of one instruction has, and operands each tries. */
enum { THREADS = 128, ROUNDS = 16 };

/* ---- one instruction ---------------------------------------------------- */

static void write_operand_value(char letter, unsigned operand)
{
    static const char *const formats[] = {
        ['h'] = "in->h[pick(n, %u)]",
        ['r'] = "in->r[pick(n, %u)]",
        ['d'] = "in->d[pick(n, %u)]",
        ['f'] = "__uint_as_float(in->f[pick(n, %u)])",
        ['g'] = "__longlong_as_double((long long)in->g[pick(n, %u)])",
    };
    char kind = letter == 'L' ? 'r' : (char)tolower(letter);
    printf("        %s x%u = ", type_of_letter(letter), operand);
    printf(formats[(unsigned)kind], operand);
    puts(letter == 'L'                    ? " & 31;"
         : isupper((unsigned char)letter) ? " | 1;"
                                          : ";");
}

static void write_instruction_kernel(const struct instruction *instruction,
                                     unsigned number)
{
    const char *operands = instruction->operands;
    const char *names[MAX_OPERANDS] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    unsigned count = (unsigned)strlen(operands);
    printf("/* %s */\n"
           "__global__ void k%u(const struct inputs *in, unsigned *out)\n"
           "{\n"
           "    for (unsigned i = 0; i < %d; i++) {\n"
           "        unsigned n = thread_of_grid() * %d + i;\n"
           "        unsigned *to = out + n * 16;\n"
           "        %s x0;\n",
           instruction->text, number, ROUNDS, ROUNDS,
           type_of_letter(operands[0]));
    for (unsigned i = 1; i < count; i++)
        write_operand_value(operands[i], i);
    printf("        ");
    write_asm(instruction, names, false);
    for (unsigned i = 0; i < count; i++)
        printf("        *(unsigned long long *)(to + %u) = bits_of(x%u);\n",
               2 * i, i);
    puts("    }\n}\n");
}

static void write_instructions(unsigned part, unsigned parts)
{
    unsigned number = 0;
    struct instruction instruction;
    for (unsigned i = 0; i < pattern_count; i++)
        for (unsigned k = 0; k < pattern_size(&patterns[i]); k++, number++)
            if (number % parts == part) {
                pattern_spell(&patterns[i], k, &instruction);
                write_instruction_kernel(&instruction, number);
            }
    puts("static const struct kernel kernels[] = {");
    for (unsigned i = part; i < number; i += parts)
        printf("    {\"i%u\", k%u, 1, %d},\n", i, i, THREADS);
    puts("};");
}

/* ---- the whole ---------------------------------------------------------- */

static void write_programs(bool rich, uint64_t seed, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        write_program(rich, seed, i);
    puts("static const struct kernel kernels[] = {");
    for (unsigned i = 0; i < count; i++)
        write_program_row(rich, seed, i);
    puts("};");
}

int main(int argc, char **argv)
{
    bool instructions = argc == 4 && !strcmp(argv[1], "instructions");
    bool rich = argc == 4 && !strcmp(argv[1], "rich");
    bool programs = argc == 4 && !strcmp(argv[1], "programs");
    unsigned long first, count;
    if (!instructions && !programs && !rich) {
        fprintf(stderr,
                "usage: %s instructions PART PARTS\n"
                "       %s programs SEED COUNT\n"
                "       %s rich SEED COUNT\n",
                argv[0], argv[0], argv[0]);
        return 2;
    }
    first = strtoul(argv[2], NULL, 10);
    count = strtoul(argv[3], NULL, 10);
    printf("/* Generated: generate %s %lu %lu */\n#include \"program.h\"\n\n",
           argv[1], first, count);
    if (instructions)
        write_instructions((unsigned)first, (unsigned)count);
    else
        write_programs(rich, first, (unsigned)count);
    puts("\nint main(int argc, char **argv)\n{\n"
         "    return run_kernels(kernels, sizeof kernels / sizeof *kernels, "
         "argc, argv);\n}");
    return 0;
}

/*
 * programs.c - see programs.h.
 *
 * Idea: a program works on 8 whole numbers r, 4 of each d, h, f and g
 * (patterns.h has the letters) and an array of its own.  Statements are drawn
 * one by one; what needs all threads of a block or warp (barriers, shuffles)
 * is drawn only where all of them come past: behind conditions on `same`,
 * which is one number for the block.
 *
 * Guarantee: no undefined behaviour, no race, an end; loops nest at most two
 * deep and go round 7 times at most.  Nothing depends on which NaN an
 * operation makes, nor on the order in which threads run.
 */
#include "programs.h"

#include "lab/random.h"
#include "writer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct program program;

unsigned below(unsigned n)
{
    return (unsigned)(random_next(&program.random) >> 33) % n;
}

bool maybe(void)
{
    return below(2);
}

void line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%*s", (int)(4 + 4 * program.depth), "");
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

/* ---- instructions ------------------------------------------------------- */

const char *type_of_letter(char letter)
{
    switch (tolower((unsigned char)letter)) {
    case 'h': return "unsigned short";
    case 'd': return "unsigned long long";
    case 'f': return "float";
    case 'g': return "double";
    default: return "unsigned";
    }
}

static char constraint(char letter)
{
    letter = (char)tolower((unsigned char)letter);
    return letter == 'd'   ? 'l'
           : letter == 'g' ? 'd'
           : letter == 'l' ? 'r'
                           : letter;
}

void write_asm(const struct instruction *instruction, const char *const names[],
               bool guarded)
{
    const char *operands = instruction->operands;
    size_t count = strlen(operands);
    if (guarded)
        printf("asm(\"{ .reg .pred guard; .reg .b32 odd; and.b32 odd, %%%zu, 1;"
               " setp.eq.u32 guard, odd, 1; @guard %s }\"",
               count, instruction->text);
    else
        printf("asm(\"%s\"", instruction->text);
    printf(" : \"%s%c\"(%s)", guarded ? "+" : "=&", constraint(operands[0]),
           names[0]);
    for (size_t i = 1; i < count + guarded; i++)
        printf("%s \"%c\"(%s)", i > 1 ? "," : " :",
               i < count ? constraint(operands[i]) : 'r', names[i]);
    puts(");");
}

/* A variable, or seldom a literal, for a letter; a literal is below most. */
static void name_operand(char letter, unsigned most, char *name, size_t size)
{
    static const char *const literals[] = {['h'] = "(unsigned short)%u",
                                           ['r'] = "%uu",
                                           ['d'] = "%uull",
                                           ['f'] = "%u.5f",
                                           ['g'] = "%u.25"};
    char kind = letter == 'L' ? 'r' : (char)tolower((unsigned char)letter);
    unsigned number = below(kind == 'r' ? 8 : 4);
    if (letter == 'L')
        snprintf(name, size, "r%u & 31", number);
    else if (isupper((unsigned char)letter))
        snprintf(name, size, "(%s)(%c%u | 1)", type_of_letter(kind), kind,
                 number);
    else if (below(6) == 0)
        snprintf(name, size, literals[(unsigned)kind], below(70) % most);
    else
        snprintf(name, size, "%c%u", kind, number);
}

/* What ptxas of CUDA 13.0 gets wrong is left out (h200.md).  A set that ends
 * with a conversion, which it does guarded or not: */
static bool converts(const char *text)
{
    return !strncmp(text, "set.", 4) &&
           (strstr(text, ".f32.") || strstr(text, "16"));
}

/* and fields by literals beyond 31. */
static bool is_field(const char *text)
{
    return (!strncmp(text, "bfi", 3) || !strncmp(text, "bfe", 3)) &&
           strstr(text, "32") != NULL;
}

static void statement_instruction(void)
{
    const struct pattern *pattern =
        &patterns[below(program.rich ? RICH_PATTERNS : FIRST_PATTERNS)];
    struct instruction instruction;
    char names[MAX_OPERANDS][40];
    const char *operands[MAX_OPERANDS];
    pattern_spell(pattern, below(pattern_size(pattern)), &instruction);
    size_t count = strlen(instruction.operands);
    bool guarded = count < MAX_OPERANDS && instruction.text[0] != '{' &&
                   below(4) == 0 && !converts(instruction.text);
    unsigned most = is_field(instruction.text) ? 32 : 70;
    char first = instruction.operands[0];
    snprintf(names[0], sizeof names[0], "%c%u", first,
             below(first == 'r' ? 8 : 4));
    for (size_t i = 1; i < count; i++)
        name_operand(instruction.operands[i], most, names[i], sizeof names[i]);
    if (guarded)
        name_operand('r', most, names[count], sizeof names[count]);
    for (size_t i = 0; i < count + guarded; i++)
        operands[i] = names[i];
    printf("%*s", (int)(4 + 4 * program.depth), "");
    write_asm(&instruction, operands, guarded);
    /* Signs of NaNs are nobody's business. */
    if (strstr(instruction.text, "copysign"))
        line("if (%s != %s) %s = 0;", names[2], names[2], names[0]);
    if (strstr(instruction.text, "f16"))
        line("%s = %s(%s);", names[0],
             first == 'h'   ? "half_number"
             : first == 'r' ? "halves_number"
                            : "",
             names[0]);
}

/* ---- expressions of C --------------------------------------------------- */

static void write_whole(unsigned depth, char *text, size_t size)
{
    static const char *const formats[] = {
        "(%s + %s)",
        "(%s - %s)",
        "(%s * %s)",
        "(%s & %s)",
        "(%s | %s)",
        "(%s ^ %s)",
        "(%s << (%s & 31))",
        "(%s >> (%s & 31))",
        "(%s / (%s | 1))",
        "(%s %% (%s | 1))",
        "(unsigned)((int)%s >> (%s & 31))",
        "(unsigned)((int)%s / (int)((%s & 1023) + 1))",
        "(unsigned)((int)%s %% (int)((%s & 1023) + 1))",
        "(unsigned)(%s < %s)",
        "(unsigned)((int)%s >= (int)%s)",
        "(%s == 0 ? 7u : %s)",
        "(unsigned)((unsigned long long)%s * %s >> 32)",
        "(%s >> 16 | %s << 16)",
        "__umulhi(%s, %s)",
        "(unsigned)(%s > 9 && %s != 3)",
    };
    char left[200], right[200];
    if (depth == 0) {
        unsigned kind = below(12);
        if (kind == 0)
            snprintf(text, size, "%uu", below(1000));
        else if (kind == 1)
            snprintf(text, size, "(unsigned)(unsigned char)r%u", below(8));
        else if (kind == 2)
            snprintf(text, size, "(unsigned)(d%u >> %u)", below(4), below(64));
        else if (kind == 3)
            snprintf(text, size, "(unsigned)(int)(short)h%u", below(4));
        else
            snprintf(text, size, "r%u", below(8));
        return;
    }
    write_whole(depth - 1, left, sizeof left);
    write_whole(below(depth), right, sizeof right);
    snprintf(text, size, formats[below(sizeof formats / sizeof *formats)], left,
             right);
}

static void statement_whole(void)
{
    char text[500];
    write_whole(1 + below(2), text, sizeof text);
    if (below(4))
        line("r%u %s= %s;", below(8), maybe() ? "" : "^", text);
    else if (maybe())
        line("d%u = d%u %c %s;", below(4), below(4), "+-*^&|"[below(6)], text);
    else
        line("h%u = (unsigned short)(h%u %c %s);", below(4), below(4),
             "+-*^"[below(4)], text);
}

static void statement_float(void)
{
    char kind = "fg"[below(2)], other = kind == 'f' ? 'g' : 'f';
    unsigned to = below(4), a = below(4), b = below(4);
    switch (below(6)) {
    case 0:
        line("%c%u = %c%u * %c%u + %c%u;", kind, to, kind, a, kind, b, kind,
             below(4));
        break;
    case 1:
        line("%c%u = (%s)(int)r%u;", kind, to, type_of_letter(kind), below(8));
        break;
    case 2: line("%c%u = (%s)d%u;", kind, to, type_of_letter(kind), a); break;
    case 3:
        line("%c%u = (%s)%c%u;", kind, to, type_of_letter(kind), other, a);
        break;
    case 4:
        line("r%u = (unsigned)(%c%u %s %c%u);", below(8), kind, a,
             maybe() ? "<" : "!=", kind, b);
        break;
    default:
        line("%c%u = %c%u %c %c%u;", kind, to, kind, a, "+-*/"[below(4)], kind,
             b);
    }
}

static void statement_bits(void)
{
    unsigned to = below(4), from = below(4);
    switch (below(4)) {
    case 0: line("r%u = number_of(f%u);", below(8), from); break;
    case 1: line("d%u = number_of(g%u);", to, from); break;
    case 2: line("f%u = __uint_as_float(r%u);", to, below(8)); break;
    default: line("g%u = __longlong_as_double((long long)d%u);", to, from);
    }
}

/* ---- memory ------------------------------------------------------------- */

static void statement_memory(void)
{
    unsigned r = below(8), at = below(8), d = below(4);
    switch (below(9)) {
    case 0: line("own.r[r%u & 15] = r%u;", at, r); break;
    case 1: line("r%u = own.r[r%u & 15];", r, at); break;
    case 2: line("own.d[r%u & 7] = d%u;", at, d); break;
    case 3: line("h%u = own.h[r%u & 31];", d, at); break;
    case 4: line("r%u = (unsigned)(int)own.c[r%u & 63];", r, at); break;
    case 5: line("own.c[r%u & 63] = (signed char)r%u;", at, r); break;
    case 6:
        line("own.v[r%u & 3] = make_uint4(r%u, r%u, r%u, r%u);", at, r,
             below(8), below(8), below(8));
        break;
    case 7:
        line("{ uint4 v = own.v[r%u & 3]; r%u = v.x + v.z; r%u ^= v.w; }", at,
             r, below(8));
        break;
    default:
        line("r%u = table[r%u & 15] ^ in->r[r%u & %u];", r, at, below(8), 1023);
    }
}

/* Each thread has a word of its own; results of atomics on it are known. */
static void statement_atomic_own(void)
{
    static const char *const operations[] = {
        "Add", "Sub", "Exch", "Min", "Max", "And", "Or", "Xor", "Inc", "Dec"};
    line("r%u ^= atomic%s(&mine[me], r%u);", below(8),
         operations[below(sizeof operations / sizeof *operations)], below(8));
    if (below(3) == 0)
        line("r%u = atomicCAS(&mine[me], r%u & 1 ? mine[me] : 5u, r%u);",
             below(8), below(8), below(8));
}

/* Counters of the whole grid: the sum is the same in any order. */
static void statement_atomic_common(void)
{
    static const char *const operations[] = {"Add", "Min", "Max", "And",
                                             "Or",  "Xor", "Add", "Sub"};
    unsigned which = below(8);
    line("atomic%s(out + %u, r%u);", operations[which], which == 7 ? 0 : which,
         below(8));
}

/* ---- the block and the warp --------------------------------------------- */

static void statement_exchange(void)
{
    unsigned r = below(8), d = below(4), by = 1 + below(40);
    switch (below(5)) {
    case 0:
        line("slots[me] = d%u; __syncthreads();", d);
        line("d%u += slots[(me + %u) %% size]; __syncthreads();", below(4), by);
        break;
    case 1:
        line("slots[me] = r%u; __syncthreads();", r);
        line("r%u ^= (unsigned)slots[size - 1 - me]; __syncthreads();",
             below(8));
        break;
    case 2:
        line("r%u = (unsigned)__syncthreads_count((int)(r%u & %u));", below(8),
             r, by);
        break;
    case 3:
        line("r%u += (unsigned)__syncthreads_%s(r%u > %uu);", below(8),
             maybe() ? "and" : "or", r, by << below(26));
        break;
    default:
        line("if (me < 8) sums[me] = 0;");
        line("__syncthreads();");
        line("atomicAdd(&sums[r%u & 7], r%u);", r, below(8));
        line("__syncthreads();");
        line("r%u = sums[r%u & 7]; __syncthreads();", below(8), below(8));
    }
}

static void statement_shuffle(void)
{
    unsigned r = below(8), from = below(8), width = 32u >> below(4);
    char kind = "rrfdg"[below(5)];
    from %= kind == 'r' ? 8 : 4;
    if (!program.whole_warps) {
        line("r%u = __shfl_sync(warp, r%u, (int)(r%u %% (unsigned)"
             "__popc(warp)));",
             r, below(8), below(8));
        return;
    }
    switch (below(4)) {
    case 0:
        line("%c%u = __shfl_sync(warp, %c%u, (int)r%u & 31, %u);", kind,
             below(4), kind, from, r, width);
        break;
    case 1:
        line("%c%u = __shfl_up_sync(warp, %c%u, %u, %u);", kind, below(4), kind,
             from, below(20), width);
        break;
    case 2:
        line("%c%u = __shfl_down_sync(warp, %c%u, %u, %u);", kind, below(4),
             kind, from, below(20), width);
        break;
    default:
        line("%c%u = __shfl_xor_sync(warp, %c%u, %u, %u);", kind, below(4),
             kind, from, below(32), width);
    }
}

static void statement_vote(void)
{
    unsigned to = below(8), r = below(8), bits = below(16);
    switch (below(6)) {
    case 0:
        line("r%u = __ballot_sync(warp, (int)(r%u & %u));", to, r, bits);
        break;
    case 1:
        line("r%u += (unsigned)__any_sync(warp, r%u > %u);", to, r, bits);
        break;
    case 2:
        line("r%u += (unsigned)__all_sync(warp, r%u > %u);", to, r, bits);
        break;
    case 3:
        line("r%u ^= __match_any_sync(warp, r%u & %u);", to, r, bits);
        break;
    case 4:
        line("r%u = __reduce_%s_sync(warp, r%u);", to,
             maybe()   ? "add"
             : maybe() ? "min"
                       : "xor",
             r);
        break;
    default: line("r%u += __reduce_max_sync(warp, r%u & %u);", to, r, bits);
    }
}

/* Those of a warp who take a branch shuffle among themselves. */
static void statement_members(void)
{
    unsigned r = below(8);
    line("{ bool in_it = r%u & %u;", r, 1 + below(7));
    line("unsigned members = __ballot_sync(warp, in_it);");
    line("if (in_it) { unsigned other = r%u & 31;", below(8));
    line("if (!(members >> other & 1)) other = lane;");
    line("r%u ^= __shfl_sync(members, r%u, (int)other);", below(8), below(8));
    line("r%u += __popc(__ballot_sync(members, (int)(r%u & 2))); } }", below(8),
         below(8));
}

/* ---- control flow ------------------------------------------------------- */

static void write_statements(unsigned count);

void condition(char *text, size_t size)
{
    unsigned kind = below(5);
    if (kind == 0)
        snprintf(text, size, "f%u %s f%u", below(4),
                 maybe() ? "<" : ">=", below(4));
    else if (kind == 1)
        snprintf(text, size, "d%u > d%u || r%u & %u", below(4), below(4),
                 below(8), 1 + below(7));
    else
        snprintf(text, size, "(r%u >> %u & %u) != 0", below(8), below(24),
                 1 + below(3));
}

void same_condition(char *text, size_t size)
{
    snprintf(text, size, "same >> %u & 1", below(24));
}

void write_body(unsigned count)
{
    program.depth++;
    write_statements(count);
    program.depth--;
}

/* Where divergent paths meet again; uniform: whether all threads then do. */
void join_paths(bool uniform)
{
    program.uniform = uniform;
    if (uniform && program.scattered) {
        program.scattered = false;
        line("__syncwarp(warp);");
    }
}

static void statement_if(void)
{
    char text[80];
    bool uniform = program.uniform;
    program.uniform = uniform && maybe();
    (program.uniform ? same_condition : condition)(text, sizeof text);
    line("if (%s) {", text);
    write_body(1 + below(4));
    if (maybe()) {
        line("} else {");
        write_body(1 + below(4));
    }
    line("}");
    join_paths(uniform);
}

static void statement_loop(void)
{
    char text[80];
    bool uniform = program.uniform;
    unsigned name = program.names++;
    program.uniform = uniform && maybe();
    program.loops++;
    if (program.uniform)
        line("for (unsigned i%u = same >> %u & 3; i%u; i%u--) {", name,
             below(24), name, name);
    else
        line("for (unsigned i%u = r%u & 7; i%u; i%u--) {", name, below(8), name,
             name);
    write_body(1 + below(4));
    if (!program.uniform && maybe()) {
        condition(text, sizeof text);
        line("    if (%s) %s;", text, maybe() ? "break" : "continue");
        write_body(1 + below(3));
    }
    line("}");
    program.loops--;
    join_paths(uniform);
}

static void statement_switch(void)
{
    bool uniform = program.uniform;
    unsigned cases = 2 + below(7);
    program.uniform = false;
    line("switch (r%u & 7) {", below(8));
    for (unsigned i = 0; i < cases; i++) {
        line("case %u:", i);
        write_body(1 + below(2));
        if (below(3))
            line("    break;");
    }
    line("default: r%u += 3;", below(8));
    line("}");
    join_paths(uniform);
}

/* Lanes come back from a recursion one after the other, and on hardware they
 * would pass a barrier so, also behind the branch that it stands in. */
void scatter(void)
{
    program.scattered = true;
    join_paths(program.uniform);
}

static void statement_call(unsigned number)
{
    unsigned to = below(8), a = below(8), d = below(4), kind = below(5);
    if (kind == 0)
        line("r%u = (r%u & 1 ? help%u_0 : help%u_1)(r%u, d%u, f%u);", to,
             below(8), number, number, a, d, below(4));
    else if (kind == 1) {
        line("r%u = again(r%u, r%u & 7);", to, a, below(8));
        scatter();
    } else if (kind == 2) {
        line("{ struct parcel p = {r%u, g%u, {h%u, h%u}};", a, below(4), d,
             below(4));
        line("p = turned(p); r%u = p.r; g%u = p.g; h%u = p.h[1]; }", to,
             below(4), below(4));
    } else
        line("r%u = help%u_%u(r%u, d%u, f%u);", to, number, below(HELPERS), a,
             d, below(4));
}

static void write_statement(void)
{
    unsigned what = below(program.rich ? 64 : 40);
    bool nests = program.depth < MAX_DEPTH;
    if (what >= 40)
        write_richer_statement();
    else if (nests && what < 4)
        statement_if();
    else if (nests && what < 6 && program.loops < MAX_LOOPS)
        statement_loop();
    else if (nests && what == 6)
        statement_switch();
    else if (what < 12)
        statement_whole();
    else if (what < 15)
        statement_float();
    else if (what < 17)
        statement_bits();
    else if (what < 20 && program.in_kernel)
        statement_memory();
    else if (what == 20 && program.in_kernel)
        statement_atomic_own();
    else if (what == 21 && program.in_kernel)
        statement_atomic_common();
    else if (what < 24 && program.in_kernel)
        statement_call(program.number);
    else if (what < 26 && program.in_kernel && program.uniform)
        statement_exchange();
    else if (what < 28 && program.in_kernel && program.uniform)
        statement_shuffle();
    else if (what == 28 && program.in_kernel && program.uniform)
        statement_vote();
    else if (what == 29 && program.in_kernel && program.uniform)
        statement_members();
    else
        statement_instruction();
}

static void write_statements(unsigned count)
{
    while (count--)
        write_statement();
}

/* ---- the whole ---------------------------------------------------------- */

/* Registers that a function of so many letters has not got as parameters. */
static void write_registers(void)
{
    line("unsigned r1 = (unsigned)d0, r2 = r0 * 3, r3 = r0 >> 5, r4 = ~r0,");
    line("    r5 = 5, r6 = (unsigned)(d0 >> 32), r7 = r0 ^ 0x8000;");
    line("unsigned long long d1 = r0, d2 = d0 * 7, d3 = ~0ull;");
    line("unsigned short h0 = (unsigned short)r0, h1 = 0x3c00, h2 = 0xffff,");
    line("    h3 = (unsigned short)d0;");
    line("float f1 = f0 * 2, f2 = (float)r0, f3 = -1.5f;");
    line("double g0 = f0, g1 = (double)d0, g2 = 1e-3, g3 = g0 - 1;");
}

static void write_sum(const char *how)
{
    line("r0 = r0 * 31 + r1; r2 = r2 * 31 + r3; r4 = r4 * 31 + r5;");
    line("r6 = r6 * 31 + r7 + (unsigned)h0 * 7 + h1 * 5 + h2 * 3 + h3;");
    line("d0 = d0 * 31 + d1 + number_of(g0) * 3 + number_of(g1);");
    line("d2 = d2 * 31 + d3 + number_of(g2) * 3 + number_of(g3);");
    line("d0 ^= number_of(f0) * 3ull + number_of(f1) * 5ull;");
    line("d2 ^= number_of(f2) * 3ull + number_of(f3) * 5ull;");
    line("%s", how);
}

static void write_helper(unsigned number, unsigned which)
{
    printf("static __device__ __noinline__ unsigned\n"
           "help%u_%u(unsigned r0, unsigned long long d0, float f0)\n{\n",
           number, which);
    program.in_kernel = program.uniform = false;
    write_registers();
    if (maybe())
        line("if (r0 & 1) return r0 + %u;", below(9));
    write_statements(program.rich ? 2 + below(4) : 3 + below(6));
    write_sum("return r0 + r2 + r4 + r6 + (unsigned)(d0 ^ d0 >> 32) + "
              "(unsigned)(d2 ^ d2 >> 32);");
    puts("}\n");
}

/* Blocks of whole warps, and others. */
static const struct shape {
    unsigned blocks, x, y, z;
} shapes[] = {{2, 64, 1, 1}, {1, 128, 1, 1}, {3, 8, 4, 2}, {2, 48, 1, 1},
              {1, 96, 1, 1}, {2, 5, 7, 2},   {4, 32, 1, 1}};

static const struct shape *begin(bool rich, uint64_t seed, unsigned number)
{
    memset(&program, 0, sizeof program);
    program.random = random_mix(seed, number);
    program.number = number;
    program.rich = rich;
    const struct shape *shape = &shapes[below(sizeof shapes / sizeof *shapes)];
    program.whole_warps = shape->x * shape->y * shape->z % 32 == 0;
    return shape;
}

void write_program(bool rich, uint64_t seed, unsigned number)
{
    begin(rich, seed, number);
    for (unsigned i = 0; i < HELPERS; i++)
        write_helper(number, i);
    printf("__global__ void k%u(const struct inputs *in, unsigned *out)\n"
           "{\n    PROLOGUE\n",
           number);
    program.in_kernel = program.uniform = true;
    write_statements(rich ? 8 + below(12) : 12 + below(24));
    puts("    EPILOGUE\n}\n");
}

void write_program_row(bool rich, uint64_t seed, unsigned number)
{
    const struct shape *shape = begin(rich, seed, number);
    printf("    {\"%c%llu/%u\", k%u, %u, dim3(%u, %u, %u)},\n",
           rich ? 'q' : 'p', (unsigned long long)seed, number, number,
           shape->blocks, shape->x, shape->y, shape->z);
}

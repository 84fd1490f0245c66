/*
 * richer.c - the statements that only the second family of random programs has:
 * loops that lanes leave at different times, phases of a block in shared and
 * global memory, groups of lanes, 64-bit and floating-point atomics, pieces of
 * memory of every width, pointers of unknown state space, calls through tables,
 * jumps through tables, predicated sequences, double precision.
 *
 * Guarantee: as programs.c.
 */
#include "writer.h"

#include <stdio.h>

#define PICK(list) (list)[below(sizeof(list) / sizeof *(list))]

/* ---- control flow ------------------------------------------------------- */

/* Lanes leave by the condition, by a break and after a last round. */
static void loop_with_exits(unsigned name)
{
    char first[80], second[80];
    condition(first, sizeof first);
    condition(second, sizeof second);
    line("for (unsigned i%u = 0;; i%u++) {", name, name);
    line("    if (i%u >= (r%u & 7)) break;", name, below(8));
    write_body(1 + below(2));
    line("    if (%s) {", first);
    write_body(1 + below(2));
    line("        break;");
    line("    }");
    line("    if (%s) continue;", second);
    write_body(1 + below(2));
    line("}");
}

/* Out of two loops at once, past what joins them. */
static void loops_left_at_once(unsigned name)
{
    char text[80];
    condition(text, sizeof text);
    line("for (unsigned i%u = r%u & 3; i%u; i%u--) {", name, below(8), name,
         name);
    line("    for (unsigned j%u = r%u & 3; j%u; j%u--) {", name, below(8), name,
         name);
    program.depth++;
    write_body(1 + below(2));
    program.depth--;
    line("        if (%s) goto out%u;", text, name);
    line("        r%u += i%u * 4 + j%u;", below(8), name, name);
    line("    }");
    write_body(1);
    line("}");
    line("out%u:;", name);
}

/* Early exits of a block of statements, one inside the other. */
static void block_with_exits(void)
{
    char first[80], second[80];
    condition(first, sizeof first);
    condition(second, sizeof second);
    line("do {");
    write_body(1);
    line("    if (%s) {", first);
    write_body(1);
    line("        if (%s) break;", second);
    write_body(1);
    line("    } else if (r%u & 2) break;", below(8));
    write_body(1);
    line("} while (0);");
}

static void statement_exits(void)
{
    bool uniform = program.uniform;
    unsigned name = program.names++;
    program.uniform = false;
    program.loops += 1;
    switch (program.loops > MAX_LOOPS ? 2 : below(3)) {
    case 0: loop_with_exits(name); break;
    case 1:
        program.loops++;
        loops_left_at_once(name);
        program.loops--;
        break;
    default: block_with_exits();
    }
    program.loops--;
    join_paths(uniform);
}

/* A jump through a table of labels. */
static void statement_jump(void)
{
    unsigned to = below(8), by = below(8);
    line("asm(\"{ .reg .u32 i; and.b32 i, %%1, 3;\\n\"");
    line("    \"to: .branchtargets first, second, third, last;\\n\"");
    line("    \"brx.idx i, to;\\n\"");
    line("    \"first: add.u32 %%0, %%0, %u;\\n\"", below(100));
    line("    \"%s second: xor.b32 %%0, %%0, %%1;\\n\"",
         maybe() ? "bra last;" : "");
    line("    \"bra last;\\n\"");
    line("    \"third: mul.lo.u32 %%0, %%0, 5;\\n\"");
    line("    \"last: }\" : \"+r\"(r%u) : \"r\"(r%u));", to, by);
}

/* Two predicates and what is done under each. */
static void statement_predicated(void)
{
    static const char *const tasks[] = {"add.u32 %0, %0, %2",
                                        "mul.lo.u32 %0, %0, 3",
                                        "xor.b32 %0, %0, %3",
                                        "shl.b32 %0, %0, 1",
                                        "sub.u32 %0, %2, %0",
                                        "mov.u32 %0, %3",
                                        "setp.gt.s32 p, %0, %3",
                                        "setp.lt.u32 q, %0, %2",
                                        "xor.pred p, p, q",
                                        "not.pred q, q",
                                        "min.s32 %0, %0, %2",
                                        "add.u64 %1, %1, 7",
                                        "shf.l.wrap.b32 %0, %0, %2, 7",
                                        "mad.wide.u32 %1, %0, %2, %1",
                                        "selp.b32 %0, %2, %3, q",
                                        "setp.ne.or.u32 p, %0, %3, q",
                                        "and.pred q, p, q",
                                        "or.pred p, p, q"};
    static const char *const guards[] = {"@p ", "@!p ", "@q ", "@!q ", ""};
    unsigned count = 4 + below(6);
    line("asm(\"{ .reg .pred p, q; setp.lt.u32 p, %%2, %%3;"
         " setp.ne.s32 q, %%0, %%2;\\n\"");
    while (count--) {
        const char *guard = PICK(guards);
        line("    \"%s%s;\\n\"", guard, PICK(tasks));
    }
    line("    \"}\" : \"+r\"(r%u), \"+l\"(d%u) : \"r\"(r%u), \"r\"(r%u));",
         below(4), below(4), 4 + below(2), 6 + below(2));
}

/* ---- memory ------------------------------------------------------------- */

/* A thread's own 64 bytes: an array, or its part of the output. */
static const char *own_bytes(void)
{
    return maybe() ? "own_bytes(&own)" : "own_bytes(out + COUNTERS + n * 36)";
}

static void statement_pieces(void)
{
    unsigned r = below(8), at = below(8), k = below(4);
    const char *bytes = own_bytes();
    switch (below(12)) {
    case 0: line("%s[r%u & 63] = (unsigned char)r%u;", bytes, at, r); break;
    case 1: line("r%u += %s[r%u & 63];", r, bytes, at); break;
    case 2:
        line("r%u ^= (unsigned)((signed char *)%s)[r%u & 63];", r, bytes, at);
        break;
    case 3:
        line("((unsigned short *)%s)[r%u & 31] = h%u;", bytes, at, k);
        break;
    case 4:
        line("r%u -= (unsigned)((short *)%s)[r%u & 31];", r, bytes, at);
        break;
    case 5:
        line("((uint2 *)%s)[r%u & 7] = make_uint2(r%u, r%u);", bytes, at, r,
             below(8));
        break;
    case 6:
        line("{ uchar4 v = ((uchar4 *)%s)[r%u & 15]; r%u = v.x + v.y * 3u +"
             " v.z * 5u + v.w * 7u; }",
             bytes, at, r);
        break;
    case 7:
        line("((ushort4 *)%s)[r%u & 7] = make_ushort4(h%u, h%u, h%u, 9);",
             bytes, at, k, below(4), below(4));
        break;
    case 8:
        line("{ short2 v = ((short2 *)%s)[r%u & 15]; r%u += (unsigned)(v.x "
             "* v.y); }",
             bytes, at, r);
        break;
    case 9:
        line("((float4 *)%s)[r%u & 3] = make_float4(f%u, f%u, 0, f%u);",
             "own_bytes(&own)", at, k, below(4), below(4));
        line("own_numbers(&own);");
        break;
    case 10:
        line("{ ulonglong2 v = ((ulonglong2 *)%s)[r%u & 3]; d%u = v.x - "
             "v.y; }",
             bytes, at, k);
        break;
    default:
        line("((uchar2 *)%s)[r%u & 31] = make_uchar2((unsigned char)r%u, "
             "7);",
             bytes, at, r);
    }
}

/* Where it points is known when it runs. */
static void statement_pointer(void)
{
    unsigned a = below(8), b = below(8);
    line("{ unsigned *to = r%u & 1 ? &own.r[r%u & 15] : r%u & 2 ? &mine[me]", a,
         b, a);
    line("      : out + COUNTERS + n * 36 + (r%u & 15);", b);
    switch (below(5)) {
    case 0: line("r%u = *to; *to = r%u; }", below(8), below(8)); break;
    case 1: line("r%u += bump(to, r%u); }", below(8), below(8)); break;
    case 2:
        line("*(unsigned char *)to = (unsigned char)r%u; }", below(8));
        break;
    case 3: line("*to += (unsigned)*(signed char *)to; }"); break;
    default: line("swap_words(to, &own.r[r%u & 15]); }", below(8));
    }
}

static void statement_atomic_wide(void)
{
    static const char *const wide[] = {"Add", "Exch", "Min", "Max",
                                       "And", "Or",   "Xor"};
    static const char *const counted[] = {"Add", "Max", "Or", "Xor"};
    static const char *const scopes[] = {"", "", "_block", "_system"};
    unsigned d = below(4), r = below(8);
    switch (below(8)) {
    case 0:
        line("d%u ^= atomic%s%s(own_wide(out, n), d%u);", below(4), PICK(wide),
             PICK(scopes), d);
        break;
    case 1:
        line("d%u = atomicCAS(own_wide(out, n), d%u & 1 ? d%u : 0, d%u);",
             below(4), d, below(4), below(4));
        break;
    case 2:
        line("r%u += (unsigned)atomic%s((int *)&mine[me], (int)r%u);", below(8),
             maybe() ? "Min" : "Max", r);
        break;
    case 3:
        line("r%u ^= (unsigned)atomic%s((long long *)own_wide(out, n), "
             "(long long)d%u);",
             r, maybe() ? "Min" : "Max", d);
        break;
    case 4:
        line("d%u ^= own_float(out, n, r%u & 1023, %u);", d, r, below(40));
        break;
    case 5:
        line("d%u += own_double(out, n, r%u & 1023, %u);", d, r, below(40));
        break;
    case 6:
        line("h%u = atomicCAS((unsigned short *)&mine[me], h%u, h%u);", d,
             below(4), below(4));
        break;
    default:
        r = below(4);
        line("atomic%s((unsigned long long *)(out + 8) + %u, d%u);", counted[r],
             r, d);
    }
}

/* ---- the block ---------------------------------------------------------- */

/* Half as many threads each time. */
static void statement_tree(void)
{
    static const char *const joins[] = {"+=", "^=", "|=", "-="};
    line("slots[me] = d%u ^ r%u; __syncthreads();", below(4), below(8));
    line("for (unsigned s = 64; s; s >>= 1) {");
    line("    if (me < s && me + s < size) slots[me] %s slots[me + s];",
         PICK(joins));
    line("    __syncthreads();");
    line("}");
    line("d%u += slots[me %% %u]; __syncthreads();", below(4), 1 + below(20));
}

/* Each takes from further to the left; two barriers a step. */
static void statement_scan(void)
{
    line("slots[me] = r%u; __syncthreads();", below(8));
    line("for (unsigned s = 1; s < size; s *= 2) {");
    line("    unsigned long long left = me >= s ? slots[me - s] : %u;",
         below(3));
    line("    __syncthreads();");
    line("    slots[me] += left;");
    line("    __syncthreads();");
    line("}");
    line("d%u ^= slots[me]; __syncthreads();", below(4));
}

/* Pieces of shared memory that neighbours wrote. */
static void statement_tile(void)
{
    unsigned k = below(4);
    switch (below(4)) {
    case 0:
        line("((unsigned char *)slots)[me] = (unsigned char)r%u;", below(8));
        line("__syncthreads();");
        line("r%u += ((unsigned char *)slots)[(me ^ 1) < size ? me ^ 1 : me];",
             below(8));
        break;
    case 1:
        line("((unsigned short *)slots)[size - 1 - me] = h%u;", k);
        line("__syncthreads();");
        line("h%u ^= ((unsigned short *)slots)[(me * %u) %% size];", below(4),
             1 + below(9));
        break;
    case 2:
        line("((uint2 *)slots)[me] = make_uint2(r%u, r%u);", below(8),
             below(8));
        line("__syncthreads();");
        line("r%u -= ((unsigned *)slots)[(me * 2 + %u) %% (2 * size)];",
             below(8), below(40));
        break;
    default:
        line("((double *)slots)[me] = g%u;", k);
        line("__syncthreads();");
        line("g%u = ((double *)slots)[(me + %u) %% size];", below(4),
             below(40));
    }
    line("__syncthreads();");
}

/* Through global memory, within a block. */
static void statement_global(void)
{
    line("out[COUNTERS + n * 36 + %u] = r%u; __syncthreads();", below(16),
         below(8));
    line(
        "r%u += *(volatile unsigned *)(out + COUNTERS + (n - me + (me + %u) %% "
        "size) * 36 + %u);",
        below(8), 1 + below(40), below(16));
    line("__syncthreads();");
}

/* Phases that a condition common to all threads ends. */
static void statement_phases(void)
{
    unsigned name = program.names++;
    line("mine[me] = r%u & 0xfff;", below(8));
    line("for (unsigned i%u = 0; i%u < 5; i%u++) {", name, name, name);
    line("    __syncthreads();");
    line("    unsigned other%u = mine[(me + %u) %% size];", name, 1 + below(9));
    line("    if (__syncthreads_%s(other%u & %u)) break;",
         maybe() ? "and" : "or", name, 1u << below(12));
    line("    mine[me] = mine[me] * 5 + other%u;", name);
    line("}");
    line("__syncthreads(); r%u ^= mine[me];", below(8));
}

/* Even and odd warps wait for each other with barriers of their own. */
static void statement_named_barrier(void)
{
    unsigned by = 1 + below(31);
    if (!program.whole_warps)
        return;
    line("{ unsigned warps = size / 32, odd = me / 32 & 1;");
    line("unsigned waiting = (odd ? warps / 2 : warps - warps / 2) * 32;");
    line("slots[me] = d%u;", below(4));
    line("asm volatile(\"bar%s.sync %%0, %%1;\" :: \"r\"(odd + 1), "
         "\"r\"(waiting) : \"memory\");",
         maybe() ? "" : "rier");
    line("d%u += slots[me / 32 * 32 + (me + %u) %% 32];", below(4), by);
    line("__syncthreads(); }");
}

/* ---- groups of lanes ---------------------------------------------------- */

/* Lanes with the same number, all groups at once. */
static void statement_groups(void)
{
    unsigned r = below(8), to = below(8);
    line("{ unsigned group = __match_any_sync(warp, r%u >> %u & %u);", below(8),
         below(28), 1 + below(3));
    line("unsigned first = (unsigned)__ffs((int)group) - 1;");
    switch (below(6)) {
    case 0: line("r%u += __shfl_sync(group, r%u, (int)first);", to, r); break;
    case 1:
        line("r%u = __reduce_%s_sync(group, r%u);", to,
             maybe()   ? "add"
             : maybe() ? "max"
                       : "or",
             r);
        break;
    case 2:
        line("r%u ^= __ballot_sync(group, (int)(r%u & 1));", to, r);
        line("__syncwarp(group);");
        break;
    case 3:
        line("int all; r%u += __match_all_sync(group, r%u & %u, &all);", to, r,
             1 + below(7));
        line("r%u += (unsigned)all;", below(8));
        break;
    case 4:
        line("d%u += __match_any_sync(group, d%u & 1);", below(4), below(4));
        break;
    default:
        line(
            "r%u += (unsigned)__popc(group & ((1u << lane) - 1)) * 64 + first;",
            to);
    }
    line("__syncwarp(warp); }");
}

/* A sum over a warp's lower lanes in a loop that ends for all at once. */
static void statement_ladder(void)
{
    unsigned to = below(8);
    char kind = "rd"[below(2)];
    if (!program.whole_warps)
        return;
    line("for (unsigned s = %u; s; s >>= 1)", 1u << below(5));
    line("    %c%u += __shfl_%s_sync(~0u, %c%u, s);", kind,
         kind == 'r' ? to : to & 3, maybe() ? "down" : "xor", kind,
         kind == 'r' ? to : to & 3);
}

static void statement_signed_votes(void)
{
    unsigned to = below(8), r = below(8);
    switch (below(4)) {
    case 0:
        line("r%u = (unsigned)__reduce_%s_sync(warp, (int)r%u);", to,
             maybe() ? "min" : "max", r);
        break;
    case 1: line("r%u ^= __reduce_and_sync(warp, r%u);", to, r); break;
    case 2:
        line("r%u += (unsigned)__uni_sync(warp, (int)(r%u & %u));", to, r,
             1 + below(3));
        break;
    default:
        line("{ int all; r%u ^= __match_all_sync(warp, d%u & %u, &all);", to,
             below(4), below(4));
        line("r%u -= (unsigned)all; }", below(8));
    }
}

/* ---- calls and double precision ----------------------------------------- */

static void statement_call(void)
{
    unsigned to = below(8), a = below(8), k = below(4);
    switch (below(5)) {
    case 0: line("r%u = calls[r%u & 3](r%u, d%u);", to, below(8), a, k); break;
    case 1: line("r%u ^= even(r%u & 15, r%u);", to, below(8), a); break;
    case 2:
        line("{ struct row row = {{r%u, r%u, r%u, r%u, 1, 2, 3}, h%u};",
             below(8), below(8), below(8), a, k);
        line("r%u = row_sum(row, r%u); }", to, below(8));
        break;
    case 3: line("r%u = by_index(r%u, r%u);", to, a, below(8)); break;
    default:
        line("g%u = many(r%u, g%u, h%u, f%u, d%u, (signed char)r%u);", k, a,
             below(4), below(4), below(4), below(4), below(8));
    }
    scatter();
}

static void statement_double(void)
{
    static const char *const one[] = {"floor", "ceil", "trunc", "rint",
                                      "fabs",  "sqrt", "round"};
    static const char *const two[] = {"fmin",      "fmax",      "__dadd_rz",
                                      "__dmul_ru", "__ddiv_rn", "fmod",
                                      "__dsub_rd"};
    unsigned to = below(4), a = below(4), b = below(4);
    switch (below(5)) {
    case 0: line("g%u = %s(g%u);", to, PICK(one), a); break;
    case 1: line("g%u = %s(g%u, g%u);", to, PICK(two), a, b); break;
    case 2: line("g%u = fma(g%u, g%u, g%u);", to, a, b, below(4)); break;
    case 3:
        line("d%u = (unsigned long long)__double2ll_r%c(g%u);", to,
             "nzdu"[below(4)], a);
        break;
    default:
        line("r%u = (unsigned)(g%u %s g%u ? __double2int_rz(g%u) : %u);",
             below(8), a, maybe() ? "<" : ">=", b, to, below(99));
    }
}

/* ---- the choice --------------------------------------------------------- */

static void write_uniform_statement(unsigned what)
{
    switch (what) {
    case 0: statement_tree(); break;
    case 1: statement_scan(); break;
    case 2:
    case 3: statement_tile(); break;
    case 4: statement_global(); break;
    case 5: statement_phases(); break;
    case 6: statement_named_barrier(); break;
    case 7:
    case 8: statement_groups(); break;
    case 9: statement_ladder(); break;
    default: statement_signed_votes();
    }
}

void write_richer_statement(void)
{
    unsigned what = below(26);
    if (program.in_kernel && program.uniform && what < 12)
        write_uniform_statement(below(11));
    else if (program.depth < MAX_DEPTH && what < 16)
        statement_exits();
    else if (program.in_kernel && what < 18)
        statement_pieces();
    else if (program.in_kernel && what < 20)
        statement_pointer();
    else if (program.in_kernel && what < 22)
        statement_atomic_wide();
    else if (program.in_kernel && what == 22)
        statement_call();
    else if (what == 23)
        statement_jump();
    else if (what == 24)
        statement_predicated();
    else
        statement_double();
}

/*
 * names.c - what the student calls a kernel's parameters and arrays, and the
 * instructions that have a function's name.
 *
 * PTX only numbers them (matvec_param_0).  The source is at hand, so the
 * names are read from the line where the kernel is defined: the last word of
 * each piece between the parentheses behind its name.  If the source is not
 * there, or looks otherwise, there are no names, and messages use numbers.
 */
#include "base/demangle.h"
#include "base/image.h"
#include "base/letters.h"
#include "names.h"
#include "tell/finding.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCE = 1 << 20 };

static char *read_source(const char *path)
{
    FILE *file = finding_open_source(path);
    char *text = file ? calloc(1, MAX_SOURCE + 1) : NULL;
    if (text && fread(text, 1, MAX_SOURCE, file) == 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* Is there a __global__ between the end of the statement before and here? */
static bool is_definition(const char *text, const char *at)
{
    const char *start = at;
    while (start > text && start[-1] != ';' && start[-1] != '}')
        start--;
    const char *word = strstr(start, "__global__");
    return word && word < at;
}

/* The parenthesis that opens the parameter list of a kernel, or NULL. */
static const char *find_list(const char *text, const char *name, size_t n)
{
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += n) {
        const char *open = at + n + strspn(at + n, " \t\n");
        if ((at == text || !is_word(at[-1])) && *open == '(' &&
            is_definition(text, at))
            return open;
    }
    return NULL;
}

/* The last word before end, as a new string. */
static char *last_word(const char *start, const char *end)
{
    while (end > start && !is_word(end[-1]))
        end--;
    const char *word = end;
    while (word > start && is_word(word[-1]))
        word--;
    return end > word && !isdigit((unsigned char)*word)
               ? strndup(word, (size_t)(end - word))
               : NULL;
}

/* Commas inside < > or ( ) do not part parameters; an array's [n] or a
 * default value ends its name. */
static void split_list(const char *at, char **names, uint32_t count)
{
    const char *start = at + 1, *stop = NULL;
    int depth = 0;
    uint32_t i = 0;
    for (at++; *at && i < count; at++) {
        if (depth == 0 && (*at == ',' || *at == ')')) {
            names[i++] = last_word(start, stop ? stop : at);
            start = at + 1;
            stop = NULL;
            if (*at == ')')
                return;
        }
        if (depth == 0 && !stop && (*at == '[' || *at == '='))
            stop = at;
        depth += *at == '<' || *at == '(';
        depth -= *at == '>' || *at == ')';
    }
}

/* "ns::matvec<float>" -> "matvec" */
static size_t bare_name(const char **name)
{
    size_t n = strcspn(*name, "<(");
    const char *start = *name + n;
    while (start > *name && is_word(start[-1]))
        start--;
    n -= (size_t)(start - *name);
    *name = start;
    return n;
}

/* NULL: out of memory; one that is not found is NULL. */
static char **read_names(const struct kernel *kernel)
{
    const char *name = kernel->pretty;
    char word[128];
    size_t n = bare_name(&name);
    char **names = calloc(kernel->param_count + 1, sizeof *names);
    if (!names || !n || n >= sizeof word)
        return names;
    memcpy(word, name, n);
    word[n] = '\0';
    char *text = read_source(ptx_file(kernel->ptx, kernel->loc.file));
    const char *list = text ? find_list(text, word, n) : NULL;
    if (list)
        split_list(list, names, kernel->param_count);
    free(text);
    return names;
}

/* The name that the kernel's source gives parameter i, or NULL. */
static const char *param_name(const struct kernel *kernel, uint32_t i)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    char **names = kernel->param_names->names;
    if (!names)
        names = kernel->param_names->names = read_names(kernel);
    const char *name = names ? names[i] : NULL;
    pthread_mutex_unlock(&lock);
    return name;
}

/* What compilers call texts, as that of a printf. */
static bool is_text(const char *name)
{
    static const char *const starts[] = {"__unnamed_", "$str", "_$_str", ".str",
                                         "__PRETTY_FUNCTION__"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(name, starts[i], strlen(starts[i])))
            return true;
    return false;
}

const char *allocation_name(const struct allocation *al, char *text, size_t n)
{
    if (al->name && is_text(al->name))
        snprintf(text, n, "a text of the program's");
    else if (al->name)
        return local_name(al->name, text, n);
    else
        snprintf(text, n, "allocation #%u", al->id);
    return text;
}

/* Where a pointer of the kernel leads: of a texture or surface, to what it is
 * over. */
static uint64_t pointed_at(uint64_t value)
{
    const struct allocation *al = memory_find(value);
    struct image image;
    if (!al || al->kind != MEMORY_OBJECT || al->size != sizeof image)
        return value;
    memcpy(&image, al->host, sizeof image);
    return image.address;
}

const char *launch_array_name(const struct launch *launch,
                              const struct allocation *al, char *text, size_t n)
{
    const struct kernel *kernel = launch->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        uint64_t value;
        if (kernel->params[i].size != 8)
            continue;
        memcpy(&value,
               (const uint8_t *)launch->params + kernel->params[i].offset, 8);
        if (pointed_at(value) - al->address >= (al->size ? al->size : 1))
            continue;
        const char *name = param_name(kernel, i);
        if (name)
            return name;
        snprintf(text, n, "parameter %u", i + 1);
        return text;
    }
    return allocation_name(al, text, n);
}

/* <encoding> E <length> <name>, from the end; a variable of the same name in
 * another scope has an underscore and a number behind it. */
const char *local_name(const char *mangled, char *text, size_t n)
{
    size_t length = strlen(mangled);
    bool local = !strncmp(mangled, "_ZZ", 3);
    for (const char *at = mangled + length; local && at > mangled; at--) {
        if (at[-1] != 'E' || !isdigit((unsigned char)*at))
            continue;
        char *name;
        unsigned long letters = strtoul(at, &name, 10);
        if (letters == 0 || letters > strlen(name))
            continue;
        snprintf(text, n, "%.*s", (int)letters, name);
        return text;
    }
    char *plain = demangle(mangled);
    snprintf(text, n, "%s", plain ? plain : mangled);
    free(plain);
    return text;
}

/* ---- instructions ------------------------------------------------------- */

static const char *atomic_call(enum atomic_op op)
{
    static const char *const names[] = {
        [ATOMIC_ADD] = "atomicAdd",   [ATOMIC_MIN] = "atomicMin",
        [ATOMIC_MAX] = "atomicMax",   [ATOMIC_INC] = "atomicInc",
        [ATOMIC_DEC] = "atomicDec",   [ATOMIC_AND] = "atomicAnd",
        [ATOMIC_OR] = "atomicOr",     [ATOMIC_XOR] = "atomicXor",
        [ATOMIC_EXCH] = "atomicExch", [ATOMIC_CAS] = "atomicCAS"};
    return op < sizeof names / sizeof *names ? names[op] : NULL;
}

const char *call_name(const struct insn_detail *detail)
{
    const char *name = NULL;
    switch (detail->op) {
    case OP_barrier:
    case OP_barrier_loose: return "__syncthreads";
    case OP_barrier_red_popc: return "__syncthreads_count";
    case OP_barrier_red_and: return "__syncthreads_and";
    case OP_barrier_red_or: return "__syncthreads_or";
    case OP_warp_sync: return "__syncwarp";
    case OP_shfl_up: return "__shfl_up_sync";
    case OP_shfl_down: return "__shfl_down_sync";
    case OP_shfl_bfly: return "__shfl_xor_sync";
    case OP_shfl_idx: return "__shfl_sync";
    case OP_vote_all: return "__all_sync";
    case OP_vote_any: return "__any_sync";
    case OP_vote_uni: return "__uni_sync";
    case OP_vote_ballot: return "__ballot_sync";
    case OP_match_any_32:
    case OP_match_any_64: return "__match_any_sync";
    case OP_match_all_32:
    case OP_match_all_64: return "__match_all_sync";
    case OP_redux_add: return "__reduce_add_sync";
    case OP_redux_min_u32:
    case OP_redux_min_s32: return "__reduce_min_sync";
    case OP_redux_max_u32:
    case OP_redux_max_s32: return "__reduce_max_sync";
    case OP_redux_and: return "__reduce_and_sync";
    case OP_redux_or: return "__reduce_or_sync";
    case OP_redux_xor: return "__reduce_xor_sync";
    case OP_atom_global:
    case OP_atom_shared:
    case OP_atom_generic: name = atomic_call(detail->atomic); break;
    default: break;
    }
    return name ? name : detail->text;
}

void finding_was_freed(struct finding *f, const struct allocation *al)
{
    const struct heap_call *unmade = al->unmade;
    if (!unmade || unmade->ptx != f->ptx)
        return;
    f->other = unmade->loc;
    f->other_note = "it was freed here";
}

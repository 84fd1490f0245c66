/*
 * places.c - the line of the user's source behind each .loc directive.
 *
 * Idea: code inlined from a header of the compiler or the toolkit
 * (threadIdx.x, __shfl_down_sync) belongs to the line that called it.  nvcc
 * names that line (inlined_at), and if it is in a header too, an earlier .loc
 * of that very place tells who called it.  clang does not; then the line
 * before is kept.  Line 0 means "no line of its own": the line before as well.
 * Source: PTX ISA, "Debugging Directives: .loc".
 */
#include "places.h"

#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Headers no user wants to be sent to; '*' stands for slashes too. */
static const char *const not_the_users[] = {
    "*/lib/clang/*/include/*", "*/cuda/*include/*",
    "*/cuda-[0-9]*include/*",  "*/emulator/include/*",
    "/usr/include/*",          "/usr/lib/*include/*",
    "*/lib/ptxrun/include/*",  "*/__clang_cuda_*.h",
    "*cuda_runtime*.h",        "*device_functions.h*",
    "*device_*_functions.h*",  "*math_functions.h*",
    "*_intrinsics.h*",
};

/* Longer is no file, and fnmatch() would take its time over it. */
enum { PATH_BYTES = 4096 };

static bool is_users(const char *path)
{
    if (strlen(path) >= PATH_BYTES)
        return true;
    size_t n = sizeof not_the_users / sizeof *not_the_users;
    for (size_t i = 0; i < n; i++)
        if (fnmatch(not_the_users[i], path, 0) == 0)
            return false;
    return true;
}

struct place_table {
    bool *users; /* per file: written by the user? */
    uint32_t file_count;
    void *inlined; /* tsearch() tree of struct meaning */
    bool out_of_memory;
};

/* What a place in a header stands for; found by its first member. */
struct meaning {
    struct ptx_loc header;
    struct ptx_loc user;
};

static int compare_meanings(const void *left, const void *right)
{
    const struct ptx_loc *a = left, *b = right;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

static bool in_users_file(const struct place_table *r, struct ptx_loc loc)
{
    return loc.file < r->file_count && r->users[loc.file];
}

/* Later code inlined from the same header place replaces the earlier. */
static void remember_place(struct place_table *r, struct ptx_loc header,
                           struct ptx_loc user)
{
    struct meaning **slot = tfind(&header, &r->inlined, compare_meanings);
    if (slot) {
        (*slot)->user = user;
        return;
    }
    struct meaning *meaning = malloc(sizeof *meaning);
    if (meaning) {
        *meaning = (struct meaning){header, user};
        if (tsearch(meaning, &r->inlined, compare_meanings))
            return;
        free(meaning);
    }
    r->out_of_memory = true;
}

static struct ptx_loc resolve(struct place_table *r,
                              const struct loc_directive *place,
                              struct ptx_loc previous)
{
    if (place->at.file == 0)
        return (struct ptx_loc){0};
    if (place->at.line == 0)
        return previous;
    if (in_users_file(r, place->at))
        return place->at;

    struct ptx_loc user = previous; /* also if no caller is given */
    if (in_users_file(r, place->call)) {
        user = place->call;
    } else {
        struct meaning **caller =
            tfind(&place->call, &r->inlined, compare_meanings);
        if (caller)
            user = (*caller)->user;
    }
    remember_place(r, place->at, user);
    return user;
}

bool places_resolve(struct loc_directive *places, uint32_t count,
                    const char *const *files, uint32_t file_count)
{
    struct place_table r = {.file_count = file_count};
    r.users = calloc(file_count + 1u, sizeof *r.users);
    if (!r.users)
        return false;
    for (uint32_t i = 1; i < file_count; i++)
        r.users[i] = is_users(files[i]);

    struct ptx_loc previous = {0};
    for (uint32_t i = 0; i < count; i++)
        previous = places[i].at = resolve(&r, &places[i], previous);

    tdestroy(r.inlined, free);
    free(r.users);
    return !r.out_of_memory;
}

const char *ptx_file(const struct ptx_module *module, uint32_t file)
{
    if (!module || file == 0 || file >= module->file_count ||
        !module->files[file])
        return "?";
    return module->files[file];
}

/*
 * launchers.c - the launchers of one lab in a table; compiled once for each
 * lab, with LAUNCHERS for the table's name.
 *
 * Idea: the last part of kernels.h says how each is called, as
 *     LAUNCHER(matvec, p[0], p[1], p[2], s.rows, s.cols)
 * and is read twice: for the calls, then for the rows of the table.
 * Guarantee: a launcher that a file lacks is null, and no error of the linker.
 */
#include "launchers.h"

#include "kernels.h"

/* May be missing. */
#define WEAK(name) extern __typeof__(name) name __attribute__((weak));

#define LAUNCHER(name, ...)                                                    \
    WEAK(name)                                                                 \
    static int call_##name(void *const *p, struct size s)                      \
    {                                                                          \
        name(__VA_ARGS__);                                                     \
        return 0;                                                              \
    }
#define LAUNCHER_WITH_ERROR(name, ...)                                         \
    WEAK(name)                                                                 \
    static int call_##name(void *const *p, struct size s)                      \
    {                                                                          \
        return (int)name(__VA_ARGS__);                                         \
    }
#include "kernels.h"
#undef LAUNCHER
#undef LAUNCHER_WITH_ERROR

#define LAUNCHER(name, ...) {#name, (void (*)(void))name, call_##name},
#define LAUNCHER_WITH_ERROR LAUNCHER
const struct launcher LAUNCHERS[] = {
#include "kernels.h"
    {0}};

/*
 * beside.h - work that nothing orders and that touches the same bytes: of two
 * streams, of two branches of a graph, of the host and the device (beside.c;
 * guard.c keeps the host away meanwhile).
 */
#ifndef DEVICE_BESIDE_H
#define DEVICE_BESIDE_H

#include "memory/uses.h"

/* Around each launch, copy or fill; what: words for it that stay.  Answers: it
 * may have told the host how far it is. */
void beside_begin(const char *what, bool kernel);
/* The call that asked for the work in progress; NULL: not known. */
struct call_site *beside_site(void);
void beside_touch(uint64_t address, enum use_kind kind, size_t n);
void beside_end(bool answers);
/* A copy to or from the host's own memory, which may be registered. */
void beside_touch_host(const void *pointer, enum use_kind kind, size_t n);
/* Memory goes, as work of the current stream. */
void beside_free(uint64_t address);

/* ---- guard.c ------------------------------------------------------------- */

/* What is held back is let go, for the device or what the host has waited for;
 * then what work that may run touches is held back again. */
void guard_lift(void);
void guard_raise(void);
/* comes: as device_watch_host() has it. */
void guard_watch(bool (*comes)(void));
/* The host touched a guarded address, which it may do again now; *use is the
 * work that it should have waited for, or NULL.  NULL: it was not guarded. */
struct allocation *guard_touched(uint64_t address, bool writes,
                                 const struct use **use, enum use_kind *kind);

#endif

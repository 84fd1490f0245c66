/*
 * isa.h - the instructions of PTX, and what each takes here.
 */
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stddef.h>

struct instruction {
    char *section, *name; /* "Integers", "mad24" */
    bool refused;         /* although what stands before its first dot runs */
};

/* What an instruction takes, where no row of ops.def says so, or besides. */
struct note {
    char *name, *text;
    bool besides;
};

struct isa {
    struct instruction *instructions; /* in order of the file */
    size_t count;
    struct note *notes;
    size_t note_count;
};

/* isa.txt, whose head says how it is written.  False, and why on standard
 * error, if it cannot be read. */
bool isa_read(struct isa *isa, const char *path);
void isa_free(struct isa *isa);

/* By all of its name, or by what stands before its first dot. */
bool isa_runs(const struct instruction *instruction);

/* Modifiers and types, on standard output: "`.lo`: `u32`, `s32`; `f32`". */
void isa_print_takes(const struct isa *isa, const char *name);

/* "`.gpu`, `.cta`": names of a table, up to NULL, each behind `before`. */
void isa_print_names(const char *(*name)(size_t), const char *before);

#endif

/*
 * programs.h - where things built lie, and what the compiler said.
 *
 * Everything is found from the grader's own place, build/bin/grader.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "arguments.h"
#include "records.h"

enum { PATH_BYTES = 512 };

/* One runner program. */
struct program {
    char folder[PATH_BYTES / 2];    /* of its source: LAB, LAB/cases/CASE */
    bool is_case;
    const char *impl;               /* "student" */
    const char *compiler;           /* "clang" */
    char path[PATH_BYTES];          /* build/LAB/IMPL.COMPILER */
    char source[PATH_BYTES];        /* LAB/IMPL.cu */
};

/* build/NAME */
bool build_path(char *path, size_t n, const char *name);
/* Makes it, if it is not there. */
bool build_folder(const char *name);

/* From now on LAB/IMPL.COMPILER is looked for in this folder; NULL: build. */
void programs_lie_in(const char *folder);

/* That of a lab; or of an exercise, whose source is the lab's or, of a case,
 * its own. */
bool program_find(struct program *program, const char *lab, const char *impl,
                  const char *compiler);
bool program_of(struct program *program, const struct lab *lab,
                const struct exercise *exercise, const char *impl,
                const char *compiler);
/* One of an empty file is none. */
bool program_exists(const struct program *program);
/* A case whose file nobody has taken up yet. */
bool program_not_begun(const struct program *program);
/* Why there is none: missing file, or the compiler's first errors. */
void program_why_missing(const struct program *program, char *text, size_t n);
/* The first error of compiler or linker, with a hint where one is known; false
 * if there is none in the log. */
bool program_first_error(const struct program *program,
                         struct finding_record *error);
/* Calls take for each error and warning of compiler or linker that has a place,
 * in order, and once: file, line, column (0: not known), severity ("error",
 * "warning") and title are set. */
void program_each_message(const struct program *program,
                          void (*take)(const struct finding_record *message,
                                       void *context),
                          void *context);
/* The compiler's first warnings about the source, a line each; "" if it had
 * none. */
void program_warnings(const struct program *program, char *text, size_t n);

#endif

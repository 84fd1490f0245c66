/*
 * path.h - names in an archive or a folder: do they stay inside, and does what
 * they name matter?
 *
 * Of a submission matter the files with kernels, the answers, and what make
 * submit says; and archives, which may have them.  All else stays where it is.
 */
#ifndef INTAKE_PATH_H
#define INTAKE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "bounds.h"

/* The name as a path below a folder: / between its parts, none of them empty,
 * "." or "..".  A name with \ and without / is one of Windows.  False if it
 * leaves (../, /, C:\), is too long, or names nothing. */
bool path_clean(const char *name, char path[LONGEST_PATH]);

/* What stands behind the last /. */
const char *path_file(const char *path);

/* Is some folder of it, or the file, called so; or so begun?  Upper and lower
 * case are one. */
bool path_has_part(const char *path, const char *part);

/* Does text end so, upper and lower case being one? */
bool path_ends(const char *text, const char *end);

enum matter {
    MATTER_NONE,
    MATTER_SOURCE,  /* *.cu, *.cu.txt */
    MATTER_CASE,    /* cases/CASE/student.cu */
    MATTER_ANSWERS, /* answers.md, answers.txt */
    MATTER_PREDICTIONS, /* predictions.csv */
    MATTER_SAID,    /* submission.txt */
    MATTER_CHECKED, /* check.json */
    MATTER_ARCHIVE  /* *.zip, *.tar, ... */
};

/* Of a clean path of a submission; none of what lies in folders of tools, of
 * the workbook's own tests, or of git. */
enum matter path_matter(const char *path);

/* Bytes of it that are kept; 0: of none. */
size_t matter_most(enum matter matter);

/* Does a file with this path belong to a class: does it matter, or is it a
 * platform's, or git's?  `path` may have parts of submissions in it. */
bool path_of_class(const char *path);

/* Bytes of the ending of an archive's name, as in ".tar.gz"; 0: it is none. */
size_t path_archive_ending(const char *name);

#endif

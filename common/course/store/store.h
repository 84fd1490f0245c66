/*
 * store.h - what stands in build/class: submissions, results, and what was
 * asked for.
 *
 *   class.json                       what was asked for: struct course
 *   submissions/KEY/submission.json  who handed in what: struct submission
 *   submissions/KEY/LAB/student.cu   as it was handed in
 *   submissions/KEY/LAB/predictions.csv   beside it, if it was handed in
 *   submissions/KEY/LAB/cases/CASE/student.cu   of cases that were taken up
 *   submissions/KEY/answers/LAB.md   of the report
 *   results/LAB-DIGEST.json          what came out: struct result
 *
 * Idea: each file is published in one step (files/publish.h) and says one
 * thing; grades, pages and formats are computed of them.  A result is found by
 * what it is a result of: its digest is that of the edition of the workbook,
 * the seed and the bytes of student.cu, of its cases and of predictions.csv.
 * So nothing is graded twice, and nothing that is out of date is taken for a
 * result.
 * Guarantee: what cannot be read is told, with its path, and is as if it were
 * not there.  Texts read from files belong to the document beside them.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "files/digest.h"
#include "files/json.h"
#include "files/name.h"
#include "files/publish.h"

enum { STORE_SCHEMA = 1, STORE_LABS = 32, STORE_PARTS = 40 };

/* A word and what it is: a part of the edition and its hash, a lab and the
 * SHA-256 of its file.  Both belong to a document. */
struct store_pair {
    const char *name, *value;
};

/* ---- course.c: class.json ---- */

struct course {
    const char *folder;                    /* that was handed to make grade */
    const char *sandbox;                   /* "" or "none" */
    uint64_t seed;
    bool seeded;                           /* seed has been chosen */
    struct store_pair edition[STORE_PARTS]; /* part, hash: build/edition.txt */
    size_t parts;
    cJSON *document;
};

/* False if there is none yet (then *course is empty), or none to be read. */
bool course_read(struct course *course, const char *out);
bool course_write(const struct course *course, const char *out);
void course_free(struct course *course);

/* Of the lines "part hash" of a file; false, told, if it is not there. */
bool edition_read(struct course *course, const char *path);

/* ---- submission.c ---- */

enum submission_status {
    SUBMISSION_OK,
    SUBMISSION_NOTHING,
    SUBMISSION_REFUSED
};

struct submission {
    const char *student; /* as shown, unique in the class */
    const char *id;      /* of the platform, or "" */
    const char *key;     /* its folder's name */
    const char *source;  /* within the class folder */
    const char *kind;    /* folder archive file moodle gradescope git */
    const char *commit, *time, *edition;     /* "" if not known */
    struct store_pair files[STORE_LABS];     /* lab, SHA-256 of student.cu */
    size_t file_count;
    struct store_pair predictions[STORE_LABS]; /* lab, SHA-256 of its file */
    size_t predicted;
    struct store_pair answers[STORE_LABS];   /* lab, path below the folder */
    size_t answer_count;
    bool claims;                             /* of its own check.json: */
    int claimed_score, claimed_max_score;
    enum submission_status status;
    cJSON *document;     /* "flags": words, "notes": sentences; what is not
                          * named here too */
};

/* Of OUT/submissions/KEY; false, told, if it cannot be read or is not whole. */
bool submission_read(struct submission *submission, const char *out,
                     const char *key);
/* The SHA-256 of what was handed in for the lab; NULL if nothing was. */
const char *submission_file(const struct submission *submission,
                            const char *lab);
/* The same of its predictions; "" if there are none. */
const char *submission_predictions(const struct submission *submission,
                                   const char *lab);
void submission_free(struct submission *submission);

/* "ok", "nothing", "refused". */
const char *submission_status_name(enum submission_status status);

/* The keys of all submissions that have a submission.json, sorted by bytes;
 * *count of them.  NULL, told, if there is no memory or no folder. */
char **submission_keys(const char *out, size_t *count);
void submission_keys_free(char **keys, size_t count);

/* ---- result.c ---- */

enum result_status { RESULT_GRADED, RESULT_REFUSED, RESULT_FAILED };

struct graded_check {
    const char *name, *message;
    bool passed;
    bool waiting;           /* not passed, as another must be met first */
    int points, max_points; /* max_points: 0 if the record does not say */
};

struct graded_exercise {
    const char *name;
    const char *first;  /* what is said first, the cause; "" if all is right */
    const char *remark; /* costs nothing; "" if there is none */
    int score, max_score;
    struct graded_check *checks;
    size_t count;
};

struct result {
    const char *lab, *digest, *source, *compiler, *box;
    enum result_status status;
    const char *why; /* a sentence, where status is not graded */
    uint64_t seed;
    double seconds;  /* of processors */
    long peak_kib;
    int score, max_score;
    struct graded_exercise *exercises;
    size_t count;
    cJSON *document;
};

/* What a source is called by: the SHA-256 of the student.cu at this path or,
 * where cases of the lab lie below its folder, of all of them.  False: it
 * cannot be read. */
bool source_digest(const char *lab, const char *path, char digest[DIGEST_TEXT]);
/* Where the file of a case lies that belongs to this student.cu of a lab;
 * false: there is none. */
bool source_of_case(char path[PUBLISH_PATH], const char *source,
                    const char *name);

/* The digest of what decides points: those parts of the edition that concern
 * the lab (its own, and all that are no lab's), the seed, source, the name
 * that source_digest has for it, and predictions, the SHA-256 of
 * predictions.csv, or "". */
void result_digest(const struct course *course, const char *lab,
                   const char *source, const char *predictions,
                   char digest[DIGEST_TEXT]);

/* OUT/results/LAB-DIGEST.json */
bool result_path(char path[PUBLISH_PATH], const char *out, const char *lab,
                 const char *digest);
/* False if there is none; told only if there is one that cannot be read. */
bool result_read(struct result *result, const char *out, const char *lab,
                 const char *digest);
void result_free(struct result *result);
/* Is there one that says graded or refused, which needs no other?  failed: is
 * there one that says the grading failed; may be NULL. */
bool result_done(const char *out, const char *lab, const char *digest,
                 bool *failed);

/* "graded", "refused", "failed". */
const char *result_status_name(enum result_status status);

/* ---- labs.c ---- */

/* A lab of this workbook (lab/lab.h); NULL: there is none of this name. */
const struct lab *store_lab(const char *name);
bool store_is_lab(const char *name);

#endif

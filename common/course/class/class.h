/*
 * class.h - a class as it stands: who handed in what, the points of each lab
 * and exercise, and what the instructor decided otherwise.
 *
 * Idea: one reading of submissions/, results/ and overrides.csv, of which
 * everything else is written: grades, feedback, pages, formats.  A submission
 * alone is a class of one.
 * Guarantee: the same records give the same class, in the same order (students
 * by the bytes of their names, labs and exercises as the workbook has them);
 * whatever of a record cannot be true (points below 0 or above what there is)
 * is told and counts as if it were not there.
 * Texts belong to the class, and may be a student's: they are written through
 * files/escape.h only.
 */
#ifndef CLASS_H
#define CLASS_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/lab.h"
#include "store/store.h"

enum { CLASS_FLAGS = 24 };

/* What became of one lab of one student. */
enum lab_status {
    LAB_MISSING,  /* nothing was handed in for it */
    LAB_WAITING,  /* it is not graded yet */
    LAB_GRADED,
    LAB_REFUSED,  /* the file is none that is graded; why says it */
    LAB_FAILED    /* the grading failed; why says it */
};

/* A row of overrides.csv. */
struct override {
    size_t row;           /* counts from 1, the header's */
    const char *student;  /* as written: name, id or key */
    const char *exercise; /* as written: EXERCISE, LAB/EXERCISE or LAB */
    const char *reason;
    int points;           /* instead of what was found */
    int was;              /* what was found when it was written; -1: not said */
    int replaced;         /* what is found now; -1 if it is not applied */
    bool applied;
    const char *trouble;  /* why it is not applied, or what has changed since
                           * it was written; NULL: it fits */
};

struct class_exercise {
    const struct exercise *exercise;       /* name, title, hints */
    const struct graded_exercise *graded;  /* first, remark, checks; NULL: the
                                            * lab has no result */
    const cJSON *record;                   /* of it, for what graded lacks:
                                            * more, picture, file, line; or
                                            * NULL */
    int score, max_score;                  /* with overrides */
    int found;                             /* without them */
    const struct override *override;       /* NULL: none */
};

struct class_lab {
    const struct lab *lab;                 /* name, title */
    enum lab_status status;
    const char *why;                       /* where it is neither graded nor
                                            * missing; or "" */
    const char *source;                    /* SHA-256 of student.cu; "": none */
    const char *predictions;               /* of predictions.csv; "": none */
    const struct result *result;           /* NULL: none */
    struct class_exercise *exercises;      /* all that points hang on */
    size_t count;
    int score, max_score, found;
    const struct override *override;       /* of the lab as a whole; or NULL */
};

/* Another's student.cu that is the same byte for byte, and no stub. */
struct class_same {
    size_t lab;                            /* in class.labs */
    const struct class_student *student;   /* NULL: of an earlier class */
    char *earlier;                         /* who that is; or NULL */
};

enum class_status {
    CLASS_GRADED, CLASS_PARTLY, CLASS_NOTHING, CLASS_REFUSED, CLASS_FAILED,
    CLASS_WAITING         /* some of it is not graded yet */
};

struct class_student {
    const char *name, *key, *id;           /* as in struct submission */
    struct submission submission;          /* source, kind, time, commit ... */
    enum class_status status;
    const char *flags[CLASS_FLAGS];        /* words, sorted, none twice */
    size_t flag_count;
    const char **notes;                    /* sentences of intake */
    size_t note_count;
    struct class_same *same;               /* by class_add_same */
    size_t same_count;
    struct class_lab *labs;                /* as class.labs */
    int score, max_score, found;
};

struct class {
    char out[PUBLISH_PATH];                /* build/class */
    struct course course;                  /* seed, edition, sandbox */
    const struct lab *labs[STORE_LABS];    /* that count; in order */
    size_t lab_count;
    int lab_points[STORE_LABS];            /* the most there is for each */
    struct class_student *students;
    size_t count;
    struct override *overrides;            /* all rows, in order */
    size_t override_count;
    char *overrides_text;                  /* their file */
    char **keys;                           /* of all submissions */
    size_t key_count;
    size_t damaged;                        /* records that cannot be read or be
                                            * true; each was told */
};

/* Reads OUT.  labs: names of those that count, NULL after the last, or NULL:
 * all there are.  overrides: a file; NULL: OUT/overrides.csv if it is there.
 * False, told, if there is no such class, lab or file; what is wrong with
 * single records and rows stands in *class. */
bool class_read(struct class *class, const char *out, const char *const *labs,
                const char *overrides);
void class_free(struct class *class);

/* A word more among the flags; word must last as long as the class. */
void class_flag(struct class_student *student, const char *word);
bool class_has_flag(const struct class_student *student, const char *word);
/* One more whose file is the same: of this class, or by name (copied) of an
 * earlier one.  False: no memory. */
bool class_add_same(struct class_student *student, size_t lab,
                    const struct class_student *other, const char *earlier);

/* As in grades.csv: "graded", "partly", "nothing", "refused", "failed",
 * "waiting". */
const char *class_status_name(enum class_status status);
/* "missing", "waiting", "graded", "refused", "failed". */
const char *lab_status_name(enum lab_status status);

/* The points that a student has for the lab, if it counts at all: it was
 * graded, or the instructor gave some; else -1. */
int class_lab_score(const struct class_lab *lab);
/* What is given for all labs together. */
int class_points(const struct class *class);

/* Below OUT: feedback/KEY.html, feedback/KEY.md. */
bool class_feedback_path(char path[PUBLISH_PATH], const struct class *class,
                         const struct class_student *student,
                         const char *ending);
/* The folder of the class, without those above it. */
const char *class_title(const struct class *class);
/* Below OUT: submissions/KEY/LAB/student.cu */
bool class_source_path(char path[PUBLISH_PATH], const struct class *class,
                       const struct class_student *student, const char *lab);

/* How many overrides are not applied. */
size_t class_unapplied(const struct class *class);

#endif

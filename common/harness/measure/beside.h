/*
 * beside.h - what the reference of an exercise does, to stand beside a
 * student's kernel: numbers, no lines.
 *
 * Idea: where its program is, it is run; a student edition has none, but the
 * rows of its sweep (plots/recorded/reference/LAB.csv), which say the same of
 * the sizes of that sweep.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include "grade/criteria.h"
#include "run/session.h"

struct beside {
    bool known;              /* else all the rest is nothing */
    struct measured measured; /* of all its launches */
    double us;               /* modelled; NAN: not known */
};

struct beside beside_reference(struct session *session, const struct lab *lab,
                               const struct exercise *exercise,
                               struct size size);

/* The modelled time of a call of the version that a question names (lab.h) at
 * this size: the student's, or where there is none the reference's, and *whose
 * says that.  NAN if neither is known. */
double beside_us(struct session *session, const char *exercise,
                 struct size size, const char **whose);

#endif

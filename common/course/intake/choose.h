/*
 * choose.h - which file is the student.cu of which lab.
 *
 * LAB/student.cu, wherever it lies, is that lab's.  Where there is none, a
 * file is the lab's of its folder, then the lab's whose launchers it defines,
 * then the one that its name, its folder's or its archive's speaks of ("lab1",
 * "Lab 2"), then the one that was asked for.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "tree.h"

/* The file for the lab; NULL: there is none.  What was chosen among several,
 * and why, is told in the tree's notes.  `asked`: the only lab that is wanted,
 * or NULL. */
const struct leaf *choose_source(struct tree *tree, const char *lab,
                               const char *asked);

/* What is the lab's beside that: LAB/answers.md, LAB/predictions.csv; NULL: it
 * has none. */
const struct leaf *choose_beside(const struct tree *tree, const char *lab,
                                 enum matter matter);

/* LAB/cases/CASE/student.cu; NULL: it was not taken up. */
const struct leaf *choose_case(const struct tree *tree, const char *lab,
                               const char *name);

/* How sure it is that this file is the lab's: less is surer; CHOOSE_NOT: it is
 * not.  For tests. */
enum { CHOOSE_NOT = 100 };
int choose_rank(struct leaf *leaf, const char *lab, const char *asked);

#endif

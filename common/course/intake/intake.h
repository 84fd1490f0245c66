/*
 * intake.h - course intake: a class folder, in whatever form a platform hands
 * it out, becomes OUT/submissions/KEY/.
 *
 *   course intake --class CLASS --out OUT [--lab LAB] [--deadline DATE]
 *                 [--jobs N] [--one NAME]
 *
 * N: as many at a time; else as many as there are processors.
 * CLASS is a folder, or an archive of one: of folders, archives and files of
 * students, of clones; Moodle's, Gradescope's or Canvas' export.  --one: it is
 * the folder of one submission, NAME's.
 * Idea: whatever the form, of each student first a list of files in memory
 * (tree.h), then the choice which is which lab's (choose.h), then a folder that
 * is published by a rename (take.h).  Archives and repositories of strangers
 * are opened in a box only.
 * Guarantee: what cannot be read concerns its own student alone, and is told
 * in his submission.json.  What is unchanged is not read again; what is gone
 * from CLASS is gone from OUT.  It can be killed at any moment, and be started
 * again.
 * Exit status: 0; 2 with a sentence if CLASS or OUT will not do.
 */
#ifndef INTAKE_H
#define INTAKE_H

int intake_main(int argc, char **argv);

#endif

/*
 * one.h - builds and grades one lab of one submission.
 *
 *   course one --out OUT [--digest DIGEST] [--box KIND] LAB FILE
 *
 * FILE is a student.cu; edition, seed and sandbox are those of OUT/class.json.
 * It is built and graded in a room of its own, and becomes
 * OUT/results/LAB-DIGEST.json in one step; where that is there already, nothing
 * is done.  --digest: the digest that is expected; with another one nothing is
 * done either, and told.  --box: what boxes are made of here (box/box.h's BOX:
 * bubblewrap, landlock, limits), from who has found out already.
 * What the user's environment says, but PATH, changes nothing.
 * Exit status: 0 there is a result; 2 wrong use, a missing tool, no isolation;
 * 3 the grading failed, and the result says so; 130 it was told to stop.
 */
#ifndef ONE_H
#define ONE_H

#include <sys/types.h>

enum one_status {
    ONE_DONE = 0,
    ONE_WRONG_USE = 2,
    ONE_FAILED = 3,
    ONE_STOPPED = 130
};

int one_main(int argc, char **argv);

/* A course one that somebody else starts. */
struct one_call {
    const char *program; /* this one, found by its name */
    const char *out, *digest, *box, *lab, *file;
};

/* In a new process: becomes course one.  When `parent`, who started it, is gone
 * it is told to stop, and ends what it has begun; killed itself, it could not:
 * what its programs start is nobody's child then. */
_Noreturn void one_become(const struct one_call *call, pid_t parent);

#endif

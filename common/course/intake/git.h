/*
 * git.h - a clone, with a working tree or bare: what its last commit before a
 * date has.
 *
 * Idea: of a clone are taken its objects and the names of its commits, nothing
 * else.  git runs in a box and on a repository of ours, an empty one whose
 * objects are the clone's: no configuration, hook, filter, attribute, index,
 * alternate or replacement of a stranger's is read.  It lists and prints; it
 * checks nothing out.  Which branch there is we read ourselves.
 */
#ifndef INTAKE_GIT_H
#define INTAKE_GIT_H

#include "files/digest.h"
#include "tree.h"

/* Where the clone at `path` below root keeps what is git's: path/.git or, if it
 * is bare, path itself; made there in `folder`.  False: it is no clone. */
bool git_find(int root, const char *path, char folder[LONGEST_PATH]);

/* Adds to the digest what tells which commits there are: the names of branches
 * and where they are. */
void git_digest(struct digest *digest, int root, const char *folder);

/* Is there a .git at `path` that git_find does not take: a link, a file that
 * points elsewhere, a folder without what belongs in it? */
bool git_is_odd(int root, const char *path);

struct git_commit {
    char name[DIGEST_TEXT]; /* hexadecimal; "" if there is none */
    int64_t time;           /* of its committer */
    int64_t last;           /* of the last commit that there is */
    char branch[128];       /* "" if HEAD is a commit */
    bool shallow;           /* the clone has not all commits */
};

/* Takes what matters of the last commit on the clone's own branch at or before
 * `deadline` (seconds since 1970; 0: of its last one) into the tree: the first
 * parents are followed, so a merged branch is what it is merged as.  `room`: a
 * folder of this process's own, for our repository.  `class`: the folder that
 * `root` is.  False, told in the tree's notes, if the clone cannot be read;
 * true with no commit if there is none so early. */
bool git_read_tree(struct tree *tree, const char *class, int root,
                   const char *folder, const char *room, int64_t deadline,
                   struct git_commit *commit);

#endif

/*
 * corpus.h - every file of a fuzzer's corpus once more, as a test: what once
 * broke something stays whole.
 */
#ifndef CORPUS_H
#define CORPUS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* A NUL stands behind the bytes, not counted in size. */
typedef void corpus_replay(const char *bytes, size_t size);

static void corpus_file(const char *path, corpus_replay *replay)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, MOST + 1);

    assert_non_null(file);
    assert_non_null(bytes);
    size_t size = fread(bytes, 1, MOST, file);
    assert_true(feof(file));
    fclose(file);
    replay(bytes, size);
    free(bytes);
}

/* The corpus of that name; fails if it holds fewer than least files. */
static void corpus_each(const char *name, unsigned least,
                        corpus_replay *replay)
{
    static const char corpora[] = "common/tests/fuzz/corpus";
    char path[1024];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s", corpora, name);
    DIR *folder = opendir(path);
    if (!folder)
        fail_msg("no %s: run from the top of the repository", path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s/%s", corpora, name, entry->d_name);
        corpus_file(path, replay);
        count++;
    }
    closedir(folder);
    assert_true(count >= least);
}

#endif

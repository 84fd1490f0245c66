/*
 * source.c - what was handed in for a lab, under one name.
 */
#include <unistd.h>

#include "lab/lab.h"
#include "store.h"

/* Name and SHA-256 of the case's file, where there is one. */
static bool add_case(struct digest *digest, const char *name,
                     const char *source)
{
    char path[PUBLISH_PATH], own[DIGEST_TEXT];
    if (!source_of_case(path, source, name) || !digest_file(path, own))
        return false;
    digest_line(digest, name);
    digest_line(digest, own);
    return true;
}

bool source_of_case(char path[PUBLISH_PATH], const char *source,
                    const char *name)
{
    char end[PUBLISH_PATH];
    return publish_path(end, "cases/%s/student.cu", name) &&
           publish_beside(path, source, end) && access(path, F_OK) == 0;
}

bool source_digest(const char *lab, const char *path, char digest[DIGEST_TEXT])
{
    const struct lab *of = store_lab(lab);
    struct digest whole;
    bool any = false;
    if (!of || !digest_file(path, digest))
        return false;
    digest_begin(&whole);
    digest_line(&whole, digest);
    for (size_t i = 0; i < of->exercise_count; i++) {
        if (of->exercises[i].is_case)
            any |= add_case(&whole, of->exercises[i].name, path);
    }
    if (any)
        digest_end(&whole, digest);
    return true;
}

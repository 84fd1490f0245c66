/*
 * collect.c - see collect.h.
 */
#include "collect.h"

#include <getopt.h>
#include <stdio.h>

#include "feedback.h"
#include "grades.h"
#include "page.h"
#include "similar/similar.h"

enum { WRONG_USE = 2 };

struct request {
    const char *out, *overrides, *past;
    const char *labs[STORE_LABS + 1];
    size_t lab_count;
};

static bool take_option(struct request *request, int option)
{
    switch (option) {
    case 'o': request->out = optarg; return true;
    case 'v': request->overrides = optarg; return true;
    case 'p': request->past = optarg; return true;
    case 'l':
        if (request->lab_count == STORE_LABS)
            return false;
        request->labs[request->lab_count++] = optarg;
        return true;
    default: return false;
    }
}

static bool read_request(struct request *request, int argc, char **argv)
{
    static const struct option options[] = {
        {"out", required_argument, NULL, 'o'},
        {"lab", required_argument, NULL, 'l'},
        {"overrides", required_argument, NULL, 'v'},
        {"past", required_argument, NULL, 'p'},
        {NULL, 0, NULL, 0}};
    int option;
    *request = (struct request){.lab_count = 0};
    optind = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (!take_option(request, option))
            return false;
    }
    return request->out && optind == argc;
}

/* One line for each row that needs a look. */
static void tell_overrides(const struct class *class)
{
    for (size_t i = 0; i < class->override_count; i++) {
        const struct override *override = &class->overrides[i];
        if (override->trouble)
            fprintf(stderr, "course: overrides, row %zu%s: %s\n", override->row,
                    override->applied ? "" : ", is not applied",
                    override->trouble);
    }
}

/* Likeness first, as it flags; grades are written even if it fails. */
static bool write_all(struct class *class, const char *past)
{
    bool compared = similar_find(class, past);
    return grades_write(class) && details_write(class) &&
           feedback_write(class) && page_write(class) && compared;
}

int collect_main(int argc, char **argv)
{
    struct request request;
    struct class class;
    bool fits;
    if (!read_request(&request, argc, argv)) {
        fputs("usage: course collect --out FOLDER [--lab LAB]... "
              "[--overrides FILE] [--past FOLDER]\n",
              stderr);
        return WRONG_USE;
    }
    if (!class_read(&class, request.out,
                    request.lab_count ? request.labs : NULL, request.overrides))
        return WRONG_USE;
    fits = write_all(&class, request.past) && class.damaged == 0 &&
           class_unapplied(&class) == 0;
    tell_overrides(&class);
    class_free(&class);
    return fits ? 0 : WRONG_USE;
}

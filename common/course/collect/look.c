/*
 * look.c - see look.h.
 */
#include "look.h"

#include <string.h>

#include "html/put.h"

/* ---- what is known of one student ---------------------------------------- */

/* Writes it if file is not NULL; false: this reason is none of his. */
typedef bool known(FILE *file, const struct class *class,
                   const struct class_student *student);

static bool labs_with(FILE *file, const struct class *class,
                      const struct class_student *student,
                      enum lab_status status)
{
    bool any = false;
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct class_lab *lab = &student->labs[i];
        if (lab->status != status)
            continue;
        if (file)
            put_html(file, "%s%s%s%s", any ? "; " : "", lab->lab->name,
                     *lab->why ? ": " : "", lab->why);
        any = true;
    }
    return any;
}

static bool put_notes(FILE *file, const struct class_student *student)
{
    for (size_t i = 0; file && i < student->note_count; i++)
        put_html(file, "%s%s", i ? "; " : "", student->notes[i]);
    return true;
}

static bool failed(FILE *file, const struct class *class,
                   const struct class_student *student)
{
    if (student->status != CLASS_FAILED)
        return false;
    return labs_with(file, class, student, LAB_FAILED) ||
           put_notes(file, student);
}

static bool waiting(FILE *file, const struct class *class,
                    const struct class_student *student)
{
    return labs_with(file, class, student, LAB_WAITING);
}

static bool refused(FILE *file, const struct class *class,
                    const struct class_student *student)
{
    if (labs_with(file, class, student, LAB_REFUSED))
        return true;
    return student->submission.status == SUBMISSION_REFUSED &&
           student->status == CLASS_REFUSED && put_notes(file, student);
}

static bool claims(FILE *file, const struct class *class,
                   const struct class_student *student)
{
    (void)class;
    if (!class_has_flag(student, "claims_more"))
        return false;
    if (file)
        put_html(file, "%d of %d points in the check handed in, %d found",
                 student->submission.claimed_score,
                 student->submission.claimed_max_score, student->found);
    return true;
}

static bool same_file(FILE *file, const struct class *class,
                      const struct class_student *student)
{
    bool any = false;
    if (!class_has_flag(student, "same_file_as_another"))
        return false;
    for (size_t i = 0; file && i < class->count; i++) {
        const struct class_student *other = &class->students[i];
        for (size_t k = 0; other != student && k < class->lab_count; k++) {
            const char *source = student->labs[k].source;
            if (!*source || strcmp(source, other->labs[k].source))
                continue;
            put_html(file, "%s%s in %s", any ? ", " : "", other->name,
                     class->labs[k]->name);
            any = true;
        }
    }
    return true;
}

static bool similar(FILE *file, const struct class *class,
                    const struct class_student *student)
{
    (void)class;
    if (!class_has_flag(student, "similar"))
        return false;
    if (file)
        fputs("<a href=\"similarity.html\">the pairs</a>", file);
    return true;
}

/* A cap is a check that takes points, of a result that is right. */
static bool capped(FILE *file, const struct class *class,
                   const struct class_student *student)
{
    bool any = false;
    for (size_t i = 0; i < class->lab_count; i++) {
        const struct class_lab *lab = &student->labs[i];
        for (size_t k = 0; k < lab->count; k++) {
            const struct graded_exercise *graded = lab->exercises[k].graded;
            for (size_t c = 0; graded && c < graded->count; c++) {
                if (graded->checks[c].points >= 0)
                    continue;
                if (file)
                    put_html(file, "%s%s: %s", any ? ", " : "", graded->name,
                             graded->checks[c].name);
                any = true;
            }
        }
    }
    return any;
}

static bool is_told_elsewhere(const char *flag)
{
    static const char *const told[] = {"claims_more",    "same_file_as_another",
                                       "similar",        "override",
                                       "override_unfit", "no_sandbox"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        if (!strcmp(told[i], flag))
            return true;
    }
    return false;
}

static bool intake(FILE *file, const struct class *class,
                   const struct class_student *student)
{
    bool any = false;
    (void)class;
    for (size_t i = 0; i < student->flag_count; i++) {
        if (is_told_elsewhere(student->flags[i]))
            continue;
        if (file)
            put_html(file, "%s%s", any ? "; " : "",
                     look_flag(student->flags[i]));
        any = true;
    }
    return any;
}

static bool nothing(FILE *file, const struct class *class,
                    const struct class_student *student)
{
    (void)class;
    if (student->status != CLASS_NOTHING)
        return false;
    return put_notes(file, student);
}

/* ---- reasons ------------------------------------------------------------- */

static const struct reason {
    const char *title, *what;
    known *known;
} reasons[] = {
    {"The grading failed", "No fault of theirs. make grade tries these again.",
     failed},
    {"Not graded yet", "make grade goes on with these.", waiting},
    {"Refused", "Nothing of it was run. What stands beside the name says why.",
     refused},
    {"Claims more than was found",
     "The check handed in has more points than this one found: another "
     "edition, a file changed afterwards, or a check that was written by hand.",
     claims},
    {"The same file as another's",
     "The solutions are equal byte for byte. It takes no points.", same_file},
    {"More alike than is usual here",
     "A person should look at the pairs. It takes no points.", similar},
    {"Right, but capped",
     "The result is right and was not made the way that the exercise is about; "
     "the feedback says what was missing.",
     capped},
    {"Noted when it was taken in", "The feedback has the sentence.", intake},
    {"Nothing handed in", "No file that could be graded was found.", nothing},
};
enum { REASONS = sizeof reasons / sizeof *reasons };

const char *look_flag(const char *flag)
{
    static const char *const words[][2] = {
        {"answers_missing", "answers missing"},
        {"bomb", "an archive that unpacks to too much"},
        {"claims_more", "claims more than was found"},
        {"late", "late"},
        {"link_left_out", "links were left out"},
        {"many_files", "too many files"},
        {"name_twice", "the name is there twice"},
        {"no_sandbox", "graded without a sandbox"},
        {"odd_archive", "an odd archive"},
        {"other_edition", "another edition of the workbook"},
        {"override", "points by the instructor"},
        {"override_unfit", "an override does not fit"},
        {"path_left_out", "paths that leave the archive were left out"},
        {"same_file_as_another", "the same file as another's"},
        {"similar", "unusually alike"},
        {"too_large", "too large"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(words[i][0], flag))
            return words[i][1];
    }
    return flag;
}

void look_link(FILE *file, const struct class_student *student)
{
    fputs("<a href=\"feedback/", file);
    put_address(file, student->key);
    put_html(file, ".html\"><bdi>%s</bdi></a>", student->name);
}

static size_t count_of(const struct class *class, const struct reason *reason)
{
    size_t count = 0;
    for (size_t i = 0; i < class->count; i++)
        count += reason->known(NULL, class, &class->students[i]);
    return count;
}

size_t look_count(const struct class *class)
{
    size_t count = 0;
    for (size_t i = 0; i < class->count; i++) {
        bool any = class_has_flag(&class->students[i], "override_unfit");
        for (size_t k = 0; !any && k < REASONS; k++)
            any = reasons[k].known(NULL, class, &class->students[i]);
        count += any;
    }
    return count;
}

static void put_reason(FILE *file, const struct class *class,
                       const struct reason *reason, size_t count)
{
    put_html(file,
             "<section class=\"card\"><div class=\"head\"><h3>%s</h3>"
             "<span class=\"points\">%z</span></div><p class=\"soft\">%s</p>"
             "<ul>\n",
             reason->title, count, reason->what);
    for (size_t i = 0; i < class->count; i++) {
        if (!reason->known(NULL, class, &class->students[i]))
            continue;
        fputs("<li>", file);
        look_link(file, &class->students[i]);
        fputs(" <span class=\"soft\">", file);
        reason->known(file, class, &class->students[i]);
        fputs("</span></li>\n", file);
    }
    fputs("</ul></section>\n", file);
}

size_t look_put(FILE *file, const struct class *class)
{
    size_t shown = 0;
    for (size_t i = 0; i < REASONS; i++) {
        size_t count = count_of(class, &reasons[i]);
        if (count)
            put_reason(file, class, &reasons[i], count);
        shown += count;
    }
    return shown;
}

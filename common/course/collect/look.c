/*
 * look.c - see look.h.
 */
#include "look.h"

#include <string.h>

#include "html/put.h"

enum {
    NAMES_SHOWN = 3, /* of those who have the same file */
    LISTED = 10      /* students for a reason, before one asks for more */
};

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
        put_html(file, "%s%s", i ? " " : "", student->notes[i]);
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

static void put_other(FILE *file, const struct class_same *same)
{
    if (same->student)
        look_link(file, same->student);
    else
        put_html(file, "<bdi>%s</bdi> (earlier)", same->earlier);
}

/* The first few who have the same file for a lab, and how many more. */
static void put_same(FILE *file, const struct class *class,
                     const struct class_student *student, size_t lab)
{
    size_t count = 0;
    for (size_t i = 0; i < student->same_count; i++) {
        if (student->same[i].lab != lab || count++ >= NAMES_SHOWN)
            continue;
        if (count == 1)
            put_html(file, "<span class=\"mono\">%s</span>",
                     class->labs[lab]->name);
        fputs(count > 1 ? ", " : ": ", file);
        put_other(file, &student->same[i]);
    }
    if (count > NAMES_SHOWN)
        put_html(file, " and %z more", count - NAMES_SHOWN);
    if (count)
        fputs("; ", file);
}

static bool same_file(FILE *file, const struct class *class,
                      const struct class_student *student)
{
    if (!class_has_flag(student, "same_file_as_another"))
        return false;
    for (size_t i = 0; file && i < class->lab_count; i++)
        put_same(file, class, student, i);
    if (file)
        fputs("<a href=\"similarity.html\">the pairs</a>", file);
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
     "A student.cu with a solution in it is equal byte for byte. It takes "
     "no points.",
     same_file},
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
        {"name_differs", "the name within is another"},
        {"name_twice", "the name is there twice"},
        {"no_sandbox", "graded without a sandbox"},
        {"odd_archive", "an odd archive"},
        {"odd_file", "a folder, pipe or other thing for a file"},
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
    for (size_t i = 0, shown = 0; i < class->count; i++) {
        if (!reason->known(NULL, class, &class->students[i]))
            continue;
        if (shown++ == LISTED)
            put_html(file, "</ul><details><summary>%z more</summary><ul>\n",
                     count - LISTED);
        fputs("<li>", file);
        look_link(file, &class->students[i]);
        fputs(" <span class=\"soft\">", file);
        reason->known(file, class, &class->students[i]);
        fputs("</span></li>\n", file);
    }
    fprintf(file, "</ul>%s</section>\n", count > LISTED ? "</details>" : "");
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

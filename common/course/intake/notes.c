/* notes.c - see notes.h. */
#include "notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "term/plain.h"

bool notes_has_flag(const struct notes *notes, const char *flag)
{
    for (size_t i = 0; i < notes->flag_count; i++) {
        if (!strcmp(notes->flags[i], flag))
            return true;
    }
    return false;
}

void notes_flag(struct notes *notes, const char *flag)
{
    if (notes->flag_count < MOST_FLAGS && !notes_has_flag(notes, flag))
        notes->flags[notes->flag_count++] = flag;
}

/* Names may have line breaks: a sentence has none. */
static void make_line(char *text)
{
    plain_make(text);
    for (; *text; text++) {
        if (*text == '\n' || *text == '\t')
            *text = '?';
    }
}

void notes_say(struct notes *notes, const char *format, ...)
{
    char text[LONGEST_NOTE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_line(text);
    for (size_t i = 0; i < notes->count; i++) {
        if (!strcmp(notes->said[i], text))
            return;
    }
    if (notes->count < MOST_NOTES)
        strcpy(notes->said[notes->count++], text);
    else
        notes->unsaid++;
}

void notes_left(struct notes *notes, const char *name, enum why why)
{
    static const struct {
        const char *flag, *sentence;
    } each[WHYS] = {
        [WHY_LINK] = {"link_left_out", "is a link, and was left out"},
        [WHY_HARD_LINK] = {"link_left_out",
                           "has another name elsewhere (a hard link), and was "
                           "left out; hand it in, or copy the class, without "
                           "links"},
        [WHY_LEAVES] = {"path_left_out", "leads out of the submission, and was "
                                         "left out"},
        [WHY_FOLDER] = {"odd_file", "is a folder, and no file"},
        [WHY_ODD] = {"odd_file",
                     "is a device, a pipe or a socket, and was left "
                     "out"},
        [WHY_ENCRYPTED] = {"odd_archive", "is encrypted, and cannot be read "
                                          "without a password"},
        [WHY_DAMAGED] = {"odd_archive", "is damaged, or breaks off"},
        [WHY_TOO_LARGE] = {"too_large", "is larger than anything that is "
                                        "looked at, and was left out"},
        [WHY_HUGE] = {"bomb", "unpacks to more than any file has that is "
                              "meant, and was left out"},
        [WHY_TOO_MANY] = {"many_files", "has more entries than are looked at"},
        [WHY_TOO_DEEP] = {"bomb", "lies too deep in folders or archives, and "
                                  "was left out"},
        [WHY_BOMB] = {"bomb", "unpacks to more than is looked at"},
        [WHY_NO_ARCHIVE] = {"odd_archive",
                            "is no archive that can be read; hand in a .zip"},
        [WHY_NO_ENTRIES] = {"odd_archive", "is an archive in which nothing can "
                                           "be read; hand in a .zip"},
        [WHY_SWOLLEN] = {"bomb", "would unpack to more than 100 times its "
                                 "size; of it only what matters was read"}};
    char shown[160];
    if (why == WHY_FINE || why == WHY_UNNEEDED || why >= WHYS)
        return;
    notes_flag(notes, each[why].flag);
    if (++notes->alike[why] > MOST_ALIKE) {
        notes->unsaid++;
        return;
    }
    snprintf(shown, sizeof shown, "%s", name);
    notes_say(notes, "%s %s.", shown, each[why].sentence);
}

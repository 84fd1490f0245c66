/*
 * access.c - what one warp did, as rectangles that gnuplot can draw.
 *
 *   build/bin/access X.gp [--hidden|--recorded] IMPL.csv... >X.dat
 *   build/bin/access --record TRACE.csv >IMPL.csv
 *
 * Each CSV is a trace of ptxrun, drawn beside the others.  X.gp and X.dat are
 * what plots/access.gp reads.  Of an implementation that is hidden no line of
 * its source is shown; nor of one that is recorded, by the second command.
 * Exit status: 0, or 2 with the reason on standard error.
 */
#include <errno.h>
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "show/panels.h"

static bool write_sources(const struct panels *panels, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file) {
        panels_name(panels, file);
        if (fclose(file) == 0)
            return true;
    }
    fprintf(stderr, "access: %s: %s\n", path, strerror(errno));
    return false;
}

/* Traces, and what is to be known of the one that follows. */
static bool read_all(struct panels *panels, char **words)
{
    bool hidden = false, recorded = false;
    for (; *words; words++) {
        if (!strcmp(*words, "--hidden")) {
            hidden = true;
        } else if (!strcmp(*words, "--recorded")) {
            hidden = recorded = true;
        } else {
            struct heading *heading;
            if (!panels_read(panels, *words))
                return false;
            heading = &panels->headings[panels->columns - 1];
            heading->hidden = hidden;
            heading->recorded = recorded;
            hidden = recorded = false;
        }
    }
    return true;
}

/* The language of a report: LANGUAGE, if there is a catalogue of it.  Nothing
 * else depends on it; numbers stay as C writes them. */
static void find_words(void)
{
    const char *folder = getenv("TEXTDOMAINDIR");
    if (!folder || !setlocale(LC_MESSAGES, "C.UTF-8"))
        return;
    bindtextdomain("report", folder);
    bind_textdomain_codeset("report", "UTF-8");
    textdomain("report");
}

int main(int argc, char **argv)
{
    struct panels panels = {.count = 0};
    bool record = argc == 3 && !strcmp(argv[1], "--record");
    bool done = argc > 2;
    if (!done)
        fputs("use: access X.gp [--hidden|--recorded] IMPL.csv... >X.dat\n",
              stderr);
    find_words();
    done = done && read_all(&panels, argv + 2);
    if (done && record) {
        panels_record(&panels, stdout);
    } else if (done) {
        panels_arrange(&panels);
        panels_draw(&panels, stdout);
        done = write_sources(&panels, argv[1]);
    }
    panels_free(&panels);
    return done ? 0 : 2;
}

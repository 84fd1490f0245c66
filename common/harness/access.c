/*
 * access.c - what one warp did, as rectangles that gnuplot can draw.
 *
 *   build/bin/access X.gp IMPL.csv... >X.dat
 *
 * Each CSV is a trace of ptxrun, drawn beside the others.  X.gp and X.dat are
 * what plots/access.gp reads.  Exit status: 0, or 2 with the reason on standard
 * error.
 */
#include <errno.h>
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

int main(int argc, char **argv)
{
    struct panels panels = {.count = 0};
    bool done = argc > 2;
    if (!done)
        fputs("use: access X.gp IMPL.csv... >X.dat\n", stderr);
    for (int i = 2; done && i < argc; i++)
        done = panels_read(&panels, argv[i]);
    if (done) {
        panels_arrange(&panels);
        panels_draw(&panels, stdout);
        done = write_sources(&panels, argv[1]);
    }
    panels_free(&panels);
    return done ? 0 : 2;
}

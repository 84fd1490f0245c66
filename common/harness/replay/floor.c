/*
 * floor.c - see floor.h.
 */
#include "floor.h"

#include <stdio.h>
#include <unistd.h>

static bool floor_path(char path[4096], const char *folder,
                       const struct exercise *exercise, struct size size)
{
    int n = folder ? snprintf(path, 4096, "%s/floor-%s-%dx%dx%d", folder,
                              exercise->name, size.rows, size.cols, size.inner)
                   : -1;
    return n >= 0 && n < 4096;
}

bool floor_read(struct floor *floor, const char *folder,
                const struct exercise *exercise, struct size size)
{
    char path[4096];
    FILE *file =
        floor_path(path, folder, exercise, size) ? fopen(path, "re") : NULL;
    bool read = file && fscanf(file, "%lf %lf %lf", &floor->warm_us,
                               &floor->cold_us, &floor->empty_us) == 3;
    if (file)
        fclose(file);
    return read;
}

void floor_keep(const struct floor *floor, const char *folder,
                const struct exercise *exercise, struct size size)
{
    char path[4096], new[4096 + 20];
    if (!floor_path(path, folder, exercise, size))
        return;
    snprintf(new, sizeof new, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(new, "we");
    if (!file)
        return;
    fprintf(file, "%.4f %.4f %.4f\n", floor->warm_us, floor->cold_us,
            floor->empty_us);
    if (fclose(file) || rename(new, path))
        unlink(new);
}

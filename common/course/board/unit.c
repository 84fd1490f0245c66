/*
 * unit.c - see unit.h.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grade/room.h"
#include "grade/work.h"

static const double most_seconds = 600;
static const long most_kib = 8L << 20, most_disk_kib = 1L << 20;

enum { MOST_VARIABLES = 8 };

struct environment {
    char text[MOST_VARIABLES][PUBLISH_PATH];
    char *words[MOST_VARIABLES + 1];
    size_t count;
};

static void add(struct environment *all, const char *name, const char *value)
{
    char *text;
    if (!value || all->count == MOST_VARIABLES)
        return;
    text = all->text[all->count];
    if (snprintf(text, PUBLISH_PATH, "%s=%s", name, value) >= PUBLISH_PATH)
        return;
    all->words[all->count++] = text;
}

/* As where a submission is graded: nothing of the user's. */
static void make_environment(struct environment *all,
                             const struct unit_order *order, const char *seed)
{
    static const char *const passed_on[] = {"PATH", "LD_LIBRARY_PATH", "BUILD"};
    *all = (struct environment){.count = 0};
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        add(all, passed_on[i], getenv(passed_on[i]));
    add(all, "BOX", order->box);
    add(all, "LC_ALL", "C.UTF-8");
    add(all, "EXERCISES", order->exercises);
    add(all, "SEED", seed);
    add(all, "RECORDED", order->recorded ? "1" : "");
}

static bool work(const struct room *room, const struct class *class,
                 const char *lab, const struct unit_order *order)
{
    static struct environment environment;
    const char *argv[] = {"sh", "common/course/board/prepare.sh", lab, NULL};
    struct work work = {.folder = room->path,
                        .output = "prepare.said",
                        .argv = argv,
                        .environment = environment.words,
                        .most_seconds = most_seconds,
                        .most_kib = most_kib,
                        .most_disk_kib = most_disk_kib};
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, class->course.seed);
    make_environment(&environment, order, seed);
    return work_do(&work) && !work.ended && !work.stopped &&
           WIFEXITED(work.status) && !WEXITSTATUS(work.status);
}

static bool make(const struct class *class, const struct board_entry *entry,
                 const struct unit_order *order)
{
    const char *lab = entry->lab->lab->name;
    char source[PUBLISH_PATH], made[PUBLISH_PATH];
    struct room room;
    bool done =
        class_source_path(source, class, entry->student, lab) &&
        room_open(&room, class->out, lab, entry->lab->result->digest, source);
    if (!done)
        return false;
    done = work(&room, class, lab, order) &&
           publish_path(made, "%s/made", room.path) &&
           rename(made, entry->unit) == 0;
    room_close(&room);
    if (!done)
        fprintf(stderr, "course: %s of %s could not be prepared\n", lab,
                entry->student->key);
    return done;
}

bool unit_prepare(const struct class *class, const struct board_entry *entry,
                  const struct unit_order *order)
{
    char path[PUBLISH_PATH];
    if (!publish_path(path, "%s/%s%s", entry->unit, order->exercise,
                      order->recorded ? "" : ".json"))
        return false;
    if (access(path, F_OK) == 0)
        return true;
    publish_remove(entry->unit); /* made for other exercises */
    return make(class, entry, order);
}

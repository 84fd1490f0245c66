/*
 * unit.c - see unit.h.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grade/environment.h"
#include "grade/room.h"
#include "grade/work.h"

static const double most_seconds = 600;
static const long most_kib = 8L << 20, most_disk_kib = 1L << 20;

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
    environment_begin(&environment, order->box);
    environment_add(&environment, "EXERCISES", order->exercises);
    environment_add(&environment, "SEED", seed);
    environment_add(&environment, "RECORDED", order->recorded ? "1" : "");
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

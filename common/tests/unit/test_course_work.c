/*
 * test_course_work.c - a program in a room ends, by itself or because it takes
 * more than anything may; then nothing of it is left.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/publish.h"
#include "grade/work.h"

static char room[64];

static int make_room(void **state)
{
    (void)state;
    strcpy(room, "/tmp/work.XXXXXX");
    work_begin();
    return mkdtemp(room) ? 0 : -1;
}

static int remove_room(void **state)
{
    (void)state;
    return publish_remove(room) ? 0 : -1;
}

/* A script with more time than it needs, 64 MiB and 4 MiB of disk. */
static struct work of_script(const char *script)
{
    static const char *argv[] = {"sh", "-c", NULL, NULL};
    static char *environment[] = {"PATH=/usr/bin:/bin", "WORD=heard", NULL};
    argv[2] = script;
    return (struct work){.folder = room,
                         .output = "said",
                         .argv = argv,
                         .environment = environment,
                         .most_seconds = 90,
                         .most_kib = 64 << 10,
                         .most_disk_kib = 4 << 10};
}

static void what_it_says_and_how_it_ends_is_kept(void **state)
{
    struct work work = of_script("echo $WORD $HOME; pwd; exit 3");
    char path[128], text[128] = "";
    FILE *said;
    (void)state;
    assert_true(work_do(&work));
    assert_null(work.ended);
    assert_true(WIFEXITED(work.status));
    assert_int_equal(WEXITSTATUS(work.status), 3);
    snprintf(path, sizeof path, "%s/said", room);
    said = fopen(path, "r");
    assert_non_null(said);
    assert_true(fread(text, 1, sizeof text - 1, said) > 0);
    fclose(said);
    snprintf(path, sizeof path, "heard\n%s\n", room);
    assert_string_equal(text, path);
}

static void what_is_not_there_is_told(void **state)
{
    struct work work = of_script("");
    const char *const argv[] = {"no-such-program", NULL};
    (void)state;
    work.argv = argv;
    assert_true(work_do(&work));
    assert_int_equal(WEXITSTATUS(work.status), 127);
}

static void who_takes_too_long_is_ended(void **state)
{
    struct work work = of_script("sleep 99 & sleep 99");
    (void)state;
    work.most_seconds = 0.2;
    assert_true(work_do(&work));
    assert_non_null(strstr(work.ended, "longer"));
    assert_true(WIFSIGNALED(work.status));
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left */
    assert_int_equal(errno, ECHILD);
}

static void who_takes_too_much_memory_is_ended(void **state)
{
    struct work work =
        of_script("head -c 200000000 /dev/zero | tail -c 190000000 | sleep 99");
    (void)state;
    assert_true(work_do(&work));
    assert_non_null(strstr(work.ended, "memory"));
    assert_true(work.peak_kib > 64 << 10);
}

static void who_fills_the_disk_is_ended(void **state)
{
    struct work work = of_script("head -c 20000000 /dev/zero >large; sleep 99");
    (void)state;
    assert_true(work_do(&work));
    assert_non_null(strstr(work.ended, "disk"));
}

static void a_session_of_its_own_ends_too(void **state)
{
    struct work work = of_script("setsid sleep 99 & exit 0");
    (void)state;
    assert_true(work_do(&work));
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void told_to_stop_it_stops_its_work(void **state)
{
    struct work work = of_script("kill -TERM $PPID; sleep 99");
    (void)state;
    assert_true(work_do(&work));
    assert_true(work.stopped);
    assert_true(WIFSIGNALED(work.status));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_says_and_how_it_ends_is_kept),
        cmocka_unit_test(what_is_not_there_is_told),
        cmocka_unit_test(who_takes_too_long_is_ended),
        cmocka_unit_test(who_takes_too_much_memory_is_ended),
        cmocka_unit_test(who_fills_the_disk_is_ended),
        cmocka_unit_test(a_session_of_its_own_ends_too),
        cmocka_unit_test(told_to_stop_it_stops_its_work),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_room, remove_room);
}

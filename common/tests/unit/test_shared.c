/*
 * test_shared.c - what graders share is whole, whoever wrote it, or not there.
 */
#include "run/shared.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { BYTES = 100000 };

static char folder[] = "/tmp/shared-XXXXXX";
static unsigned char bytes[BYTES];

static struct shared opened(void)
{
    struct shared shared;
    assert_true(shared_open(&shared, folder));
    assert_int_not_equal(shared.edition[0], 0);
    return shared;
}

static int begin(void **state)
{
    (void)state;
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(i * 2654435761u >> 13);
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* The one file whose name ends so. */
static void path_of(const char *name, char path[100])
{
    char command[200];
    FILE *found;
    snprintf(command, sizeof command, "ls %s/*-%s", folder, name);
    found = popen(command, "r");
    assert_non_null(found);
    assert_non_null(fgets(path, 100, found));
    path[strcspn(path, "\n")] = '\0';
    pclose(found);
}

/* Is it there, and what was published? */
static bool is_there(const struct shared *shared, const char *name, size_t n)
{
    const void *found = shared_map(shared, name, n, NULL);
    if (!found)
        return false;
    assert_memory_equal(found, bytes, n);
    munmap((void *)(uintptr_t)found, n);
    return true;
}

static void what_is_published_is_found(void **state)
{
    struct shared shared = opened();
    int file = -1;
    unsigned char first;
    const void *found;
    (void)state;
    assert_false(is_there(&shared, "a", BYTES));
    shared_publish(&shared, "a", bytes, BYTES);
    assert_true(is_there(&shared, "a", BYTES));
    assert_false(is_there(&shared, "a", BYTES - 1));
    assert_false(is_there(&shared, "b", BYTES));
    found = shared_map(&shared, "a", BYTES, &file);
    assert_int_equal(pread(file, &first, 1, 0), 1);
    assert_int_equal(first, bytes[0]);
    munmap((void *)(uintptr_t)found, BYTES);
    close(file);
}

static void nobody_else_reads_it(void **state)
{
    struct shared shared = opened();
    struct stat about;
    char path[100];
    (void)state;
    shared_publish(&shared, "mine", bytes, 10);
    path_of("mine", path);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
}

static void a_file_that_is_not_whole_is_made_anew(void **state)
{
    struct shared shared = opened();
    char path[100];
    (void)state;
    shared_publish(&shared, "cut", bytes, BYTES);
    path_of("cut", path);
    for (long left = BYTES + 200; left > 0; left /= 3) {
        assert_int_equal(truncate(path, left), 0);
        assert_false(is_there(&shared, "cut", BYTES));
    }
    /* As long as it was, but never written: after a power failure. */
    assert_int_equal(truncate(path, BYTES + 208), 0);
    assert_false(is_there(&shared, "cut", BYTES));
    shared_publish(&shared, "cut", bytes, BYTES);
    assert_true(is_there(&shared, "cut", BYTES));
}

static void other_code_makes_its_own(void **state)
{
    struct shared shared = opened(), other = shared;
    (void)state;
    shared_publish(&shared, "edition", bytes, 10);
    other.edition[0] ^= 1;
    assert_false(is_there(&other, "edition", 10));
    other = shared; /* where the names do not show it */
    other.edition[strlen(other.edition) - 1] ^= 1;
    assert_false(is_there(&other, "edition", 10));
}

static void write_draft(const char *name, time_t written)
{
    char path[100];
    struct timespec times[2] = {{written, 0}, {written, 0}};
    int file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(file >= 0);
    assert_int_equal(futimens(file, times), 0);
    close(file);
}

static void a_killed_writers_draft_goes_away(void **state)
{
    struct shared shared = opened();
    char path[100];
    time_t now = time(NULL);
    (void)state;
    write_draft("new-killed", now - 7200);
    write_draft("new-at-work", now);
    shared_publish(&shared, "c", bytes, 10);
    snprintf(path, sizeof path, "%s/new-killed", folder);
    assert_int_equal(access(path, F_OK), -1);
    snprintf(path, sizeof path, "%s/new-at-work", folder);
    assert_int_equal(access(path, F_OK), 0);
}

/* Several write, one of them is killed at any moment: who reads sees all of it
 * or nothing. */
static void several_at_once(void **state)
{
    struct shared shared = opened();
    pid_t writers[3];
    bool seen = false;
    (void)state;
    for (int i = 0; i < 3; i++) {
        writers[i] = fork();
        while (writers[i] == 0)
            shared_publish(&shared, "many", bytes, BYTES);
    }
    for (int i = 0; i < 300 || !seen; i++)
        seen |= is_there(&shared, "many", BYTES);
    for (int i = 0; i < 3; i++) {
        kill(writers[i], SIGKILL);
        waitpid(writers[i], NULL, 0);
    }
    assert_true(is_there(&shared, "many", BYTES));
}

static void a_folder_that_others_may_write_to(void **state)
{
    struct shared shared;
    (void)state;
    assert_int_equal(chmod(folder, 0770), 0);
    assert_false(shared_open(&shared, folder));
    assert_int_equal(chmod(folder, 0700), 0);
    assert_false(shared_open(&shared, "/dev/null"));
    assert_false(shared_open(&shared, "/no such folder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_published_is_found),
        cmocka_unit_test(nobody_else_reads_it),
        cmocka_unit_test(a_file_that_is_not_whole_is_made_anew),
        cmocka_unit_test(other_code_makes_its_own),
        cmocka_unit_test(a_killed_writers_draft_goes_away),
        cmocka_unit_test(several_at_once),
        cmocka_unit_test(a_folder_that_others_may_write_to),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, begin, end);
}

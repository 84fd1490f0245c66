/*
 * test_course_base.c - names, cells, markup, digests, and files that are there
 * whole or not at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/digest.h"
#include "files/escape.h"
#include "files/json.h"
#include "files/name.h"
#include "files/publish.h"

static void assert_written(void (*escape)(FILE *file, const char *text),
                           const char *text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *file = open_memstream(&written, &size);
    assert_non_null(file);
    escape(file, text);
    fclose(file);
    assert_string_equal(written, expected);
    free(written);
}

static void cells_are_no_formulas(void **state)
{
    (void)state;
    assert_written(escape_csv, "Anna", "Anna");
    assert_written(escape_csv, "=1+1", "'=1+1");
    assert_written(escape_csv, "@x", "'@x");
    assert_written(escape_csv, "+a", "'+a");
    assert_written(escape_csv, " =1", "\"' =1\"");
    assert_written(escape_csv, "\t=1", "\"' =1\"");
    assert_written(escape_csv, "-12.5", "-12.5");
    assert_written(escape_csv, "-1+cmd|x", "'-1+cmd|x");
    assert_written(escape_csv, "a\"b,c\nd", "\"a\"\"b,c d\"");
    assert_written(escape_csv, "a\x1b[2J", "a?[2J");
}

static void markup_is_text(void **state)
{
    (void)state;
    assert_written(escape_html, "<a href='x'>\"&",
                   "&lt;a href=&#39;x&#39;&gt;&quot;&amp;");
    assert_written(escape_html, "\xd0\x9f\xff\xe2\x80\xae|", "\xd0\x9f????|");
}

static void assert_key(const char *name, const char *expected)
{
    char key[NAME_KEY];
    name_key(name, false, key);
    assert_string_equal(key, expected);
    assert_true(name_is_key(key));
}

/* The digits are of `printf '%s' NAME | sha256sum`. */
static void keys_are_file_names(void **state)
{
    (void)state;
    assert_key("anna_1", "anna_1");
    assert_key("\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0",
               "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0");
    assert_key("Anna Schmidt", "Anna_Schmidt-a21e4283");
    assert_key("../../etc", "_._.._etc-74ccf3c5");
    assert_key("-rf", "_rf-686c39ac");
    assert_key("", "_-e3b0c442");
}

static void keys_tell_clashing_names_apart(void **state)
{
    char one[NAME_KEY], other[NAME_KEY];
    (void)state;
    name_key("Anna", true, one);
    name_key("anna", true, other);
    assert_int_not_equal(strcasecmp(one, other), 0);
}

static void what_is_no_key_is_known(void **state)
{
    (void)state;
    assert_false(name_is_key(""));
    assert_false(name_is_key(".."));
    assert_false(name_is_key(".hidden"));
    assert_false(name_is_key("a/b"));
    assert_false(name_is_key("a b"));
    assert_false(name_is_key("a\n"));
}

static void names_are_shown_plainly(void **state)
{
    char shown[NAME_SHOWN], longest[1000];
    (void)state;
    name_show("  Anna \n\t Schmidt ", shown);
    assert_string_equal(shown, "Anna Schmidt");
    name_show("a\x1b]0;x\x07", shown);
    assert_string_equal(shown, "a?]0;x?");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    name_show(longest, shown);
    assert_int_equal(strlen(shown), NAME_SHOWN - 1);
}

static void digests_are_those_of_the_standard(void **state)
{
    char text[DIGEST_TEXT];
    (void)state;
    digest_bytes("abc", 3, text); /* FIPS 180-4's example */
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223"
                              "b00361a396177a9cb410ff61f20015ad");
}

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/publish.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return publish_remove(folder) && access(folder, F_OK) != 0 ? 0 : -1;
}

static void files_are_there_whole_or_not(void **state)
{
    struct publication publication;
    char path[PUBLISH_PATH];
    struct stat about;
    (void)state;
    assert_true(publish_path(path, "%s/a/b/c", folder));
    assert_true(publish_folder(path));
    assert_true(publish_path(path, "%s/a/b/c/text", folder));
    assert_true(publish_text(path, "old", 3));
    assert_true(publish_open(&publication, path));
    fputs("new and longer", publication.file);
    fflush(publication.file);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 3);
    assert_true(publish_close(&publication));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 14);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_not_equal(access(publication.unfinished, F_OK), 0);
}

static void a_full_disk_leaves_what_was_there(void **state)
{
    struct publication publication;
    FILE *full = fopen("/dev/full", "w");
    char path[PUBLISH_PATH];
    struct stat about;
    (void)state;
    assert_non_null(full);
    assert_true(publish_path(path, "%s/text", folder));
    assert_true(publish_text(path, "old", 3));
    assert_true(publish_open(&publication, path));
    fclose(publication.file);
    publication.file = full;
    fputs("new", full);
    assert_false(publish_close(&publication));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 3);
}

static void removal_follows_no_link(void **state)
{
    char path[PUBLISH_PATH], kept[PUBLISH_PATH], link[PUBLISH_PATH];
    (void)state;
    assert_true(publish_path(kept, "%s/kept", folder));
    assert_true(publish_folder(kept));
    assert_true(publish_path(path, "%s/room/closed", folder));
    assert_true(publish_folder(path));
    assert_true(publish_path(link, "%s/link", path));
    assert_int_equal(symlink(kept, link), 0);
    assert_int_equal(chmod(path, 0), 0);
    assert_true(publish_path(path, "%s/room", folder));
    assert_true(publish_remove(path));
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(access(kept, F_OK), 0);
}

static void damaged_json_is_as_if_not_there(void **state)
{
    char path[PUBLISH_PATH];
    (void)state;
    assert_true(publish_path(path, "%s/json", folder));
    assert_null(json_read(path));
    assert_true(publish_text(path, "{\"a\":", 5));
    assert_null(json_read(path));
    assert_true(publish_text(path, "[1]", 3));
    assert_null(json_read(path));
}

static void json_reads_what_is_there(void **state)
{
    char path[PUBLISH_PATH];
    cJSON *json = cJSON_CreateObject();
    (void)state;
    cJSON_AddStringToObject(json, "text", "x");
    cJSON_AddNumberToObject(json, "number", 2.5);
    assert_true(publish_path(path, "%s/json", folder));
    assert_true(json_write(path, json));
    cJSON_Delete(json);
    json = json_read(path);
    assert_string_equal(json_text(json, "text"), "x");
    assert_string_equal(json_text(json, "number"), "");
    assert_true(json_number(json, "number") == 2.5);
    assert_true(json_number(json, "text") == 0);
    assert_false(json_true(json, "text"));
    cJSON_Delete(json);
}

#define WITH_FOLDER(test)                                                      \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_no_formulas),
        cmocka_unit_test(markup_is_text),
        cmocka_unit_test(keys_are_file_names),
        cmocka_unit_test(keys_tell_clashing_names_apart),
        cmocka_unit_test(what_is_no_key_is_known),
        cmocka_unit_test(names_are_shown_plainly),
        cmocka_unit_test(digests_are_those_of_the_standard),
        WITH_FOLDER(files_are_there_whole_or_not),
        WITH_FOLDER(a_full_disk_leaves_what_was_there),
        WITH_FOLDER(removal_follows_no_link),
        WITH_FOLDER(damaged_json_is_as_if_not_there),
        WITH_FOLDER(json_reads_what_is_there),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

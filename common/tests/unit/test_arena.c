/* test_arena.c - memory is zero and aligned; equal words are one record. */
#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void memory_is_zero_and_aligned(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (size_t size = 1; size < 2000; size += 7) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xAA, size); /* must not show up in the next */
    }
    arena_free(arena);
}

static void pieces_may_be_large(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    unsigned char *large = arena_alloc(arena, 3 << 20);
    assert_non_null(large);
    large[(3 << 20) - 1] = 1;
    assert_non_null(arena_alloc(arena, 16));
    arena_free(arena);
}

static void too_much_is_refused(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_null(arena_alloc(arena, SIZE_MAX));
    assert_null(arena_alloc(arena, ARENA_BYTES_MAX + 1));
    assert_non_null(arena_alloc(arena, ARENA_BYTES_MAX / 2));
    assert_null(arena_alloc(arena, ARENA_BYTES_MAX / 2 + 1));
    assert_non_null(arena_alloc(arena, 16)); /* still usable */
    arena_free(arena);
    arena_free(NULL);
}

static void equal_words_are_one(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    char name[16];
    struct word *words[1000];
    for (int i = 0; i < 1000; i++) {
        int n = snprintf(name, sizeof name, "%%r%d", i);
        words[i] = arena_word(arena, name, (size_t)n);
    }
    for (int i = 0; i < 1000; i++) {
        int n = snprintf(name, sizeof name, "%%r%d", i);
        assert_ptr_equal(arena_word(arena, name, (size_t)n), words[i]);
        assert_ptr_equal(arena_find(arena, name, (size_t)n), words[i]);
        assert_string_equal(words[i]->text, name);
        assert_int_equal(words[i]->length, n);
    }
    arena_free(arena);
}

static void a_prefix_is_another_word(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct word *whole = arena_word(arena, "%r12", 4);
    assert_null(arena_find(arena, "%r12", 2));
    struct word *prefix = arena_word(arena, "%r12", 2);
    assert_ptr_not_equal(prefix, whole);
    assert_string_equal(prefix->text, "%r");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zero_and_aligned),
        cmocka_unit_test(pieces_may_be_large),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(equal_words_are_one),
        cmocka_unit_test(a_prefix_is_another_word),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

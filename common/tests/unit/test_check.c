/*
 * test_check.c - an exercise is graded, and what each run brought is freed.
 *
 * The linker puts functions of this file in place of those that need a
 * program (--wrap): a run brings a finding, and the oracle may lack memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grade/check.h"

static size_t runs, freed;
static bool has_memory;

bool __wrap_program_exists(const struct program *program);
void __wrap_session_worker(struct session *session, struct worker *worker,
                           const struct program *program,
                           const struct exercise *exercise, bool on_gpu);
void __wrap_worker_send(struct worker *worker, const struct request *request);
void __wrap_worker_wait(struct worker *worker, struct run *run);
void __wrap_run_free(struct run *run);
void __real_run_free(struct run *run);
bool __wrap_problem_expect(struct problem *problem);
bool __real_problem_expect(struct problem *problem);

bool __wrap_program_exists(const struct program *program)
{
    (void)program;
    return true;
}

void __wrap_session_worker(struct session *session, struct worker *worker,
                           const struct program *program,
                           const struct exercise *exercise, bool on_gpu)
{
    (void)session;
    (void)program;
    (void)on_gpu;
    *worker = (struct worker){.exercise = exercise};
    worker_open(worker);
}

void __wrap_worker_send(struct worker *worker, const struct request *request)
{
    (void)worker;
    assert_string_equal(request->launcher, "one");
}

void __wrap_worker_wait(struct worker *worker, struct run *run)
{
    (void)worker;
    *run =
        (struct run){.state = RUN_DONE,
                     .response = {.damaged = NO_BUFFER, .changed = NO_BUFFER},
                     .findings = calloc(1, sizeof *run->findings),
                     .finding_count = 1};
    assert_non_null(run->findings);
    runs++;
}

void __wrap_run_free(struct run *run)
{
    freed++;
    __real_run_free(run);
}

bool __wrap_problem_expect(struct problem *problem)
{
    return has_memory && __real_problem_expect(problem);
}

static size_t two(struct size size)
{
    (void)size;
    return 2;
}

static void zeros(const void *const *in, struct size size, struct expected *out)
{
    (void)in;
    (void)size;
    memset(out, 0, 2 * sizeof *out);
}

static const struct size sizes[] = {{1, 1, 1}, {1, 2, 1}};
static const struct exercise one = {
    .name = "one",
    .buffers = {{"a", INPUT, ELEMENT_F32, two, NULL, FILL_UNIFORM},
                {"b", OUTPUT, ELEMENT_F32, two, NULL, FILL_UNIFORM}},
    .sizes = sizes,
    .size_count = 2,
    .oracle = zeros,
    .share = 1,
    .shares = {.correct = 1}};
static const struct lab lab = {
    .name = "lab", .exercises = &one, .exercise_count = 1};

static struct exercise_result graded(void)
{
    struct arguments arguments = {.impl = "student"};
    struct session session = {.arguments = &arguments, .compiler = "clang"};
    struct exercise_result result;
    runs = freed = 0;
    assert_true(problem_open(&session.problem));
    check_exercise(&session, &lab, &one, &result);
    problem_close(&session.problem);
    free(result.complaints);
    free(result.printed);
    return result;
}

static void every_run_is_freed(void **state)
{
    struct exercise_result result;
    (void)state;
    has_memory = true;
    result = graded();
    assert_true(result.checks[0].passed);
    assert_int_equal(result.checks[0].points, 100);
    assert_int_equal(runs, 4); /* small ones are run twice */
    assert_int_equal(freed, runs);
}

static void an_oracle_without_memory_ends_it_and_is_told(void **state)
{
    struct exercise_result result;
    (void)state;
    has_memory = false;
    result = graded();
    assert_false(result.checks[0].passed);
    assert_non_null(strstr(result.checks[0].message, "no memory"));
    assert_int_equal(runs, 1);
    assert_int_equal(freed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_is_freed),
        cmocka_unit_test(an_oracle_without_memory_ends_it_and_is_told),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}

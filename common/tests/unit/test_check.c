/*
 * test_check.c - an exercise is graded, and what each run brought is freed.
 *
 * The linker puts functions of this file in place of those that need a
 * program (--wrap): a run brings a finding, and the oracle may lack memory.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grade/check.h"

static size_t runs, freed, launches;
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
                     .finding_count = 1,
                     .launches = calloc(2, sizeof *run->launches),
                     .launch_count = launches};
    assert_non_null(run->findings);
    assert_non_null(run->launches);
    for (size_t i = 0; i < 2; i++)
        run->launches[i] = (struct launch_record){
            .grid = {1, 1, 1},
            .block = {32, 1, 1},
            .counters = {.max_warp_instructions = 1000, .flops_single = 3}};
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
    .shares = {.correct = 3, .clean = 1},
    .caps = {{.name = "some work",
              .bounds = {"arithmetic", 4, NAN},
              .size = {1, 1, 1},
              .percent = 0,
              .sentence = "Nothing was computed."},
             {.name = "work for all",
              .bounds = {"max_warp_instructions", NAN, 1999},
              .size = {1, 1, 1},
              .percent = 40,
              .sentence = "One warp works."}}};
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
    launches = 1;
    result = graded();
    assert_true(result.checks[0].passed);
    assert_int_equal(result.checks[0].points, 75);
    assert_int_equal(runs, 4); /* small ones are run twice */
    assert_int_equal(freed, runs);
}

static int score_of(const struct exercise_result *result)
{
    int score, most;
    results_exercise_score(result, &score, &most);
    assert_int_equal(most, 100);
    return score;
}

static void a_right_result_without_a_launch_earns_nothing(void **state)
{
    struct exercise_result result;
    (void)state;
    has_memory = true;
    launches = 0;
    result = graded();
    assert_int_equal(score_of(&result), 0);
    assert_non_null(strstr(result.checks[0].message, "without a kernel"));
}

/* One launch computes too little; of two, the busiest warps add up. */
static void the_hardest_cap_takes_what_is_above(void **state)
{
    struct exercise_result result;
    const struct check *cap;
    (void)state;
    has_memory = true;
    launches = 1;
    result = graded();
    cap = &result.checks[result.count - 1];
    assert_string_equal(cap->name, "some work");
    assert_int_equal(score_of(&result), 0);
    launches = 2;
    result = graded();
    cap = &result.checks[result.count - 1];
    assert_string_equal(cap->name, "work for all");
    assert_false(cap->passed);
    assert_int_equal(cap->points, -60);
    assert_int_equal(cap->max_points, 0);
    assert_int_equal(score_of(&result), 40);
    assert_non_null(strstr(cap->message, "2000 instructions by the busiest"));
    assert_non_null(strstr(cap->message, "One warp works."));
    assert_non_null(strstr(cap->message, "40 % of the exercise: 40 of 100"));
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
        cmocka_unit_test(a_right_result_without_a_launch_earns_nothing),
        cmocka_unit_test(the_hardest_cap_takes_what_is_above),
        cmocka_unit_test(an_oracle_without_memory_ends_it_and_is_told),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}

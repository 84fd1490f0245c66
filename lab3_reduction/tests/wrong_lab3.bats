#!/usr/bin/env bats
# wrong_lab3.bats - plausible wrong solutions of lab 3, each rejected for its
# own reason, and right ones in another style, which get full marks:
# wrong/ and right/ beside this.

lab=lab3_reduction
load ../../common/tests/cli/wrong

@test "each wrong solution is rejected for its own reason" {
    every_list_is_rejected
}

@test "what is said first of a mistake names its cause" {
    causes_are_named
}

@test "the table of causes has every mistake of the lists" {
    causes_are_listed
}

@test "every check rejects a wrong solution" {
    every_check_rejects
}

@test "right solutions in another style get full marks" {
    right_solutions_get_full_marks
}

@test "right results by too few, or by the exercise before, earn little" {
    poor_solutions_earn_little
}

@test "the solution in student.cu gets full marks" {
    solution_gets_full_marks
}

@test "the stub scores 0 and is told to launch something" {
    stub_scores_nothing
}

# The tree is the exercise; what it costs beside must be told, too.
@test "a thread that adds up what its block has gets half at most" {
    for exercise in dot dot_shuffle block_clock; do
        only=$exercise grade_as_student sh common/maintain/poor.sh print \
            "$lab" "$exercise" thread_0_adds_up
        echo "$output"
        [ "$(score "$exercise")" -gt 0 ]
        [ $((2 * $(score "$exercise"))) -le "$(most "$exercise")" ]
        [[ "$output" == *"A warp"* ]]
    done
}

# Traps A1 and A2, as printed.
@test "___shared__ and an array as long as an argument says do not compile" {
    does_not_compile 's/__shared__ double sums\[BLOCK\]/_&/' ___shared__
    does_not_compile \
        's/extern __shared__ double v\[\]/__shared__ double v[L]/' \
        'variable-length|constant value'
}

# What is no number is wrong whatever was expected of it, which stays unread.
@test "a case is mended as well by asking for what is no number first" {
    solve_cases "$room" "$lab"
    sed -i 's/!(fabsf(\(.*\)) <= 1e-3f)/(isnan(results[i]) || \
        fabsf(\1) > 1e-3f)/' \
        "$room/$lab/cases/count_wrong/student.cu"
    only=count_wrong grade_as_student cat "$lab/reference.cu"
    forget_cases "$room" "$lab"
    [ "$status" -eq 0 ]
    [ "$(score)" -eq "$(most)" ]
}

#!/usr/bin/env bats
# wrong_lab2.bats - plausible wrong solutions of lab 2, each rejected for its
# own reason, and right ones in another style, which get full marks:
# wrong/ and right/ beside this.

lab=lab2_shared
load ../../common/tests/cli/wrong

@test "each wrong solution is rejected for its own reason" {
    every_list_is_rejected
}

@test "matvec_transposed_tile: each wrong solution rejected for its reason" {
    rejected matvec_transposed_tile
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

@test "the solution in student.cu gets full marks, which stand in line" {
    solution_gets_full_marks
    grep '^  [a-z_]*  *[A-Za-z].* \([0-9]*\)/\1$' <<<"$output" >"$room/rows"
    [ "$(wc -l <"$room/rows")" -ge 5 ]
    [ "$(awk '{ print length }' "$room/rows" | uniq | wc -l)" = 1 ]
}

@test "the stub scores 0 and is told to launch something" {
    stub_scores_nothing
}

# Trap C5, as printed.
@test "__syncthread(), threadId.x and an array of no type do not compile" {
    does_not_compile 's/__syncthreads/__syncthread/' "['\"]__syncthread['\"]"
    does_not_compile 's/threadIdx/threadId/' "['\"]threadId['\"]"
    does_not_compile 's/__shared__ float tile/__shared__ tile/' \
        'type specifier|explicit type'
}

#!/usr/bin/env bats
# wrong_lab3.bats - plausible wrong solutions of lab 3, each rejected for its
# own reason; common/tests/wrong/lab3_reduction lists them.

lab=lab3_reduction

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    load wrong
    grade_rounds $lab
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    load wrong
}

@test "dot: each wrong solution is rejected for its own reason" {
    rejected dot
}

@test "dot_shuffle: each wrong solution is rejected for its own reason" {
    rejected dot_shuffle
}

@test "block_clock: each wrong solution is rejected for its own reason" {
    rejected block_clock
}

@test "batch_one_block: each wrong solution is rejected for its own reason" {
    rejected batch_one_block
}

@test "batch_grid: each wrong solution is rejected for its own reason" {
    rejected batch_grid
}

@test "batch_coalesced: each wrong solution is rejected for its own reason" {
    rejected batch_coalesced
}

@test "batch_shuffle: each wrong solution is rejected for its own reason" {
    rejected batch_shuffle
}

@test "the solution in student.cu gets full marks" {
    cp $lab/reference.cu "$room/$lab/student.cu"
    run grade "$room" LAB=$lab
    [ "$status" -eq 0 ]
    [ "$(score)" -eq 100 ]
}

@test "the stub scores 0 and is told to launch something" {
    sh common/stubs.sh --print $lab >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab
    [ "$status" -ne 0 ]
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"no kernel"* ]]
}

# Traps A1 and A2, as printed.
@test "___shared__ and an array as long as an argument says do not compile" {
    sed 's/__shared__ double sums\[BLOCK\]/___shared__ double sums[BLOCK]/' \
        $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"student.cu:"*"___shared__"* ]]
    sed 's/extern __shared__ double v\[\]/__shared__ double v[L]/' \
        $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"student.cu:"*"error"* ]]
}

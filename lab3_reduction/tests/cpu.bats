#!/usr/bin/env bats
# cpu.bats - the curve of the CPU in the batches' graphs is the student's own
# program, and there is no other that a student edition would show.

lab=lab3_reduction
load ../../common/tests/cli/classroom

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return
    room=$BATS_TEST_TMPDIR/room
    classroom "$room" "$lab"
}

# What of the sweep is the CPU's, for a student.cu that COMMAND... prints.
swept() {
    "$@" >"$room/$lab/student.cu"
    make -C "$room" check LAB="$lab" EX=batch_cpu DEVICE=emu >/dev/null || :
    (cd "$room" && build/bin/grader sweep --lab "$lab" --ex batch_grid \
        --impls student,serial,openmp --device emu --compiler clang) 2>&1
    awk -F, '$3 == "serial" || $3 == "openmp" { print $3, $7 }' \
        "$room/build/results/${lab}_sweep.csv"
}

@test "a right batch_cpu is timed on the CPU, at each size" {
    [ "$CUDACC" != nvcc ] || skip "programs built by clang"
    run swept sed '/BEGIN SOLUTION/d; /END SOLUTION/d' "$lab/reference.cu"
    echo "$output"
    [ "$(grep -c '^serial ' <<<"$output")" -ge 3 ]
    [[ "$output" != *openmp* ]]
}

@test "without one there is no curve, and it is said what is missing" {
    run swept sh common/maintain/stubs.sh --print "$lab"
    echo "$output"
    [[ "$output" == *"would be its curve"* ]]
    [[ "$output" != *serial* ]]
}

@test "a stopwatch's size is the number of calls that it is given" {
    sed '/^extern "C" void time_calls/,/^}/{
        s/result\[1\] = .*/result[1] = calls;/; }' "$lab/reference.cu" \
        >"$room/$lab/student.cu"
    cd "$room" || return
    run make -s check LAB="$lab" EX=time_calls COLS=3 DEVICE=emu
    echo "$output"
    [[ "$output" == *"time_calls at calls 3: not right"*"ms, 4 elements"* ]]
    [[ "$output" == *"result[1] = 3, expected"* ]]
    run make -s profile LAB="$lab" EX=time_calls IMPL=reference DEVICE=emu
    [[ "$output" == *"time_calls, calls 21"* ]]
}

@test "of a stopwatch the lab's own words are said, not what may be guessed" {
    sed '/caches, pages/d' "$lab/reference.cu" >"$room/$lab/student.cu"
    for seed in 1 2 3; do
        run make -s -C "$room" check LAB="$lab" EX=time_calls DEVICE=emu \
            SEED=$seed
        echo "$output"
        [[ "$output" == *"the first call is among the times: it is only to warm"* ]]
        [[ "$output" != *"too early"* ]]
        [[ "$output" == *"first: result[0] = "*", expected "* ]]
    done
}

@test "what a student edition has of the lab has no such program" {
    run grep -n -E 'for .*length_[lmn]\(|serial_batch' "$lab/lab.c"
    echo "$output"
    [ "$status" -eq 1 ]
}

#!/usr/bin/env bats
# diff.bats - student.cu against the solution.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    lab="$BATS_TEST_TMPDIR/lab1_global"
    mkdir -p "$lab"
    cp lab1_global/reference.cu "$lab"
    sh common/maintain/stubs.sh "$lab"
}

@test "the solution appears, its marks and the head of the file do not" {
    run sh common/learn/diff.sh "$lab"
    [ "$status" -eq 0 ]
    [[ "$output" == *"-    // TODO: your code here"* ]]
    [[ "$output" == *"+    float sum = 0.0f;"* ]]
    [[ "$output" != *SOLUTION* ]]
    [[ "$output" != *"YOU EDIT THIS"* ]]
}

@test "line numbers are those of student.cu" {
    line=$(grep -n '// TODO' "$lab/student.cu" | head -n 1 | cut -d: -f1)
    run sh common/learn/diff.sh "$lab"
    [[ "$output" == *"@@ -$((line - 3)),"* ]]
}

@test "a file that equals the solution shows no difference" {
    grep -v SOLUTION "$lab/reference.cu" >"$lab/student.cu"
    run sh common/learn/diff.sh "$lab"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "no colour in a pipe; a missing file names the next step" {
    run sh common/learn/diff.sh "$lab"
    [[ "$output" != *$'\033'* ]]
    rm "$lab/student.cu"
    run sh common/learn/diff.sh "$lab"
    [ "$status" -eq 2 ]
    [[ "$output" == *"make stubs"* ]]
    run sh common/learn/diff.sh lab9
    [ "$status" -eq 2 ]
    [[ "$output" == *"no lab lab9"*"lab1_global lab2_shared"* ]]
}

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

@test "line numbers are those of both files" {
    line=$(grep -n '// TODO' "$lab/student.cu" | head -n 1 | cut -d: -f1)
    solution=$(grep -n ' BEGIN SOLUTION' "$lab/reference.cu" |
        sed -n '2s/:.*//p')
    run sh common/learn/diff.sh "$lab"
    [[ "$output" == *"@@ -$line,2 +$((solution + 1)),"*" @@ vector_add"* ]]
}

@test "a file that equals the solution: that it does, and nothing else" {
    grep -v SOLUTION "$lab/reference.cu" >"$lab/student.cu"
    run sh common/learn/diff.sh "$lab"
    [ "$status" -eq 0 ]
    [ "$output" = "student.cu: as in the solution" ]
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
    EX=matvecc run sh common/learn/diff.sh lab1_global lab3_reduction
    [ "$status" -eq 2 ]
    [[ "$output" == *'no EX "matvecc"'*matvec_warp*batch_grid* ]]
}

# The file with the solution's lines, but for what FILTER does to them.
solved() { # FILTER
    grep -v '// [BE].*SOLUTION$' "$lab/reference.cu" | sed "$1" \
        >"$lab/student.cu"
}

@test "of one exercise only its own regions are shown" {
    EX=matvec run sh common/learn/diff.sh "$lab"
    [[ "$output" == *"+    C[row] = sum;"* ]]
    [[ "$output" != *vecmat* ]]
    [[ "$output" != *matvec_warp* ]]
    [[ "$output" != *cudaMalloc* ]]
    [ "$(grep -c '^@@' <<<"$output")" -eq 2 ]
    # In another lab of the list there is none, which is no error.
    EX=matvec run sh common/learn/diff.sh "$lab" lab2_shared
    [ "$status" -eq 0 ]
    [[ "$output" != *lab2_shared* ]]
}

@test "what stands around the regions is not shown, whatever was done to it" {
    solved 's/sum += A.*/sum -= 1;/; s/ kernels.h/ &/
        s/^\/\/ ---- vecmat/static int own_helper(int x);\n&/
        s/^extern "C" void matvec(.*/extern "C" void matvec(const float *A,/'
    run sh common/learn/diff.sh "$lab"
    [ "$(grep -c '^@@' <<<"$output")" -ge 1 ]
    [[ "$output" == *"-        sum -= 1;"* ]]
    [[ "$output" == *"+        sum += A[row * cols + j] * V[j];"* ]]
    [[ "$output" != *own_helper* ]]
    [[ "$output" != *'#include'* ]]
    [[ "$output" != *'extern "C" void matvec('* ]]
}

@test "empty lines and braces of the student's own stay in their region" {
    solved 's/^    float sum = 0.0f;/\n    {\n    int own;\n\n    }\n\n/
        s/$/\r/'
    EX=vecmat run sh common/learn/diff.sh "$lab"
    [[ "$output" == *"-    int own;"* ]]
    [[ "$output" == *"+    float sum = 0.0f;"* ]]
    [[ "$output" == *"     C[col] = sum;"* ]]
    [ "$(grep -c '^@@' <<<"$output")" -eq 1 ]
}

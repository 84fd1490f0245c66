#!/usr/bin/env bats
# stubs.bats - stubs and solutions cannot drift apart; work is never lost.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    lab="$BATS_TEST_TMPDIR/lab9_test"
    mkdir -p "$lab"
    cat >"$lab/reference.cu" <<'CU'
/*
 * reference.cu - for the tests.
 */
#include "cuda_runtime.h"

__global__ void kernel(const float *A, float B[],
                       int n)
{
    // TASK: write it
    // BEGIN SOLUTION
    secret(A, B, n);
    // END SOLUTION
}

void nothing(void)
{
    // BEGIN SOLUTION
    secret();
    // END SOLUTION
}
CU
}

@test "the solution is left out, the task and the rest stay" {
    run sh common/maintain/stubs.sh --print "$lab"
    [ "$status" -eq 0 ]
    [[ "$output" == *"YOU EDIT THIS"* ]]
    [[ "$output" == *"make check LAB=lab9_test"* ]]
    [[ "$output" == *"// TASK: write it"* ]]
    [[ "$output" == *"    // TODO: your code here"* ]]
    [[ "$output" != *secret* ]]
    [[ "$output" != *SOLUTION* ]]
    [[ "$output" != *"for the tests"* ]]
}

@test "each parameter is named once, so that no compiler warns" {
    run sh common/maintain/stubs.sh --print "$lab"
    [[ "$output" == *"    (void)A, (void)B, (void)n;"* ]]
    [[ "$output" != *"(void)void"* ]]
}

@test "a missing student.cu is written, an untouched one replaced unasked" {
    run sh common/maintain/stubs.sh "$lab"
    [ "$status" -eq 0 ]
    [ -s "$lab/student.cu" ]
    sed -i 's/write it/write it now/' "$lab/reference.cu"
    run sh common/maintain/stubs.sh "$lab" </dev/null
    [ "$status" -eq 0 ]
    grep -q 'write it now' "$lab/student.cu"
    [ ! -e "$lab/student.cu.old" ]
}

@test "work is kept when the answer is no, or when nobody answers" {
    sh common/maintain/stubs.sh "$lab"
    echo '// mine' >>"$lab/student.cu"
    run sh common/maintain/stubs.sh "$lab" </dev/null
    [ "$status" -eq 1 ]
    [[ "$output" == *"there is work in it"* ]]
    [[ "$output" == *"kept as it is"* ]]
    run sh common/maintain/stubs.sh "$lab" <<<n
    [ "$status" -eq 1 ]
    [ "$(tail -n 1 "$lab/student.cu")" = '// mine' ]
}

@test "work is put aside when the answer is yes" {
    sh common/maintain/stubs.sh "$lab"
    echo '// mine' >>"$lab/student.cu"
    run sh common/maintain/stubs.sh "$lab" <<<y
    [ "$status" -eq 0 ]
    [ "$(tail -n 1 "$lab/student.cu.old")" = '// mine' ]
    run sh common/maintain/stubs.sh --check "$lab"
    [ "$status" -eq 0 ]
    [[ "$output" == *"nothing written yet"* ]]
}

@test "work in a file whose head was deleted is work as well" {
    echo '// mine' >"$lab/student.cu"
    run sh common/maintain/stubs.sh "$lab" </dev/null
    [ "$status" -eq 1 ]
    [ "$(cat "$lab/student.cu")" = '// mine' ]
}

@test "--check tells a stub of an older reference.cu" {
    sh common/maintain/stubs.sh "$lab"
    echo '// more' >>"$lab/reference.cu"
    run sh common/maintain/stubs.sh --check "$lab"
    [ "$status" -eq 1 ]
    [[ "$output" == *"reference.cu changed since"* ]]
}

@test "an unpaired mark is an error that names its line" {
    sed -i '/END SOLUTION/d' "$lab/reference.cu"
    run sh common/maintain/stubs.sh "$lab"
    [ "$status" -eq 3 ]
    [[ "$output" == *"reference.cu:16: error: BEGIN SOLUTION again"* ]]
    [ ! -e "$lab/student.cu" ]
}

@test "a folder that is no lab, or none at all, is wrong use" {
    run sh common/maintain/stubs.sh common
    [ "$status" -eq 2 ]
    [[ "$output" == *"common is not a lab"*"lab1_global"* ]]
    run sh common/maintain/stubs.sh
    [ "$status" -eq 2 ]
}

@test "no lab's student.cu has drifted from its reference.cu" {
    for lab in */reference.cu; do
        run sh common/maintain/stubs.sh --check "${lab%/*}"
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

# Warnings are errors here; whose stub it is does not matter.
@test "every stub compiles without a warning with clang" {
    command -v clang >/dev/null || skip "no clang"
    for lab in */reference.cu; do
        lab=${lab%/*}
        sh common/maintain/stubs.sh --print "$lab" >"$BATS_TEST_TMPDIR/stub.cu"
        for side in device host; do
            run clang -x cuda --cuda-$side-only --cuda-gpu-arch=sm_70 \
                --cuda-path=common/emulator/include \
                -std=c++17 -nocudainc -nocudalib -Wno-unknown-cuda-version -fsyntax-only \
                -Wall -Wextra -Werror -I common/emulator/include -I "$lab" \
                "$BATS_TEST_TMPDIR/stub.cu"
            echo "$output"
            [ "$status" -eq 0 ]
            [ -z "$output" ]
        done
    done
}

@test "every stub compiles without a warning with nvcc" {
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc) || skip "no nvcc"
    for lab in */reference.cu; do
        lab=${lab%/*}
        sh common/maintain/stubs.sh --print "$lab" >"$BATS_TEST_TMPDIR/stub.cu"
        run "$nvcc" -arch=compute_75 -Werror all-warnings \
            -Xcompiler -Wall,-Wextra,-Werror -I "$lab" -c \
            "$BATS_TEST_TMPDIR/stub.cu" -o "$BATS_TEST_TMPDIR/stub.o"
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

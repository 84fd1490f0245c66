#!/usr/bin/env bats
# wrong_lab1.bats - plausible wrong solutions, each rejected for its own reason.
#
# common/tests/wrong/lab1_global lists them; common/tests/wrong/round.sh puts
# one per exercise into a student.cu, so that a round also shows that a fault
# costs its exercise and no other.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/room" rounds="$BATS_FILE_TMPDIR/rounds"
    classroom "$room" $lab
    local n=1
    while mkdir -p "$rounds/$n" &&
        sh common/tests/wrong/round.sh $lab $n "$rounds/$n"; do
        cp "$rounds/$n/student.cu" "$room/$lab"
        grade "$room" >"$rounds/$n/output" 2>&1 || true
        mv "$room/build/results/check.json" "$rounds/$n"
        n=$((n + 1))
    done
    rm -r "${rounds:?}/$n"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
}

# rejected EXERCISE: every mistake in it failed the check it had to fail, and
# was told why.
rejected() {
    local folder exercise name check text count=0 bad=0
    for folder in "$rounds"/*; do
        while IFS=$'\t' read -r exercise name check text; do
            [ "$exercise" = "$1" ] || continue
            count=$((count + 1))
            [ "$(passed "$folder/check.json" "$1" "$check")" = false ] &&
                [[ "$(message "$folder/check.json" "$1" "$check")" \
                    == *"$text"* ]] && continue
            bad=$((bad + 1))
            echo "$name (${folder##*/}): expected $check: ...$text..."
            grep -A 40 "\"name\":[[:space:]]*\"$1\"" "$folder/check.json" |
                grep 'name"\|message"\|passed"'
        done <"$folder/expected"
    done
    echo "$count wrong solutions, $bad not rejected as they should be"
    [ "$count" -ge 10 ]
    [ "$bad" -eq 0 ]
}

@test "vector_add: each wrong solution is rejected for its own reason" {
    rejected vector_add
}

@test "matvec: each wrong solution is rejected for its own reason" {
    rejected matvec
}

@test "vecmat: each wrong solution is rejected for its own reason" {
    rejected vecmat
}

@test "matvec_warp: each wrong solution is rejected for its own reason" {
    rejected matvec_warp
}

@test "matmul_naive: each wrong solution is rejected for its own reason" {
    rejected matmul_naive
}

# score [EXERCISE]: points, of everything if none is named.
score() {
    awk -v exercise="$1" -v want=score -f common/tests/cli/check_json.awk \
        "$room/build/results/check.json"
}

@test "the solution in student.cu gets full marks" {
    cp $lab/reference.cu "$room/$lab/student.cu"
    run grade "$room"
    [ "$status" -eq 0 ]
    [ "$(score)" -eq 100 ]
}

@test "the stub scores 0 and is told to launch something" {
    sh common/stubs.sh --print $lab >"$room/$lab/student.cu"
    run grade "$room"
    [ "$status" -ne 0 ]
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"no kernel"* ]]
    [[ "$output" == *"student.cu"* ]]
}

@test "a file that does not compile: the line, 0 points, exit status 1" {
    sed 's/__syncthreads\|threadIdx.x;/threadId.x;/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    line=$(grep -n 'threadId\.x' "$room/$lab/student.cu" | head -n 1 |
        cut -d: -f1)
    run grade "$room"
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"student.cu:$line:"* ]]
    [[ "$output" == *"threadId"* ]]
    [ "$(passed "$room/build/results/check.json" matvec compiles)" = false ]
}

@test "a letter of another alphabet is found where it stands" {
    sed 's/C\[row\] = sum/\xd0\xa1[row] = sum/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    run grade "$room"
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"student.cu:"*"undeclared"* ]]
}

@test "a launcher that is missing costs its exercise only" {
    sed '/^extern "C" void matvec(/,/^}/d' $lab/reference.cu \
        >"$room/$lab/student.cu"
    run grade "$room"
    [[ "$output" == *"matvec"*"not define"* ]]
    [ "$(score matvec)" -eq 0 ]
    [ "$(score)" -eq 80 ]
}

@test "a missing student.cu: 0 points, and the command that writes it" {
    rm -f "$room/$lab/student.cu"
    run grade "$room"
    [ "$status" -ne 0 ]
    [[ "$output" == *"student.cu"* ]]
    [[ "$output" == *"make stubs"* ]]
    [ "$(score)" -eq 0 ]
}

@test "a million printed lines cost nothing and are not repeated" {
    sed -e '/---- vecmat/i\
#include <stdio.h>' -e '/vecmat_kernel<<</i\
    for (int k = 0; rows == 33 \&\& cols == 33 \&\& k < 1000000; k++)\
        puts("line after line");' $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" EX=vecmat
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -lt 100 ]
}

@test "leaving before main costs points, not the run" {
    { cat $lab/reference.cu && printf '#include <stdlib.h>\n%s\n' \
        '__attribute__((constructor)) static void leave(void) { exit(0); }'
    } >"$room/$lab/student.cu"
    run grade "$room"
    [[ "$output" == *"Error 1"* ]] # what the grader left with
    [ "$(score)" -eq 0 ]
}

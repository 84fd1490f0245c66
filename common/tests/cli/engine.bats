#!/usr/bin/env bats
# engine.bats - what has no result is graded, once, whatever happens meanwhile.
# shellcheck disable=SC2016 # what student.cu says is for the grader to expand
#
# In a workbook whose compiler and grader are shell scripts: the latter does
# what student.cu says behind "//! ", and notes that it was called.

setup() {
    root=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)
    [ -x "$root/build/bin/course" ] || skip "class grading is not built"
    room=$BATS_TEST_TMPDIR/room out=$BATS_TEST_TMPDIR/out
    export room
    course=$root/build/bin/course
    mkdir -p "$room/build/bin" "$room/common/harness" "$room/lab1_global" \
        "$room/lab2_shared"
    touch "$room/lab1_global/kernels.h" "$room/lab2_shared/kernels.h"
    printf '%s\n' 'harness 1' 'emulator 1' 'lab1_global 1' 'lab2_shared 1' \
        'compiler some clang 1' >"$room/build/edition.txt"
    write_compiler >"$room/common/harness/compile.sh"
    write_grader >"$room/build/bin/grader"
    chmod +x "$room/build/bin/grader"
    cd "$room" || return
    unset MAKEFLAGS MAKELEVEL BUILD
}

teardown() {
    [ ! -d "$out" ] || ! mountpoint -q "$out" || umount "$out"
}

# Called --lab --boxed clang SOURCE PROGRAM.
write_compiler() {
    cat <<'END'
if grep -q '^error' "$4"; then
    sed -n 's/^error //p' "$4" >"$5.log"
else
    printf '#!/bin/sh\n' >"$5" && chmod +x "$5"
fi
END
}

write_grader() {
    cat <<'END'
#!/bin/sh
killed=""
while [ $# -gt 0 ]; do
    case $1 in
    --lab) lab=$2 ;;
    --json) json=$2 ;;
    esac
    shift
done
echo "$lab $(cksum <"$lab/student.cu")" >>"${0%/bin/grader}/calls"
eval "$(sed -n 's|^//! ||p' "$lab/student.cu")"
printf '{"device": "none", "score": 7, "max_score": 10, "killed": "%s",
    "labs": [{"name": "%s", "exercises": []}]}\n' "$killed" "$lab" >"$json"
exit 1
END
}

# hand_in NAME [LINE...]: a student.cu of lab1_global with these lines.
hand_in() {
    local name=$1 folder=$out/submissions/$1
    shift
    mkdir -p "$folder/lab1_global"
    printf '%s\n' "$@" >"$folder/lab1_global/student.cu"
    printf '{"schema": 1, "student": "%s", "key": "%s", "status": "ok",
        "files": {"lab1_global": "%s"}}\n' "$name" "$name" \
        "$(sha256sum <"$folder/lab1_global/student.cu" | cut -d' ' -f1)" \
        >"$folder/submission.json"
}

course() {
    "$course" "$@"
}

calls() {
    wc -l 2>/dev/null <build/calls || echo 0
}

results() {
    find "$out/results" -name 'lab*.json' 2>/dev/null | wc -l
}

# field NAME: of all results, sorted, in a line.
field() {
    local end='"\{0,1\},\{0,1\}$'
    cat "$out"/results/*.json |
        sed -n "s/^	\"$1\":	\"\{0,1\}\(.*[^,\"]\)$end/\1/p" |
        sort | tr '\n' ' '
}

# until COMMAND: waits, at most two minutes, of a machine that is busy.
until_true() {
    local n
    for ((n = 0; n < 6000; n++)); do
        if "$@"; then return 0; fi
        sleep 0.02
    done
    false
}

nobody_works() {
    ! readlink /proc/[0-9]*/cwd 2>/dev/null | grep -q "^$out/" || false
}

has_result() {
    [ "$(results)" -gt 0 ]
}

at_work() {
    [ -n "$(find "$out/rooms" -name 'started*' 2>/dev/null)" ]
}

@test "each file is graded once, who handed in the same shares a result" {
    hand_in Ann one
    hand_in Bob two
    hand_in Cyd one
    run course run --out "$out" --seed 5
    [ "$status" -eq 0 ]
    [[ "$output" == *"3 submissions with 2 different"*"seed 5"* ]]
    [ "$(results)" -eq 2 ]
    [ "$(field score)" = "7 7 " ]
    [ "$(field seed)" = "5 5 " ]
    [ "$(field compiler)" = "some clang some clang " ]
    run course run --out "$out"
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 of them graded already; seed 5"* ]]
    [ "$(calls)" -eq 2 ]
}

@test "nobody else reads what a class handed in, and no room is left" {
    hand_in Ann one
    chmod 755 "$out"
    course run --out "$out" --seed 5
    [ "$(stat -c %a "$out")" = 700 ]
    [ "$(stat -c %a "$out"/results/*.json)" = 600 ]
    [ -z "$(ls "$out/rooms")" ]
}

@test "another seed, edition or sandbox is said, and graded anew" {
    hand_in Ann one
    course run --out "$out" --seed 5
    run course run --out "$out" --seed 6
    [[ "$output" == *"1 of the results"*"the seed is 6, and was 5"* ]]
    sed -i 's/lab1_global 1/lab1_global 2/' build/edition.txt
    run course run --out "$out"
    [[ "$output" == *"lab1_global has changed since"*"seed 6"* ]]
    [ "$(calls)" -eq 3 ]
    sed -i 's/lab2_shared 1/lab2_shared 2/' build/edition.txt
    run course run --out "$out"
    [[ "$output" != *"changed"* ]]
    [ "$(calls)" -eq 3 ]
    run course run --out "$out" --sandbox none
    [[ "$output" == *"SANDBOX=none"*"limits"* ]]
    grep -q '"sandbox":	"none"' "$out/class.json"
    run course run --out "$out"
    [[ "$output" == *"1 of them graded already"* ]]
    [ "$(calls)" -eq 4 ]
}

@test "who breaks the grader costs himself only, and is tried again" {
    hand_in Ann one
    hand_in Bob '//! [ -e "$0.mended" ] || exit 3'
    hand_in Cyd '//! [ -e "$0.mended" ] || { echo no luck; kill -9 $$; }'
    hand_in Dan '//! killed=judge'
    run course run --out "$out" --seed 5
    [ "$status" -eq 3 ]
    [[ "$output" == *"3 could not be graded"* ]]
    [ "$(field status)" = "failed failed failed graded " ]
    [[ "$(field why)" == *"ended with status 3"* ]]
    [[ "$(field why)" == *"ended by a signal: Killed"* ]]
    [[ "$(field why)" == *"emulated device was killed twice"* ]]
    touch build/bin/grader.mended
    run course run --out "$out"
    [ "$status" -eq 3 ]
    [ "$(field status)" = "failed graded graded graded " ]
}

@test "a program that was killed is asked again, once" {
    hand_in Ann '//! killed=program'
    course run --out "$out" --seed 5
    [ "$(calls)" -eq 2 ]
    [ "$(field status)" = "graded " ]
}

@test "what is no program is graded, unless the machine is to blame" {
    hand_in Ann 'error student.cu:1:1: error: no such thing'
    hand_in Bob 'error x is refused, as it has a byte that is zero'
    hand_in Cyd 'error fatal error: No space left on device'
    run course run --out "$out" --seed 5
    [ "$status" -eq 3 ]
    [ "$(field status)" = "failed graded refused " ]
    [[ "$(field why)" == *"No space left"*"byte that is zero"* ]]
}

@test "kill -9 of one that works costs nothing" {
    hand_in Ann '//! [ -e "$0.killed" ] || { >"$0.killed"; kill -9 $PPID; }'
    hand_in Bob one
    run course run --out "$out" --seed 5
    [ "$status" -eq 0 ]
    [ "$(field status)" = "graded graded " ]
    [ "$(calls)" -eq 3 ]
    [ -z "$(ls "$out/rooms")" ]
}

@test "kill -9 of all leaves no process and no half; what was finished stands" {
    hand_in Ann one
    hand_in Bob '//! [ -e "$0.go" ] || { >started; sleep 300; }'
    hand_in Cyd '//! [ -e "$0.go" ] || { >started2; sleep 300 & wait; }'
    "$course" run --out "$out" --seed 5 --jobs 3 3>&- &
    until_true at_work
    until_true has_result
    kill -9 $!
    until_true nobody_works
    [ "$(results)" -eq 1 ]
    before=$(stat -c '%i %y' "$out"/results/*)
    touch build/bin/grader.go
    run course run --out "$out"
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 of them graded already"* ]]
    [ "$(results)" -eq 3 ]
    [[ "$(stat -c '%i %y' "$out"/results/*)" == *"$before"* ]]
    [ "$(grep -c "$(cksum <"$out/submissions/Ann/lab1_global/student.cu")" \
        build/calls)" -eq 1 ]
    [ -z "$(ls "$out/rooms")" ]
}

@test "Ctrl-C ends all, removes the rooms, says what stands" {
    hand_in Ann '//! >started; sleep 300'
    hand_in Bob one
    "$course" run --out "$out" --seed 5 --jobs 2 >said 3>&- &
    until_true at_work
    until_true has_result
    kill -INT $!
    wait $! || status=$?
    [ "$status" -eq 130 ]
    grep -q "^Stopped: 1 of 2 are graded, and stay so" said
    nobody_works
    [ -z "$(ls "$out/rooms")" ]
}

@test "two at once exclude each other; the dead lock nobody out" {
    hand_in Ann '//! >started; sleep 300'
    "$course" run --out "$out" --seed 5 3>&- &
    until_true at_work
    run course run --out "$out"
    [ "$status" -eq 2 ]
    [[ "$output" == *"another make grade works in $out (process $!)"* ]]
    kill -9 $!
    hand_in Ann one
    until_true nobody_works
    run course run --out "$out"
    [ "$status" -eq 0 ]
}

@test "rooms of the dead are removed, those of others are not" {
    hand_in Ann one
    mkdir -p "$out/rooms/$(uname -n).4194305.lab1_global.0123/x" \
        "$out/rooms/elsewhere.1.lab1_global.0123"
    course run --out "$out" --seed 5
    [ "$(ls "$out/rooms")" = elsewhere.1.lab1_global.0123 ]
}

# Each waits for another, until two have met: at most half a minute.
@test "as many side by side as JOBS says" {
    for name in Ann Bob Cyd Dan; do
        hand_in $name "// $name" '//! n=$0.at.$$; >$n; i=0' \
            '//! until [ -e "$0.met" ] || [ $((i += 1)) -gt 300 ]; do' \
            '//! ls "$0".at.* | wc -l >>"$0.most"' \
            '//! ! grep -q "[2-9]" "$0.most" || >"$0.met"; sleep 0.1; done' \
            '//! ls "$0".at.* | wc -l >>"$0.most"; rm $n'
    done
    course run --out "$out" --seed 5 --jobs 2
    [ "$(sort -n build/bin/grader.most | tail -n 1)" -eq 2 ]
    rm build/bin/grader.most # nobody waits now
    course run --out "$out" --seed 6 --jobs 1
    [ "$(sort -n build/bin/grader.most | tail -n 1)" -eq 1 ]
}

@test "what the user's environment says reaches no grader" {
    hand_in Ann '//! env >"$0.env"'
    PTXRUN_MEMORY=1 PTXRUN_THREADS=9 OMP_NUM_THREADS=9 BOX=limits LANG=de_DE \
        CPATH=/x GPU=y DEVICE=gpu course run --out "$out" --seed 5
    env=$(sort build/bin/grader.env)
    ! grep -E '^(PTXRUN|LANG=|CPATH|GPU|DEVICE)' <<<"$env" || false
    grep -q '^OMP_NUM_THREADS=1' <<<"$env"
    ! grep '^BOX=limits' <<<"$env" || false
}

@test "what cannot be is said in a sentence, with status 2" {
    hand_in Ann one
    for wrong in "--jobs 0" "--jobs x" "--seed -1" "--seed 1e3" "--lab lab9" \
        "--engine abacus" "--sandbox some" "--what ever" "--jobs"; do
        # shellcheck disable=SC2086 # option and value
        run course run --out "$out" $wrong
        [ "$status" -eq 2 ]
        [ ${#lines[@]} -eq 1 ]
    done
    few() {
        ulimit -v 2000000
        course run --out "$out"
    }
    run few
    [ "$status" -eq 2 ]
    [[ "$output" == *"1953 MiB of addresses"* ]]
    run course one --out "$out" lab1_global \
        "$out/submissions/Ann/lab1_global/student.cu"
    [ "$status" -eq 2 ]
    [[ "$output" == *"no class.json"* ]]
    run course grade --out "$BATS_TEST_TMPDIR/none"
    [ "$status" -eq 2 ]
    [[ "$output" == *"make grade CLASS=folder"* ]]
    run course run --out "$out" --seed 5
    [ "$status" -eq 0 ]
    run course one --out "$out" --digest 0123 lab1_global \
        "$out/submissions/Ann/lab1_global/student.cu"
    [ "$status" -eq 2 ]
    [ "$(calls)" -eq 1 ]
}

@test "a full disk is said, and what was finished stands" {
    mkdir -p "$out"
    mount -t tmpfs -o size=1500k none "$out" 2>/dev/null ||
        skip "no right to mount"
    hand_in Ann one
    course run --out "$out" --seed 5
    hand_in Bob two
    head -c 2000000 /dev/zero >"$out/filler" 2>/dev/null || true
    run course run --out "$out"
    [ "$status" -eq 2 ]
    [[ "$output" == *"the disk of $out is full"* ]] ||
        [[ "$output" == *"No space left on device"* ]]
    [ "$(results)" -eq 1 ]
    rm "$out/filler"
    mount -o remount,size=8m "$out"
    run course run --out "$out"
    [ "$status" -eq 0 ]
    [ "$(results)" -eq 2 ]
}

#!/usr/bin/env bats
# status.bats - points of every exercise's last check, what of it speaks of an
# older student.cu, and what is to be done next.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" $lab
    rm -f "$room/build/results/"*
    mkdir "$room/report_template"
    cp $lab/reference.cu "$room/$lab/student.cu"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    add=$(points_of vector_add)
    matvec=$(points_of matvec)
    vecmat=$(points_of vecmat)
}

status_of() {
    env -u MAKEFLAGS -u MAKELEVEL make -C "$room" status "$@"
}

has_line() { # WORDS: a line of $output that says this, spaces aside
    grep -q -x " *$(sed 's/ \+/ */g' <<<"$1")" <<<"$output"
}

@test "nothing checked yet: said so, and the first exercise comes next" {
    run status_of
    echo "$output"
    [ "$status" -eq 0 ]
    has_line "vector_add -/$add not checked yet"
    [[ "$output" == *"Next: vector_add in $lab/student.cu"$'\n'"  a + b"* ]]
    [[ "$output" == *"make hint LAB=$lab EX=vector_add"* ]]
}

@test "checks of single exercises add up" {
    grade "$room" EX=vector_add
    grade "$room" EX=matvec
    run status_of LAB=$lab/
    echo "$output"
    has_line "vector_add $add/$add"
    has_line "matvec $matvec/$matvec"
    has_line "vecmat -/$vecmat not checked yet"
    has_line "$lab: Global memory \[##*\.*\] $((add + matvec))/100"
    [[ "$output" == *"Next: vecmat "* ]]
    [[ "$output" != *"lab2"* ]]
}

@test "grading the solution is no progress" {
    grade "$room" EX=vecmat IMPL=reference
    run status_of
    has_line "vecmat -/$vecmat not checked yet"
}

@test "a file that changed is said to have; changed back, it has not" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo '// more' >>"$room/$lab/student.cu"
    run status_of
    has_line "vector_add $add/$add student.cu changed since"
    [[ "$output" == *"Next: vecmat "* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
    run status_of
    has_line "vector_add $add/$add"
    rm "$room/$lab/student.cu"
    run status_of
    has_line "vector_add $add/$add there is no student.cu: make stubs LAB=$lab"
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "what was saved while the compiler ran is not taken for checked" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo '#include "slow.h"' >>"$room/$lab/student.cu"
    mkfifo "$room/$lab/slow.h"
    grade "$room" EX=matvec >"$BATS_TEST_TMPDIR/output" 2>&1 &
    echo '// saved now' >"$BATS_TEST_TMPDIR/more"
    # The compiler waits here, and then once more: maybe not for the next one,
    # which it takes for more of the first if it has not closed it yet.
    cp "$BATS_TEST_TMPDIR/more" "$room/$lab/slow.h"
    cat "$BATS_TEST_TMPDIR/more" >>"$room/$lab/student.cu"
    while kill -0 $! 2>/dev/null; do
        timeout 0.5 cp "$BATS_TEST_TMPDIR/more" "$room/$lab/slow.h" || :
    done
    wait $!
    rm "$room/$lab/slow.h"
    touch -d 2001-01-01 "$room/$lab/slow.h"
    run status_of
    echo "$output"
    has_line "matvec $matvec/$matvec student.cu changed since"
    grade "$room" EX=matvec # compiles again, though the program is younger
    run status_of
    has_line "matvec $matvec/$matvec"
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "a file that does not compile has no points, as it is" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo 'int x = ;' >>"$room/$lab/student.cu"
    grade "$room" EX=matvec || true
    run status_of
    has_line "matvec 0/$matvec"
    [[ "$output" == *"Next: matvec "* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "all done: the report comes next, then its questions" {
    grade "$room"
    run status_of LAB=$lab
    echo "$output"
    has_line "$lab: Global memory \[####################\] 100/100"
    [[ "$output" == *"All points are there.  Next: make report"* ]]
    cp report_template/report.md "$room/report_template"
    env -u MAKEFLAGS -u MAKELEVEL make -C "$room" report LAB=$lab || true
    run status_of LAB=$lab
    echo "$output"
    [[ "$output" == *"Report of $lab: "*" gaps in"$'\n'"  report_template/$lab.md,"* ]]
    [ "$(grep -c 'line [0-9]*: ' <<<"$output")" -eq 3 ]
}

@test "wrong use: no such lab" {
    run status_of LAB=lab9
    [ "$status" -eq 2 ]
    [[ "$output" == *'no LAB "lab9". Choose one of:'*"$lab"* ]]
}

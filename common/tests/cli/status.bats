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
    # The lab's first three, and their points.
    mapfile -t exercises < <(build/bin/grader list --tsv |
        awk -F '\t' -v lab=$lab '$1 == lab { print $2 }')
    first=${exercises[0]}
    second=${exercises[1]}
    third=${exercises[2]}
    of_first=$(points_of "$first")
    of_second=$(points_of "$second")
    of_third=$(points_of "$third")
    title=$(build/bin/grader list --tsv |
        awk -F '\t' -v exercise="$first" '$2 == exercise { print $3 }')
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
    has_line "$first -/$of_first not checked yet"
    [[ "$output" == *"Next: $first in $lab/student.cu"$'\n'"  $title"* ]]
    [[ "$output" == *"make hint LAB=$lab EX=$first"* ]]
}

@test "checks of single exercises add up" {
    grade "$room" EX="$first"
    grade "$room" EX="$second"
    run status_of LAB=$lab/
    echo "$output"
    has_line "$first $of_first/$of_first"
    has_line "$second $of_second/$of_second"
    has_line "$third -/$of_third not checked yet"
    has_line "$lab: Global memory \[##*\.*\] $((of_first + of_second))/100"
    [[ "$output" == *"Next: $third "* ]]
    [[ "$output" != *"lab2"* ]]
}

@test "grading the solution is no progress" {
    grade "$room" EX="$third" IMPL=reference
    run status_of
    has_line "$third -/$of_third not checked yet"
}

@test "an open exercise has its medal in place of points" {
    sed -i "s/^$lab,matvec_best,.*/$lab,matvec_best,0,0,1 2,1,gold modelled/" \
        "$room/build/results/progress.csv"
    run status_of
    has_line "matvec_best gold modelled.*"
    has_line "vecmat_best -.*"
}

@test "a file that changed is said to have; changed back, it has not" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo '// more' >>"$room/$lab/student.cu"
    run status_of
    has_line "$first $of_first/$of_first student.cu changed since"
    [[ "$output" == *"Next: $third "* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
    run status_of
    has_line "$first $of_first/$of_first"
    rm "$room/$lab/student.cu"
    run status_of
    has_line "$first $of_first/$of_first there is no student.cu: make stubs LAB=$lab"
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "what was saved while the compiler ran is not taken for checked" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo '// changed' >>"$room/$lab/student.cu"
    grade "$room" EX="$second" >"$BATS_TEST_TMPDIR/output" 2>&1 &
    # The compiler writes here.
    while kill -0 $! && ! [ -d "$room/build/$lab/student.clang.room" ]; do
        sleep 0.01
    done
    echo '// saved now' >>"$room/$lab/student.cu"
    wait $!
    run status_of
    echo "$output"
    has_line "$second $of_second/$of_second student.cu changed since"
    grade "$room" EX="$second" # compiles again, though the program is younger
    run status_of
    has_line "$second $of_second/$of_second"
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "right, and only not predicted: make predict comes next, and no hint" {
    kept=$room/$lab/predictions.csv
    cp "$kept" "$BATS_TEST_TMPDIR/kept"
    sed -i '/^vector_add,/d' "$kept"
    of=$(points_of vector_add)
    # All before it have all their points.
    progress=$room/build/results/progress.csv
    touch "$progress"
    cp "$progress" "$BATS_TEST_TMPDIR"
    build/bin/grader list --tsv | awk -F '\t' -v lab=$lab '
        $1 == lab { print lab "," $2 "," $5 - ($2 == "vector_add") "," $5 \
            ",1 2,1," }' >"$progress"
    run status_of LAB=$lab
    echo "$output"
    [[ "$output" == *"Next: vector_add in "*"
  make predict LAB=$lab EX=vector_add
  make check LAB=$lab EX=vector_add"* ]]
    [[ "$output" != *"make hint"* ]]
    # Predicted since then; or something else is wrong.
    cp "$BATS_TEST_TMPDIR/kept" "$kept"
    run status_of LAB=$lab
    [[ "$output" != *"make predict"* ]]
    sed -i '/^vector_add,/d' "$kept"
    sed -i "s/,vector_add,$((of - 1)),/,vector_add,$((of - 2)),/" "$progress"
    run status_of LAB=$lab
    echo "$output"
    [[ "$output" == *"make hint LAB=$lab EX=vector_add"* ]]
    mv "$BATS_TEST_TMPDIR/kept" "$kept"
    mv "$BATS_TEST_TMPDIR/progress.csv" "$room/build/results"
}

@test "of small exercises no point hangs on a prediction" {
    export BUILD=$PWD/build
    run sh -c 'cd "$1" && sh "$2/common/learn/unpredicted.sh" lab3_reduction' \
        - "$BATS_TEST_TMPDIR" "$PWD"
    echo "$output"
    has_line "dot,1"
    has_line "reduce_halves,0"
}

@test "a file that does not compile has no points, as it is" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    echo 'int x = ;' >>"$room/$lab/student.cu"
    grade "$room" EX="$second" || true
    run status_of
    has_line "$second 0/$of_second"
    [[ "$output" == *"Next: $second "* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "all done: the report comes next, then its questions" {
    solve_cases "$room" $lab
    grade "$room"
    run status_of LAB=$lab
    echo "$output"
    has_line "$lab: Global memory \[####################\] 100/100"
    [[ "$output" == *"All points are there.  Next: make report"* ]]
    cp report_template/report.md "$room/report_template"
    run env -u MAKEFLAGS -u MAKELEVEL make -C "$room" report LAB=$lab
    echo "$output"
    gaps=$(grep -c '^  line [0-9]*: ' <<<"$output")
    run env -u MAKEFLAGS -u MAKELEVEL make -C "$room" submit LAB=$lab NAME=Ann
    echo "$output"
    [[ "$output" == *"$lab.md: $gaps gaps are left"* ]]
    run status_of LAB=$lab
    echo "$output"
    [[ "$output" == *"Report of $lab: $gaps gaps in"$'\n'"  "*"$lab.md"[,:]* ]]
    [ "$(grep -c 'line [0-9]*: ' <<<"$output")" -eq 3 ]
}

@test "wrong use: no such lab" {
    run status_of LAB=lab9
    [ "$status" -eq 2 ]
    [[ "$output" == *'no LAB "lab9". Choose one of:'*"$lab"* ]]
}

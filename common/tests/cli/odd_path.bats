#!/usr/bin/env bats
# odd_path.bats - everything in a folder whose name has spaces, an apostrophe,
# an ampersand and letters that are not ASCII, on a terminal that can do
# nothing, and without a network where that can be arranged.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load classroom
    export room="$BATS_FILE_TMPDIR/a f"$'\303\266'"lder "$'\345\255\246'" & it's"
    classroom "$room" "$lab"
    rm -f "$room/build/results"/* "$room/build/report" "$room/build/plots"
    points=$(points_of matvec)
    export points
    # Compiled there, so that the path is in the program.
    rm -f "$room/build/$lab"/reference.*
    # One is enough for what a path may break.
    sh common/maintain/stubs.sh --print "$lab" >"$BATS_FILE_TMPDIR/stub.cu"
    some_of "$lab/reference.cu" "$BATS_FILE_TMPDIR/stub.cu" matvec \
        >"$room/$lab/student.cu"
    ln -s "$PWD/plots" "$room"
    mkdir "$room/report_template"
    cp report_template/report.* "$room/report_template"
}

setup() {
    cd "$room" || return
}

offline() { # GOAL [NAME=VALUE]...
    local network="unshare -rn"
    $network true 2>/dev/null || network=
    run env -u MAKEFLAGS -u MAKELEVEL TERM=dumb $network \
        make DEVICE=emu CUDACC=clang "$@"
    echo "$output"
}

@test "check and status: full marks are found again" {
    offline check EX=matvec
    [ "$status" -eq 0 ]
    [[ "$output" == *"Score: $points/$points"* ]]
    offline status
    [ "$status" -eq 0 ]
    grep -q "matvec  *$points/$points\$" <<<"$output"
}

@test "profile: the lines of the source are found" {
    offline profile EX=matvec IMPL=reference
    [ "$status" -eq 0 ]
    [[ "$output" == *": sum += A[row * cols + j] * V[j];"* ]]
    [[ "$output" == *"Worst: line "*", load of A: "* ]]
}

@test "access: student beside reference, with the lines' text" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    offline access EX=matvec
    [ "$status" -eq 0 ]
    [ -s "build/plots/${lab}_matvec_access.pdf" ]
    [[ "$output" != *student:* ]]
    grep -q -F 'sum += A[row * cols + j]' \
        "build/plots/${lab}_matvec_access.svg"
}

@test "plot: one exercise alone, as nothing else was measured" {
    offline plot EX=matvec IMPL=reference
    [ "$status" -eq 0 ]
    [ -s "build/plots/${lab}_matvec.csv" ]
    [[ "$output" != *"make sweep"* ]]
    [[ "$output" != *"lab2_"* ]]
}

@test "report: a draft, with what is there" {
    offline report LAB="$lab" DRAFT=1
    [ "$status" -eq 0 ]
    [[ "$output" == *"build/report/$lab.md"* ]]
    [ -z "$(command -v pandoc)" ] || [ -s "build/report/$lab.docx" ]
    grep -q -F 'loads `A`; sectors a request: ' "build/report/$lab.md"
}

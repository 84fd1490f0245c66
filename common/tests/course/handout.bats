#!/usr/bin/env bats
# handout.bats - the whole student edition, built from nothing and used as a
# new student would, with nothing of this shell's; then looked through for
# lines of solutions, in everything that it has and that was made there.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export room="$BATS_FILE_TMPDIR/a student's folder"
    unset MAKEFLAGS MAKELEVEL
    make -s handout OUT="$room"
}

setup() {
    load ../cli/predict
    load ../cli/cases
    cd "$room"
}

# As who logs in: no variable of this shell's.
student() {
    run env -i HOME="$BATS_FILE_TMPDIR" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"
}

@test "the first command of its README draws the recorded references" {
    command=$(sed -n '/^sh common/{p;q;}' README.md)
    [ "$command" = "sh common/setup.sh plot" ]
    student $command
    [ "$status" -eq 0 ]
    for lab in lab1_global lab2_shared lab3_reduction; do
        grep '^reference,' build/plots/${lab}_*.csv | grep -q modelled
    done
    # The same counters and times as in the workbook's own sweep.
    for lab in lab1_global lab2_shared lab3_reduction; do
        grep ',reference,' build/results/${lab}_sweep.csv | sort |
            diff - <(grep '"NVIDIA H200"' \
                plots/recorded/reference/$lab.csv | sort)
    done
}

@test "the second checks, and says what to do first" {
    command=$(sed -n '/^sh common/{n;p;q;}' README.md)
    [ "$command" = "sh common/setup.sh check" ]
    student $command
    [ "$status" -eq 2 ] # make's, for points that are missing
    [[ "$output" == *"Score: 0/300"* ]]
    [[ "$output" == *"not begun"* ]]
}

@test "a student's way: hint, check, profile, access, plot, status" {
    cp "$BATS_TEST_DIRNAME/../../../lab2_shared/tests/right/registers.cu" \
        lab2_shared/student.cu
    predict . lab2_shared
    (cd "$BATS_TEST_DIRNAME/../../.." && solve_cases "$room" lab2_shared)
    student make hint LAB=lab2_shared EX=matvec_tiled
    [[ "$output" == *"hint 1 of"* ]]
    student make -C lab2_shared check EX=matvec_tiled
    [ "$status" -eq 0 ]
    student make check LAB=lab2_shared
    [[ "$output" == *"Score: 100/100"* ]]
    student make profile EX=matvec_tiled
    [ "$status" -eq 0 ]
    student make access EX=matvec_tiled
    [ "$status" -eq 0 ]
    grep -q '(recorded)' build/plots/lab2_shared_matvec_tiled_access.svg
    student make plot LAB=lab2_shared
    [ "$status" -eq 0 ]
    grep -q '^student,' build/plots/lab2_shared_matmul_tiled.csv
    grep -q '^reference,' build/plots/lab2_shared_matmul_tiled.csv
    student make status
    [[ "$output" == *"lab2_shared"*"100/100"* ]]
    student make doctor
    [ "$status" -eq 0 ]
    [[ "$output" != *cmocka* ]]
    [[ "$output" != *MISSING* ]]
}

checks() { # COUNT: waits until so many have ended
    for _ in $(seq 600); do
        [ "$(grep -c 'Ctrl-C ends' watched)" -lt "$1" ] || return 0
        sleep 0.2
    done
    false
}

@test "watch checks what is saved" {
    env -i HOME=/ PATH=/usr/bin:/bin timeout 300 make watch EX=dot >watched &
    checks 1
    sed -i 's/TODO/TODO:/' lab3_reduction/student.cu
    checks 2
    kill $! # timeout, which passes it on
    wait || true
    [ "$(grep -c "^[0-9:]*  lab3_reduction/student.cu, dot" watched)" -eq 2 ]
    rm watched
}

@test "report and submission" {
    student make report LAB=lab2_shared DRAFT=1
    [ "$status" -eq 0 ]
    [ -s build/report/lab2_shared.pdf ]
    grep -q '^| .*| reference, [^ ]*s |' build/report/lab2_shared.md
    grep -qE '^\| `matmul_tiled`( \| [^|]*){3} \| [0-9.]+ ' \
        build/report/lab2_shared.md
    student make submit NAME="A Student" NUMBER=1
    [ "$status" -eq 0 ]
    unzip -Z1 build/submit/A_Student.zip | sort | diff - <(printf '%s\n' \
        check.json lab1_global/student.cu \
        lab2_shared/{answers.md,cases/{blur,differences,distances}/student.cu} \
        lab2_shared/{predictions.csv,student.cu} \
        lab3_reduction/student.cu submission.txt)
    unzip -p build/submit/A_Student.zip check.json | grep -q matmul_tiled
}

@test "no three lines of a solution in anything of it, built or not" {
    mkdir "$BATS_TEST_TMPDIR/text"
    n=0
    # Of programs, pictures and archives what can be read in them.
    while IFS= read -r file; do
        n=$((n + 1))
        strings -n 5 -e s "$file" >"$BATS_TEST_TMPDIR/text/$n"
    done < <(find . -type f -not -path './.git/*' -not -name 'student.cu' \
        -not -path './report_template/*' -not -path './build/report/*')
    [ "$n" -gt 900 ]
    [ -s "$BATS_TEST_TMPDIR/text/900" ]
    cd "$BATS_TEST_DIRNAME/../../.."
    LC_ALL=C run awk -f common/course/handout/leak.awk kind=solution \
        */reference.cu */answers.md kind=edition "$BATS_TEST_TMPDIR"/text/*
    echo "$output"
    [ "$status" -eq 0 ]
    # History has no more than the files.
    [ "$(git -C "$room" rev-list --all --count)" -eq 1 ]
}

@test "an update of what was used: the work stays, and all goes on" {
    cd "$BATS_TEST_DIRNAME/../../.."
    cp "$room/lab2_shared/student.cu" "$BATS_TEST_TMPDIR"
    OUT="$room" BUILD=build run sh common/course/handout.sh ""
    [ "$status" -eq 0 ]
    cmp "$BATS_TEST_TMPDIR/student.cu" "$room/lab2_shared/student.cu"
    cd "$room"
    student make check LAB=lab2_shared
    [[ "$output" == *"Score: 100/100"* ]]
    student make clean
    [ ! -e build ]
}

#!/usr/bin/env bats
# grade.bats - make grade on a small class, killed in the middle: the same
# grades as without that, whatever JOBS is.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export room="$BATS_FILE_TMPDIR/a room"
    [ -x build/bin/course ] || skip "class grading is not built"
    load ../course/class
    unset MAKEFLAGS MAKELEVEL
    CLASS_LABS=lab1_global class_of "$room/class" mixed 4 \
        honest wrong untouched hostile
    cp -a "$room/class/Ann Smith" "$room/class/=Eve"
    grade "$room/whole" JOBS=2 SEED=5 >"$room/said" 2>&1 3>&- || return
    killed_and_again
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

grade() { # OUT ARGUMENT...
    local out=$1
    shift
    make grade CLASS="$room/class" CLASS_OUT="$out" LAB=lab1_global "$@"
}

# Where the third of them begins, or a little later; the second time with an
# unlike number of jobs.
killed_and_again() {
    local out="$room/killed"
    setsid make grade CLASS="$room/class" CLASS_OUT="$out" LAB=lab1_global \
        SEED=5 JOBS=1 >"$room/killed.said" 2>&1 3>&- &
    while [ "$(find "$out/results" -name 'lab*' 2>/dev/null | wc -l)" -lt 2 ] &&
        kill -0 $!; do
        sleep 0.02
    done
    kill -9 -- -$!
    ls -i "$out/results" | sort >"$room/before"
    grade "$out" JOBS=2 PTXRUN_THREADS=3 BOX=landlock \
        >"$room/again.said" 2>&1 3>&-
}

@test "a class is graded: files, summary, nobody else reads them" {
    cat "$room/said"
    grep -q "^5 students: 5 graded" "$room/said"
    [ "$(wc -l <"$room/whole/grades.csv")" -eq 6 ]
    grep -q '^Ann Smith,100,100,100,,,graded' "$room/whole/grades.csv"
    for file in details.csv class.html feedback; do
        grep -q "$file" "$room/said"
        [ -e "$room/whole/$file" ]
    done
    [ "$(stat -c %a "$room/whole")" = 700 ]
    [ -z "$(find "$room/whole" -perm /077 ! -type l | head -n 3)" ]
}

@test "killed and started again: what was finished stands, the CSV are equal" {
    cat "$room/again.said"
    grep -Eq "[234] of them graded already; seed 5" "$room/again.said"
    [ -s "$room/before" ]
    [ -z "$(comm -23 "$room/before" <(ls -i "$room/killed/results" | sort))" ]
    cmp "$room/whole/grades.csv" "$room/killed/grades.csv"
    cmp "$room/whole/details.csv" "$room/killed/details.csv"
    [ -z "$(ls "$room/killed/rooms")" ]
}

@test "results are equal but for time and memory" {
    for file in "$room"/whole/results/*.json; do
        diff <(grep -v '"seconds"\|"peak_kib"' "$file") \
            <(grep -v '"seconds"\|"peak_kib"' \
                "$room/killed/results/${file##*/}")
        ! grep -F "$room" "$file" || false
    done
}

@test "again, nothing is graded; the seed stays" {
    run grade "$room/whole"
    [ "$status" -eq 0 ]
    [[ "$output" == *"4 different student.cu, 4 of them graded already"* ]]
    [[ "$output" == *"seed 5"* ]]
}

@test "who says what was asked for and cannot be" {
    run make grade CLASS_OUT="$BATS_TEST_TMPDIR/nothing taken in"
    [ "$status" -eq 2 ]
    [[ "$output" == *"make grade CLASS=folder"* ]]
    run grade "$room/whole" JOBS=many
    [ "$status" -eq 2 ]
    [[ "$output" == *"JOBS is a whole number"*'"many"'* ]]
    run grade "$room/whole" CLASS="$room/nowhere"
    [ "$status" -eq 2 ]
    [[ "$output" == *"nowhere cannot be read"* ]]
}

# wrong.bash - grades wrong solutions, and right ones: what wrong_LAB.bats tests
# have in common.
#
# Idea: LAB/tests/wrong/EXERCISE.wrong lists mistakes; round.sh puts one per
# exercise into a student.cu, so that a round also shows that a fault
# costs its exercise and no other.  All are made; of all but the first every
# fourth is graded, from one by lot on: EVERY=1 make test TEST=lab1_global
# grades all, and so does make causes.
# Needs: everything that `make check` needs built; the name of the lab in $lab.

load ../../common/tests/cli/classroom
load ../../common/tests/cli/causes

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || return
    export room="$BATS_FILE_TMPDIR/room" rounds="$BATS_FILE_TMPDIR/rounds"
    export SEED=${SEED:-2026}
    share_inputs
    every=${EVERY:-4} grade_rounds "$lab" "$room" "$rounds"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return
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
    echo "$1: $count wrong solutions, $bad not rejected as they should be"
    [ "$(grep -c '^wrong ' "$lab/tests/wrong/$1.wrong")" -ge 10 ] &&
        [ "$count" -ge 2 ] && [ "$bad" -eq 0 ]
}

# every_list_is_rejected: each exercise has a list, of which this is so.
every_list_is_rejected() {
    local exercise bad=0
    for exercise in $(build/bin/grader list --tsv |
        awk -F '\t' -v lab="$lab" '$1 == lab { print $2 }'); do
        rejected "$exercise" || bad=$((bad + 1))
    done
    [ "$bad" -eq 0 ]
}

# The first line that is said of a mistake names its cause, in nine of ten.
causes_are_named() {
    verdicts "$rounds" >"$BATS_TEST_TMPDIR/verdicts"
    hold_verdicts <"$BATS_TEST_TMPDIR/verdicts"
}

# LAB/tests/causes.md has a row for each mistake of the lists, and no other;
# each mistake says its cause.
causes_are_listed() {
    local list=$BATS_TEST_TMPDIR/listed exercise
    for exercise in "$lab"/tests/wrong/*.wrong; do
        awk -v exercise="$(basename "$exercise" .wrong)" '
            function close_one() {
                if (name != "" && !caused)
                    print exercise ": " name " without a cause"
            }
            /^wrong / {
                close_one()
                name = substr($2, 1, length($2) - 1)
                caused = 0
                print "| " exercise " | " name " |"
            }
            /^cause/ { caused = 1 }
            END { close_one() }' "$exercise"
    done | sort >"$list"
    sed -n '/^## Mistakes/,$s/^\(| [a-z][a-z0-9_]* | [^ ]* |\).*/\1/p' \
        "$lab/tests/causes.md" | grep -v '^| exercise ' | sort |
        diff - "$list" || {
        echo "make causes LAB=$lab makes the table anew"
        return 1
    }
}

# every_check_rejects: each check that costs points, of each exercise, is the
# stated reason of a wrong solution; but what was predicted is no part of one.  An exercise's name comes before, a
# check's behind its score.
every_check_rejects() {
    local exercise check missing=0
    while IFS=$'\t' read -r exercise check; do
        grep -q "^expect $check: " \
            "$lab/tests/wrong/$exercise.wrong" && continue
        missing=$((missing + 1))
        echo "$exercise: no wrong solution fails '$check'"
    done < <(build/bin/grader list --cases | awk -F '"' '
        FILENAME == "-" { split($0, field, "\t"); is_case[field[2]] = 1; next }
        /"name":/ { name = $4 }
        /"score":/ { exercise = name }
        /"passed":/ && name !~ /^(compiles|predicted)$/ && !(exercise in is_case) {
            print exercise "\t" name
        }' - "$rounds/1/check.json")
    [ "$missing" -eq 0 ]
}

# exercises_in FILE: those of the lab that it defines.
exercises_in() {
    build/bin/grader list --tsv |
        awk -F '\t' -v lab="$lab" '$1 == lab { print $2 }' |
        while read -r exercise; do
            ! grep -q "[ *]$exercise(" "$1" || echo "$exercise"
        done
}

# Solutions in another style than the reference: LAB/tests/right.  What was
# added to a lab since may be missing in them.  Two of them by lot: all of them
# are graded by make causes.
right_solutions_get_full_marks() {
    local file exercise count=0
    for file in $(shuf -n 2 -e "$lab"/tests/right/*.cu); do
        grade_as_student cat "$file"
        echo "$file: $output"
        for exercise in $(exercises_in "$file"); do
            [ "$(score "$exercise")" -eq "$(most "$exercise")" ]
            [ "$(passed "$room/build/results/check.json" "$exercise" \
                correct)" = true ]
            count=$((count + 1))
        done
    done
    [ "$count" -ge 1 ]
}

# Right solutions of LAB/tests/poor: by one thread, by the first of each block,
# by the kernel of the exercise before ...
poor_solutions_earn_little() {
    kind=poor grade_rounds "$lab" "$BATS_TEST_TMPDIR/poor" \
        "$BATS_TEST_TMPDIR/rounds"
    earned "$BATS_TEST_TMPDIR/rounds" | awk -F '\t' '
        100 * $3 > $4 * $5 {
            print $1 ", " $2 ": " $3 " of " $4 " points, at most " $5 " %"
            bad++
        }
        END { exit bad || NR == 0 }'
}

# score [EXERCISE]: points in the classroom, of everything if none is named.
score() {
    awk -v exercise="$1" -v want=score -f common/tests/cli/check_json.awk \
        "$room/build/results/check.json"
}

most() { # EXERCISE
    awk -v exercise="$1" -v want=max_score -f common/tests/cli/check_json.awk \
        "$room/build/results/check.json"
}

# grade_as_student PROGRAM...: what it prints, handed in as student.cu; where
# $only names an exercise, of that.
grade_as_student() {
    "$@" >"$room/$lab/student.cu"
    run grade "$room" LAB="$lab" ${only:+EX=$only}
}

solution_gets_full_marks() {
    solve_cases "$room" "$lab"
    grade_as_student cat "$lab/reference.cu"
    forget_cases "$room" "$lab"
    [ "$status" -eq 0 ]
    [ "$(score)" -eq 100 ]
}

stub_scores_nothing() {
    begin_cases "$room" "$lab"
    grade_as_student sh common/maintain/stubs.sh --print "$lab"
    forget_cases "$room" "$lab"
    [ "$status" -ne 0 ]
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"no kernel"* ]]
    [[ "$output" == *"student.cu"* ]]
}

# does_not_compile SED-SCRIPT WORDS: 0 points, and what a compiler says, as a
# regular expression: clang's words, or nvcc's.
does_not_compile() {
    grade_as_student sed "$1" "$lab/reference.cu"
    [ "$(score)" -eq 0 ]
    [[ "$output" =~ student\.cu[:\(].*($2) ]]
}

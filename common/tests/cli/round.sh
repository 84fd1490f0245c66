#!/bin/sh
# round.sh - wrong solutions, many at once.
#
#   sh round.sh LAB ROUND FOLDER
#
# Idea: LAB/tests/wrong/EXERCISE.wrong is a list of mistakes.  Each is three
# things:
#   wrong NAME: what somebody did
#   expect CHECK: a part of the message that this check must fail with
#   a sed script that makes the mistake in the exercise's part of reference.cu
# As exercises are graded apart, one student.cu can hold a mistake in every
# exercise: round n takes the n-th of each list, and leaves exercises whose
# list is shorter as they are.
# Writes FOLDER/student.cu and FOLDER/expected, a line per mistake: exercise,
# name, check and text, separated by tabs.
# Guarantee: a mistake that changes nothing is an error (exit status 3), so
# that these lists follow reference.cu.  Exit status 1: no such round.

lists=$1/tests/wrong
reference=$1/reference.cu
round=$2
folder=$3

# What list $1 has for this round, without the lines wrong and expect.
script() {
    awk -v round="$round" '/^wrong / { n++ }
        n == round && !/^(wrong|expect) /' "$1"
}

# Exercise $1, list $2: a line of FOLDER/expected, if there is such a round.
expected() {
    awk -v round="$round" -v exercise="$1" '
        function after(text) { sub(/^[^:]*: /, "", text); return text }
        function before(text) { sub(/^[a-z]* /, "", text);
                                sub(/:.*/, "", text); return text }
        /^wrong / && ++n == round { name = before($0) }
        /^expect / && n == round {
            printf "%s\t%s\t%s\t%s\n", exercise, name, before($0), after($0)
        }' "$2"
}

# The part of reference.cu under the heading of exercise $1; "": its head.
part() {
    awk -v exercise="$1" '/^\/\/ ---- / { now = $3 }
        now == exercise' "$reference"
}

: >"$folder/expected"
part "" >"$folder/student.cu"
exercises=$(awk '/^\/\/ ---- / { print $3 }' "$reference")
for exercise in $exercises; do
    list=$lists/$exercise.wrong
    [ -e "$list" ] || list=/dev/null
    part "$exercise" >"$folder/right"
    script "$list" >"$folder/script"
    sed -f "$folder/script" "$folder/right" >"$folder/wrong" || exit 3
    expected "$exercise" "$list" >>"$folder/expected"
    if [ -s "$folder/script" ] && cmp -s "$folder/right" "$folder/wrong"; then
        echo "$list: mistake $round changes nothing in $reference" >&2
        exit 3
    fi
    cat "$folder/wrong" >>"$folder/student.cu"
done
[ -s "$folder/expected" ]

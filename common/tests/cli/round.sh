#!/bin/sh
# round.sh - wrong solutions, many at once; or poor ones.
#
#   sh round.sh LAB ROUND FOLDER [poor]
#
# Idea: LAB/tests/wrong/EXERCISE.wrong is a list of mistakes.  Each is four
# things:
#   wrong NAME: what somebody did
#   expect CHECK: a part of the message that this check must fail with
#   a sed script that makes the mistake in the exercise's part of reference.cu,
#   or of LAB/tests/NAME.cu, which has its headings, if a line is file NAME
#   cause CLASS... | CLASS...: WORDS, WORDS: what the first line that is said
#   may name, and what is true as well (causes.awk)
# As exercises are graded apart, one student.cu can hold a mistake in every
# exercise: round n takes the n-th of each list, and leaves out exercises whose
# list is shorter, so that nobody grades them.
# LAB/tests/poor/EXERCISE.poor has lists of what is right and poor:
#   poor NAME: how it is done
#   most PERCENT: of the exercise's points, that it may have
# and how to make it, as above.
# Writes FOLDER/student.cu and FOLDER/expected, a line per mistake: exercise,
# name, check and text, separated by tabs; and FOLDER/causes: exercise, name,
# what was done, what cause says; of poor ones the percentage.
# Guarantee: a mistake that changes nothing is an error (exit status 3), so
# that these lists follow reference.cu.  Exit status 1: no such round.

kind=${4:-wrong}
lists=$1/tests/$kind
reference=$1/reference.cu
round=$2
folder=$3

# What list $1 has for this round, without what is no line of sed's.
script() {
    awk -v round="$round" '/^(wrong|poor) / { n++ }
        n == round && NF && !/^(wrong|poor|expect|cause|most|file)[ :]/' "$1"
}

# The file that list $1 names for this round, without its .cu.
other_file() {
    awk -v round="$round" '/^(wrong|poor) / { n++ }
        n == round && /^file / { print $2 }' "$1"
}

# Exercise $1, list $2: a line of FOLDER/expected, if there is such a round.
expected() {
    awk -v round="$round" -v exercise="$1" '
        function after(text) { sub(/^[^:]*: /, "", text); return text }
        function before(text) { sub(/^[a-z]* /, "", text);
                                sub(/:.*/, "", text); return text }
        /^(wrong|poor) / && ++n == round { name = before($0) }
        /^expect / && n == round {
            printf "%s\t%s\t%s\t%s\n", exercise, name, before($0), after($0)
        }' "$2"
}

# Exercise $1, list $2: its line of FOLDER/causes, if the list says a cause.
causes() {
    awk -v round="$round" -v exercise="$1" '
        /^(wrong|poor) / && ++n == round {
            name = substr($2, 1, length($2) - 1)
            what = substr($0, length($1 $2) + 3)
        }
        n == round && /^(cause|most)/ {
            printf "%s\t%s\t%s\t%s\n", exercise, name, what, substr($0, 6)
        }' "$2"
}

# The part of file $2, or of reference.cu, under the heading of exercise $1;
# "": its head.
part() {
    awk -v exercise="$1" '/^\/\/ ---- / { now = $3 }
        now == exercise' "${2:-$reference}"
}

: >"$folder/expected"
: >"$folder/causes"
part "" >"$folder/student.cu"
exercises=$(awk '/^\/\/ ---- / { print $3 }' "$reference")
for exercise in $exercises; do
    list=$lists/$exercise.$kind
    [ -e "$list" ] || continue
    [ "$(grep -c "^$kind " "$list")" -ge "$round" ] || continue
    other=$(other_file "$list")
    part "$exercise" "${other:+$1/tests/$other.cu}" >"$folder/right"
    script "$list" >"$folder/script"
    sed -f "$folder/script" "$folder/right" >"$folder/wrong" || exit 3
    expected "$exercise" "$list" >>"$folder/expected"
    causes "$exercise" "$list" >>"$folder/causes"
    if [ -s "$folder/script" ] && cmp -s "$folder/right" "$folder/wrong"; then
        echo "$list: mistake $round changes nothing in $reference" >&2
        exit 3
    fi
    cat "$folder/wrong" >>"$folder/student.cu"
done
[ -s "$folder/expected" ] || [ -s "$folder/causes" ]

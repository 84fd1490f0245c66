#!/bin/sh
# gaps.sh - what keeps the report of a lab from being made, a line each.
#
#   sh common/learn/report/gaps.sh LAB [IMPL]
#
# All that speak of gaps, and count them, ask here: make report, status, submit.
# From make: BUILD.

build=${BUILD:-build}
here=$(dirname "$0")
lab=$1
impl=${2:-student}
sweep=$build/results/${lab}_sweep.csv
exercises=$(sh "$here/exercises.sh" "$lab" "$impl")

# Those of the lab that are timed at several sizes; some never are.
timed() {
    "$build/bin/grader" list --tsv |
        awk -F '\t' -v lab="$lab" '$1 == lab && $9 { print $2 }'
}

# What is older than the program it should be about, or lacks an exercise.
data_gaps() {
    [ -s "$sweep" ] || return 0
    if [ -n "$(find "$lab/$impl.cu" -newer "$sweep" 2>/dev/null)" ]; then
        echo "$sweep is older than $lab/$impl.cu: make plot LAB=$lab"
    fi
    for exercise in $(printf '%s\n' "$exercises" |
        grep -x -F -e "$(timed)"); do
        grep -q "^$lab,$exercise," "$sweep" ||
            echo "$sweep lacks $exercise: make plot LAB=$lab"
    done
}

awk -v exercises="$(printf '%s\n' "$exercises" | tr '\n' ' ')" \
    -f "$here/text.awk" -f "$here/gaps.awk" "$lab/README.md" \
    "report_template/$lab.md"
data_gaps

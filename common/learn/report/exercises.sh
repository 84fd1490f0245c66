#!/bin/sh
# exercises.sh - those that a lab's report is about: all that have points, and
# of the open ones those that were begun, which means that they were timed.
#
#   sh common/learn/report/exercises.sh LAB [IMPL]

build=${BUILD:-build}
sweep=$build/results/$1_sweep.csv

"$build/bin/grader" list --tsv |
    awk -F '\t' -v lab="$1" '$1 == lab { print $2, $5 }' |
    while read -r exercise worth; do
        if [ "$worth" -gt 0 ] ||
            grep -q "^$1,$exercise,${2:-student}," "$sweep" 2>/dev/null; then
            echo "$exercise"
        fi
    done

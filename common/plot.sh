#!/bin/sh
# plot.sh - the graphs of a lab, from the data that `make sweep` wrote.
#
#   sh common/plot.sh LAB...
#
# Idea: for each exercise, awk turns build/results/LAB_sweep.csv, and what was
# recorded on real GPUs (plots/recorded/LAB_*.csv), into curves, and gnuplot
# draws them: build/plots/LAB_EXERCISE.png, .svg and .pdf.
# Without gnuplot the curves are written all the same, with the command that
# draws them elsewhere.
# Exit status: 0, or 1 if there was nothing to draw from.

. common/gnuplot.sh

build=${BUILD:-build}
out=$build/plots
status=0

# Names of the exercises in a sweep, in its order.
exercises() {
    awk -F, '!/^#/ && !($2 in seen) && $2 != "exercise" {
        seen[$2] = 1
        print $2
    }' "$1"
}

# What the handout calls the exercise, if the grader can say; "A x V" with the
# sign of multiplication.
title_of() {
    title=$("$build/bin/grader" list 2>/dev/null |
        awk -v lab="$1:" -v name="$2" '!/^ / { here = $1 == lab }
            here && $1 == name { sub(/^ *[^ ]+ +/, ""); print }')
    printf '%s' "${title:-$1}" | tr -d "'\"\\\\" |
        sed "s/ x / $(printf '\303\227') /g"
}

draw() { # LAB EXERCISE
    picture=$out/$1_$2
    set -- "$1" "$2" "$build/results/$1_sweep.csv" plots/recorded/"$1"_*.csv
    [ -e "$4" ] || set -- "$1" "$2" "$3"
    lab=$1 exercise=$2
    shift 2
    awk -v exercise="$exercise" -v sources="$picture.gp" \
        -f common/csv.awk -f plots/sweep.awk plots/devices.csv "$@" \
        >"$picture.dat" || return
    if [ ! -s "$picture.dat" ]; then
        echo "  $exercise: nothing was timed"
        return
    fi
    picture plots/sweep.gp "$picture" \
        "title='$(title_of "$lab" "$exercise") ($exercise)'" || status=1
}

mkdir -p "$out"
explain_missing "$out"
for lab; do
    sweep=$build/results/${lab}_sweep.csv
    if [ ! -s "$sweep" ]; then
        echo "plot: no $sweep; make sweep LAB=$lab writes it" >&2
        status=1
        continue
    fi
    echo "Graphs of $lab, data in $sweep:"
    for exercise in $(exercises "$sweep"); do
        draw "$lab" "$exercise"
    done
done
exit $status

#!/bin/sh
# recorded.sh - puts what was recorded of the reference into a sweep.
#
#   BUILD=build GPU=h200 [EX=dot] sh common/learn/recorded.sh LAB...
#
# Idea: a student edition has no reference to sweep, but its rows on the
# emulated device (plots/recorded/reference/LAB.csv: counters, and times
# modelled from them for each GPU that is known), the same as it would get
# here.  They go behind the student's of each exercise that was swept, and of
# EX or all that had no row, for the GPU that is modelled; where times were
# measured there is none to compare, but what plots/recorded has of real GPUs,
# which plot.sh draws.
# Exit status: 0.

build=${BUILD:-build}
gpu=$("$build/bin/grader" list --gpus | awk -F '\t' -v wanted="$GPU" '
    $1 == wanted || (wanted == "" && NR == 1) { print $2; exit }')

for lab; do
    sweep=$build/results/${lab}_sweep.csv
    recorded=plots/recorded/reference/$lab.csv
    if [ ! -s "$sweep" ] || [ ! -s "$recorded" ]; then
        continue
    fi
    awk -v gpu="$gpu" -v asked="$EX" -f common/learn/csv.awk \
        -f common/learn/recorded.awk "$recorded" "$sweep" >"$sweep.new" &&
        touch -r "$sweep" "$sweep.new" && mv "$sweep.new" "$sweep"
done
exit 0

#!/bin/sh
# medals.sh - plots/recorded/medals_GPU.csv: what the times of open exercises
# are held against.
#
#   BUILD=build CUDACC=clang GPU=h200 sh common/maintain/medals.sh LAB...
#
# Idea: of each ladder the rung that took least on that GPU (LAB_GPU.csv, of
# all labs), with that time and the one that is modelled of it; and the library
# that took least (library_GPU.csv).  Where a time was not recorded its field is
# empty.
# To be run when either was recorded anew, or when the model has changed.
# Exit status: 0, 2 if nothing was recorded of that GPU.

build=${BUILD:-build}
grader=$build/bin/grader
gpu=${GPU:-$("$grader" list --gpus | sed 's/\t.*//; q')}
recorded=plots/recorded
folder=$build/results/medals
mkdir -p "$folder"

labs=$*
library=$recorded/library_$gpu.csv
set --
for lab in $labs; do
    [ -e "$recorded/${lab}_$gpu.csv" ] || {
        echo "medals.sh: no $recorded/${lab}_$gpu.csv; make plot" \
            "IMPL=reference DEVICE=gpu measures what it has, on that GPU" >&2
        exit 2
    }
    set -- "$@" "$recorded/${lab}_$gpu.csv"
done
[ ! -e "$library" ] || set -- "$@" "$library"
"$grader" list --challenges >"$folder/challenges"
"$grader" list --tsv >"$folder/exercises"

table() { # MODELLED...
    awk -v gpu="$gpu" -f common/learn/csv.awk -f common/maintain/medals.awk \
        "$folder/challenges" "$folder/exercises" "$@"
}

# Twice: the first time tells which rungs are the best.
table "$@" | awk -F , '$5 == "ladder" { print $6 }' | sort -u |
    while read -r rung; do
        "$grader" sweep --ex "$rung" --impls reference --device emu \
            --compiler "${CUDACC:-clang}" --gpu "$gpu" \
            --folder results/medals >"$folder/said" || exit 1
    done || exit 1
table "$@" "$folder"/*_sweep.csv >"$folder/medals.csv" || exit 1
mv "$folder/medals.csv" "$recorded/medals_$gpu.csv"
echo "  $recorded/medals_$gpu.csv"

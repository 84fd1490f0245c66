#!/bin/sh
# model.sh - the time model against recorded times: a table and a graph.
#
#   GPU=h200 sh common/learn/model.sh LAB...
#
# Idea: `make model` has just run the references on the emulated device at all
# sizes (build/results/model, apart from what `make plot` measures); awk puts
# their modelled times beside those recorded on that GPU (plots/recorded/
# LAB_GPU.csv), and gnuplot draws one against the other.  The results stand in
# build/plots/model_GPU.md, .csv, .png, .svg and .pdf; what was recorded of
# them in plots/recorded.
# Exit status: 0, 1 if the model misses what it promises (model.c), 2 if there
# is nothing to compare with.

. common/learn/gnuplot.sh

build=${BUILD:-build}
gpu=${GPU:-$("$build/bin/grader" list --gpus | sed 's/\t.*//; q')}
out=$build/plots/model_$gpu
mkdir -p "$build/plots"

labs=$*
for lab; do
    for times in "plots/recorded/${lab}_$gpu.csv" \
        "$build/results/model/${lab}_sweep.csv"; do
        [ -e "$times" ] && continue
        echo "model.sh: no $times: sweeps recorded on a GPU are" \
            "plots/recorded/LAB_GPU.csv; make model writes the others" >&2
        exit 2
    done
done
set --
for form in tsv excuses; do
    set -- "$@" "$out.$form"
    "$build/bin/grader" list --$form >"$out.$form" || exit 2
done
for lab in $labs; do set -- "$@" "plots/recorded/${lab}_$gpu.csv"; done
for lab in $labs; do
    set -- "$@" "$build/results/model/${lab}_sweep.csv"
done

rm -f "$out.csv"
awk -v points="$out.csv" -v sources="$out.gp" -f common/learn/csv.awk \
    -f plots/model.awk "$@" >"$out.md"
status=$?
rm "$out.tsv" "$out.excuses"
sed -n '/^Median/,$p' "$out.md"
echo "  $out.md"
[ -e "$out.csv" ] || exit 2
explain_missing "$build/plots"
picture plots/model.gp "$out.csv" || exit 2
exit "$status"

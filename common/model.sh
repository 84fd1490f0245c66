#!/bin/sh
# model.sh - the time model against recorded times: a table and a graph.
#
#   sh common/model.sh LAB...
#
# Idea: `make model` has just written the sweeps of the emulated device, whose
# times are modelled; awk puts them beside those recorded on a GPU
# (plots/recorded), and gnuplot draws one against the other.  The results stand
# in build/plots/model_h200.md, .png and .svg; what was recorded of them in
# plots/recorded.
# Exit status: 0, 1 if the model misses what it promises (model.c), 2 if there
# is nothing to compare with.

build=${BUILD:-build}
out=$build/plots/model_h200
mkdir -p "$build/plots"

for lab; do
    for times in "plots/recorded/${lab}_h200.csv" \
        "$build/results/${lab}_sweep.csv"; do
        [ -e "$times" ] && continue
        echo "model.sh: no $times; make model writes sweeps" >&2
        exit 2
    done
done
labs=$*
set --
for lab in $labs; do set -- "$@" "plots/recorded/${lab}_h200.csv"; done
for lab in $labs; do set -- "$@" "$build/results/${lab}_sweep.csv"; done

rm -f "$out.dat"
awk -v points="$out.dat" -f common/csv.awk -f plots/model.awk "$@" >"$out.md"
status=$?
sed -n '/^Median/,$p' "$out.md"
echo "  $out.md"
[ -e "$out.dat" ] || exit 2

names=$(awk 'NF && !($1 in seen) { seen[$1] = 1; printf "%s ", $1 }' "$out.dat")
command="data='$out.dat'; names='$names'; device='NVIDIA H200'; picture='$out'"
if ! command -v gnuplot >/dev/null 2>&1; then
    echo "  gnuplot -e \"$command\" plots/model.gp"
elif LC_ALL=C.UTF-8 gnuplot -e "$command" plots/model.gp; then
    echo "  $out.png  .svg"
fi
exit "$status"

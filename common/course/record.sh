#!/bin/sh
# record.sh - what a student edition shows of a lab's reference.
#
#   BUILD=build CUDACC=clang sh common/course/record.sh LAB
#
# Idea: the edition has no reference, so that what it does is recorded where
# there is one: a sweep of it on the emulated device for each GPU that is known
# (build/recorded/LAB.csv), and for each exercise what a warp asks of memory
# (build/recorded/access/LAB_EXERCISE.csv), but of open ones, which have no
# points: there that would be the recipe.  Both are the same on every machine.
# Exit status: 0; 1 if an exercise is wrong or could not be traced; 3 fault of
# the harness.

build=${BUILD:-build}
lab=$1
out=$build/recorded
work=$out/$lab.work
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
mkdir -p "$out/access" "$work" || exit 3

# The rows of all GPUs under one head.
sweep() {
    for gpu in $("$build/bin/grader" list --gpus | cut -f 1); do
        "$build/bin/grader" sweep --lab "$lab" --impls reference \
            --device emu --compiler "${CUDACC:-clang}" --gpu "$gpu" \
            --folder "recorded/$lab.work" >/dev/null 2>"$work/log" || {
            cat "$work/log" >&2
            exit 3
        }
        # What is not right at some size is no record.
        ! grep 'left out of' "$work/log" >&2 || exit 1
        if [ -e "$work/all" ]; then
            sed 1d "$work/${lab}_sweep.csv" >>"$work/all"
        else
            cp "$work/${lab}_sweep.csv" "$work/all"
        fi
    done
    mv "$work/all" "$out/$lab.csv"
}

# trace EXERCISE SIZE: its kernels are launched once; see learn/access.sh.
trace() {
    # shellcheck disable=SC2086 # three numbers
    common/emulator/ptxrun --quiet --budget 100000000 \
        --trace "$work/trace.csv" --lines "$work/trace.lines" \
        "$build/$lab/reference.${CUDACC:-clang}" "$1" $2 \
        </dev/null >"$work/log" 2>&1 &&
        "$build/bin/access" --record "$work/trace.csv" >"$work/record" &&
        mv "$work/record" "$out/access/${lab}_$1.csv" && return
    echo "record: $lab $1: the reference could not be traced:" >&2
    cat "$work/log" >&2
    exit 1
}

sweep
rm -f "$out/access/${lab}"_*.csv
"$build/bin/grader" list --tsv | awk -F '\t' -v lab="$lab" \
    '$1 == lab && $5 > 0 && $7 != "0 0 0" { print $2, $7 }' >"$work/exercises"
while read -r exercise size; do
    trace "$exercise" "$size"
done <"$work/exercises"

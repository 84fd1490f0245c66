#!/usr/bin/env bash
# causes.bash - is the cause of a mistake what is said first, and do right
# solutions keep full marks?  Behind make causes.
#
#   bash common/maintain/causes.bash FOLDER LAB...
#
# Idea: all wrong solutions of a lab (round.sh) and all right ones are graded
# in FOLDER/LAB; LAB/tests/causes.md is what came out.  The seed is always the
# same, so that the page differs when the grader does.
# Right ones in right/nvcc need the CUDA Toolkit, and are left out without it.
# Exit status 1: less than nine in ten are named, one is FALSE, or a right
# solution lost points.

cd "$(dirname "$0")/../.." || exit 2
. common/tests/cli/classroom.bash
. common/tests/cli/causes.bash

seed=1

# Each exercise's points in the classroom, for solution $1.
points_of_all() {
    awk -v file="$1" '
        function value() { gsub(/[^0-9]/, ""); return $0 }
        /"name":/ { split($0, word, "\""); name = word[4] }
        /"score":/ && name != "" { exercise = name; score = value() }
        /"max_score":/ && exercise != "" {
            print file "\t" exercise "\t" score "\t" value()
            exercise = name = ""
        }' "$2/build/results/check.json"
}

# Those of an exercise that solution $1 defines.
of_defined() {
    while IFS=$'\t' read -r file exercise points; do
        ! grep -q "[ *]$exercise(" "$1" ||
            printf '%s\t%s\t%s\n' "$file" "$exercise" "$points"
    done
}

# right LAB ROOM: right solutions, a line for each exercise.
right() {
    local lab=$1 room=$2 file compiler
    for file in "$lab"/tests/right/*.cu "$lab"/tests/right/nvcc/*.cu; do
        [ -e "$file" ] || continue
        compiler=clang
        case $file in */nvcc/*) compiler=nvcc ;; esac
        [ $compiler = clang ] || command -v nvcc >/dev/null || continue
        cp "$file" "$room/$lab/student.cu"
        grade "$room" LAB="$lab" SEED=$seed CUDACC=$compiler \
            >"$room/${file##*/}.output" 2>&1
        points_of_all "${file#"$lab/tests/right/"}" "$room" |
            of_defined "$file"
    done
}

built() {
    printf 'Emulated device, kernels compiled by %s, SEED=%s, %s' \
        "$(clang --version | sed -n 's/.*\(clang version [0-9.]*\).*/\1/p')" \
        $seed "$(date +%F)"
}

folder=$1 wrong=0
shift
for lab; do
    rm -rf "${folder:?}/$lab"
    mkdir -p "$folder/$lab"
    grade_rounds "$lab" "$folder/$lab/room" "$folder/$lab/rounds" SEED=$seed
    verdicts "$folder/$lab/rounds" >"$folder/$lab/verdicts"
    right "$lab" "$folder/$lab/room" >"$folder/$lab/right"
    awk -v lab="$lab" -v built="$(built)" -f common/maintain/causes_page.awk \
        "$folder/$lab/verdicts" "$folder/$lab/right" \
        >"$folder/$lab/causes.md" || wrong=1
    cp "$folder/$lab/causes.md" "$lab/tests/causes.md"
done
exit $wrong

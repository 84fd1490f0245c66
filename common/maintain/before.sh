#!/bin/sh
# before.sh - times of what stood before a rung of a ladder, on the GPU here.
#
#   BUILD=build DEVICE=gpu sh common/maintain/before.sh ID LAB...
#
# Idea: some exercises ask for two kernels, one after the other, of which only
# the second is handed in.  LAB/tests/before has a line for each: the exercise,
# what the first kernel has, and the edit that makes it of reference.cu, parted
# by tabs.  It is swept as a student's, in a folder of links to this one, and
# its rows become plots/recorded/before/LAB_ID.csv, which graphs draw.  One for
# each lab.
# Exit status: 1 if one could not be timed.

build=${BUILD:-build} id=$1
room=$build/before
shift

# A workbook of links, with this student.cu and a build folder of its own.
make_room() { # LAB EDIT
    rm -rf "$room"
    mkdir -p "$room/$1" "$room/build/$1" || exit
    for file in Makefile common plots; do
        ln -s "$PWD/$file" "$room"
    done
    for file in "$1"/*; do
        [ "$file" = "$1/student.cu" ] || ln -s "$PWD/$file" "$room/$1"
    done
    sed "$2" "$1/reference.cu" >"$room/$1/student.cu"
    cp -a "$build/bin" "$room/build"
    find "$build" -maxdepth 1 -type f -exec cp -a -t "$room/build" {} +
    for file in "$build"/*; do
        name=${file##*/}
        [ "$name" = before ] || [ "$name" = results ] ||
            [ -e "$room/build/$name" ] || ln -s "$PWD/$file" "$room/build"
    done
}

tab=$(printf '\t')
for lab; do
    [ -e "$lab/tests/before" ] || continue
    while IFS=$tab read -r exercise what edit; do
        make_room "$lab" "$edit"
        if ! "${MAKE:-make}" -C "$room" BUILD=build sweep LAB="$lab" \
            EX="$exercise" DEVICE="${DEVICE:-gpu}" </dev/null \
            >"$room/log" 2>&1 ||
            ! awk -v what="with $what" -v date="$(date +%Y-%m-%d)" \
                -f common/learn/csv.awk -f common/maintain/before.awk \
                "$room/build/results/${lab}_sweep.csv" >"$room/rows"; then
            tail -5 "$room/log" >&2
            exit 1
        fi
        out=plots/recorded/before/${lab}_$id.csv
        cp "$room/rows" "$out" && echo "$out"
    done <"$lab/tests/before"
done

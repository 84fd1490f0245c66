#!/bin/sh
# times.sh - times of the set: measured on a GPU, or modelled and compared.
#
#   sh common/tests/times/times.sh gpu PROGRAM...
#   sh common/tests/times/times.sh GPU PROGRAM...
#
# gpu: each PROGRAM, one of this folder's, measures its cases (times.h); they
# go to build/results/times.csv, which is what plots/recorded/times_GPU.csv are.
# GPU, h200 say: each runs its cases on the emulated device; the launches of a
# case stand behind one of times_case, and their modelled times add up
# (build/times/GPU/*.csv).  Against what was recorded on that GPU they are held
# in build/plots/times_GPU.md, .csv, .png, .svg and .pdf.
# JOBS: how many programs run at once on the emulated device (2).
# Exit status: 1 if a program failed, 2 if there is nothing to compare with.

. common/learn/gnuplot.sh

device=$1 build=${BUILD:-build}
shift

# Who measured, as the head of what is recorded.
head_of_table() {
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
        awk -F ', ' 'NR == 1 { print "# device: " $1; print "# driver: " $2 }'
    date '+# date: %Y-%m-%d'
    echo '# command: make times DEVICE=gpu'
    printf '%s%s\n' case,size,kind,kernels,time_us,time_p25_us, \
        time_p75_us,time_min_us,launch_us
}

# Microseconds of a kernel that takes clocks and nothing else.
clock() {
    "$1" fma_chain/1 | awk -F, '$2 == "1000x528x256" { print $5 }'
}

# What a launcher prints is no row.
measure() {
    command -v nvidia-smi >/dev/null || {
        echo "times.sh: no GPU here; make times models times" >&2
        exit 2
    }
    failed=0
    for first; do [ "${first##*/micro}" = "$first" ] || break; done
    before=$(clock "$first")
    head_of_table
    for program; do
        "$program" >"$program.said" || failed=1
        grep '^[a-z_0-9]*/[^,]*,[0-9x]*,' "$program.said"
    done
    awk -v a="$before" -v b="$(clock "$first")" 'BEGIN {
        exit !(a > 0 && b > 0 && a < 1.03 * b && b < 1.03 * a) }' || {
        echo "times.sh: the same kernel took $before us before and another" \
            "time after: a GPU that is shared, or slowed down? nothing is" \
            "recorded" >&2
        failed=1
    }
    return $failed
}

# Rows of launches become rows of cases.
model() {
    name=${1##*/}
    at=$build/times/$device/${name%.*}
    common/emulator/ptxrun --quiet --threads 1 --model="$device" \
        --counters "$at.counters" "$1" --once >"$at.said" 2>&1 || {
        echo "times.sh: $1 failed, see $at.said" >&2
        return 1
    }
    "$1" --list >"$at.list" &&
        awk -f common/learn/csv.awk -f common/tests/times/cases.awk \
            "$at.list" "$at.counters" >"$at.csv"
}

case $device in
one)
    device=$1
    model "$2"
    exit
    ;;
gpu)
    mkdir -p "$build/results"
    measure "$@" >"$build/results/times.new" || exit
    mv "$build/results/times.new" "$build/results/times.csv"
    exit
    ;;
esac

recorded=plots/recorded/times_$device.csv out=$build/plots/times_$device
[ -e "$recorded" ] || {
    known=$(echo plots/recorded/times_*.csv |
        sed 's|plots/recorded/times_||g; s|\.csv||g')
    echo "times.sh: no $recorded, but of $known;" \
        "make times DEVICE=gpu measures one" >&2
    exit 2
}
rm -rf "$build/times/$device"
mkdir -p "$build/times/$device" "$build/plots"
printf '%s\n' "$@" |
    xargs -n 1 -P "${JOBS:-2}" sh common/tests/times/times.sh one "$device" ||
    exit 1
awk -f common/learn/csv.awk -f plots/places.awk -f plots/times.awk \
    -v csv="$out.csv" \
    -v sources="$out.gp" common/tests/times/reasons.tsv "$recorded" \
    "$build/times/$device/"*.csv >"$out.md" || exit 2
picture plots/times.gp "$out.csv" || exit 2
sed -n '/^| half/,/^$/p; /^| pairs/,/^$/p' "$out.md"
echo "$out.md"

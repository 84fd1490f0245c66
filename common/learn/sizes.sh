#!/bin/sh
# sizes.sh - at which size a matrix leaves the L2 cache: a table and its
# picture.
#
#   BUILD=build [GPU=h200] sh common/learn/sizes.sh [PROGRAM]
#
# PROGRAM measures the GPU that is here (LAB/sizes/main.cu); its figures are
# kept as build/results/sizes.txt.  Without PROGRAM what was recorded is shown,
# plots/recorded/sizes_GPU.txt.  The picture is build/plots/sizes.png, .svg,
# .pdf.
# Exit status: 0; 1 nothing was measured; 2 nothing was recorded of that GPU.

. common/learn/on_gpu.sh

program=$1
file=$build/results/sizes.txt

if [ "$program" ]; then
    mkdir -p "$build/results"
    "$program" >"$file.new" || exit 1
    dated "$file.new" >"$file" && rm -f "$file.new"
else
    recorded sizes || exit 2
fi
show sizes "cache=$(sed -n 's/^# device: .*, L2 \([0-9]*\) MiB$/\1/p' "$file")"

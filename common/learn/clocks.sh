#!/bin/sh
# clocks.sh - what each clock measures, and what a GPU waits for: tables and
# their picture.
#
#   BUILD=build [GPU=h200] sh common/learn/clocks.sh [PROGRAM]
#
# PROGRAM measures the GPU that is here (LAB/clocks/main.cu); into its figures,
# kept as build/results/clocks.txt, come those of ncu where that may be used.
# Without PROGRAM what was recorded is shown, plots/recorded/clocks_GPU.txt.
# The picture is build/plots/clocks.png, .svg, .pdf.
# Exit status: 0; 1 nothing was measured; 2 nothing was recorded of that GPU.

. common/learn/on_gpu.sh

program=$1
file=$build/results/clocks.txt

# Of the second launch: as ncu holds a GPU by default, and as it is.
ncu_rows() {
    for as in base,all none,none; do
        "${NCU:-ncu}" --csv --print-units base --launch-skip 1 \
            --launch-count 1 --clock-control "${as%,*}" \
            --cache-control "${as#*,}" --metrics \
            gpu__time_duration.sum,sm__cycles_elapsed.max \
            "$program" once 2>/dev/null |
            awk -v as="$as" -F '","' '
                NF < 3 {
                    next
                }
                function number(text) {
                    gsub(/[",]/, "", text)
                    return text
                }
                $(NF - 2) == "gpu__time_duration.sum" { ns = number($NF) }
                $(NF - 2) == "sm__cycles_elapsed.max" { clocks = number($NF) }
                END {
                    if (ns == "")
                        exit 1
                    printf "%-48s %10.3f %10.0f\n", as == "none,none" ? \
                        "\"ncu, its clock and its caches left alone\"" : \
                        "\"ncu: clock held at its base, caches emptied\"", \
                        ns / 1e3, clocks
                }'
    done
}

measure() {
    mkdir -p "$build/results"
    echo "clocks: half a minute of measuring" >&2
    "$program" >"$file.new" || return
    if command -v "${NCU:-ncu}" >/dev/null 2>&1 && ncu_rows >"$file.ncu"; then
        printf '\n\n# ncu: the same launch under Nsight Compute\n%s\n' \
            '# how; us (gpu__time_duration), clocks (sm__cycles_elapsed)'
        cat "$file.ncu"
    else
        printf '\n\n# ncu: not here, or it may not read the counters\n'
    fi >>"$file.new"
    rm -f "$file.ncu"
    dated "$file.new" >"$file" && rm -f "$file.new"
}

if [ "$program" ]; then
    measure || exit 1
else
    recorded clocks || exit 2
fi
show clocks

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

. common/learn/gnuplot.sh

build=${BUILD:-build}
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
    {
        sed -n '1,2p' "$file.new"
        ! command -v nvidia-smi >/dev/null 2>&1 ||
            echo "# driver: $(nvidia-smi --id=0 --format=csv,noheader \
                --query-gpu=driver_version)"
        date -u '+# date: %Y-%m-%d'
        sed 1,2d "$file.new"
    } >"$file" && rm -f "$file.new"
}

if [ "$program" ]; then
    measure || exit 1
else
    file=plots/recorded/clocks_${GPU:-h200}.txt
    [ -e "$file" ] || {
        echo "clocks: nothing was recorded of \"$GPU\"; GPU= takes of these:" \
            "$(echo plots/recorded/clocks_*.txt |
                sed 's|[^ ]*/clocks_||g; s/\.txt//g')" >&2
        exit 2
    }
    echo "No GPU here: these are recorded ($file)."
fi
cat "$file"
mkdir -p "$build/plots"
data=$build/plots/clocks.txt
cp "$file" "$data"
: >"$build/plots/clocks.gp"
echo
explain_missing "$build/plots"
picture plots/clocks.gp "$data" \
    "title_text='$(sed -n 's/^# device: //p' "$file" | tr -d "'\"\\\\")'"

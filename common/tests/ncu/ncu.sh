#!/bin/sh
# ncu.sh - the emulated device's counters against the hardware's.
#
#   sh common/tests/ncu/ncu.sh [PROGRAM-LINE ...] >table.md
#
# Idea: one program, built by nvcc with the shared runtime, runs twice: under
# ncu on the GPU, and on the emulated device.  Launch n of one is launch n of
# the other.  Without arguments: the reference kernels of the labs, at awkward
# and required sizes, nasty.cu, and in a table of their own the atomics of
# atomics.cu; with "atomics" alone only those.  Needs ncu, a GPU whose counters
# may be read, and what `make check IMPL=reference CUDACC=nvcc` builds
# (atomics need nothing).
# Exit status: 0 if global requests and sectors are all equal, 1 if some
# differ, 2 if a tool or a program is missing.

cd "$(dirname "$0")/../../.." || exit 2
build=${BUILD:-build}
ncu=${NCU:-ncu}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

command -v "$ncu" >/dev/null || {
    echo "ncu.sh: no ncu here; it comes with the CUDA Toolkit" >&2
    exit 2
}

ld=pipe_lsu_mem_global_op_ld.sum
st=pipe_lsu_mem_global_op_st.sum
shared=data_bank_conflicts_pipe_lsu_mem_shared_op
plain=l1tex__t_requests_$ld,l1tex__t_sectors_$ld
plain=$plain,l1tex__t_requests_$st,l1tex__t_sectors_$st
plain=$plain,l1tex__${shared}_ld.sum,l1tex__${shared}_st.sum
plain_counters="global_load_requests global_load_sectors \
    global_store_requests global_store_sectors \
    shared_load_bank_conflicts shared_store_bank_conflicts"

atom=pipe_lsu_mem_global_op_atom.sum
red=pipe_lsu_mem_global_op_red.sum
atomic=l1tex__t_requests_$atom,l1tex__t_sectors_$atom
atomic=$atomic,l1tex__t_requests_$red,l1tex__t_sectors_$red
atomic=$atomic,smsp__inst_executed_op_shared_atom.sum
atomic=$atomic,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
atomic=$atomic,l1tex__${shared}_atom.sum
atomic_counters="global_atom_requests global_atom_sectors \
    global_red_requests global_red_sectors shared_atomic_requests \
    shared_atomic_wavefronts shared_atomic_bank_conflicts"

# The cases, a program and its arguments a line.
cases() {
    lab=$build/lab1_global/reference.nvcc
    for n in 1000 1000000 999999; do echo "$lab vector_add 1 $n"; done
    for exercise in matvec vecmat matvec_warp; do
        for size in "33 31" "1000 500" "1500 1000" "1009 1013" "2500 2000"; do
            echo "$lab $exercise $size"
        done
    done
    for size in "64 64 64" "33 31 65" "256 256 256"; do
        echo "$lab matmul_naive $size"
        echo "$build/lab2_shared/reference.nvcc matmul_tiled $size"
    done
    lab=$build/lab2_shared/reference.nvcc
    for exercise in matvec_tiled matvec_tiled_acc vecmat_tiled \
        matvec_transposed_tile; do
        for size in "33 31" "1000 500" "1009 1013" "2500 2000"; do
            echo "$lab $exercise $size"
        done
    done
    lab=$build/lab3_reduction/reference.nvcc
    for exercise in dot dot_shuffle; do
        echo "$lab $exercise 32 65536 256"
        echo "$lab $exercise 5 10007 96"
    done
    echo "$lab block_clock 64 512 256"
    for exercise in batch_one_block batch_grid batch_coalesced batch_shuffle
    do
        echo "$lab $exercise 64 64 8"
        echo "$lab $exercise 96 33 7"
    done
    echo "$nasty"
}

# ncu's CSV: a header, a row of units, a row for each launch.  Out come the
# columns wanted, in the order of $metrics, tab separated, kernel first.
hardware() { # PROGRAM ARGUMENTS
    "$ncu" --csv --page raw --print-units base --clock-control none \
        --metrics "$metrics" "$@" 2>"$work/errors" |
        sed -n '/^"ID"/,$p' |
        sed -e 's/","/\t/g' -e 's/^"//' -e 's/"$//' |
        awk -F '\t' -v metrics="$metrics" '
            NR == 1 {
                wanted = split(metrics, name, ",")
                for (i = 1; i <= NF; i++)
                    for (k = 1; k <= wanted; k++)
                        if ($i == name[k])
                            column[k] = i
                for (i = 1; i <= NF; i++)
                    if ($i == "Kernel Name")
                        kernel = i
            }
            NR > 2 {
                line = $kernel
                sub(/\(.*/, "", line)
                for (k = 1; k <= wanted; k++) {
                    value = column[k] ? $column[k] : "n/a"
                    gsub(/,/, "", value)
                    line = line "\t" value
                }
                print line
            }'
}

# The emulated device's columns, by name.
emulated() { # PROGRAM ARGUMENTS
    common/emulator/ptxrun --quiet --counters "$work/counters.csv" "$@" \
        >/dev/null
    awk -F , -v counters="$counters" '
        NR == 1 {
            wanted = split(counters, name, " ")
            for (i = 1; i <= NF; i++)
                at[$i] = i
        }
        NR > 1 {
            line = $at["kernel"]
            for (k = 1; k <= wanted; k++)
                line = line "\t" $at[name[k]]
            print line
        }' "$work/counters.csv"
    rm -f "$work/counters.csv"
}

# Reads the two side by side; the first four columns are global memory's.
compare() { # LABEL
    paste "$work/hardware" "$work/emulated" | awk -F '\t' -v label="$1" '
        {
            exact = 1
            half = NF / 2
            for (i = 2; i <= 5; i++)
                exact = exact && $i == $(i + half)
            printf "| %s | %s ", label, $1
            for (i = 2; i <= half; i++)
                printf $i == $(i + half) ? "| %s " : "| %s (emulated %s) ",
                    $i, $(i + half)
            print "| " (exact ? "equal" : "**differs**") " |"
        }'
}

# Rows for the cases, a program and its arguments a line.
rows() { # CASES METRICS COUNTERS
    cases=$1 metrics=$2 counters=$3
    while read -r line; do
        # shellcheck disable=SC2086 # a program and its arguments
        set -- $line
        [ -x "$1" ] || { echo "ncu.sh: $1 is not built" >&2; exit 2; }
        hardware "$@" >"$work/hardware"
        emulated "$@" >"$work/emulated"
        if [ ! -s "$work/hardware" ]; then
            cat "$work/errors" >&2
            exit 2
        fi
        program=$(basename "$1" .nvcc)
        shift
        compare "${*:-$program}"
    done <"$cases"
}

build_test() { # NAME: from its source here
    nvcc -arch=compute_75 -lineinfo --cudart=shared \
        "common/tests/ncu/$1.cu" -o "$build/tests/$1.nvcc" || exit 2
}

nasty=$build/tests/nasty.nvcc
mkdir -p "$build/tests"
build_test nasty
build_test atomics

toolkit=$(nvcc --version | sed -n 's/.*release \([^,]*\).*/CUDA \1/p')
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)
cat <<EOF
# Counters: hardware against emulation

$gpu, $toolkit, $(date +%Y-%m-%d).
Made by \`sh common/tests/ncu/ncu.sh\`. Each figure is the hardware's, the
emulated device's beside it where it is another. r: requests, s: sectors, c:
bank conflicts; load and store.
EOF

if [ "$*" != atomics ]; then
    if [ $# -gt 0 ]; then printf '%s\n' "$@"; else cases; fi >"$work/cases"
    cat <<EOF

| program | kernel | r ld | s ld | r st | s st | c ld | c st | global |
|---|---|---:|---:|---:|---:|---:|---:|---|
EOF
    rows "$work/cases" "$plain" "$plain_counters" >"$work/table" || exit 2
    cat "$work/table"
fi

if [ $# = 0 ] || [ "$*" = atomics ]; then
    echo "$build/tests/atomics.nvcc" >"$work/cases"
    cat <<EOF

Atomics: atom where the result is read, red where it is not. Of those in shared
memory i: instructions, w: wavefronts.

| program | kernel | r atom | s atom | r red | s red | i | w | c | global |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
EOF
    rows "$work/cases" "$atomic" "$atomic_counters" >"$work/atomics" || exit 2
    cat "$work/atomics"
fi
! cat "$work/table" "$work/atomics" 2>/dev/null | grep -q 'differs'

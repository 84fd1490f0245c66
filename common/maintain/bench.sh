#!/bin/sh
# bench.sh - how fast the emulated device is, as ratios within one run.
#
#   BUILD=build sh common/maintain/bench.sh
#
# With every check on, one thread against the serial C loop of the same lab
# (gcc -O2), by time on the processor; two threads against one; the cost of a
# unit of work over three decades of it; warp instructions a second by kind of
# kernel (../tests/bench/rates.cu), the start of their process included; the
# start of a process with a small launch; the cost of grading a class
# (class_cost.sh); then the wall time of the whole grading, built and from clean
# (in a copy, so that build/ stays).  Aims stand beside.
# Exit status: 0; 1 if something failed to run.

build=${BUILD:-build}

seconds() { # COMMAND...: its wall time, in seconds
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 || return
    awk -v start="$start" -v end="$(date +%s%N)" \
        'BEGIN { printf "%.2f", (end - start) / 1e9 }'
}

bench() { # THREADS EXERCISE ROWS COLS INNER: what bench.c prints
    threads=$1
    shift
    PTXRUN_THREADS=$threads "$build/bin/bench" "$@"
}

kernel() { # NAME AIM EXERCISE ROWS COLS INNER
    name=$1 aim=$2
    shift 2
    one=$(bench 1 "$@") && two=$(bench 2 "$@") || exit 1
    echo "$one $two" | awk -v name="$name" -v aim="$aim" '{
        printf "  %-26s %9.2f %9.2f %6.2f %5s %9.2f %7.2f %5s\n",
            name, $1, $2, $4, aim, $6, $2 / $6, 1.8
    }'
}

cost() { # ROWS...: A x V, square
    for rows; do
        times=$(bench 1 matvec "$rows" "$rows" 1) || exit 1
        echo "$times" | awk -v n="$rows" '{
            printf "  %5d x %-5d %10d %10.3f %8.2f\n",
                n, n, n * n, $3, $3 * 1e6 / (n * n)
        }'
    done
}

rate() { # KIND AIM: one thread, of a launch with every check on
    counters=$(mktemp) || exit 1
    PTXRUN_BUILT=1 PTXRUN_THREADS=1 perl -e '
        system(@ARGV);
        printf "%.3f\n", (times)[2] + (times)[3]' \
        common/emulator/ptxrun --quiet --counters "$counters" \
        "$build/bench/rates.clang" "$1" >"$counters.seconds"
    awk -F, -v kind="$1" -v aim="$2" '
        NR == FNR { seconds = $1; next }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { executed += $at["warp_instructions"] }
        END {
            if (!executed)
                exit 1
            printf "  %-18s %10d %8.2f %8.1f %5s\n", kind, executed, seconds,
                executed / seconds / 1e6, aim
        }' "$counters.seconds" "$counters" || exit 1
    rm -f "$counters" "$counters.seconds"
}

start_up() { # milliseconds of a process that launches once, median of 21
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do
        start=$(date +%s%N)
        PTXRUN_THREADS=1 "$build/bin/bench" matvec 1 1 1 >/dev/null || exit 1
        echo $(($(date +%s%N) - start))
    done | sort -n | awk 'NR == 11 { printf "%.1f", $1 / 1e6 }'
}

grade() {
    env -u MAKEFLAGS -u MAKELEVEL make -C "$1" check IMPL=reference
}

echo "Emulated with every check on; medians; x: times serial C, processor time"
printf '  %-26s %9s %9s %6s %5s %9s %7s %5s\n' kernel serial/ms 1_thread x aim \
    2_threads speedup aim
kernel "A x V, 2500x2000" 4 matvec 2500 2000 1
kernel "tiled product 512^3" 8 matmul_tiled 512 512 512
kernel "dot product of 2^22" 8 dot 256 4194304 256

echo "A x V by its size, 1 thread, processor time"
echo "  size               work         ms  ns/unit"
cost 100 180 320 560 1000 1800 3200

if [ -x "$build/bench/rates.clang" ]; then
    echo "Warp instructions by kind of kernel, 1 thread, processor time"
    printf '  %-18s %10s %8s %8s %5s\n' kind executed seconds million/s aim
    rate whole_warps 10
    for kind in wide_accesses uncoalesced gathers races_in_shared \
        races_in_global races_anywhere; do
        rate $kind 10
    done
    for kind in parted_lanes votes_of_halves votes_of_one; do
        rate $kind 5
    done
fi

echo "A process with its first launches: $(start_up) ms (aim: 20 or less)"

if [ -x "$build/bin/course" ]; then
    echo "make grade (aim: 200 submissions in 10 min on 2 cores)"
    sh common/maintain/class_cost.sh 12 || exit 1
fi

copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
echo "make check IMPL=reference, all labs"
clean=$(seconds grade "$copy") || { echo "  failed" >&2; exit 1; }
built=$(seconds grade "$copy") || { echo "  failed" >&2; exit 1; }
echo "  from built  $built s"
echo "  from clean  $clean s"

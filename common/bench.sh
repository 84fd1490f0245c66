#!/bin/sh
# bench.sh - how fast the emulated device is, as ratios within one run.
#
#   BUILD=build sh common/bench.sh
#
# First A x V, 2500x2000, a thread per row, with every check on, against the
# serial C loop compiled by gcc -O2; then the wall time of the whole grading,
# built and from clean (in a copy, so that build/ stays).
# Exit status: 0; 1 if something failed to run.

build=${BUILD:-build}

seconds() { # COMMAND...: its wall time, in seconds
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 || return
    awk -v start="$start" -v end="$(date +%s%N)" \
        'BEGIN { printf "%.2f", (end - start) / 1e9 }'
}

kernel() { # THREADS AIM
    times=$(PTXRUN_THREADS=$1 "$build/bin/bench" matvec 2500 2000) || exit 1
    echo "$times" | awk -v threads="$1" -v aim="$2" '{
        printf "  %d thread%s  %7.2f ms, serial C %.2f ms: %5.2f x " \
            "(aim: %s or less)\n", threads, (threads > 1 ? "s" : " "), \
            $2, $1, $2 / $1, aim
    }'
}

grade() {
    env -u MAKEFLAGS -u MAKELEVEL make -C "$1" check IMPL=reference
}

echo "A x V, 2500x2000, emulated with every check on"
kernel 1 6
kernel 2 3

copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
echo "make check IMPL=reference, all labs"
clean=$(seconds grade "$copy") || { echo "  failed" >&2; exit 1; }
built=$(seconds grade "$copy") || { echo "  failed" >&2; exit 1; }
echo "  from built  $built s"
echo "  from clean  $clean s"

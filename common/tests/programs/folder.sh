#!/bin/sh
# folder.sh - the programs of others on the emulated device: a table.
#
#   sh common/tests/programs/folder.sh FOLDER [NAME...] >table.md
#
# FOLDER has a folder for each program, with a Makefile that calls nvcc and has
# a goal "run", as HeCBench's src/; NAME selects some: bfs-cuda, or 'b*-cuda'.
# Each is built where it stands, unchanged, by ptxcc, and run under ptxrun with
# the arguments of its Makefile.  A row: how that ended, what was found, what
# was refused, and how many warp instructions were run a second.
# Settings: ONCE=1: the last argument, where it is a number, becomes 1
# (HeCBench: how often the kernel is timed); LIMIT (60) seconds for a program,
# BUILD_LIMIT (300) to build it, JOBS (1) at a time, each with one host thread;
# VARIABLES ("ARCH=sm_75") for its make.  What was said stays in
# build/programs: NAME.build, .out, .findings, .csv.
# COMMANDS=FILE: what is run instead, a line for each: NAME ./main 100 1
# Guarantee: nothing is fetched; a program that hangs, crashes or does not build
# is a row.

if ! [ -d "$1" ]; then
    echo "usage: folder.sh FOLDER [NAME...]; FOLDER has programs, each with a" \
        "Makefile" >&2
    exit 2
fi
folder=$(cd "$1" && pwd) || exit 2
shift
root=$(cd "$(dirname "$0")/../../.." && pwd) || exit 2
[ -z "${COMMANDS:-}" ] || COMMANDS=$(readlink -f "$COMMANDS") || exit 2
export COMMANDS
work=$root/build/programs
emulator=$root/common/emulator
# shellcheck source=common/tests/programs/findings.sh
. "$root/common/tests/programs/findings.sh"
export PTXRUN_BUILT=1 # before: once, not by each program

# refused FILE: the first that is not there, by its name
refused() {
    sed -n 's/.*error: \(.*\) \(is\|are\) not supported.*/\1/p
        s/.*undefined symbol: \([^, ]*\).*/\1/p
        s/.*error while loading shared libraries: \([^:]*\).*/\1/p' "$1" |
        head -1 | tr -d '|' | cut -c 1-60
}

# ended STATUS FILE: in words
ended() {
    case $1 in
    0) ;;
    124 | 137) echo "longer than ${LIMIT:-60} s" && return ;;
    *) echo "status $1" && return ;;
    esac
    # What programs say of themselves.
    if grep -qiE '(^|[^a-z])(fail(ed|ure)?|mismatch(es)?)([^a-z]|$)' "$2"; then
        echo "says it fails"
    else
        echo passes
    fi
}

# Its own command, from a run that is not made: LAUNCHER, or none, before it.
command_of() {
    # shellcheck disable=SC2086 # a list
    make -n run ${VARIABLES:-ARCH=sm_75} 2>/dev/null |
        sed -e :more -e '/\\$/{ N; s/\\\n/ /; b more' -e '}' |
        grep -E '^ *\./' |
        tail -1 | awk -v once="$ONCE" '
            once && NF > 1 && $NF ~ /^[0-9]+$/ { $NF = 1 }
            { print }'
}

# commanded NAME: what COMMANDS says of it
commanded() {
    [ -z "${COMMANDS:-}" ] ||
        awk -v name="$1" '$1 == name { sub(/^[^ ]* /, ""); print }' "$COMMANDS"
}

# one NAME: its row
one() {
    name=$1 said=$work/$1 begun=
    cd "$folder/$name" || exit
    # shellcheck disable=SC2086 # a list
    if ! timeout -k 5 "${BUILD_LIMIT:-300}" "$emulator/ptxcc" make \
        ${VARIABLES:-ARCH=sm_75} >"$said.build" 2>&1 </dev/null; then
        echo "| $name | does not build | | | |"
        return
    fi
    command=$(commanded "$name")
    [ "$command" ] || command=$(command_of)
    : >"$said.findings"
    begun=$(date +%s.%N)
    timeout -k 5 "${LIMIT:-60}" sh -c "exec $emulator/ptxrun --threads 1 \
        --log-file '$said.findings' --counters '$said.csv' $command" \
        >"$said.out" 2>&1 </dev/null
    status=$?
    cat "$said.findings" >>"$said.out"
    awk -F , -v name="$name" -v begun="$begun" -v now="$(date +%s.%N)" \
        -v ended="$(ended $status "$said.out")" \
        -v found="$(findings "$said.findings")" \
        -v refused="$(refused "$said.out")" '
        { gsub(/"[^"]*"/, "name") } # may hold commas
        FNR == 1 {
            for (i = 1; i <= NF; i++)
                if ($i == "warp_instructions")
                    column = i
            next
        }
        column { sum += $column }
        END {
            if (refused)
                ended = "refused"
            rate = sum / (now - begun) / 1e6
            printf "| %s | %s | %s | %s | %s |\n", name, ended, found,
                refused, sum ? sprintf(rate < 10 ? "%.1f" : "%.0f", rate) : ""
        }' "$said.csv"
}

if [ "${FOLDER_ONE:-}" ]; then
    one "$FOLDER_ONE"
    exit
fi
mkdir -p "$work" || exit 2
make -s -C "$root" emulator blas build/compile.conf >&2 || exit 2
[ $# -gt 0 ] || set -- '*'
echo '| program | ended | found | refused | million warp instructions/s |'
echo '|---|---|---|---|---:|'
(
    cd "$folder" || exit
    for name; do
        # shellcheck disable=SC2231 # a pattern is meant
        for makefile in $name/Makefile; do
            [ ! -e "$makefile" ] || echo "${makefile%/Makefile}"
        done
    done
) | xargs -P "${JOBS:-1}" -I {} env FOLDER_ONE={} sh "$root/${0#"$root"/}" \
    "$folder" | LC_ALL=C sort

#!/bin/sh
# sanitizer.sh - the emulated device beside compute-sanitizer: what each finds
# of a set of faults, and what it takes.
#
#   sh common/tests/sanitizer/sanitizer.sh faults [FOLDER] >table.md
#   sh common/tests/sanitizer/sanitizer.sh ours [FOLDER] >table.md
#   sh common/tests/sanitizer/sanitizer.sh cost [FOLDER] >table.md
#
# Idea: the faults of common/tests/diagnostics and more.cu, each a program that
# commits it and the same without it, built by nvcc for the GPU that is here;
# each runs under all four tools of compute-sanitizer on the GPU, and once
# under ptxrun.  What is said is held against the lines that EXPECT names.
# Cost is the time of whole programs, alone and under each.
# What was said stays in FOLDER (build/sanitizer): "ours" runs ptxrun's part of
# it once more, which takes no GPU, and judges all.
# 16 run at a time.
# Needs nvcc, compute-sanitizer (or SANITIZER) and a GPU.
# Exit status: 0, or 2 if a tool is missing or nothing could be built.

cd "$(dirname "$0")/../../.." || exit 2
here=common/tests/sanitizer
sanitizer=${SANITIZER:-compute-sanitizer}
# Kernels that wait for ever are faults too.
seconds=8
for_ever='endless never_arrive shuffle_in_branch two_places uneven_rounds'

# sanitize TOOL PROGRAM...: with all that the tool can be asked for
sanitize() {
    tool=$1 options=''
    shift
    [ "$tool" != memcheck ] ||
        options='--leak-check full --track-stream-ordered-races all'
    # shellcheck disable=SC2086 # a list
    timeout -k 2 $seconds "$sanitizer" --tool "$tool" $options "$@"
}

# One run of a fault, for xargs: FOLDER FILE FAULT TOOL HOW.
if [ "$1" = --one ]; then
    folder=$2 file=$3 fault=$4 tool=$5 how=$6
    program=$folder/$file
    said=$folder/said/$file.$fault.$tool.$how
    orders=''
    set --
    [ "$how" != fixed ] || set -- fixed
    case $tool in
    ptxrun)
        # Faults of order alone need several orders.
        [ "$file" != orders ] || orders='--schedules 4'
        # shellcheck disable=SC2086 # a list
        timeout -k 2 60 common/emulator/ptxrun --leak-check --quiet \
            --report-api-errors unread $orders --budget 10000000 \
            --threads 1 --diagnostics "$said" "$program" "$fault" "$@" \
            >"$said.out" 2>&1
        ;;
    *) sanitize "$tool" "$program" "$fault" "$@" >"$said" 2>&1 ;;
    esac
    echo "status $?" >"$said.status"
    exit 0
fi

# For xargs too: CAPABILITY SOURCE FOLDER.
if [ "$1" = --build ]; then
    nvcc -arch=sm_"$2" -lineinfo -g --cudart=shared \
        -Xcudafe --diag_suppress=177 "$3" -o "$4/$(basename "$3" .cu)" ||
        exit 255
    exit 0
fi

fail() {
    echo "sanitizer.sh: $1" >&2
    exit 2
}

what=$1 folder=${2:-build/sanitizer}

prepare() {
    for tool in nvcc "$sanitizer" nvidia-smi; do
        command -v "$tool" >/dev/null || fail "no $tool here"
    done
    mkdir -p "$folder/said" || exit 2
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader |
        head -n 1 | tr -d .)
    gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
        head -n 1)
    toolkit=$(nvcc --version | sed -n 's/.*release \([^,]*\).*/CUDA \1/p')
    version=$("$sanitizer" --version |
        sed -n 's/.*[Vv]ersion \([^ ]*\).*/\1/p' | head -n 1)
    cores="$(nproc) cores of $(sed -n 's/^model name[^:]*: //p' \
        /proc/cpuinfo | head -n 1)"
    echo "$capability" >"$folder/capability"
    echo "$gpu, $toolkit, compute-sanitizer $version, $cores," \
        "$(date +%Y-%m-%d)." >"$folder/machine"
}

# Machine code for the GPU, and PTX for the emulated device.
build() { # SOURCE...
    capability=$(cat "$folder/capability")
    printf '%s\n' "$@" | xargs -P 16 -I SOURCE sh $here/sanitizer.sh \
        --build "$capability" SOURCE "$folder" ||
        fail "nvcc failed; see above"
}

# ---- what is found ----------------------------------------------------------

# Of a source; not_supported is of the emulated device's own.
faults_of() {
    sed -n 's|.*// EXPECT[-HOST]* \([a-z_]*\) .*|\1|p' "$1" |
        awk '$1 != "not_supported" && !seen[$1]++'
}

expected() { # SOURCE FAULT
    awk -v fault="$2" -f $here/expected.awk "$1"
}

# "FOLDER FILE FAULT TOOL HOW" for each run.
runs() {
    for source; do
        for fault in $(faults_of "$source"); do
            run="$folder $(basename "$source" .cu) $fault"
            for tool in memcheck initcheck racecheck synccheck ptxrun; do
                echo "$run $tool wrong"
            done
            echo "$run ptxrun fixed"
            expected "$source" "$fault" | cut -d ' ' -f 2 |
                sed 's/apicheck/memcheck/; s/leakcheck/memcheck/' |
                while read -r tool; do echo "$run $tool fixed"; done
        done
    done | sort -u
}

# Those that wait for ever last: others would wait for the GPU with them.
in_order() {
    awk -v last="$for_ever" '
        index(" " last " ", " " $3 " ") && $5 == "wrong" {
            late = late $0 "\n"
            next
        }
        { print }
        END { printf "%s", late }'
}

# Runs that were stopped though they do end: so many at once may have been too
# slow.
stopped() {
    grep -lx 'status 124\|status 137' "$folder"/said/*.status |
        sed 's|.*/||; s|\.status$||' | tr '.' ' ' |
        awk -v last="$for_ever" -v folder="$folder" '
            !index(" " last " ", " " $2 " ") { print folder, $0 }'
}

verdicts() {
    for source; do
        for fault in $(faults_of "$source"); do
            expected "$source" "$fault" >"$folder/expected"
            awk -v folder="$folder/said" -v fault="$fault" \
                -v file="$(basename "$source" .cu)" \
                -f $here/judge.awk "$folder/expected"
        done
    done
}

sources() {
    grep -l 'EXPECT' common/tests/diagnostics/*.cu
    echo $here/more.cu
}

# shellcheck disable=SC2046 # names without spaces
told() {
    cat <<'END'
# ptxrun beside compute-sanitizer

END
    cat "$folder/machine"
    echo
    cat <<'END'
Made by `sh common/tests/sanitizer/sanitizer.sh`: each fault under all four
tools of compute-sanitizer on the GPU, with leaks and the order of streams
asked for, and once under ptxrun, with errors nobody reads asked for, and
several orders where that is the fault. The first faults are the tests of the
emulated device itself, so it has to find them: what they show is where the two
differ. The others were chosen for what compute-sanitizer has options for, and
for what neither may find.

Below, *line* is a fault told at a line that is wrong, *other* one told
elsewhere or without a line, *call* that a call of the API failed, *refused*
that the instruction is not supported, *hang* nothing until the run was stopped.

The two look at different things. On a GPU the hardware's order is seen, real
addresses, all instructions and the libraries; racecheck looks at shared memory
alone, memory beside an array is often another one's, and kernels that wait for
ever are stopped from outside without a word. The emulated device knows every
access of all kinds of memory and each array by its bounds; what it does not
know (most matrix instructions) it refuses. Neither sees a race in a branch that
this run does not take.
END
    verdicts $(sources) >"$folder/verdicts"
    awk -f $here/table.awk "$folder/verdicts"
    [ ! -e "$folder/cost" ] || cat "$folder/cost"
}

# shellcheck disable=SC2046
ours() {
    [ -e "$folder/capability" ] || fail "$folder has nothing that was said"
    build $(sources)
    runs $(sources) | grep ' ptxrun ' |
        xargs -P "$(nproc)" -L 1 sh $here/sanitizer.sh --one
    told
}

# shellcheck disable=SC2046
faults() {
    rm -rf "$folder/said"
    prepare
    build $(sources)
    runs $(sources) | in_order |
        xargs -P 16 -L 1 sh $here/sanitizer.sh --one
    stopped | xargs -P 4 -L 1 sh $here/sanitizer.sh --one
    told
}

# ---- what it takes ----------------------------------------------------------

# Whole seconds and hundredths that a command takes; - if it fails.
takes() {
    from=$(date +%s%N)
    "$@" >"$folder/said/last" 2>&1 || { echo - && return; }
    echo "$(($(date +%s%N) - from))" |
        awk '{ printf "%.2f\n", $1 / 1e9 }'
}

# Kept, so that the page has it as well.
cost() {
    seconds=60
    prepare
    build $here/programs.cu
    costs >"$folder/cost"
    cat "$folder/cost"
}

costs() {
    cat <<'END'

Seconds that programs without a fault take, from their start to their end; in
the last columns without a GPU, on all cores and on one. Each of the four tools
is a run of its own; ptxrun has all checks in one.

END
    echo "| program | alone | memcheck | initcheck | racecheck | synccheck" \
        "| ptxrun | on one core |"
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    program=$folder/programs
    for name in $("$program"); do
        "$program" "$name" || fail "$name does not run here"
        row="| $name | $(takes "$program" "$name")"
        for tool in memcheck initcheck racecheck synccheck; do
            row="$row | $(takes sanitize $tool "$program" "$name")"
        done
        ptxrun="timeout 60 common/emulator/ptxrun --leak-check"
        # shellcheck disable=SC2086 # words
        echo "$row | $(takes $ptxrun "$program" "$name")" \
            "| $(takes $ptxrun --threads 1 "$program" "$name") |"
    done
}

case $what in
faults | ours | cost) "$what" ;;
*) fail "what is to be compared, faults, ours or cost?" ;;
esac

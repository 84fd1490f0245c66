#!/bin/sh
# access.sh - pictures of what a warp does to memory.
#
#   EX=matvec IMPL=student CUDACC=clang sh common/access.sh LAB...
#
# Idea: an exercise is launched once on the emulated device, which notes the
# addresses of one warp (ptxrun --trace); build/bin/access turns them into
# rectangles, and gnuplot draws IMPL beside the reference: build/plots/LAB_EXERCISE_access.png,
# .svg and .pdf, further pages as LAB_EXERCISE_access_2.png, ..., from
# build/results/access/LAB_EXERCISE/IMPL.csv.
# Exit status: 0; 1 if a picture failed; 2 if there is no such exercise.

. common/gnuplot.sh

build=${BUILD:-build}
impl=${IMPL:-student}
status=0

# lab, exercise and title of what was asked for, parted by tabs.
exercises() {
    "$build/bin/grader" list | awk -v labs=" $* " -v only="$EX" '
        !/^ / { lab = $1; sub(/:$/, "", lab); next }
        index(labs, " " lab " ") && (only == "" || $1 == only) {
            exercise = $1
            sub(/^ *[^ ]+ +/, "")
            print lab "\t" exercise "\t" $0
        }'
}

# One with a block inside the grid, and short rows that need not be aligned.
size_of() {
    case $1 in
    vector_add) echo 1 100000 1 ;;
    matmul*) echo 128 128 128 ;;
    dot*) echo 32 65536 256 ;;
    block_clock) echo 64 512 256 ;;
    batch*) echo 64 64 8 ;;
    *) echo 1000 500 1 ;;
    esac
}

# trace LAB EXERCISE IMPL CSV: fails, and says why, if there is nothing to see.
trace() {
    program=$build/$1/$3.${CUDACC:-clang}
    if [ ! -x "$program" ]; then
        echo "  $3: does not compile; make check LAB=$1 EX=$2 says why"
        return 1
    fi
    # shellcheck disable=SC2046 # three numbers
    common/emulator/ptxrun --quiet --budget 100000000 --trace "$4" \
        "$program" "$2" $(size_of "$2") </dev/null >"$4.log" 2>&1 ||
        echo "  $3: the launch failed; make check LAB=$1 EX=$2 says why"
    if [ "$(wc -l <"$4")" -lt 2 ]; then
        echo "  $3: touches no memory yet"
        return 1
    fi
}

draw() { # LAB EXERCISE TITLE
    data=$build/results/access/$1_$2
    lab=$1 exercise=$2 title=$(printf '%s' "$3" | tr -d "'\"\\\\")
    mkdir -p "$data"
    set --
    if [ "$impl" != reference ] &&
        trace "$lab" "$exercise" "$impl" "$data/$impl.csv"; then
        set -- "$data/$impl.csv"
    fi
    trace "$lab" "$exercise" reference "$data/reference.csv" || return
    set -- "$@" "$data/reference.csv"
    out=$build/plots/${lab}_${exercise}_access
    "$build/bin/access" "$out.gp" "$@" >"$out.dat" || return
    rm -f "$out"_[0-9]*.png "$out"_[0-9]*.svg "$out"_[0-9]*.pdf
    size=$(size_of "$exercise" | sed 's/ 1$//; s/^1 //; s/ / x /g')
    picture plots/access.gp "$out.dat" "title_text='$title ($exercise), $size'"
}

wanted=$(exercises "$@")
if [ -z "$wanted" ]; then
    echo "access: no exercise $EX in $*; they are:" >&2
    "$build/bin/grader" list >&2
    exit 2
fi
mkdir -p "$build/plots"
explain_missing "$build/plots"
tab=$(printf '\t')
while IFS=$tab read -r lab exercise title; do
    echo "$lab $exercise"
    draw "$lab" "$exercise" "$title" || status=1
done <<LIST
$wanted
LIST
exit $status

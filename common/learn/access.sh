#!/bin/sh
# access.sh - pictures of what a warp does to memory.
#
#   EX=matvec IMPL=student CUDACC=clang sh common/learn/access.sh LAB...
#
# Idea: an exercise is launched once on the emulated device, which notes the
# addresses of one warp (ptxrun --trace), and how often each access is made
# (--lines); build/bin/access turns them into rectangles, and gnuplot draws IMPL
# beside the reference:
# build/plots (or PICTURES)/LAB_EXERCISE_access.png, .svg, .pdf, further pages
# as LAB_EXERCISE_access_2.png, ..., from
# build/results/access/LAB_EXERCISE/IMPL.csv.
# A student edition has no reference, but what its warp did, recorded
# (plots/recorded/access/LAB_EXERCISE.csv), and nothing of open exercises: there
# the student's kernel stands alone.
# Guarantee: no line of the reference's source is shown before the result of
# the student's own kernel was right when it was last checked.
# Words are those of LANGUAGE, if TEXTDOMAINDIR has a catalogue of it (gettext),
# and WORDS, as for plot.sh.
# Exit status: 0; 1 if a picture failed; 2 if there is no such exercise.

. common/learn/gnuplot.sh

build=${BUILD:-build}
pictures=${PICTURES:-$build/plots}
impl=${IMPL:-student}
status=0

# lab, exercise, size and title of what was asked for, parted by tabs.
exercises() {
    "$build/bin/grader" list --tsv | awk -F '\t' -v OFS='\t' -v labs=" $* " \
        -v only="$EX" 'NR > 1 && index(labs, " " $1 " ") &&
            (only == "" || $2 == only) && $7 != "0 0 0" {
                print $1, $2, $7, $3 }'
}

# trace LAB EXERCISE IMPL CSV: fails, and says why, if there is nothing to see.
# At $size.
trace() {
    program=$build/$1/$3.${CUDACC:-clang}
    if [ ! -x "$program" ]; then
        echo "  $3: does not compile; make check LAB=$1 EX=$2 says why"
        return 1
    fi
    # shellcheck disable=SC2086 # three numbers
    common/emulator/ptxrun --quiet --budget 100000000 --trace "$4" \
        --lines "${4%.csv}.lines" "$program" "$2" $size \
        </dev/null >"$4.log" 2>&1 ||
        echo "  $3: the launch failed; make check LAB=$1 EX=$2 says why"
    if [ "$(wc -l <"$4")" -lt 2 ]; then
        echo "  $3: touches no memory yet"
        return 1
    fi
}

# right LAB EXERCISE: is the student's result, as last checked?
right() {
    "$build/bin/grader" progress 2>/dev/null |
        awk -F, -v lab="$1" -v exercise="$2" '
            $1 == lab && $2 == exercise && $6 == 1 { right = 1 }
            END { exit !right }'
}

recorded() { # LAB EXERCISE: is its reference's trace? In $recorded.
    recorded=plots/recorded/access/$1_$2.csv
    [ -e "$recorded" ]
}

# The reference's trace becomes CSV; in $form how it may be shown.
reference() { # LAB EXERCISE CSV
    form=--hidden
    if [ ! -e "$1/reference.cu" ] && recorded "$1" "$2"; then
        cp "$recorded" "$3" && form=--recorded
        return
    fi
    trace "$1" "$2" reference "$3" || return
    if right "$1" "$2"; then
        form=
    else
        echo "  reference: its lines are shown when your result is right:" \
            "make check LAB=$1 EX=$2"
    fi
}

draw() { # LAB EXERCISE SIZE TITLE
    data=$build/results/access/$1_$2
    lab=$1 exercise=$2 size=$3 title=$(word_of "$4")
    mkdir -p "$data"
    set --
    if [ "$impl" != reference ] &&
        trace "$lab" "$exercise" "$impl" "$data/$impl.csv"; then
        set -- "$data/$impl.csv"
    fi
    if [ -e "$lab/reference.cu" ] || recorded "$lab" "$exercise"; then
        reference "$lab" "$exercise" "$data/reference.csv" || return
        set -- "$@" ${form:+"$form"} "$data/reference.csv"
    elif [ $# = 0 ]; then
        return 1
    fi
    out=$pictures/${lab}_${exercise}_access
    "$build/bin/access" "$out.gp" "$@" >"$out.dat" || return
    rm -f "$out"_[0-9]*.png "$out"_[0-9]*.svg "$out"_[0-9]*.pdf
    shape=$(printf '%s' "$size" | sed 's/ 1$//; s/^1 //; s/ / x /g')
    shape=$(word_of "$shape")
    picture plots/access.gp "$out.dat" "title_text='$title ($exercise), $shape'"
}

wanted=$(exercises "$@")
if [ -z "$wanted" ]; then
    if "$build/bin/grader" list --tsv | awk -F '\t' -v only="$EX" '
        $2 == only && $7 == "0 0 0" { found = 1 } END { exit !found }'; then
        echo "access: $EX is done by the CPU; there is no warp to be drawn"
    else
        echo "access: no exercise $EX in $*; they are:"
        "$build/bin/grader" list
    fi >&2
    exit 2
fi
mkdir -p "$pictures"
explain_missing "$pictures"
tab=$(printf '\t')
while IFS=$tab read -r lab exercise size title; do
    echo "$lab $exercise"
    draw "$lab" "$exercise" "$size" "$title" || status=1
done <<LIST
$wanted
LIST
exit $status

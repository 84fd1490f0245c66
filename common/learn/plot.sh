#!/bin/sh
# plot.sh - the graphs of a lab, from the data that `make sweep` wrote.
#
#   sh common/learn/plot.sh LAB...
#
# Idea: for each exercise, awk turns build/results/LAB_sweep.csv, and what was
# recorded on real GPUs (plots/recorded/LAB_*.csv), into a table of curves,
# build/plots/LAB_EXERCISE.csv, and gnuplot draws it beside: .png, .svg and
# .pdf.  So for each family of versions, known by the column first:
# build/plots/LAB_FIRST_versions.csv ...; and all exercises of the lab under the
# roofs of the GPU: build/plots/LAB_roofline.csv ..., those in double precision
# LAB_roofline_double.csv ...
# What a student's kernel did before is kept in build/results/attempts, so many
# attempts of each exercise, and drawn faint.
# Without gnuplot the tables are written all the same, with the command that
# draws them elsewhere.
# From make report: PICTURES (in place of build/plots), KINDS (of png svg pdf),
# WORDS and REPORT_LANG (report/word.awk).
# Exit status: 0, or 1 if there was nothing to draw from.

. common/learn/gnuplot.sh

build=${BUILD:-build}
out=${PICTURES:-$build/plots}
attempts=$build/results/attempts
earlier_attempts=5
roofs=$out/devices.csv
status=0

# Names of the exercises in a sweep, in its order.
exercises() {
    awk -F, '!/^#/ && !($2 in seen) && $2 != "exercise" {
        seen[$2] = 1
        print $2
    }' "$1"
}

# First versions that later ones in the sweep name, in its order.
families() {
    awk -f common/learn/csv.awk -f common/learn/report/word.awk \
        -f plots/rows.awk -f plots/families.awk \
        "$roofs" "$1"
}

# What the handout calls the exercise, if the grader can say; "A x V" with the
# sign of multiplication.
title_of() {
    title=$("$build/bin/grader" list --tsv 2>/dev/null |
        awk -F '\t' -v lab="$1" -v name="$2" '$1 == lab && $2 == name {
            print $3 }')
    word_of "${title:-$1}"
}

# The student's rows of this sweep go before those of earlier ones.
keep_attempt() { # SWEEP EXERCISE FILE
    old=$3
    [ -e "$old" ] || old=/dev/null
    awk -v exercise="$2" -v most="$earlier_attempts" -f common/learn/csv.awk \
        -f plots/attempts.awk "$1" "$old" >"$3.new" &&
        mv "$3.new" "$3"
}

# The table that PROGRAM.awk makes of FILES, and its picture.
draw() { # PROGRAM VARIABLE=VALUE NAME TITLE FILE...
    program=$1 what=$2 name=$3 title=$4
    table=$out/${lab}_$name.csv
    shift 4
    kept=
    [ ! -e "plots/recorded/reference/$lab.csv" ] || kept=' (recorded)'
    awk -v lab="$lab" ${what:+-v "$what"} -v kept="$kept" \
        -v sources="${table%.csv}.gp" -v words="$WORDS" \
        -f common/learn/csv.awk -f common/learn/report/word.awk \
        -f plots/rows.awk -f plots/places.awk -f "plots/$program.awk" \
        "$roofs" "$@" >"$table" || return
    if [ ! -s "$table" ]; then
        echo "  $name: nothing was timed"
        rm -f "$table"
        return
    fi
    picture "plots/$program.gp" "$table" "title_text='$title'" || status=1
}

# Sweeps recorded of a lab: of the GPU that this sweep is of, or an exercise of
# it, else of all.
recorded_of() { # LAB [EXERCISE]
    own='' all=''
    for file in plots/recorded/"$1"_*.csv plots/recorded/before/"$1"_*.csv; do
        [ -e "$file" ] || continue
        device=$(sed -n 's/^# device: //p' "$file")
        all="$all $file"
        ! grep "^$lab,${2:+$2,}" "$sweep" | grep -q -F ",\"$device\"," ||
            own="$own $file"
    done
    echo "${own:-$all}"
}

draw_exercise() { # EXERCISE
    kept=$attempts/${lab}_$1.csv
    keep_attempt "$sweep" "$1" "$kept"
    # shellcheck disable=SC2046 # names without spaces
    set -- "$1" "$sweep" "$kept" $(recorded_of "$lab" "$1")
    exercise=$1
    shift
    draw sweep exercise="$exercise" "$exercise" \
        "$(title_of "$lab" "$exercise") ($exercise)" "$@"
}

# The first version may be of another lab: its sweep, if there is one.
draw_versions() { # FIRST
    first=$1
    set -- "$sweep"
    for file in "$build"/results/*_sweep.csv; do
        [ "$file" = "$sweep" ] || set -- "$@" "$file"
    done
    for other in */lab.c; do # not what else is recorded there
        # shellcheck disable=SC2046 # names without spaces
        set -- "$@" $(recorded_of "${other%/lab.c}")
    done
    draw versions first="$first" "${first}_versions" \
        "$first $(word_of "and the versions after it")" "$@"
}

# Does a kernel of the lab compute in double precision?
has_doubles() {
    awk -f common/learn/csv.awk -f common/learn/report/word.awk \
        -f plots/rows.awk -f - "$roofs" "$sweep" <<'AWK'
        is_in_doubles() {
            found = 1
        }
        END {
            exit !found
        }
AWK
}

# All exercises of the lab in one picture, with what its ladders begin with;
# those in double precision in another.
draw_roofline() {
    set -- "$sweep"
    for file in "$build"/results/*_sweep.csv; do
        [ "$file" = "$sweep" ] || set -- "$@" "$file"
    done
    for file in "$attempts/$lab"_*.csv; do
        [ ! -s "$file" ] || set -- "$@" "$file"
    done
    # shellcheck disable=SC2046 # names without spaces
    set -- "$@" $(recorded_of "$lab")
    copying=$("$build/bin/grader" list --tsv 2>/dev/null |
        awk -F '\t' -v lab="$lab" '$1 == lab && $6 == 1 { print $2 }' |
        paste -sd ' ' -)
    draw roofline "copying=$copying" roofline "$lab: $(
        word_of "kernels under the roofs of the GPU")" "$@"
    ! has_doubles || draw roofline in_double=1 roofline_double "$lab: $(
        word_of "kernels in double precision under the roofs of the GPU")" "$@"
}

mkdir -p "$out" "$attempts"
# What GPUs can do at most: measured, or by data sheet.
cat plots/recorded/constants_*.txt plots/devices.csv 2>/dev/null |
    awk -f plots/roofs.awk >"$roofs" || exit 2
explain_missing "$out"
for lab; do
    sweep=$build/results/${lab}_sweep.csv
    if [ ! -s "$sweep" ]; then
        echo "plot: no $sweep; make sweep LAB=$lab writes it" >&2
        status=1
        continue
    fi
    echo "Graphs of $lab, data in $sweep:"
    for exercise in $(exercises "$sweep"); do
        draw_exercise "$exercise"
    done
    for first in $(families "$sweep"); do
        draw_versions "$first"
    done
    draw_roofline
done
exit $status

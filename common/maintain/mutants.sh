#!/bin/sh
# mutants.sh - do the checks notice every fault?  Behind make mutants.
#
#   sh common/maintain/mutants.sh list LAB...
#   sh common/maintain/mutants.sh write FOLDER EXERCISE LIMIT LAB...
#   sh common/maintain/mutants.sh judge FOLDER/LAB/ROOM COMPILER
#   sh common/maintain/mutants.sh report FOLDER COMPILER
#
# Idea: mutants.awk lists faults; each gets a workbook of its own with one
# exercise in student.cu, FOLDER/LAB/NUMBER, which make compiles and judge
# grades.  FOLDER/LAB/EXERCISE is the same without a fault, judged first.
# The verdict:
#   refused   the compiler does not take it
#   same      the compiler makes the same kernel of it
#   wrong     it costs the points of the result
#   faulty    the result is right, but a memory error, a race or an error of
#             CUDA's that is not reported costs points
#   wasteful  counters alone cost points
#   survived  full marks
# Open exercises are left out: they have no points that a fault could cost.
# A survivor is either a hole in the checks or no fault at all; which are the
# latter, and why, says LAB/tests/mutants.equivalent.
# Beside these, right solutions that are worth little (poor.sh) are made and
# graded; one that earns more than it may is an error as well.  What each
# earned stands in FOLDER/LAB.poor.md, and LAB/tests/poor.md.
# EXERCISE "" and LIMIT "" mean all; else LIMIT faults, spread over all.  LIMIT
# 0: no faults, but all that is worth little.
# The report of a lab is FOLDER/LAB.md, and LAB/tests/mutants.md if all faults
# were tried, of all exercises, or of EXERCISE: then the rows of others stay.
# Exit status of report: 1 if a survivor is not explained, or if what is
# explained is none.

here=$(dirname "$0")
tab=$(printf '\t')

# Exercise $1 of lab $2 alone, every line in its place; line $3 is now $4.
alone() {
    number=$3 line=$4 awk -v exercise="$1" '
        /^\/\/ ---- / { now = $3 }
        NR == ENVIRON["number"] { $0 = ENVIRON["line"] }
        { print now == "" || now == exercise ? $0 : "" }' "$2/reference.cu"
}

write_room() { # ROOM LAB EXERCISE LINE SIDE OLD NEW FULL
    [ ! -e "$1" ] || return 0
    mkdir -p "$1/bin" "$1/$2"
    ln -s "$PWD/$2/kernels.h" "$1/$2"
    ln -s "$PWD/$folder/../emulator" "$1"
    ln -s "$PWD/$folder/../bin/grader" "$PWD/$folder/../bin/judge" "$1/bin"
    alone "$3" "$2" "$4" "$8" >"$1/$2/student.cu"
    printf '%s\t' "$3" "$4" "$5" "$6" >"$1/mutant"
    printf '%s\n' "$7" >>"$1/mutant"
}

list() { # LAB...
    open=$("${BUILD:-build}/bin/grader" list --challenges 2>/dev/null |
        cut -f 1 | sort -u | tr '\n' ' ')
    for lab; do
        awk -v only="$exercise" -f "$here/mutants.awk" "$lab/reference.cu" \
            "$lab/reference.cu" | sed "s/^/${lab%/}$tab/" |
            awk -F '\t' -v open=" $open" '!index(open, " " $2 " ")'
    done
}

list_poor() { # LAB...
    sh "$here/poor.sh" list "$@" | awk -v only="$exercise" \
        'BEGIN { FS = "\t" } only == "" || $2 == only'
}

write_poor() { # ROOM LAB EXERCISE FAULT PERCENT
    write_room "$1" "$2" "$3" 0 poor "$4" "$5" ''
    sh "$here/poor.sh" print "$2" "$3" "$4" >"$1/$2/student.cu"
}

# The last of each of so many equal parts of a file's lines.
spread() { # FILE LIMIT
    awk -v limit="$2" 'NR == FNR { all = NR; next }
        limit == "" || int(FNR * limit / all) > int((FNR - 1) * limit / all)' \
        "$1" "$1"
}

write() { # FOLDER EXERCISE LIMIT LAB...
    folder=$1 exercise=$2 limit=$3
    shift 3
    rm -rf "$folder" && mkdir -p "$folder" || exit 2
    list "$@" >"$folder/list"
    list_poor "$@" >"$folder/poor"
    [ -n "$limit" ] || touch "$folder/whole"
    [ -n "$exercise$limit" ] || touch "$folder/all"
    [ -n "${limit#0}" ] || touch "$folder/whole_poor"
    spread "$folder/poor" "${limit#0}" |
        while IFS=$tab read -r lab exercise fault percent; do
            write_poor "$folder/$lab/0_${exercise}_$fault" "$lab" \
                "$exercise" "$fault" "$percent"
        done
    spread "$folder/list" "$limit" |
        while IFS=$tab read -r lab exercise line side old new full; do
            number=$((number + 1))
            write_room "$folder/$lab/$exercise" "$lab" "$exercise" \
                0 none '' '' ''
            write_room "$folder/$lab/$number" "$lab" "$exercise" \
                "$line" "$side" "$old" "$new" "$full"
        done
}

# The kernel in an object file, of which there is one in an exercise, as PTX
# without its place in which file.
kernel() {
    tr '\0' '\n' <"$1" | LC_ALL=C sed -n '/^\.version/,/^}/{
        /^[[:space:]]*\.\(loc\|file\)/!p; }'
}

# Full marks, or what cost points first.
grade() { # ROOM LAB EXERCISE COMPILER
    PTXRUN_THREADS=1 "$1/bin/grader" check --lab "$2" --ex "$3" --device emu \
        --compiler "$4" --limit 2 --seed 1 --json /dev/null --predicted \
        >"$1/output" 2>&1 && echo survived && return
    awk '/^ +not ok .* correct:/ { verdict = "wrong"; exit }
        /^ +not ok .* (clean|race_free|errors):/ { verdict = "faulty"; exit }
        /^ +not ok / { verdict = "wasteful" }
        END { print verdict ? verdict : "wrong" }' "$1/output"
}

# Of a right solution that is worth little: what it got, of what, and whether
# that is more than it may.  One that may earn nothing is told for what it is.
grade_poor() { # ROOM LAB EXERCISE COMPILER PERCENT
    PTXRUN_THREADS=1 "$1/bin/grader" check --lab "$2" --ex "$3" --device emu \
        --compiler "$4" --seed 1 --json /dev/null --predicted \
        >"$1/output" 2>&1
    awk -v percent="$5" -v score="$1/score" -F '[ /]' '
        /^ +not ok .* correct/ { wrong = 1 }
        /computed on the host|without a kernel/ { host = 1 }
        /^Score: / {
            print $2 "/" $3 >score
            if ($3 > 0 && 100 * $2 > percent * $3)
                print "survived"
            else if ($3 == 0 || (wrong && !(percent == 0 && host)))
                print "wrong"
            else
                print "wasteful"
        }' "$1/output"
}

judge() { # FOLDER/LAB/ROOM COMPILER
    lab=$(basename "$(dirname "$1")")
    program=$1/$lab/student.$2
    IFS=$tab read -r exercise line side rest <"$1/mutant"
    [ ! -e "$program.o" ] || kernel "$program.o" >"$1/kernel"
    if [ ! -x "$program" ]; then
        verdict=refused
    elif [ "$side" = poor ]; then
        verdict=$(grade_poor "$1" "$lab" "$exercise" "$2" "${rest##*"$tab"}")
    elif [ "$side" = kernel ] &&
        cmp -s "$1/kernel" "$1/../$exercise/kernel"; then
        verdict=same
    else
        verdict=$(grade "$1" "$lab" "$exercise" "$2")
    fi
    rm -f "$program" "$program".*
    echo "$verdict" >"$1/verdict"
    case $verdict in
    refused | same | survived) printf %.1s "$verdict" ;;
    *) printf . ;;
    esac
}

# The day, and the compiler's version.
built() {
    "$1" --version | sed -n "s/.*\(clang version [0-9.]*\).*/\1/p
        s/.* release [0-9.]*, V/nvcc /p" |
        sed "s/\(.*\)/kernels compiled by \1/"
}

exercises_of() { # LAB
    sed -n 's,^// ---- \([a-z0-9_]*\).*,\1,p' "$1/reference.cu" 2>/dev/null |
        tr '\n' ' '
}

# The page whose other rows stay: where all faults of one exercise were tried.
kept() { # FOLDER LAB
    [ ! -e "$1/whole" ] || [ -e "$1/all" ] || echo "$2/tests/mutants.md"
}

# True if none earned more than it may, and all were right.
report_poor() { # FOLDER COMPILER LAB
    for room in "$1/$3"/0*/; do
        [ -e "$room/mutant" ] || continue
        printf '%s\t%s\t%s\n' "$(cat "$room/verdict")" \
            "$(cat "$room/score" 2>/dev/null || echo -)" "$(cat "$room/mutant")"
    done >"$1/$3.earned"
    awk -v page="$1/$3.poor.md" -v lab="$3" -v built="$(built "$2")" \
        -v kept="$3/tests/poor.md" -v order="$(exercises_of "$3")" \
        -f "$here/poor_report.awk" "$1/$3.earned"
}

report_lab() { # FOLDER COMPILER LAB
    for room in "$1/$3"/[1-9a-z]*/; do
        [ -e "$room/mutant" ] || continue
        printf '%s\t%s\t%s\n' "$3" \
            "$(cat "$room/verdict")" "$(cat "$room/mutant")"
    done >"$1/$3.verdicts"
    grep "^$3$tab" "$1/list" >"$1/$3.list"
    awk -v explained="$3/tests/mutants.equivalent" \
        -v all="$([ ! -e "$1/whole" ] || echo 1)" \
        -v page="$1/$3.md" -v built="$(built "$2")" -v day="$(date +%F)" \
        -v kept="$(kept "$1" "$3")" \
        -v order="$(exercises_of "$3")" \
        -f "$here/mutants_report.awk" "$1/$3.list" "$1/$3.verdicts"
    status=$?
    report_poor "$@" || status=1
    [ ! -e "$1/whole" ] || cp "$1/$3.md" "$3/tests/mutants.md" || status=2
    [ ! -e "$1/whole_poor" ] || [ ! -s "$1/$3.earned" ] ||
        cp "$1/$3.poor.md" "$3/tests/poor.md" || status=2
    return $status
}

report() { # FOLDER COMPILER
    echo # behind the dots
    wrong=0
    for lab in $(cut -f 1 "$1/list" | uniq); do
        report_lab "$1" "$2" "$lab" || wrong=1
    done
    return $wrong
}

action=$1
case $action in
list | write | judge | report)
    shift
    "$action" "$@"
    ;;
*)
    echo "use: sh common/maintain/mutants.sh list|write|judge|report ..." >&2
    exit 2
    ;;
esac

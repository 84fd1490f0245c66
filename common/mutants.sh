#!/bin/sh
# mutants.sh - do the checks notice every fault?  Behind make mutants.
#
#   sh common/mutants.sh write FOLDER EXERCISE LIMIT LAB...
#   sh common/mutants.sh judge FOLDER/LAB/ROOM
#   sh common/mutants.sh report FOLDER EQUIVALENT
#
# Idea: mutants.awk lists faults; each gets a workbook of its own with one
# exercise in student.cu, FOLDER/LAB/NUMBER, which make compiles and judge
# grades.  FOLDER/LAB/EXERCISE is the same without a fault, judged first.
# The verdict:
#   refused   the compiler does not take it
#   same      the compiler makes the same kernel of it
#   lost      it costs points
#   survived  full marks
# A survivor is either a hole in the checks or no fault at all; which are the
# latter, and why, says the file EQUIVALENT.
# EXERCISE "" and LIMIT "" mean all; else LIMIT faults, spread over all.
# Exit status of report: 1 if a survivor is not explained.

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
    ln -s "$PWD/$folder/../bin/grader" "$1/bin"
    alone "$3" "$2" "$4" "$8" >"$1/$2/student.cu"
    printf '%s\t' "$3" "$4" "$5" "$6" >"$1/mutant"
    printf '%s\n' "$7" >>"$1/mutant"
}

write() { # FOLDER EXERCISE LIMIT LAB...
    folder=$1 exercise=$2 limit=$3
    shift 3
    rm -rf "$folder" && mkdir -p "$folder" || exit 2
    for lab; do
        awk -v only="$exercise" -f "$here/mutants.awk" "$lab/reference.cu" \
            "$lab/reference.cu" | sed "s/^/$lab$tab/"
    done >"$folder/list"
    [ -n "$exercise$limit" ] || touch "$folder/all"
    # The last of each of so many equal parts.
    awk -v limit="$limit" 'NR == FNR { all = NR; next }
        limit == "" || int(FNR * limit / all) > int((FNR - 1) * limit / all)' \
        "$folder/list" "$folder/list" |
        while IFS=$tab read -r lab exercise line side old new full; do
            number=$((number + 1))
            write_room "$folder/$lab/$exercise" "$lab" "$exercise" \
                0 none '' '' ''
            write_room "$folder/$lab/$number" "$lab" "$exercise" \
                "$line" "$side" "$old" "$new" "$full"
        done
}

# A kernel as PTX, without its place in which file and folder.
kernel() {
    sed '/\.section/,$d; /^[[:space:]]*\.\(loc\|file\)/d' "$1"
}

judge() { # FOLDER/LAB/ROOM
    lab=$(basename "$(dirname "$1")")
    program=$1/$lab/student.clang
    IFS=$tab read -r exercise line side rest <"$1/mutant"
    [ ! -e "$program.ptx" ] || kernel "$program.ptx" >"$1/kernel"
    if [ ! -x "$program" ]; then
        verdict=refused
    elif [ "$side" = kernel ] &&
        cmp -s "$1/kernel" "$1/../$exercise/kernel"; then
        verdict=same
    elif "$1/bin/grader" check --lab "$lab" --ex "$exercise" --device emu \
        --compiler clang --limit 2 --seed 1 --json /dev/null \
        >"$1/output" 2>&1; then
        verdict=survived
    else
        verdict=lost
    fi
    rm -f "$program" "$program".*
    echo "$verdict" >"$1/verdict"
    if [ "$verdict" = lost ]; then printf .; else printf %.1s "$verdict"; fi
}

report() { # FOLDER EQUIVALENT
    for room in "$1"/*/*/; do
        printf '%s\t%s\t%s\n' "$(basename "$(dirname "$room")")" \
            "$(cat "$room/verdict")" "$(cat "$room/mutant")"
    done | awk -F "$tab" -v explained="$2" \
        -v all="$([ ! -e "$1/all" ] || echo 1)" -f "$here/mutants_report.awk"
}

action=$1
case $action in
write | judge | report)
    shift
    "$action" "$@"
    ;;
*)
    echo "use: sh common/mutants.sh write|judge|report ..." >&2
    exit 2
    ;;
esac

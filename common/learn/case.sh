#!/bin/sh
# case.sh - detective cases: kernels that somebody else wrote, and that are
# wrong.
#
#   sh common/learn/case.sh [CASE]
#
# Idea: LAB/cases/CASE has found.cu, the kernel as it was found; program.cu, its
# author's program, which shows what is wrong as the author saw it; and
# README.md, the story.  Asked for the first time, a case tells the story and
# runs the program; asked again, it tells what the checker says of student.cu, a
# copy of found.cu that is to be mended, and so on until that is right.
# Guarantee: nothing that is told was written down before: it is what the
# program prints, and what the compiler says of it, here and now.
# A student.cu that is there is kept; AGAIN=1 begins anew, and keeps it as
# student.cu.old.
# From make: MAKE, BUILD, CUDACC, AGAIN.  Exit status: 0; 1 a student.cu could
# not be written; 2 no such case.

build=${BUILD:-build}

# "LAB CASE POINTS TITLE" for each case.
cases() {
    "$build/bin/grader" list --cases | awk -F '\t' -v OFS='\t' '
        NR > 1 { sub(/^case: /, "", $3); print $1, $2, $5, $3 }'
}

# Where it stands, by what is there: points are those of the last check.
state() { # LAB CASE POINTS
    file=$1/cases/$2/student.cu
    if [ ! -f "$file" ]; then
        echo "not begun"
        return
    fi
    "$build/bin/grader" progress | awk -F, -v name="$2" -v most="$3" \
        -v now="$(cksum <"$file")" '
        $2 == name {
            if ($3 == "" || $5 != now)
                print "open"
            else
                print $3 + 0 == most + 0 ? "solved" : "open"
        }'
}

list() {
    echo "Kernels that somebody else wrote, and that are wrong:"
    cases | while IFS="$(printf '\t')" read -r of it worth about; do
        if [ "$of" != "$before" ]; then
            printf '\n%s\n' "$of"
            before=$of
        fi
        printf '  %-14s %-46s %s\n' "$it" "$about" \
            "$(state "$of" "$it" "$worth")"
    done
    printf '\nWhat happened to the first:  make case CASE=%s\n' \
        "$(cases | head -n 1 | cut -f 2)"
}

# The paragraphs of the story, without its heading.
story() {
    printf '%s: %s\n' "$name" "$title"
    sed 1d "$folder/README.md"
    echo
}

# How it was seen: the author's program, with nothing that watches it.
symptom() {
    made=$build/$folder
    mkdir -p "$made"
    rm -f "$made/program"
    if ! sh common/harness/compile.sh "$CUDACC" "$folder/program.cu" \
        "$made/program" >"$made/said" 2>&1; then
        echo "What $CUDACC says:"
        sed 's/^/    /' "$made/said"
        return
    fi
    if [ "$CUDACC" = nvcc ] && [ -e /dev/nvidia0 ]; then
        echo "What the author's program prints, on the GPU that is here:"
        timeout 60 "$made/program" 2>&1 | sed 's/^/    /'
        echo
    fi
    echo "What the author's program prints, on the emulated device, which" \
        "keeps quiet:"
    common/emulator/ptxrun --quiet "$made/program" 2>&1 | sed 's/^/    /'
}

begin() {
    if [ ! -e "$folder/student.cu" ]; then
        cp "$folder/found.cu" "$folder/student.cu" || exit 1
    fi
    mkdir -p "$build/cases" && : >"$build/cases/$name"
    story
    symptom
    cat <<END

What it has to do stands in $folder/kernels.h.
The kernel is in $folder/student.cu.
What do you suspect?  Then:
  make case CASE=$name
tells what the checker says.  Mend it there, and ask again.
END
}

# A file that can be had anew at any time needs no question.
restore() {
    if [ -e "$folder/student.cu" ]; then
        mv "$folder/student.cu" "$folder/student.cu.old" || exit 1
        echo "As it was found; yours is $folder/student.cu.old now."
        echo
    fi
    rm -f "$build/cases/$name"
}

check() {
    "${MAKE:-make}" -s checked LAB="$lab" EX="$name" || exit
    [ "$(state "$lab" "$name" "$points")" != solved ] || return
    if cmp -s "$folder/found.cu" "$folder/student.cu"; then
        printf '\nIt is as it was found.'
    else
        printf '\nNot there yet.'
    fi
    printf '  To mend: %s\n  make hint EX=%s\n' "$folder/student.cu" "$name"
    printf '  make case CASE=%s AGAIN=1   begins anew\n' "$name"
}

if [ -z "$1" ]; then
    list
    exit
fi
row=$(cases | awk -F '\t' -v name="$1" '$2 == name')
if [ -z "$row" ]; then
    printf 'case: there is no CASE "%s".  Choose one of:\n' "$1" >&2
    cases | cut -f 2 | sed 's/^/  /' >&2
    exit 2
fi
lab=$(printf '%s' "$row" | cut -f 1)
name=$(printf '%s' "$row" | cut -f 2)
points=$(printf '%s' "$row" | cut -f 3)
title=$(printf '%s' "$row" | cut -f 4)
folder=$lab/cases/$name

[ -z "$AGAIN" ] || restore
if [ -e "$build/cases/$name" ] && [ -e "$folder/student.cu" ]; then
    check
else
    begin
fi
exit 0

#!/bin/sh
# case.sh - detective cases: kernels that somebody else wrote, and that are
# wrong.
#
#   [LAB=lab1_global] [SUSPICION="..."] sh common/learn/case.sh [CASE]
#
# Idea: LAB/cases/CASE has found.cu, the kernel as it was found; program.cu, its
# author's program, which shows what is wrong as the author saw it; and
# README.md, the story.  Asked for the first time, a case tells the story, runs
# the program and asks what is suspected; asked again, it tells what the checker
# says of student.cu, a copy of found.cu that is to be mended, and so on until
# that is right.  What was suspected is kept as suspicion.txt, a line, for the
# report: asked at a terminal, or given.
# Guarantee: nothing that is told was written down before: it is what the
# program prints, and what the compiler says of it, here and now.
# A student.cu that is there is kept; AGAIN=1 begins anew, and keeps it as
# student.cu.old.  What was suspected before the checker spoke stays as it is.
# From make: MAKE, BUILD, CUDACC, AGAIN, LAB, SUSPICION.  Exit status: 0; 1 a
# file could not be written; 2 no such case.

. common/learn/line_of.sh

build=${BUILD:-build}
tab=$(printf '\t')

# "LAB CASE POINTS TITLE STATE" for each case.  Where it stands, by what is
# there: points are those of the last check.
cases() {
    {
        for file in */cases/*/student.cu; do
            [ ! -f "$file" ] || printf 'file\t%s\t%s\n' "$file" \
                "$(cksum <"$file")"
        done
        "$build/bin/grader" progress | sed 's/^/last,/' | tr , '\t'
        "$build/bin/grader" list --cases | sed 1d
    } | awk -F '\t' -v OFS='\t' '
        $1 == "file" { now[$2] = $3; next }
        $1 == "last" { points[$3] = $4; checked[$3] = $6; next }
        {
            file = $1 "/cases/" $2 "/student.cu"
            sub(/^case: /, "", $3)
            print $1, $2, $5, $3, !(file in now) ? "not begun" : \
                points[$2] != "" && points[$2] + 0 == $5 + 0 && \
                checked[$2] == now[file] ? "solved" : "open"
        }'
}

state() {
    cases | awk -F '\t' -v name="$name" '$2 == name { print $5 }'
}

# Of the lab, if there is one; of all without.
list() {
    echo "Kernels that somebody else wrote, and that are wrong:"
    cases | awk -F '\t' -v lab="$LAB" '
        lab != "" && $1 != lab { next }
        $1 != before { print "\n" (before = $1) }
        { printf "  %-14s %-46s %s\n", $2, $4, $5 }'
    echo
    next_case ""
}

# The first that is not solved, of this lab or, in a list of all, of any.
next_case() { # LAB
    cases | awk -F '\t' -v lab="${LAB:-$1}" '
        lab != "" && $1 != lab || $5 == "solved" { next }
        !found++ {
            print ($5 == "open" ? "Go on with:  " : "Next:  ") \
                "make case CASE=" $2
        }
        END {
            if (!found)
                print "All are solved."
        }'
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

# What is suspected, as one line: asked once, before the checker speaks.
suspect() {
    said=$(line_of "$SUSPICION")
    if [ -e "$folder/suspicion.txt" ]; then
        [ -z "$said" ] || [ "$said" = "$(cat "$folder/suspicion.txt")" ] ||
            echo "What you suspected first stays:" \
                "$(cat "$folder/suspicion.txt")"
        return
    elif [ -z "$said" ] && [ -t 0 ]; then
        printf 'What do you suspect?  A line (Enter: nothing yet)\n> '
        IFS= read -r said || echo
        said=$(line_of "$said")
    fi
    [ -n "$said" ] || return 0
    printf '%s\n' "$said" >"$folder/suspicion.txt" || exit 1
    echo "Kept in $folder/suspicion.txt, for your report."
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

END
    suspect
    [ -e "$folder/suspicion.txt" ] || cat <<END
What do you suspect?  To keep it for your report:
  make case CASE=$name SUSPECT="..."
END
    cat <<END
Then this tells what the checker says:
  make case CASE=$name
Mend it there, and ask again.
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
    suspect
    "${MAKE:-make}" -s checked LAB="$lab" EX="$name" || exit
    if [ "$(state)" = solved ]; then
        echo
        [ ! -e "$folder/suspicion.txt" ] ||
            echo "You suspected: $(cat "$folder/suspicion.txt")"
        next_case "$lab"
        return
    fi
    if cmp -s "$folder/found.cu" "$folder/student.cu"; then
        printf '\nIt is as it was found.'
    else
        printf '\nNot there yet.'
    fi
    printf '  To mend: %s\n  make hint EX=%s\n' "$folder/student.cu" "$name"
    printf '  make case CASE=%s AGAIN=1   begins anew\n' "$name"
}

if [ -n "$LAB" ] && ! cases | grep -q "^$LAB$tab"; then
    echo "case: LAB=$LAB has no cases; these have:" >&2
    cases | cut -f 1 | uniq | sed 's/^/  /' >&2
    exit 2
fi
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
title=$(printf '%s' "$row" | cut -f 4)
folder=$lab/cases/$name

[ -z "$AGAIN" ] || restore
if [ -e "$build/cases/$name" ] && [ -e "$folder/student.cu" ]; then
    check
else
    begin
fi
exit 0

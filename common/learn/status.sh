#!/bin/sh
# status.sh - how far somebody is, and what comes next.
#
#   sh common/learn/status.sh [LAB]...          all labs if none is named
#
# Idea: points are those of the last check of each exercise, which the grader
# keeps in build/results/progress.csv, with the checksum of the student.cu that
# got them.  If the file is another one by now, that is said.
# From make: BUILD.  Exit status: 0, 2 wrong use.

build=${BUILD:-build}
here=$(dirname "$0")/report

list() {
    "$build/bin/grader" list --tsv
}

# "LAB,4038471504 3014", or "LAB," without a student.cu; of a case
# "LAB/cases/CASE," and the like.
checksums() {
    for lab; do
        for folder in "$lab" "$lab"/cases/*; do
            [ -d "$folder" ] || continue
            printf '%s,%s\n' "$folder" "$([ ! -f "$folder/student.cu" ] ||
                cksum <"$folder/student.cu")"
        done
    done
}

# "LAB,EXERCISE,1" of each that lacks a prediction; 0: no point hangs on it.
unpredicted() {
    for lab; do
        lab=${lab%/}
        sh "$here/../unpredicted.sh" "$lab" | sed "s/^/$lab,/"
    done
}

# The questions of a report that was begun, and other gaps; the first few.
report_gaps() {
    text=report_template/$1.md
    [ -e "$text" ] || return
    sh "$here/gaps.sh" "$1" |
        awk -v lab="$1" -v text="$text" '
            NR <= 3 { first = first "\n  " $0 }
            END {
                if (NR == 0)
                    print "\nReport of " lab ": nothing is left to write:" \
                        "\n  make report LAB=" lab
                else
                    print "\nReport of " lab ": " NR \
                        (NR == 1 ? " gap" : " gaps") " in\n  " text \
                        (NR > 3 ? ", the first of them:" : ":") first
            }'
}

labs=$(list | sed 1d | cut -f 1 | uniq)
for lab; do
    printf '%s\n' "$labs" | grep -q -x -e "${lab%/}" && continue
    printf '%s\n' "status: there is no LAB \"$lab\". Choose one of:" "$labs" >&2
    exit 2
done
# Names of labs have no spaces.
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $labs

{
    list
    "$build/bin/grader" list --cases | sed '1d;s/$/\tcase/'
    echo
    checksums "$@"
    echo
    unpredicted "$@"
    echo
    "$build/bin/grader" progress
} | awk -v edition="$([ ! -e .edition ] || echo 1)" \
    -f "$(dirname "$0")/status.awk"
for lab; do
    report_gaps "${lab%/}"
done
exit 0

#!/bin/sh
# diff.sh - a student's file against the solution.
#
#   sh common/learn/diff.sh LAB...
#
# Idea: show what somebody wrote and nothing else, so the head of the file
# and the BEGIN and END marks of reference.cu are left out of the comparison.
# Line numbers are those of student.cu.  Colour on a terminal, unless NO_COLOR
# is set or diff knows none.
# Exit status: 0 shown, 2 wrong use or a file is missing.

# reference.cu with the head of the student's file, on standard output.
solution() {
    awk 'FNR == 1 { head = /^\/\*/; file++ }
        file == 1 && head
        file == 2 && !head && !/(BEGIN|END) SOLUTION/
        /\*\// { head = 0 }' "$1/student.cu" "$1/reference.cu"
}

# Control characters, also those of two bytes, as question marks.
plain() {
    LC_ALL=C tr '\000-\010\013-\037\177' '?' |
        LC_ALL=C sed "s/$(printf '\302')[$(printf '\200-\237')]/?/g"
}

if [ $# -eq 0 ]; then
    echo "use: sh common/learn/diff.sh LAB..." >&2
    exit 2
fi

work=$(mktemp) || exit 2
trap 'rm -f "$work"' EXIT

color=
if [ -t 1 ] && [ -z "$NO_COLOR" ] &&
    diff --color=always /dev/null /dev/null 2>/dev/null; then
    color=--color=always
fi

for lab; do
    lab=${lab%/}
    if [ ! -r "$lab/reference.cu" ]; then
        echo "diff.sh: there is no lab $lab. Choose one of:" */reference.cu |
            sed "s,/reference.cu,,g" >&2
        exit 2
    fi
    if [ ! -f "$lab/student.cu" ] || [ ! -r "$lab/student.cu" ]; then
        echo "diff.sh: $lab/student.cu is missing; make stubs writes it" >&2
        exit 2
    fi
    # Not the terminal's own commands: they are made visible before.
    plain <"$lab/student.cu" >"$work" || exit 2
    solution "$lab" | plain | diff $color -u "$work" - |
        sed "1s|--- .*|--- $lab/student.cu|
            2s|+++ -.*|+++ $lab/reference.cu (the solution)|"
done

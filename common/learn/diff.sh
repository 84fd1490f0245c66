#!/bin/sh
# diff.sh - a student's file against the solution.
#
#   EX=matvec sh common/learn/diff.sh LAB...        EX may be empty: all
#
# Idea: show what somebody wrote beside what stands there in the solution, and
# nothing else: of each solution region of reference.cu the lines that the
# student has in its place (regions.awk), never what is around them, nor what
# another exercise has.  Line numbers are those of both files.  Colour on a
# terminal, unless NO_COLOR is set or diff knows none.
# Exit status: 0 shown, 2 wrong use or a file is missing.

here=$(dirname "$0")

fail() {
    printf '%s\n' "$@" >&2
    exit 2
}

# Control characters, also those of two bytes, as question marks; lines may
# end as on Windows.
plain() {
    LC_ALL=C tr -d '\015' | LC_ALL=C tr '\000-\010\013-\037\177' '?' |
        LC_ALL=C sed "s/$(printf '\302')[$(printf '\200-\237')]/?/g"
}

# A file without the comment at its head, and in $head the lines of that.
headless() {
    head=$(awk 'FNR == 1 && !/^\/\*/ { exit }
        { n++ }
        /\*\// { print n; exit }' "$1")
    head=${head:-0}
    tail -n "+$((head + 1))" "$1"
}

# What diff prints of a region, its own two lines of names left out.
body() { # N
    diff -U 1000000 "$work/$1.student" "$work/$1.reference" | sed 1,3d
}

paint() {
    if [ -z "$color" ]; then
        cat
    else
        esc=$(printf '\033')
        sed "s/^-.*/${esc}[31m&${esc}[0m/; s/^+.*/${esc}[32m&${esc}[0m/
            s/^@@.*/${esc}[36m&${esc}[0m/
            s/^[-+][-+][-+] .*/${esc}[1m&${esc}[0m/"
    fi
}

# The regions that are wanted and differ.
show() { # LAB
    printed=
    while read -r n exercise line count; do
        [ -z "$EX" ] || [ "$exercise" = "$EX" ] || continue
        read -r own own_count <<OWN
$(awk -v n="$n" '$1 == n { print $3, $4 }' "$work/found")
OWN
        cmp -s "$work/$n.student" "$work/$n.reference" && continue
        [ -n "$printed" ] || printf '%s\n' "--- $1/student.cu" \
            "+++ $1/reference.cu (the solution)"
        printed=1
        [ "$exercise" != - ] || exercise='for all'
        echo "@@ -$((own + head)),$own_count +$line,$count @@ $exercise"
        body "$n"
    done <"$work/regions"
}

compare() { # LAB
    rm -f "$work"/*
    awk -v work="$work" -f "$here/regions.awk" "$1/reference.cu" \
        >"$work/regions" || exit 2
    [ -z "$EX" ] || awk -v wanted="$EX" '$2 == wanted { found = 1 }
        END { exit !found }' "$work/regions" || return
    known=1
    # Not the terminal's own commands: they are made visible before.
    headless "$1/student.cu" >"$work/raw"
    plain <"$work/raw" >"$work/student" || exit 2
    diff -d "$work/frame" "$work/student" |
        awk -v work="$work" -f "$here/regions.awk" "$work/frame" - \
            "$work/student" >"$work/found"
    show "$1" | paint >"$work/shown"
    [ ! -s "$work/shown" ] || differs=1
    cat "$work/shown"
}

[ $# -gt 0 ] || fail "use: sh common/learn/diff.sh LAB..."
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

differs=
color=
[ -t 1 ] && [ -z "$NO_COLOR" ] && [ "${TERM:-dumb}" != dumb ] && color=1
known=
for lab; do
    lab=${lab%/}
    [ -r "$lab/reference.cu" ] || fail \
        "diff.sh: there is no lab $lab. Choose one of: $(
            echo */reference.cu | sed 's,/reference.cu,,g')"
    if [ ! -f "$lab/student.cu" ] || [ ! -r "$lab/student.cu" ]; then
        fail "diff.sh: $lab/student.cu is missing; make stubs writes it"
    fi
    compare "$lab"
done
[ -n "$known" ] || [ -z "$EX" ] || fail \
    "diff.sh: there is no EX \"$EX\" in $*. Choose one of: $(
        for lab; do sed -n 's,^// ---- \([a-z0-9_]*\) .*,\1,p' \
            "${lab%/}/reference.cu"; done | paste -sd ' ' -)"
[ -n "$differs" ] || echo "${EX:-student.cu}: as in the solution"

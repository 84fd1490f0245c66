#!/bin/sh
# watch.sh - checks again whenever a student.cu is saved, until Ctrl-C.
#
#   sh common/learn/watch.sh [LAB]...           all labs if none is named
#
# Idea: what counts is the file's own stamp (its inode and times), so that it
# does not matter how an editor saves: in place, by renaming, in several steps.
# inotifywait only says when it is worth to look.  It is asked for the folder,
# as a file that is renamed over is no longer the one that was asked for; and
# never for long, since a file on another machine's disk changes unseen.
# Without it, the stamps are looked at twice a second.
# When an EX has all its points, the next is watched in its place.
# Guarantee: what is saved while a check runs is checked after it.
# From make: MAKE, BUILD, EX.  Exit status: 0 after Ctrl-C, 2 wrong use.

build=${BUILD:-build}
here=$(dirname "$0")

# Of a file that is missing, for a moment or for longer, it is another one.  A
# lab's cases are watched with it.
stamp() { # LAB
    { stat -L -c '%i %Y %y %s' "$1/student.cu" 2>/dev/null || echo missing
        stat -L -c '%n %i %Y %y %s' "$1"/cases/*/student.cu 2>/dev/null
    } | paste -sd ' ' -
}

stamps() {
    for each in $labs; do
        stamp "$each"
    done
}

# The screen is cleared where that can be done.
clear_screen() {
    [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && printf '\033[H\033[2J'
}

check() {
    clear_screen
    printf '%s  %s\n' "$(date +%H:%M:%S)" "$1/student.cu${EX:+, $EX}"
    "${MAKE:-make}" -s watched "LAB=$1" "EX=$EX"
}

# What was watched has all its points: the next exercise is, with its lab.
go_on() {
    lab=$(printf '%s' "$labs" | xargs)
    next=$([ -z "$EX" ] || "$build/bin/grader" next --lab "$lab" --ex "$EX")
    [ -n "$next" ] || return
    EX=${next#*"$tab"}
    labs=${next%%"$tab"*}
    [ "$labs" = "$lab" ] || seen=$(stamps)
}

invite() {
    printf '\nChecked again when a student.cu is saved (%s); Ctrl-C ends.\n' \
        "$(printf '%s' "$labs" | xargs)${EX:+, $EX}"
}

wait_for_event() {
    if command -v inotifywait >/dev/null 2>&1; then
        # The names of labs are split on purpose.
        # shellcheck disable=SC2086
        set -- $labs
        for each in $labs; do
            for case in "$each"/cases/*/; do
                [ ! -d "$case" ] || set -- "$@" "$case"
            done
        done
        inotifywait -q -q -t 2 -e close_write,moved_to,create,delete \
            "$@" && return
        # 2 is no event in time; anything else would make a loop that is hot.
        [ $? = 2 ] && return
    fi
    sleep 0.5
}

# An editor may write a file in several steps, and a person save twice.
wait_until_quiet() {
    until
        before=$(stamps)
        sleep 0.2
        [ "$(stamps)" = "$before" ]
    do :; done
}

# The labs whose stamps, a line each, are others in $2 than in $1.
changed() {
    for each in $labs; do
        [ "$(printf '%s\n' "$1" | sed -n 1p)" = \
            "$(printf '%s\n' "$2" | sed -n 1p)" ] || echo "$each"
        set -- "$(printf '%s\n' "$1" | sed 1d)" "$(printf '%s\n' "$2" | sed 1d)"
    done
}

tab=$(printf '\t')
known=$("$build/bin/grader" list --tsv | sed 1d | cut -f 1 | uniq) || exit 2
labs=
for lab; do
    labs="$labs ${lab%/}"
done
[ -n "$labs" ] || [ -z "$EX" ] || labs=$(sh "$here/lab_of.sh" "$EX")
# Of an EX that is not there the grader says what there is instead.
[ -z "$EX" ] || "$build/bin/grader" list ${1:+--lab "${1%/}"} --ex "$EX" \
    >/dev/null || exit 2
labs=${labs:-$known}
for lab in $labs; do
    printf '%s\n' "$known" | grep -q -x -e "$lab" && continue
    printf '%s\n' "watch: there is no LAB \"$lab\". Choose one of:" "$known" >&2
    exit 2
done

trap 'echo; exit 0' INT TERM
seen=$(stamps)
if [ $# -gt 0 ] || [ -n "$EX" ]; then
    for lab in $labs; do
        check "$lab"
    done
else
    sh "$here/status.sh"
fi
go_on
invite
while :; do
    while [ "$(stamps)" = "$seen" ]; do
        wait_for_event
    done
    wait_until_quiet
    now=$(stamps)
    saved=$(changed "$seen" "$now")
    seen=$now
    for lab in $saved; do
        check "$lab"
    done
    go_on
    invite
done

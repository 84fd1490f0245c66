#!/bin/sh
# stubs.sh - student.cu anew from reference.cu.
#
#   sh common/maintain/stubs.sh LAB...           write; ask if that costs work
#   sh common/maintain/stubs.sh --print LAB...   the stub on standard output
#   sh common/maintain/stubs.sh --check LAB...   only say how things stand
#
# Idea: stub and solution are one file, so they cannot drift apart by hand.  A
# checksum of the stub stands in its head.  If it no longer fits the file,
# there is work in it; if it is not the one reference.cu would give now, the
# stub is out of date.
# Guarantee: a file with work in it is kept unless the answer is yes, and then
# it is still there as student.cu.old.
# Exit status: 0 all is well, 1 a stub is out of date or work was kept, 2 wrong
# use, 3 reference.cu is damaged.

here=$(dirname "$0")
mark=' \* Stub number'

number_of() { # of the text on standard input, which has none yet
    cksum | sed 's/ .*//'
}

number_in() { # FILE: the number in its head; nothing if it has none
    sed -n "s/^$mark \([0-9]*\).*/\1/p" "$1" | head -n 1
}

untouched() { # FILE: is it as this script once wrote it?
    [ "$(sed "s/^$mark [0-9]*.*/ * @NUMBER@/" "$1" | number_of)" = \
        "$(number_in "$1")" ]
}

# LAB: the stub in $text, its number in $number, student.cu's state in $state.
examine() {
    text=$(LC_ALL=C awk -v lab="$(basename "$1")" -f "$here/stubs.awk" \
        "$1/reference.cu") || exit 3
    number=$(printf '%s\n' "$text" | number_of)
    text=$(printf '%s\n' "$text" | sed "s/@NUMBER@/Stub number $number\
 (tells make stubs whether there is work in this file)/")
    if [ ! -e "$1/student.cu" ]; then
        state=missing
    elif ! untouched "$1/student.cu"; then
        state=work
    elif [ "$(number_in "$1/student.cu")" = "$number" ]; then
        state=fresh
    else
        state=old
    fi
}

check() {
    case $state in
    missing) echo "$1/student.cu: missing; make stubs writes it" ;;
    fresh) echo "$1/student.cu: the stub, nothing written yet" ;;
    old) echo "$1/student.cu: reference.cu changed since; run make stubs" ;;
    work) echo "$1/student.cu: there is work in it" ;;
    esac
    [ $state = fresh ] || [ $state = work ]
}

agreed() { # FILE: does the person at the other end say yes?
    printf '%s: there is work in it.  Overwrite (kept as %s)? [y/N] ' \
        "$1" "student.cu.old"
    read -r answer || echo
    case $answer in
    [yY] | [yY][eE][sS]) return 0 ;;
    esac
    return 1
}

write() {
    if [ $state = fresh ]; then
        echo "$1/student.cu: the stub already"
        return 0
    fi
    if [ $state = work ]; then
        if ! agreed "$1/student.cu"; then
            echo "$1/student.cu: kept as it is"
            return 1
        fi
        mv "$1/student.cu" "$1/student.cu.old"
    fi
    printf '%s\n' "$text" >"$1/student.cu" && echo "$1/student.cu: written"
}

action='write'
case $1 in
--check | --print) action=${1#--} && shift ;;
esac
if [ $# -eq 0 ]; then
    echo "use: sh common/maintain/stubs.sh [--check | --print] LAB..." >&2
    exit 2
fi

status=0
for lab; do
    lab=${lab%/}
    if [ ! -r "$lab/reference.cu" ]; then
        echo "stubs.sh: $lab is not a lab: it has no reference.cu. Choose one" \
            "of:" */reference.cu | sed "s,/reference.cu,,g" >&2
        exit 2
    fi
    examine "$lab"
    case $action in
    check) check "$lab" || status=1 ;;
    print) printf '%s\n' "$text" ;;
    write) write "$lab" || status=1 ;;
    esac
done
exit $status

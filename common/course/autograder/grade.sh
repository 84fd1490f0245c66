#!/bin/sh
# grade.sh - grades one submission on a platform, as a class is graded.
#
#   sh grade.sh FORMAT SUBMISSION RESULT
#
# SUBMISSION: the folder with what was handed in, or the one file.  RESULT: a
# file, which is renewed after each lab; or - for standard output, at the end.
# Settings: settings.sh beside this file; from the environment WORKBOOK, the
# folder that prepare.sh built (/opt/cuda-labs; built anew, for this time only,
# where it is not there).
# What is said meanwhile comes out on standard output, each line with # before
# it: for who looks after the platform.
# Where memory is limited below what grading reserves, nothing is graded: a
# right solution would earn nothing.
# Without bubblewrap and Landlock, which containers may forbid, the box is
# seccomp alone; without that, too, only SANDBOX=none grades.
# Guarantee: RESULT is as it was, or whole; no text of a student's reaches it
# but through course format.
# Exit status: 0 it was graded, whatever it earned; 2 it could not begin;
# 3 the grading failed.

set -u
umask 077
here=$(cd "$(dirname "$0")" && pwd)
format=$1 submission=$2 result=$3
case $result in
- | /*) ;;
*) result=$PWD/$result ;;
esac
submission=$(cd "$(dirname "$submission")" && pwd)/$(basename "$submission")
# shellcheck source=/dev/null # pack.sh writes it
. "$here/settings.sh"
workbook=${WORKBOOK:-/opt/cuda-labs}
room=$(mktemp -d "${TMPDIR:-/tmp}/grade.XXXXXX") || exit 2
trap 'rm -rf "$room"' EXIT
trap 'exit 3' HUP INT TERM

say() {
    printf '# %s\n' "$*"
}

# What a program said, as far as it fits.
tell() {
    tail -c 4000 "$room/said" | tr -d '\000-\010\013-\037\177' | sed 's/^/# /'
}

# ---- the result ----

publish() {
    [ "$result" != - ] || return 0
    cp "$1" "$result.new" && mv -f "$result.new" "$result"
}

fail() {
    say "$2"
    [ "$result" != - ] || case $format in
    vpl)
        printf '<|--\n-Not graded\n>%s\n--|>\n' \
            "This is no fault of yours."
        ;;
    autolab)
        echo "Not graded: this is no fault of yours."
        echo '{"scores":{}}'
        ;;
    esac
    exit "$1"
}

# The one file of the format that course format has written.
formatted() {
    find "$room/out/$format" -type f 2>/dev/null | head -n 1
}

# ---- what was handed in ----

# Links stay links: they are looked at by course intake, which follows none.
# What a checkout or a build leaves is no part of it.
collect() {
    class=$room/submission
    mkdir -p "$class"
    if [ ! -d "$submission" ]; then
        cp -P "$submission" "$class/"
        return
    fi
    for entry in "$submission"/* "$submission"/.[!.]*; do
        case ${entry##*/} in
        .git | .github | build | '*' | '.[!.]*') ;;
        *) cp -RP "$entry" "$class/" ;;
        esac
    done
    # An activity of one lab takes the file alone, too.
    case $LABS in
    *' '*) ;;
    *)
        if [ -e "$class/student.cu" ] && [ ! -e "$class/$LABS" ]; then
            mkdir "$class/$LABS" && mv "$class/student.cu" "$class/$LABS/"
            [ ! -e "$class/predictions.csv" ] ||
                mv "$class/predictions.csv" "$class/$LABS/"
        fi
        ;;
    esac
}

# ---- the way ----

# Of addresses, in KiB; far more is reserved than is used.
# shellcheck disable=SC3045 # where sh knows it: dash and bash do
memory=$(ulimit -v 2>/dev/null || echo unlimited)
[ "$memory" = unlimited ] || [ "$memory" -ge 4194304 ] ||
    fail 2 "a process has $((memory / 1024)) MiB of memory here, and grading \
takes 4096: raise that limit of the platform"
if [ "$(cat "$workbook/.packed" 2>/dev/null)" != "$WORKBOOK_SUM" ] ||
    [ ! -x "$workbook/build/bin/course" ]; then
    say "$workbook has not been prepared with this package: building," \
        "which takes minutes"
    workbook=$room/workbook
    sh "$here/prepare.sh" "$workbook" >"$room/said" 2>&1 || {
        tell
        fail 2 "the workbook could not be built here"
    }
fi
collect || fail 2 "what was handed in cannot be read"
cd "$workbook" || fail 2 "no folder $workbook"

seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
box=$(build/bin/box --kind)
say "seed $seed; box: $box; user $(id -u)"
case $box in
bubblewrap* | Landlock*) ;;
seccomp*) SANDBOX=none ;;
*)
    [ "$SANDBOX" = none ] || fail 2 "nothing here keeps student.cu apart from \
what grades it; make autograder FOR=... SANDBOX=none grades all the same"
    ;;
esac
if [ "$SANDBOX" = none ]; then
    say "SANDBOX=none: the platform's container is the only wall around" \
        "student.cu, which can read what this user can read."
fi

build/bin/course intake --class "$class" --one submission \
    --out "$room/out" >"$room/said" 2>&1
status=$?
tell
[ $status = 0 ] || fail 3 "what was handed in could not be taken in ($status)"

worst=0
for lab in $LABS; do
    build/bin/course run --out "$room/out" --lab "$lab" --jobs 1 \
        --seed "$seed" ${SANDBOX:+--sandbox none} >"$room/said" 2>&1 ||
        worst=3
    tell
    # shellcheck disable=SC2046,SC2086 # names of labs are words
    build/bin/course format --class "$room/out" \
        $(printf -- '--lab %s ' $LABS) "$format" >"$room/said" 2>&1 || {
        tell
        fail 3 "the result could not be written"
    }
    publish "$(formatted)"
done
[ "$result" != - ] || cat "$(formatted)"
exit $worst

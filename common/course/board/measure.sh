#!/bin/sh
# measure.sh - takes the time of all that was prepared, on the GPU of this
# machine: one after the other, in one run.
#
#   sh common/course/board/measure.sh FOLDER [EX...]
#
# FOLDER is OUT/board (unit.h), here or copied from where a class is graded;
# each unit gets an EX.csv.  What was measured before is measured again: a
# ranking is of one run.  Needs BUILD/bin/replay alone ("make replay").
# Exit status: 0; 2 no GPU can be used, and nothing was changed.

set -u
folder=${1:?a folder with what was prepared}
shift
build=${BUILD:-build}
"$build/bin/replay" --gpu || exit 2
[ -t 1 ] && end=$(printf '\r') || end='
'

# What all have the same, inputs and what has to come out, is made once; with
# numbers that nobody has foreseen, for this run alone.
REPLAY_SEED=$(od -An -N7 -tu8 /dev/urandom | tr -d ' ')
export REPLAY_SEED
shared=$folder/shared
rm -rf "$shared" && mkdir -m 700 "$shared" || exit 3
trap 'rm -rf "$shared"' EXIT
trap 'exit 130' INT TERM HUP
count=0
for recorded in "$folder"/*_*-*/*/; do
    recorded=${recorded%/}
    [ -n "$(find "$recorded" -name '*.recording' 2>/dev/null)" ] || continue
    unit=${recorded%/*} name=${recorded##*/}
    case " $* " in
    '  ' | *" $name "*) ;;
    *) continue ;;
    esac
    rm -f "$unit/$name.csv"
    count=$((count + 1))
    printf 'measuring %d: %s%s' "$count" "$name" "$end"
    "$build/bin/replay" "$name" "$unit/student" "$recorded" \
        "$build/harness/replay/kernels.ptx" "$unit/$name.csv" "$shared" || exit
done
printf '%d measured                        \n' "$count"

#!/bin/sh
# exercise_at.sh - the exercise that a line of a student.cu belongs to.
#
#   sh common/learn/exercise_at.sh FILE LINE        LINE counts from 1
#
# Idea: an exercise begins at its heading, "// ---- NAME ---"; so an editor,
# which knows where the cursor is, can have that one checked.
# Guarantee: prints nothing where there is none, above the first heading or in
# another file: then all of a lab is meant.  Exit status 0, or 2 without a
# line.

case $2 in
'' | *[!0-9]*)
    echo "exercise_at.sh: FILE and LINE are wanted, not \"$*\"" >&2
    exit 2
    ;;
esac
case $1 in
student.cu | */student.cu) ;;
*) exit 0 ;;
esac
awk -v line="$2" '
    FNR > line + 0 { exit }
    /^\/\/ ---- [A-Za-z0-9_]+ -/ { name = $3 }
    END { if (name != "") print name }' "$1"

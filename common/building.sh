#!/bin/sh
# building.sh - one line that says what is being built, and how far that is.
#
#   sh common/building.sh COUNTER TOTAL FILE
#   sh common/building.sh COUNTER               built: the line goes away, and
#                                               what builds that failed counted
#
# Idea: each file that make begins adds a byte to COUNTER, so that makes of
# several jobs count alike.  The cursor stays at the start of the line: what a
# compiler has to say is written over it.

if [ $# = 1 ]; then
    rm -f "${1%.*}".*
    printf '\033[K'
    exit
fi
mkdir -p "$(dirname "$1")"
printf . >>"$1"
begun=$(wc -c <"$1")
case $3 in
*.cu) what=$3 ;;
*/emulator/*) what="the emulated device" ;;
*) what="the grader" ;;
esac
if [ "$begun" -le "$2" ]; then
    what="$what, $begun of $2 files"
fi
printf '\r\033[K  building %s\r' "$what"

# shellcheck shell=sh
# submitter.sh - who it is from, as make submit was told.

# A line "name: ..." and one "number: ...".
kept=.student

submitter() { # name or number
    [ ! -f "$kept" ] || sed -n "s/^$1: //p" "$kept" | head -n 1
}

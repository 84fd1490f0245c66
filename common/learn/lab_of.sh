#!/bin/sh
# lab_of.sh - the lab that has an exercise; of several, the first.
#
#   sh common/learn/lab_of.sh EXERCISE          nothing if there is none
#
# Idea: what the grader does without a LAB, for scripts that work on labs.
# From make: BUILD.

"${BUILD:-build}/bin/grader" list --tsv | awk -F '\t' -v wanted="$1" '
    $2 == wanted { print $1; exit }'

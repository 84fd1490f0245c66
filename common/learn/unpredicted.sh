#!/bin/sh
# unpredicted.sh - the exercises of a lab that lack a prediction, a line each:
# "matvec,1", or "matvec,0" where no point hangs on it.
#
#   sh common/learn/unpredicted.sh LAB
#
# From make: BUILD.

known=$1/predictions.csv
[ -f "$known" ] || known=/dev/null
"${BUILD:-build}/bin/grader" list --questions |
    awk -F '[,\t]' -v lab="$1" '
        FILENAME != "-" { known[$1, $2]; next }
        $1 == lab && !(($2, $3) in known) && !seen[$2]++ {
            print $2 "," $NF
        }
    ' "$known" -

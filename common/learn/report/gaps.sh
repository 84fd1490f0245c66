#!/bin/sh
# gaps.sh - what is not written yet in the report of a lab, a line each.
#
#   sh common/learn/report/gaps.sh LAB [IMPL]

here=$(dirname "$0")
awk -v exercises="$(sh "$here/exercises.sh" "$@" | tr '\n' ' ')" \
    -f "$here/text.awk" -f "$here/gaps.awk" "$1/README.md" \
    "report_template/$1.md"

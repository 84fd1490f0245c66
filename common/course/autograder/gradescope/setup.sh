#!/bin/sh
# setup.sh - run once by Gradescope, as root, when it builds the image.
#
# The workbook is built apart from this folder, /autograder/source, which then
# is closed to all but root: grading runs as the user `grader`, who has
# nothing but his results.

set -eu
cd "$(dirname "$0")"
workbook=${WORKBOOK:-/opt/cuda-labs}
sh prepare.sh "$workbook"
mkdir -p "$workbook/autograder"
install -m 644 grade.sh prepare.sh settings.sh "$workbook/autograder"
id grader >/dev/null 2>&1 || useradd --system --no-create-home grader
chmod o= .

#!/bin/sh
# prepare.sh - builds the workbook on a platform, from the tar beside this file.
#
#   sh prepare.sh FOLDER
#
# Installs what that takes, if this is root or may use sudo (common/setup.sh),
# and builds what grading needs and nothing else.
# Guarantee: FOLDER is there whole, or as it was; where it is what this would
# build, nothing is done.  It is its owner's to write, anybody's to read: it
# holds nothing that a student has not got.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
# shellcheck source=/dev/null # pack.sh writes it
. "$here/settings.sh"
[ "$(cat "$folder/.packed" 2>/dev/null)" != "$WORKBOOK_SUM" ] || exit 0

new=$folder.new.$$
trap 'rm -rf "$new"' EXIT
umask 022
mkdir -p "$new"
tar -xf "$here/workbook.tar" -C "$new"
sh "$new/common/setup.sh" course >&2
[ -x "$new/build/bin/course" ] || {
    echo "prepare: the workbook could not be built (see above)" >&2
    exit 2
}
printf '%s\n' "$WORKBOOK_SUM" >"$new/.packed"
rm -rf "$folder"
mv "$new" "$folder"

#!/bin/sh
# hidden.sh - runs a command where some files are not there.
#
#   sh hidden.sh FOLDER FILE... -- COMMAND [ARGUMENT]...
#
# FOLDER is empty, and a place for what this needs.  Over each folder that has
# one of the files lies another in which it is deleted (overlayfs), in a
# namespace of the command's own: nobody else sees it, and nothing is left.
# Needs root.  Exit status: that of COMMAND; 125 if the files cannot be hidden.

set -u
case $1 in
--inside) shift ;;
*) exec unshare -m sh "$0" --inside "$@" ;;
esac
place=$1
shift
mount -t tmpfs hidden "$place" || exit 125
n=0
while [ "$1" != -- ]; do
    folder=$(dirname "$1")
    upper=$place/up$(printf '%s' "$folder" | tr / _)
    mkdir -p "$upper" && mknod "$upper/$(basename "$1")" c 0 0 || exit 125
    printf '%s\n' "$folder" >"$upper.is"
    shift
done
shift
for is in "$place"/*.is; do
    read -r folder <"$is"
    mkdir "$place/work$((n += 1))"
    mount -t overlay -o \
        "lowerdir=$folder,upperdir=${is%.is},workdir=$place/work$n" \
        hidden "$folder" || exit 125
done
exec "$@"

#!/bin/sh
# hashes.sh - the hashes of all random kernels of a file.
#
#   sh common/tests/random/hashes.sh BINARY SEED [PTXRUN]
#
# A kernel that fails ends its process (driver.h): those behind it run in
# another one.  Its line then has the name of the error.

binary=$1
seed=$2
shift 2
last=
while :; do
    lines=$(timeout 120 "$@" "$binary" --seed "$seed" ${last:+--after "$last"})
    status=$?
    [ -z "$lines" ] || echo "$lines"
    next=$(echo "$lines" | sed -n '$s/ .*//p')
    # Without a line more there would be no end.
    if [ $status -ne 1 ] || [ -z "$next" ] || [ "$next" = "$last" ]; then
        break
    fi
    last=$next
done

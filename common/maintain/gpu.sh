#!/bin/sh
# gpu.sh - measures the GPU that is here, and writes its profile.
#
#   BUILD=build sh common/maintain/gpu.sh ID PROGRAM
#
# PROGRAM prints the figures (common/maintain/constants); they are kept as
# plots/recorded/constants_ID.txt, and common/gpus/ID.def is made of them
# (profile.awk), and of plots/recorded/times_ID.csv, if it is there.  Where the
# GPU was slowed down or shared, it is run again.
# Exit status: 0; 1 nothing was recorded; 2 wrong use.

id=$1 program=$2
build=${BUILD:-build}
def=common/gpus/$id.def
recorded=plots/recorded/constants_$id.txt
set=plots/recorded/times_$id.csv
new=$recorded.$$

case $id in
'' | [!a-z]* | *[!a-z0-9_]*)
    echo "gpu: the ID of a GPU is a name such as h100, of small letters and" \
        "digits: make gpu ID=h100" >&2
    exit 2
    ;;
esac
trap 'rm -f "$new" "$new.def"' EXIT
trap 'exit 1' HUP INT TERM

echo "gpu: half a minute of measuring, on a GPU that nobody else uses" >&2
"$build/bin/steady" 3 "$new" "$program" || {
    echo "gpu: nothing was recorded; see above" >&2
    exit 1
}

# What another GPU has left is not replaced.
name=$(sed -n '1s/^# \(.*\), CUDA.*/\1/p' "$new")
if [ -e "$def" ] && ! grep -q -x -F ".name = \"$name\"," "$def"; then
    echo "gpu: $def is of another GPU than this $name: take another ID" >&2
    exit 2
fi
[ -e "$set" ] || set=
awk -v id="$id" -f common/maintain/profile.awk "$new" ${set:+"$set"} \
    >"$new.def" || exit 1
mv "$new" "$recorded" && mv "$new.def" "$def" &&
    echo "$recorded
$def: make plot GPU=$id, common/emulator/ptxrun --gpu $id PROGRAM"

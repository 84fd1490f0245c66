#!/bin/sh
# random.sh - random kernels on the GPU and on the emulated device, bit for bit.
#
#   sh common/tests/random/random.sh [SEED [PROGRAMS]] >table.md
#
# Idea: the same files of kernels (generate.c) are built by nvcc with machine
# code and PTX, and run natively and under ptxrun; each kernel prints a hash of
# all it wrote.  Of those that differ the first words that do are shown.  SEED 1
# and 512 PROGRAMS of each family unless said; kernels of one instruction come
# besides.  In build/tests/random stay the hashes of the GPU (device) and all
# that those kernels wrote which differ (words/).
# Exit status: 0 if all are equal, 1 if some differ, 2 if something is missing.

cd "$(dirname "$0")/../../.." || exit 2
seed=${1:-1}
programs=${2:-512}
each=32
parts=16
here=common/tests/random
work=${BUILD:-build}/tests/random

for tool in gcc nvcc nvidia-smi; do
    command -v $tool >/dev/null || {
        echo "random.sh: no $tool here; it needs gcc, nvcc and a GPU" >&2
        exit 2
    }
done
rm -rf "$work"
mkdir -p "$work/words" || exit 2
make -s emulator >&2 || exit 2
gcc -std=c17 -D_GNU_SOURCE -O1 -I common/harness $here/patterns.c \
    $here/programs.c $here/richer.c $here/generate.c \
    -o "$work/generate" || exit 2

part=0
while [ $part -lt $parts ]; do
    "$work/generate" instructions $part $parts >"$work/i$part.cu"
    part=$((part + 1))
done
file=0
while [ $((file * each)) -lt "$programs" ]; do
    "$work/generate" programs $((seed * 1000 + file)) $each >"$work/p$file.cu"
    "$work/generate" rich $((seed * 1000 + file)) $each >"$work/q$file.cu"
    file=$((file + 1))
done

capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader |
    sed -n '1s/\.//p')
arch="-gencode arch=compute_$capability"
arch="$arch,code=[compute_$capability,sm_$capability]"
# shellcheck disable=SC2016 # $1 is for the inner shell
printf '%s\n' "$work"/*.cu |
    xargs -P "$(nproc)" -I {} sh -c '
        nvcc -std=c++17 '"$arch"' -no-compress -lineinfo -fmad=false \
            --cudart=shared -w -I '$here' "$1" -o "${1%.cu}.bin" || {
            echo "random.sh: $1 is left out: nvcc failed" >&2
            exit 1
        }
        sh '$here'/hashes.sh "${1%.cu}.bin" '"$seed"' >"${1%.cu}.device"
        sh '$here'/hashes.sh "${1%.cu}.bin" '"$seed"' common/emulator/ptxrun \
            >"${1%.cu}.emulated" 2>"${1%.cu}.findings"' sh {}

cat "$work"/*.device | grep '^[ipq][0-9/]* ' >"$work/device"
cat "$work"/*.emulated | grep '^[ipq][0-9/]* ' >"$work/emulated"

# Kernels that differ, and those that only one device finished.
awk 'NR == FNR { device[$1] = $2; next }
    device[$1] != $2 { print $1 }
    { delete device[$1] }
    END { for (name in device) print name }' "$work/device" "$work/emulated" \
    >"$work/different"

toolkit=$(nvcc --version | sed -n 's/.*release \([^,]*\).*/CUDA \1/p')
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)
cat <<EOF
# Random kernels: hardware against emulation

$gpu, $toolkit, $(date +%Y-%m-%d), seed $seed.
Made by \`sh common/tests/random/random.sh $seed $programs\`.

| kernels | compared | different |
|---|---:|---:|
EOF
row() { # WHAT LETTER: kernels whose name begins with the letter
    printf '| %s | %d | %d |\n' "$1" "$(grep -c "^$2" "$work/device")" \
        "$(grep -c "^$2" "$work/different")"
}
row "of one instruction" i
row "random programs, first family" p
row "random programs, second family" q
printf '\nFindings of the emulated device, none of which should be: %d.\n' \
    "$(cat "$work"/*.findings | grep -c '\[[a-z]*check\]$')"

# words NAME BINARY: of the kernel, on both sides; how many differ, and how.
words() {
    file=$work/words/$(echo "$1" | tr / _)
    timeout 60 "$2" --seed "$seed" "$1" >"$file.device"
    common/emulator/ptxrun --quiet "$2" --seed "$seed" "$1" >"$file.emulated"
    awk 'NR == FNR { device[$1] = $2; next }
        device[$1] != $2 {
            if (!count++)
                first = $1 ": " device[$1] ", emulated " $2
        }
        END { print count + 0 " words, the first is " first }' \
        "$file.device" "$file.emulated"
}

while read -r name; do
    source=$(grep -l "{\"$name\"" "$work"/*.cu)
    what=$(grep -B 1 "void k${name#i}(" "$source" |
        sed -n 's/^\/\* \(.*\) \*\/$/\1/p')
    echo "- $name ${what:+\`$what\` }$(words "$name" "${source%.cu}.bin")"
done <"$work/different"
[ ! -s "$work/different" ]

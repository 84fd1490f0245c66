#!/bin/sh
# loops.sh - what becomes of a loop: nvcc's machine code beside what the time
# model takes it for, from clang's PTX and from nvcc's.
#
#   sh common/tests/loops/loops.sh REGIONS FOLDER
#
# REGIONS is the program of regions.c; files are left in FOLDER; the table, of
# the loop of each kernel that has the most instructions, is printed.
# NVDISASM: of the CUDA toolkit.  Needs clang, nvcc and ptxas, no GPU.

regions=$1 out=$2 here=common/tests/loops build=${BUILD:-build}
nvdisasm=${NVDISASM:-nvdisasm}
# shellcheck source=/dev/null # make writes it
. "$build/compile.conf" || exit 2

sass() {
    ptxas -arch=sm_90 "$1.ptx" -o "$1.cubin" &&
        "$nvdisasm" -c "$1.cubin" 2>/dev/null |
        awk -f $here/sass.awk >"$1.sass"
}

# clang_ptx NAME BUILD: of the settings that are there.
clang_ptx() {
    BUILD=$2 sh common/harness/compile.sh clang --ptx $here/loops.cu \
        "$out/$1.ptx"
}

mkdir -p "$out" &&
    grep -v -e '^CLANG_LOOPS=' -e '^CLANG_TOGETHER=' "$build/compile.conf" \
        >"$out/compile.conf" &&
    "$NVCC" -arch=sm_90 -O3 -w -ptx $here/loops.cu -o "$out/nvcc.ptx" &&
    clang_ptx plain "$out" && clang_ptx clang "$build" || exit
for name in nvcc plain clang; do
    sass "$out/$name" || exit
done
for name in nvcc clang; do
    "$regions" "$out/$name.ptx" >"$out/$name.regions" || exit
done

cat <<END
# What becomes of a loop

Written by \`make loops\`, of \`common/tests/loops/loops.cu\`: of the longest
loop of each kernel, machine instructions, loads among them, and loads in front
of the first use of one. *nvcc*: its machine code for sm_90; *clang, as it
comes* and *clang*: what ptxas makes of clang's PTX without and with the
options that \`common/config.sh\` gives it; *modelled*: what the time model has
ptxas make of clang's PTX, and of nvcc's. No GPU is needed.

$("$NVCC" --version | sed -n 's/^Cuda.*, \(V.*\)/nvcc \1/p'), $("$CLANG" \
    --version | sed -n 1p)

| kernel | nvcc | clang, as it comes | clang | model, clang's | model, nvcc's |
|---|---:|---:|---:|---:|---:|
END
awk '
    FNR == 1 { file++ } # in the order of the columns
    $2 > length_of[file, $1] {
        length_of[file, $1] = $2
        text[file, $1] = $2 ", " $3 ", " $4
    }
    file == 1 && !seen[$1]++ { names[++n] = $1 }
    function cell(f) { return (f, name) in text ? text[f, name] : "-" }
    END {
        for (i = 1; i <= n; i++) {
            name = names[i]
            print "| " name " | " cell(1) " | " cell(2) " | " cell(3) \
                " | " cell(4) " | " cell(5) " |"
        }
    }' "$out/nvcc.sass" "$out/plain.sass" "$out/clang.sass" \
    "$out/clang.regions" "$out/nvcc.regions"

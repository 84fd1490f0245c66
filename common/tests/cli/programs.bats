#!/usr/bin/env bats
# programs.bats - ordinary CUDA programs run on the emulated device, pass
# their own checks, and nothing is found wrong with them.
#
# Built by clang, one by one, and by nvcc in several ways, all in one file: three
# ways by lot, and two of what the toolkit's headers make; EVERY=1 make test
# TEST=programs runs all.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    programs=build/tests/programs
    out=$BATS_TEST_TMPDIR
    export PTXRUN_ERROR_EXITCODE=9
}

# runs NAME PROGRAM [ARGUMENT]: on one and on two host threads; status 0, no
# findings, and the same output both times.
runs() {
    local name=$1 threads
    shift
    for threads in 1 2; do
        common/emulator/ptxrun --threads $threads --leak-check "$@" \
            >"$out/$threads" 2>"$out/findings" &&
            [ ! -s "$out/findings" ] && continue
        echo "$name on $threads host threads:"
        cat "$out/$threads" "$out/findings"
        return 1
    done
    cmp "$out/1" "$out/2"
}

# clang_runs NAME...: programs built by clang, each in its turn.
clang_runs() {
    [ -e "$programs/vector.clang" ] || skip "no clang"
    local name bad=0
    for name; do
        runs "$name" "$programs/$name.clang" || bad=1
    done
    [ $bad = 0 ]
}

# in_lot PROGRAM: was it built for this run?
in_lot() {
    [ -z "${NVCC_LOT+set}" ] || [[ " $NVCC_LOT " == *" $1 "* ]] ||
        skip "not in the lot of this run"
}

# nvcc_runs WAY: what this nvcc does not know is skipped, and said to be.
nvcc_runs() {
    local version
    version=$(sed -n 's/^NVCC_VERSION := //p' build/config.mk)
    [ -n "$version" ] || skip "no nvcc"
    in_lot "$programs/all.nvcc-$1"
    [ -e "$programs/all.nvcc-$1" ] || skip "nvcc $version has no $1"
    runs "nvcc $version $1" "$programs/all.nvcc-$1"
}

# toolkit_runs NAME: what its headers make of a program.
toolkit_runs() {
    [ "${NVCC_LOT-unset}" ] || skip "no nvcc"
    in_lot "$programs/$1.nvcc"
    [ -e "$programs/$1.nvcc" ] || skip "no nvcc, or none with CUB"
    runs "$1" "$programs/$1.nvcc"
}

@test "clang: vectors, matrices, transposes" {
    clang_runs vector matmul transpose convolution networks
}

@test "clang: reductions, scans, histograms, sorting" {
    clang_runs reduce many scan histogram sort
}

@test "clang: warps, groups, atomics, locks" {
    clang_runs warps groups grid_sync atomics locks video matrices
}

@test "clang: symbols, structures, calls, arrays" {
    clang_runs symbols structs calls backwards
}

@test "clang: mathematics, half precision, inline PTX, clocks, textures" {
    clang_runs maths half inline_ptx clocks textures
}

@test "clang: printf and assertions" {
    clang_runs print
    grep -q '^3.141593e+00|3.142E+00|3.14159|3.14159E+20|3.14159265|' "$out/1"
    grep -q '^thread 2 has 1e+10$' "$out/1"
}

@test "clang: shared memory, streams, kinds of memory, the device" {
    clang_runs shared_sizes pipeline bulk streams memories device
}

@test "clang: streams that do late what they are told" {
    clang_runs late
    export PTXRUN_LATE=1
    clang_runs streams
    export PTXRUN_TOOL=memcheck,initcheck # it has races that are meant
    clang_runs late
}

@test "clang: grids of all dimensions, graphs, sparse matrices, bodies" {
    clang_runs grids graphs task_graphs irregular
}

@test "no program is left out" {
    for file in common/tests/programs/*.cu; do
        name=$(basename "$file" .cu)
        grep -Eq "^    clang_runs .*\<$name\>" "$BATS_TEST_FILENAME" ||
            { echo "$name is in no test"; return 1; }
    done
}

@test "the table of programs names every item and every program" {
    readme=common/tests/programs/README.md
    for file in common/tests/programs/*.cu; do
        grep -q "\`$(basename "$file")\`" "$readme" ||
            { echo "$file is not in $readme"; return 1; }
    done
    # Each word of the last column stands in the file of the one before it.
    grep "^| " "$readme" | grep '`.*\.cu`' |
        while IFS='|' read -r _ item file words _; do
            file=$(echo "$file" | tr -d ' `')
            for word in $(echo "$words" | tr -d '`,'); do
                grep -q -- "$word" "common/tests/programs/$file" ||
                    { echo "$item: no $word in $file"; return 1; }
            done
        done
}

@test "nvcc -arch=compute_75 -no-compress -lineinfo -O1" {
    nvcc_runs lineinfo
}

@test "nvcc -arch=compute_75 -O3, compressed" {
    nvcc_runs compressed
}

@test "nvcc -G" {
    nvcc_runs debug
}

@test "nvcc -arch=compute_80 -O0 -Xfatbin -compress-all" {
    nvcc_runs compute_80
}

@test "nvcc -arch=compute_90 -O2 --compress-mode=size" {
    nvcc_runs compute_90
}

# Before 6.0 atomics of doubles are loops, before 7.0 a warp has no match.
@test "nvcc -arch=compute_50" {
    nvcc_runs compute_50
}

@test "nvcc -arch=compute_52" {
    nvcc_runs compute_52
}

@test "nvcc -arch=compute_60" {
    nvcc_runs compute_60
}

@test "nvcc -arch=compute_61" {
    nvcc_runs compute_61
}

@test "nvcc -arch=compute_70" {
    nvcc_runs compute_70
}

@test "nvcc -arch=compute_86" {
    nvcc_runs compute_86
}

@test "nvcc as it comes, with machine code beside the PTX" {
    nvcc_runs default
}

@test "nvcc, on the GPU itself: the programs are right there as well" {
    [ "${TEST_DEVICE:-emu}" = gpu ] || skip "make test DEVICE=gpu runs it"
    "$programs/all.nvcc-default"
    "$programs/all.nvcc-debug"
}

@test "nvcc: cooperative groups of several warps, cuRAND" {
    toolkit_runs libraries
}

@test "nvcc: Thrust" {
    toolkit_runs thrust
}

@test "nvcc: CUB" {
    toolkit_runs cub
}

@test "nvcc -rdc=true: several files, linked on the device" {
    toolkit_runs linked
}

@test "nvcc: barriers as objects, asynchronous copies, pipelines" {
    toolkit_runs async
}

@test "nvcc: barriers and bulk copies of sm_90" {
    toolkit_runs barriers
}

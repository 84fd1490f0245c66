#!/usr/bin/env bats
# caller.bats - messages about calls of the host say which line called.
#
# One program, its lines found by their marks, with and without debug
# information, of either compiler.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    root=$PWD
    cd "$BATS_FILE_TMPDIR"
    cat >calls.cu <<'END_OF_PROGRAM'
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" cudaError_t cudaCtxResetPersistingL2Cache(void);

#define CHECK(call)                                      \
    do {                                                 \
        cudaError_t error = (call);                      \
        if (error)                                       \
            puts(cudaGetErrorName(error));               \
    } while (0)

__global__ void set(float *p, int n)
{
    p[threadIdx.x + n] = 1; // MARK store
}

template <typename T> static T *make(size_t n)
{
    T *p;
    CHECK(cudaMalloc(&p, n * sizeof(T))); // MARK malloc
    return p;
}

static void launch(float *p, int threads, int n)
{
    set<<<1, threads>>>(p, n); // MARK launch
    puts("launched");
}

int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    float host[40] = {0};
    float *p = make<float>(32); // MARK make
    if (!strcmp(what, "block"))
        launch(p, 2048, 0); // MARK call
    if (!strcmp(what, "past"))
        launch(p, 32, 1); // MARK past
    if (!strcmp(what, "copy"))
        CHECK(cudaMemcpy(p, host, sizeof host, // MARK copy
                         cudaMemcpyHostToDevice));
    if (!strcmp(what, "leak"))
        for (int i = 0; i < 3; i++)
            make<char>(7); // MARK leak
    if (!strcmp(what, "touch"))
        printf("%g\n", p[3]); // MARK touch
    CHECK(cudaFree(p)); // MARK free
    if (!strcmp(what, "twice"))
        CHECK(cudaFree(p)); // MARK twice
    if (!strcmp(what, "after"))
        launch(p, 32, 0);
    if (!strcmp(what, "refused"))
        CHECK(cudaCtxResetPersistingL2Cache()); // MARK refused
    return 0;
}
END_OF_PROGRAM
    include=$root/common/emulator/include
    clang_flags="-x cuda -std=c++17 --cuda-path=$include -nocudainc -nocudalib
        -I $include --cuda-gpu-arch=sm_70 -Wno-unknown-cuda-version
        -Xclang -target-sdk-version=11.0"
    # shellcheck disable=SC2086 # lists of flags
    clang $clang_flags --cuda-device-only -S -Xclang -target-feature \
        -Xclang +ptx70 -O3 -gline-tables-only calls.cu -o calls.ptx
    # Around it, as in the labs, something of gcc's, which writes a table of
    # addresses where clang writes none.
    for name in first last; do
        echo "int $name(int n) { return n + 1; }" >$name.c
        gcc -g -c $name.c -o $name.o
    done
    with clang-O0 "-g -O0"
    with clang-O2 "-g -O2"
    with clang-none "-O2"
    command -v nvcc >/dev/null || return 0
    nvcc_flags="-arch=compute_75 -lineinfo --cudart=shared"
    # shellcheck disable=SC2086
    nvcc $nvcc_flags -g calls.cu -o nvcc-O0
    # shellcheck disable=SC2086
    nvcc $nvcc_flags -g -O2 calls.cu -o nvcc-O2
    # shellcheck disable=SC2086
    nvcc $nvcc_flags calls.cu -o nvcc-none
}

# with PROGRAM FLAGS: by clang.
with() {
    # shellcheck disable=SC2086
    clang $clang_flags --cuda-host-only -c $2 -Xclang -fcuda-include-gpubinary \
        -Xclang calls.ptx calls.cu -o "$1.o"
    gcc first.o "$1.o" last.o -o "$1" -L "$root/build/emulator" -lcudart -lstdc++
}

setup() {
    command -v clang >/dev/null || skip "no clang"
    grep -q '^HAVE_DW' "$BATS_TEST_DIRNAME/../../../build/config.mk" ||
        skip "no libdw"
    ptxrun=$(cd "$BATS_TEST_DIRNAME/../../emulator" && pwd)/ptxrun
    cd "$BATS_FILE_TMPDIR"
}

# line MARK: its number in the source.
line() {
    grep -n "// MARK $1\$" calls.cu | cut -d : -f 1
}

# told PROGRAM WHAT TEXT...: every text stands in what is said; @mark becomes
# calls.cu:LINE.
told() {
    local program=$1 what=$2 text mark
    shift 2
    "$ptxrun" --leak-check=full "./$program" "$what" >/dev/null 2>err || :
    for text; do
        for mark in $(grep -o '@[a-z]*' <<<"$text" | tr -d @); do
            text=${text/@$mark/calls.cu:$(line "$mark")}
        done
        grep -qF -- "$text" err && continue
        echo "$program $what does not say: $text"
        cat err
        return 1
    done
}

with_lines() {
    local p=$1
    told "$p" block "@launch:" "error: launch of set: " "in launch; " \
        "@call:" "note: called from here"
    told "$p" past "@store:" "memory allocated at @malloc (make<float>), \
called at @make (main); kernel launched at @launch (launch), called at \
@past (main)"
    told "$p" copy "@copy:" "cudaMemcpy: dst has fewer than 160 bytes" \
        "memory allocated at @malloc (make<float>), called at @make (main)"
    told "$p" leak "@malloc:" "7 bytes of device memory never freed" \
        "in make<char>; allocation #2, the first of 3" "@leak:"
    told "$p" touch "@touch:" "the host program read or wrote device memory"
    told "$p" twice "@twice:" "memory that was freed before" \
        "freed at @free (main)"
    told "$p" after "@store:" "memory that was freed" "freed at @free (main)"
    told "$p" refused "@refused:" "cudaCtxResetPersistingL2Cache is not supported"
}

@test "clang -g: the line of the call, of the allocation and of the launch" {
    with_lines clang-O0
    with_lines clang-O2
    told clang-O2 block "$(line launch) |     set<<<1, threads>>>(p, n);"
}

@test "nvcc -g: the same" {
    [ -e nvcc-O0 ] || skip "no nvcc"
    with_lines nvcc-O0
    with_lines nvcc-O2
}

# nvcc hands the host's compiler another text, whose columns would be wrong.
@test "columns only where they are those of the source" {
    told clang-O2 twice "@twice:9: error"
    [ -e nvcc-O0 ] || return 0
    told nvcc-O0 twice "@twice: error"
}

@test "without -g: the function, and how to have the line" {
    for program in clang-none nvcc-none; do
        [ -e $program ] || continue
        told $program twice "error: cudaFree of memory that was freed before" \
            "in main (compile with -g to see the line)"
        ! grep -q 'calls\.cu' err || false
    done
}

@test "without symbols, or without libdw's program: nothing" {
    strip -o bare clang-O2
    told bare twice "error: cudaFree of memory that was freed before"
    ! grep -q 'calls\.cu\|main' err || false
    library=$(cd "$(dirname "$ptxrun")/../../build/emulator" && pwd)
    mkdir -p elsewhere
    cp -L "$library/libcudart.so.13" elsewhere/libcudart.so.13
    LD_LIBRARY_PATH=$PWD/elsewhere ./clang-O2 twice >/dev/null 2>err || :
    grep -q 'freed before' err
    ! grep -q 'calls\.cu\|main' err || false
}

@test "the report has the call, the allocation and where it was freed" {
    grep -q '^HAVE_CJSON' "$BATS_TEST_DIRNAME/../../../build/config.mk" ||
        skip "no cJSON"
    "$ptxrun" --report r.json --quiet ./clang-O2 past >/dev/null
    grep -F '"event":"launch"' r.json | grep -F "\"call\":{\"file\":\"calls.cu\",\
\"line\":$(line launch),\"column\":8,\"function\":\"launch\",\
\"from\":{\"file\":\"calls.cu\",\"line\":$(line past)"
    grep -F '"event":"finding"' r.json | grep -F "\"allocated\":{\"file\":\
\"calls.cu\",\"line\":$(line malloc),\"column\":5,\"function\":\"make<float>\""
    "$ptxrun" --report r.json --quiet ./clang-O2 twice >/dev/null
    grep -F "\"place\":{\"file\":\"calls.cu\",\"line\":$(line twice)," r.json
    grep -F "\"freed\":{\"file\":\"calls.cu\",\"line\":$(line free)," r.json
}

# The student's program may do anything to its memory, descriptors, children.
@test "a program without descriptors, or that ignores its children" {
    (exec 0<&- && told clang-O2 twice "@twice:")
    (trap '' CHLD && told clang-O2 twice "@twice:")
}

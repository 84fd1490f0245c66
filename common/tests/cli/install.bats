#!/usr/bin/env bats
# install.bats - ptxrun and ptxcc where make install puts them, used from
# elsewhere; and their pages.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    # In a folder that is then moved, and whose name has a space.
    env -u MAKEFLAGS -u MAKELEVEL make -s install \
        PREFIX="$BATS_FILE_TMPDIR/first" >"$BATS_FILE_TMPDIR/said"
    mv "$BATS_FILE_TMPDIR/first" "$BATS_FILE_TMPDIR/a place"
    mkdir "$BATS_FILE_TMPDIR/work"
    cd "$BATS_FILE_TMPDIR/work"
    cat >set.cu <<'END'
#include <cuda.h>
#include <cuda_runtime.h>
__global__ void set(int *p) { p[threadIdx.x] = VALUE; }
int set_all(int n)
{
    int *p, host;
    cudaMalloc(&p, n * sizeof *p);
    set<<<1, 32>>>(p);
    cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return host;
}
END
    cat >main.cpp <<'END'
int set_all(int);
int main(int argc, char **) { return set_all(argc > 1 ? 31 : 32); }
END
}

setup() {
    source=$BATS_TEST_DIRNAME/../../emulator
    cd "$BATS_FILE_TMPDIR/work"
    PATH="$BATS_FILE_TMPDIR/a place/bin:$PATH"
}

with_clang() {
    command -v clang >/dev/null || skip "no clang"
}

@test "where it is, and how it is found, is said" {
    grep -q '^/.*/first/bin/ptxrun and ptxcc, ' ../said
    grep -q 'export PATH="/.*/first/bin:\$PATH"' ../said
}

@test "ptxcc compiles as nvcc would be called, ptxrun runs" {
    with_clang
    run ptxcc -arch=sm_80 -O3 -lineinfo -Xcompiler -Wall,-Wextra -DVALUE='3 + 4' \
        set.cu main.cpp -o "a program" -lcudart
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run ptxcc -gencode arch=compute_80,code=sm_80 --maxrregcount=32 -x cu \
        -Xptxas -v -Xptxas=-O3 -t 4 --default-stream legacy -O3 -DVALUE=7 \
        set.cu main.cpp -o ignoring
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run ptxcc set.cu -arch
    [ "$status" -eq 2 ]
    [[ "$output" == *"-arch takes a value"* ]]
    run ptxrun --error-exitcode 99 "./a program"
    [ "$status" -eq 7 ]
    [ -z "$output" ]
    run ptxrun --error-exitcode 99 --report less.sarif "./a program" less
    [ "$status" -eq 99 ]
    [[ "$output" == *"set.cu:3:46: error: write of 4 bytes past the end of p"* ]]
    [[ "$output" == *"allocated at set.cu:7"* ]]
    grep -q '"startLine":7.*"text":"memory allocated"' less.sarif
}

@test "what no folder of the workbook is needed for is named by what is here" {
    grep -q 'Instructions' "../a place/share/doc/ptxrun/SUPPORTED.md"
    grep -q 'share/doc/ptxrun/SUPPORTED.md' \
        "../a place/share/man/man1/ptxrun.1"
    for library in ../a\ place/lib/ptxrun/lib*.so; do
        strings "$library" >strings
        run grep 'common/emulator.*\(has\|lists\) what' strings
        [ "$status" -eq 1 ]
    done
    run ptxrun ls /
    [ "$status" -eq 0 ]
    [[ "$output" == *"ls does not load the CUDA runtime"* ]]
    run ptxrun sh -c 'exit 3' # who knows what that starts
    [ "$status" -eq 3 ]
    [ -z "$output" ]
}

@test "ptxcc leaves in a loop without an end, and one that is to stay one" {
    with_clang
    mkdir -p "two words"
    cat >"two words/loops.cu" <<'END'
__global__ void ends(int *flag, float *sum, int n)
{
    while (*flag == 0);
#pragma unroll 1
    for (int i = 0; i < n; i++)
        *sum += i * sum[i];
}
int main() {}
END
    run ptxcc -v "two words/loops.cu" -o "two words/loops"
    [ "$status" -eq 0 ]
    [ "$(grep -c 'cuda-device-only' <<<"$output")" -eq 1 ]
    [ "$(grep -ac 'pragma "nounroll"' "two words/loops")" -ge 1 ]
    [ "$(ls "two words")" = "$(printf 'loops\nloops.cu')" ]
}

@test "ptxcc makes one of a product and a sum, or not, as it is told" {
    with_clang
    cat >fused.cu <<'END'
__global__ void add(float *sum, float a) { *sum += a * a; }
int main() {}
END
    for option in -O2 -fmad=true -fmad=false -ffp-contract=off; do
        ptxcc $option fused.cu -o fused
        grep -ac 'fma\.rn' fused >>counts || :
    done
    [ "$(tr '\n' ' ' <counts)" = '1 1 0 0 ' ]
}

@test "ptxcc: objects, and what it cannot do" {
    with_clang
    ptxcc -c -DVALUE=1 set.cu
    ptxcc main.cpp set.o
    run ./a.out # it finds the emulated device without ptxrun
    [ "$status" -eq 1 ]
    run ptxcc -c set.cu -o wrong.o
    [ "$status" -ne 0 ]
    [[ "$output" == *"undeclared identifier 'VALUE'"* ]]
    [ ! -e wrong.o ]
    for wrong in "" "no_such_command x" "none.cu" "set.cu -o" "-rdc=true set.cu" \
        "--ptx= make" "-c"; do
        # shellcheck disable=SC2086 # several arguments
        run ptxcc $wrong
        [ "$status" -eq 2 ]
        [[ "$output" == "ptxcc: "* ]]
    done
}

@test "ptxcc COMMAND: what nvcc appends, and the status of the build" {
    run ptxcc sh -c 'echo "$NVCC_APPEND_FLAGS"; exit 3'
    [ "$status" -eq 3 ]
    [ "$output" = "--cudart=shared -lineinfo -g" ]
    NVCC_APPEND_FLAGS=-O1 run ptxcc --ptx=80 env
    [[ "$output" == *"FLAGS=-O1 --cudart=shared -lineinfo -g -gencode arch=compute_80,code=compute_80"* ]]
}

@test "the same version, GPUs and report as in the workbook" {
    [ "$(ptxrun --version)" = "ptxrun $(cat "$source/release")" ]
    [ "$(ptxcc --version)" = "ptxcc $(cat "$source/release")" ]
    run ptxrun --gpu abacus true
    [ "$status" -eq 2 ]
    [ "$output" = "$("$source/ptxrun" --gpu abacus true 2>&1)" ]
    [[ "$output" == *"known: "*h200* ]]
}

@test "make install: a folder that cannot be written to" {
    : >file
    run sh "$source/install.sh" build/emulator "$PWD/file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"cannot write to $PWD/file"*'$HOME/.local'* ]]
}

# The options of a usage, and those of a page.
of_usage() {
    "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort -u
}
of_page() {
    sed -n 's/^\.It Fl \(-[a-z-]*\).*/-\1/p' \
        "../a place/share/man/man1/$1.1" | sort -u
}

@test "the pages have the options of --help, and none beside" {
    for name in ptxrun ptxcc; do
        diff <(of_usage $name) <(of_page $name)
        [ -n "$(of_usage $name)" ]
    done
}

@test "the pages are what man takes" {
    command -v groff >/dev/null || skip "no groff"
    for name in ptxrun ptxcc; do
        run groff -mandoc -Tascii -ww -z "../a place/share/man/man1/$name.1"
        [ -z "$output" ]
    done
}

@test "the example of a CI workflow calls what there is" {
    example=$source/example_ci.yml
    for name in ptxrun ptxcc; do
        grep -q "^ *$name " "$example"
    done
    for option in $(sed -n 's/^ *ptxrun \(.*\)/\1/p' "$example" |
        grep -o -e '--[a-z-]*'); do
        ptxrun --help | grep -q -e "^  $option "
    done
    # What it installs with.
    [ -e "$source/../setup.sh" ]
}

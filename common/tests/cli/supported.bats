#!/usr/bin/env bats
# supported.bats - SUPPORTED.md is what the tables say, and what it says is
# refused is refused: by name and line.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    env -u MAKEFLAGS -u MAKELEVEL make -s emulator \
        build/emulator/SUPPORTED.md
    page=common/emulator/SUPPORTED.md
    build=$PWD/build/emulator
    include=$PWD/common/emulator/include
}

@test "the page is what make supported writes" {
    diff -u "$page" build/emulator/SUPPORTED.md
}

@test "a list that is not there, and a file, are named" {
    cd common/emulator/supported
    echo '{{calls}} {{instrutions}}' >"$BATS_TEST_TMPDIR/page.md"
    run "$build/../bin/supported" "$BATS_TEST_TMPDIR/page.md" isa.txt \
        ../runtime/aliases.ld < <(echo '0 T cudaOne@@v')
    [ "$status" -eq 2 ]
    [[ "$output" == *"no list is called {{instrutions}}"* ]]
    run "$build/../bin/supported" page.md nowhere.txt ../runtime/aliases.ld \
        < <(echo '0 T cudaOne@@v')
    [ "$status" -eq 2 ]
    [[ "$output" == "supported: nowhere.txt: No such file"* ]]
}

# A program that contains another call would not start.
@test "every call that the toolkit's runtime exports works or is refused" {
    nvcc=$(command -v nvcc) || skip "no nvcc"
    library=$(dirname "$(readlink -f "$nvcc")")/../lib64/libcudart.so
    [ -e "$library" ] || skip "no $library"
    for one in "$library" "$build/libcudart.so.13"; do
        nm -D --defined-only "$one" |
            sed -n 's/.* T \(_*cuda[A-Za-z0-9_]*\).*/\1/p' | sort -u \
            >"$BATS_TEST_TMPDIR/$(basename "$one")"
    done
    cd "$BATS_TEST_TMPDIR"
    [ "$(wc -l <libcudart.so)" -gt 300 ]
    [ -z "$(comm -23 libcudart.so libcudart.so.13)" ]
}

@test "nvcc --default-stream per-thread: streams, events, copies" {
    command -v nvcc >/dev/null || skip "no nvcc"
    nvcc -arch=compute_75 --default-stream per-thread --cudart=shared \
        common/tests/programs/streams.cu -o "$BATS_TEST_TMPDIR/streams"
    nm -D "$BATS_TEST_TMPDIR/streams" | grep -q ' U cudaMemcpyAsync_ptsz'
    run common/emulator/ptxrun --error-exitcode 9 "$BATS_TEST_TMPDIR/streams"
    [ "$status" -eq 0 ]
}

# The instructions of the section about refused ones, one a line.
refused_instructions() {
    sed -n '/^## Instructions that are refused/,/^## Special/s/^| [A-Z].*| \(.*\) |$/\1/p' \
        "$page" | tr -d '`,' | tr ' ' '\n'
}

@test "every instruction listed as refused is, by its name and line" {
    command -v clang >/dev/null || skip "no clang"
    refused_instructions >"$BATS_TEST_TMPDIR/names"
    cd "$BATS_TEST_TMPDIR"
    [ "$(wc -l <names)" -gt 40 ]
    awk '
        BEGIN { print "#include <cuda_runtime.h>" }
        { printf "__global__ void k%d(void) { asm volatile(\"%s;\"); }\n", NR, $0 }
        END {
            print "int main(void)\n{"
            for (i = 1; i <= NR; i++)
                printf "    k%d<<<1, 1>>>();\n", i
            print "    return 0;\n}"
        }' names >program.cu
    # shellcheck disable=SC2086 # a list of flags
    flags="-x cuda -std=c++17 --cuda-path=$PWD -nocudainc -nocudalib -I $include
        --cuda-gpu-arch=sm_70 -Wno-unknown-cuda-version"
    clang $flags --cuda-device-only -S -O1 -gline-tables-only program.cu \
        -o program.ptx
    clang $flags --cuda-host-only -c -Xclang -fcuda-include-gpubinary \
        -Xclang program.ptx program.cu -o program.o
    gcc program.o -o program -L "$build" -lcudart
    "${include%/include}/ptxrun" --report report ./program || true
    awk '{ printf "%s is not supported %d\n", $0, NR + 1 }' names | sort >expected
    grep '"finding"' report |
        sed -n 's/.*[" ]\([a-z0-9._]*\) is not supported.*"line":\([0-9]*\).*/\1 is not supported \2/p' |
        sort -u >got
    diff expected got
}

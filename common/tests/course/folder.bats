#!/usr/bin/env bats
# folder.bats - a table of the programs in a folder, whatever becomes of them.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v nvcc >/dev/null || skip "no nvcc"
    out=$BATS_TEST_TMPDIR/programs
}

# program NAME MAIN: a kernel of 32 threads over 32 floats
program() {
    mkdir -p "$out/$1"
    cat >"$out/$1/main.cu" <<END
#include <stdio.h>
#include <stdlib.h>
__global__ void add(float *a, int n)
{
    a[threadIdx.x + n] = 1;
}
int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 0;
    float *a;
    cudaMalloc(&a, 32 * sizeof *a);
    $2
    add<<<1, 32>>>(a, 0);
    return cudaDeviceSynchronize();
}
END
    cat >"$out/$1/Makefile" <<'END'
main: main.cu
	nvcc -arch=$(ARCH) main.cu -o main
run: main
	$(LAUNCHER) ./main word 1000
END
}

@test "each ends in a row of its own" {
    program right ""
    program wrong "add<<<1, 32>>>(a, 1);"
    program hangs "for (;;);"
    program fails 'puts("FAIL");'
    program loops "while (n-- > 1) puts(\"again\"); if (argc != 3) return 1;"
    program broken "no;"
    program alone "cudaGraphicsUnregisterResource(0);"
    ONCE=1 LIMIT=5 JOBS=2 sh common/tests/programs/folder.sh "$out" >"$out.md"
    cat "$out.md"
    grep -q '^| right | passes |  |  | [0-9.]* |$' "$out.md"
    grep -q '^| wrong | status [0-9]* | 1 memcheck |  | ' "$out.md"
    grep -q '^| hangs | longer than 5 s |' "$out.md"
    grep -q '^| fails | says it fails |' "$out.md"
    grep -q '^| loops | passes |' "$out.md"
    grep -q '^| broken | does not build |' "$out.md"
    grep -q '^| alone | refused |.*cudaGraphicsUnregisterResource' "$out.md"
    ! grep -q again build/programs/loops.out || false
    # Other arguments than the Makefile's.
    echo 'loops ./main word' >"$out.commands"
    COMMANDS=$out.commands sh common/tests/programs/folder.sh "$out" loops \
        >"$out.md"
    grep -q '^| loops | status 1 |' "$out.md"
    # Nothing but the programs that are named.
    [ "$(sh common/tests/programs/folder.sh "$out" 'w*' | wc -l)" = 3 ]
}

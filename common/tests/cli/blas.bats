#!/usr/bin/env bats
# blas.bats - programs that call cuBLAS run, and what is wrong with a call is
# said at the program's line.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    [ -s build/config.mk ] && grep -q '^CLANG := .' build/config.mk || return 0
    env -u MAKEFLAGS -u MAKELEVEL make -s emulator blas build/compile.conf
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    grep -q '^CLANG := .' build/config.mk || skip "no clang"
    out=$BATS_TEST_TMPDIR
    export PTXRUN_ERROR_EXITCODE=9
}

# built SOURCE: as $out/program
built() {
    common/emulator/ptxcc "$1" -lcublas -o "$out/program"
}

@test "every call computes what it is defined to" {
    built common/tests/blas/blas.cu
    run common/emulator/ptxrun --leak-check "$out/program"
    echo "$output"
    [ "$status" = 0 ]
    [[ "$output" = *" calls, 0 wrong" ]]
}

@test "nvcc's header and library lead to the same" {
    nvcc=$(sed -n 's/^NVCC := //p' build/config.mk)
    [ -n "$nvcc" ] || skip "no nvcc"
    # shellcheck disable=SC1010
    "$nvcc" -arch=compute_75 --cudart=shared common/tests/blas/blas.cu \
        -lcublas -o "$out/program" || skip "no cuBLAS beside it"
    run common/emulator/ptxrun "$out/program"
    echo "$output"
    [[ "$output" = *" calls, 0 wrong" ]]
}

@test "what is wrong with a call is said at its line" {
    cat >"$out/program.cu" <<'END'
#include <cublas_v2.h>
extern "C" int cublasSetSmCountTarget(cublasHandle_t, int);
static const cublasOperation_t n = CUBLAS_OP_N, t = CUBLAS_OP_T;
int main(void)
{
    cublasHandle_t h;
    float *A, *B, *C, one = 1, zero = 0;
    cublasCreate(&h), cudaMalloc(&A, 800), cudaMalloc(&B, 2400);
    cudaMalloc(&C, 1200), cudaMemset(A, 0, 800), cudaMemset(B, 0, 2400);
    cublasSgemm(h, t, n, 10, 30, 20, &one, A, 10, B, 20, &zero, C, 10);
    cublasSetSmCountTarget(h, 4);
    cublasSgemm(h, n, n, 10, 30, 20, &one, A, 20, B, 20, &zero, C, 10);
    cudaDeviceSynchronize();
    return 0;
}
END
    built "$out/program.cu"
    run common/emulator/ptxrun "$out/program"
    echo "$output"
    [ "$status" = 9 ]
    at=$out/program.cu
    [[ "$output" = *"$at:10:5: error: cublasSgemm: lda is 10, and A has 20 rows"* ]]
    [[ "$output" = *"$at:11:5: error: cublasSetSmCountTarget: not supported"* ]]
    [[ "$output" = *"$at:12:"*"read of 4 bytes past the end of allocation #2"* ]]
    [[ "$output" = *"in cublas_gemm<float, float, float, 1>"* ]]
    [[ "$output" = *"kernel launched at $at:12 (main)"* ]]
    common/emulator/ptxrun --report "$out/report.sarif" "$out/program" || :
    run grep -c '"startLine":12' "$out/report.sarif"
    [ "$output" -ge 1 ]
}

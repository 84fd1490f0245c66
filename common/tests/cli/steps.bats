#!/usr/bin/env bats
# steps.bats - ptxrun --steps: each step of a warp, and where its values came
# from.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    reference=build/lab3_reduction/reference.clang
    common/emulator/ptxrun --quiet --steps "$BATS_FILE_TMPDIR/dot" \
        "$reference" dot 1 4 3
    common/emulator/ptxrun --quiet --steps "$BATS_FILE_TMPDIR/batch" \
        "$reference" batch_coalesced 1 3 1
}

setup() {
    command -v clang >/dev/null || skip "no clang"
}

# column NAME FILE STEP
column() {
    awk -F, -v name="$1" -v step="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == step { print $at[name] }' "$BATS_FILE_TMPDIR/$2"
}

@test "a launch and its steps come in the order in which they were made" {
    kinds=$(awk -F, 'NR > 1 { printf "%s ", $8 }' "$BATS_FILE_TMPDIR/dot")
    loads='load load fma ' add='load load add store '
    [ "$kinds" = "launch $loads${loads}store barrier ${add}barrier ${add}load store " ]
    [ "$(column offsets dot 1)" = "1 1 1 3 1 1" ]
}

@test "a step names lanes, array, bytes, type, and what it comes from" {
    [ "$(column lanes dot 2)" = 7 ]
    [ "$(column array dot 2)" = b ]
    [ "$(column offsets dot 2)" = "0 4 8" ]
    [ "$(column type dot 2)" = f32 ]
    [ "$(column a dot 2)" = "0 0 0" ]
    [ "$(column a dot 4)" = "96 97 98" ]  # a: step 3, lanes 0 to 2
    [ "$(column b dot 4)" = "64 65 66" ]
    [ "$(column array dot 8)" = sums ]
    [ "$(column space dot 8)" = shared ]
    [ "$(column a dot 8)" = "224 129 130" ] # lane 0 has had two products
}

@test "what was stored is where a load of it comes from" {
    [ "$(column kind dot 10)" = load ]
    [ "$(column a dot 10)" = 258 ] # step 8, lane 2
}

@test "a shuffle of 64 bits is one step, and names the lanes that are read" {
    shuffles=$(awk -F, '$8 == "shuffle" && $4 == 0' "$BATS_FILE_TMPDIR/batch" |
        wc -l)
    [ "$shuffles" -ge 5 ]
    step=$(awk -F, '$8 == "shuffle" { print $1; exit }' \
        "$BATS_FILE_TMPDIR/batch")
    [ "$(column type batch "$step")" = f64 ]
    [[ "$(column offsets batch "$step")" == "16 17 18 "* ]]
}

# Too many elements make it: they are not followed.
@test "what an mma gives comes from nowhere, not from what was there before" {
    cd "$BATS_TEST_DIRNAME/../../.."
    cat >"$BATS_TEST_TMPDIR/mma.cu" <<'END'
#include <cuda_runtime.h>
__global__ void k(double *a)
{
    double x = a[threadIdx.x], y = x;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
                 " {%0, %1}, {%2}, {%2}, {%0, %1};"
                 : "+d"(x), "+d"(y) : "d"(x));
    a[threadIdx.x] = x;
}
int main(void)
{
    double *a;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMemset(a, 0, 32 * sizeof *a);
    k<<<1, 32>>>(a);
    return cudaFree(a);
}
END
    sh common/harness/compile.sh clang "$BATS_TEST_TMPDIR/mma.cu" \
        "$BATS_TEST_TMPDIR/mma"
    common/emulator/ptxrun --quiet --steps "$BATS_FILE_TMPDIR/mma" \
        "$BATS_TEST_TMPDIR/mma"
    kinds=$(awk -F, 'NR > 1 { printf "%s ", $8 }' "$BATS_FILE_TMPDIR/mma")
    [ "$kinds" = "launch load store " ]
    [[ "$(column a mma 3)" == "0 0 "* ]]
}

# Of doubles 1 + i / 2^25 every fourth is a float; 0 times 3 is 0.
@test "a lane whose number stays as it is takes part like the others" {
    cd "$BATS_TEST_DIRNAME/../../.."
    cat >"$BATS_TEST_TMPDIR/exact.cu" <<'END'
#include <cuda_runtime.h>
__global__ void k(const double *d, float *y)
{
    y[threadIdx.x] = (float)d[threadIdx.x] * 3.0f + 1.0f;
}
int main(void)
{
    double h[8], *d;
    float *y;
    for (int i = 0; i < 8; i++)
        h[i] = i ? 1 + i / 33554432.0 : 0;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&y, 8 * sizeof *y);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 8>>>(d, y);
    cudaFree(y);
    return cudaFree(d);
}
END
    sh common/harness/compile.sh clang "$BATS_TEST_TMPDIR/exact.cu" \
        "$BATS_TEST_TMPDIR/exact"
    common/emulator/ptxrun --quiet --steps "$BATS_FILE_TMPDIR/exact" \
        "$BATS_TEST_TMPDIR/exact"
    cat "$BATS_FILE_TMPDIR/exact"
    kinds=$(awk -F, 'NR > 1 { printf "%s ", $8 }' "$BATS_FILE_TMPDIR/exact")
    [ "$kinds" = "launch load cvt fma store " ]
    [ "$(column lanes exact 3)" = ff ]
    [ "$(column lanes exact 4)" = ff ]
    [ "$(column a exact 4)" = "96 97 98 99 100 101 102 103" ]
}

@test "an access that is wrong is a step, and names what is wrong" {
    cd "$BATS_TEST_DIRNAME/../../.."
    printf '%s\n' '#include <cuda_runtime.h>' \
        '__global__ void k(float *a) { a[threadIdx.x] += 1; }' \
        'int main(void) { float *a; cudaMalloc(&a, 8); cudaMemset(a, 0, 8);' \
        '    k<<<1, 3>>>(a); return 0; }' >"$BATS_TEST_TMPDIR/past.cu"
    sh common/harness/compile.sh clang "$BATS_TEST_TMPDIR/past.cu" \
        "$BATS_TEST_TMPDIR/past"
    common/emulator/ptxrun --quiet --steps "$BATS_FILE_TMPDIR/past" \
        "$BATS_TEST_TMPDIR/past" || true
    kinds=$(awk -F, 'NR > 1 { printf "%s ", $8 }' "$BATS_FILE_TMPDIR/past")
    [ "$kinds" = "launch fault load add fault store " ]
    [ "$(column lanes past 2)" = 4 ]
    [ "$(column array past 2)" = "read of 4 bytes past the end of a" ]
    [ "$(column lanes past 3)" = 3 ]
    [ "$(column array past 5)" = "write of 4 bytes past the end of a" ]
}

@test "watched, a launch gives the same counters" {
    cd "$BATS_TEST_DIRNAME/../../.."
    for steps in '' "--steps $BATS_TEST_TMPDIR/s"; do
        # shellcheck disable=SC2086 # two words or none
        common/emulator/ptxrun --quiet $steps --counters "$BATS_TEST_TMPDIR/c" \
            build/lab3_reduction/reference.clang dot_shuffle 3 1000 64
        cat "$BATS_TEST_TMPDIR/c" >>"$BATS_TEST_TMPDIR/both"
    done
    [ "$(sort -u "$BATS_TEST_TMPDIR/both" | wc -l)" = 2 ] # header, launch
}

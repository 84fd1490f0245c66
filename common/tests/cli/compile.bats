#!/usr/bin/env bats
# compile.bats - precompiled headers change nothing but the time a compiler
# takes: what is made, what is said, what a program is made of; loops that have
# no end are compiled as they are.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    grep -q '^CLANG := .' build/config.mk || skip "no clang"
    export room="$BATS_FILE_TMPDIR/room" lab=lab1_global
    mkdir -p "$room/$lab" "$room/build/emulator"
    ln -s "$PWD/common" "$room"
    ln -s "$PWD"/build/* "$room/build" 2>/dev/null || :
    ln -s "$PWD"/build/emulator/* "$room/build/emulator" 2>/dev/null || :
    cp $lab/kernels.h "$room/$lab"
    {
        cat $lab/reference.cu
        echo 'static int unused_one;'
    } >"$room/$lab/warned.cu"
    {
        cat $lab/reference.cu
        echo '__global__ void wrong(double *d) { atomicMax(d, 1, 2); }'
    } >"$room/$lab/wrong.cu"
    cp $lab/reference.cu "$room/$lab/right.cu"
}

setup() {
    cd "$room" || return
    mkdir -p with without
    headers=$OLDPWD/build/emulator/headers
    ln -sfn "$headers" build/emulator/headers
}

# compiled NAME: with/NAME; without NAME: without/NAME, of no precompiled
# headers.
compiled() {
    V=1 sh common/harness/compile.sh --lab --boxed clang "$lab/$1.cu" \
        "with/$1" 2>words
}

without() {
    rm build/emulator/headers
    sh common/harness/compile.sh --lab --boxed clang "$lab/$1.cu" "without/$1"
    ln -sfn "$headers" build/emulator/headers
}

# What a makefile says it was made of.
parts() {
    sed -n '/^$/q; s/^[^ ]*://; s/\\$//; p' "$1" | tr -s ' ' '\n' | sort
}

@test "what is made is the same, and of the same files" {
    without right
    compiled right
    [ "$(grep -c include-pch words)" -eq 2 ]
    [ "$(grep -c -e '-include cuda_runtime.h' words)" -eq 0 ]
    cmp without/right.ptx with/right.ptx
    cmp without/right.cksum with/right.cksum
    parts without/right.d >a
    parts with/right.d | diff a -
    grep -q cuda_runtime.h a
    nm without/right | sed 's/^[0-9a-f]* //' >a
    nm with/right | sed 's/^[0-9a-f]* //' | cmp a -
    grep -q matvec a
    [ ! -s with/right.log ]
    printf 'with/right:\n-include with/right.d\n' | make -rf - with/right
}

@test "what is said is the same" {
    without warned
    compiled warned
    grep -q unused_one with/warned.log
    cmp without/warned.log with/warned.log
    [ -x with/warned ]
}

@test "what is said of a header's functions names it as ever" {
    without wrong
    compiled wrong
    grep -q 'common/emulator/include/.*note: candidate' with/wrong.log
    run grep "$OLDPWD" with/wrong.log
    [ "$status" -eq 1 ]
    cmp without/wrong.log with/wrong.log
    [ ! -e with/wrong ]
}

@test "headers that do not fit are not used" {
    local step
    without right
    rm build/emulator/headers
    mkdir build/emulator/headers
    for step in clang_device clang_host; do
        head -c 100000 "$headers/$step" >build/emulator/headers/$step
    done
    compiled right
    cmp without/right.ptx with/right.ptx
    [ ! -s with/right.log ]
    cp "$headers/clang_host" build/emulator/headers/clang_device
    compiled right
    cmp without/right.ptx with/right.ptx
    [ ! -s with/right.log ]
    rm -r build/emulator/headers
}

# loop BODY: of a kernel, compiled; ptx: how often a word stands in it
loop() {
    printf '__global__ void k(const float *a, float *c, int n) {\n%s\n}\n' \
        "float sum = 0; int i = threadIdx.x; $1 c[threadIdx.x] = sum;" |
        cat "$lab/right.cu" - >"$lab/loop.cu"
    compiled loop
    [ -x with/loop ]
    [ ! -e with/loop.ll ]
    [ ! -e with/loop.loops ]
    awk '/entry _Z1kPKf/, /^}/' with/loop.ptx >ptx
}

@test "a loop in steps of a variable is unrolled, as nvcc does" {
    loop 'int stride = blockDim.x * gridDim.x;
        for (; i < n; i += stride) sum += a[i];'
    [ "$(grep -c ld.global ptx)" -eq 5 ]
    grep -q div.u32 ptx
    loop 'long at = i; while (at < n) { sum += expf(a[at]); at += blockDim.x; }'
    [ "$(grep -c 'call.uni' ptx)" -eq 5 ]
    [ "$(grep -c __nv_expf ptx)" -eq 5 ]
    loop 'for (; i < n; i += 32) sum += a[i];'
    [ "$(grep -c ld.global ptx)" -eq 5 ]
}

@test "a loop whose number may run over is none, as with nvcc" {
    local each
    for each in 'for (unsigned j = i; j < (unsigned)n; j += 32)' \
        'for (size_t j = i; j < (size_t)n; j += 32)' \
        'for (unsigned j = i; j <= (unsigned)n; j++)' \
        'int stride = blockDim.x; for (int j = i; j <= n; j += stride)' \
        'for (int j = i; j < n; j += blockDim.x)'; do
        loop "$each sum += a[j];"
        [ "$(grep -c ld.global ptx)" -eq 1 ]
    done
}

@test "a loop that asks the same each time is not unrolled, as with nvcc" {
    local each
    for each in 'for (int j = 0; i < 50 && j < n; j++)' \
        'for (int j = 0; j < n && i < 50; j++)' \
        'bool in = i < n; for (int j = 0; in && j < n; j++)' \
        'int j = 0; while (j++ < n && i < 50)'; do
        loop "$each sum += a[j];"
        [ "$(grep -c ld.global ptx)" -eq 1 ]
        [ "$(grep -c nounroll ptx)" -eq 0 ]
    done
    loop 'for (int j = 0; j < n && j < i; j++) sum += a[j];'
    [ "$(grep -c ld.global ptx)" -eq 5 ]
}

@test "a loop without an end is left in, and others are unrolled" {
    loop 'int stride = blockDim.x; for (; i < n; i += stride) sum += a[i];
        while (n > 5) sum += a[0]; int idle;'
    [ "$(grep -c ld.global ptx)" -eq 5 ]
    grep -q bra ptx
    grep -q idle with/loop.log
    [ "$(grep -c 'warning:' with/loop.log)" -eq 1 ]
    loop 'while (c[0] == 0); sum = n;'
    grep -q bra ptx
}

@test "an odd number of turns is four at a time and a rest, as with nvcc" {
    loop 'for (int j = 0; j < 255; j++) sum += a[j % 3 * n];'
    [ "$(grep -c ld.global ptx)" -eq 5 ]
    loop 'for (int j = 0; j < 256; j++) sum += a[j * n];'
    [ "$(grep -c ld.global ptx)" -eq 4 ]
    loop 'for (int j = 0; j < 15; j++) sum += a[j * n];'
    [ "$(grep -c ld.global ptx)" -eq 15 ]
}

# kernel NAME BODY: added to kernels.cu
kernel() {
    printf '__global__ void %s(const float *a, float *c, int n) {\n%s\n}\n' \
        "$1" "float sum = 0; $2 c[0] = sum;" >>kernels.cu
}

# counted WORD: how often it stands in each kernel, a line for each
counted() {
    awk -v word="$1" '/entry/ { at = $3 } index($0, word) { of[at]++ }
        /^}/ { sub(/^_Z[0-9]+/, "", at); sub(/PKf.*/, "", at)
            print at, of["_Z" length(at) at "PKfPfi("] + 0 }' kernels.ptx
}

@test "loops that only look odd, and roots of constants, are as with nvcc" {
    local sum='sum += a[j * n];'
    kernel last "for (int j = 0; j <= 254u; j++) $sum"
    kernel wide "for (int j = 0; j < 255L; j++) $sum"
    kernel ways "int j = 0; while (j < 255) {
        if (a[j] > 0) { j++; continue; } $sum j++; }"
    kernel whole "
#pragma unroll
        for (int j = 0; j < 127; j++) $sum"
    kernel three "
#pragma unroll 3
        for (int j = 0; j < 255; j++) $sum"
    kernel array "float v[127]; for (int j = 0; j < 127; j++) v[j] = a[j * n];
        for (int j = 0; j < 127; j++) sum += v[j] * v[0];"
    kernel root 'const float x = 3; double y = a[1];
        sum = sqrtf(2.0f) + sqrt(2.0) + sqrtf(x) + __fsqrt_rn(a[0]) + sqrt(y);'
    sh common/harness/compile.sh clang --ptx kernels.cu kernels.ptx
    counted ld.global >loads
    printf '%s\n' 'last 5' 'wide 3' 'ways 2' 'whole 127' 'three 3' \
        'array 127' 'root 2' | diff - loads
    [ "$(counted 'sqrt.rn' | tail -n 1)" = 'root 2' ]
    [ "$(counted local | grep -c ' 0$')" -eq 7 ]
    [ "$(grep -c 'mov.u32.*, 254;' kernels.ptx)" -eq 1 ]
    grep -q 'mov.u32.*, 255;' kernels.ptx # of "ways"
}

@test "lanes that need no root jump over it, as with nvcc" {
    loop 'float x = a[i]; sum = x < 0 ? 9 : x - sqrtf(x);'
    [ "$(awk '/bra/ { jumps = 1 } /sqrt/ && jumps' ptx | wc -l)" -eq 1 ]
    loop 'double x = a[i]; sum = x < 0 ? 9 : x - sqrt(x);'
    [ "$(awk '/bra/ { jumps = 1 } /sqrt.rn.f64/ && jumps' ptx | wc -l)" -eq 1 ]
}

# local_of LENGTH LOOPS: what LOOPS load and store of an array outside registers
local_of() {
    loop "float v[$1]; $2 for (int k = 0; k < $1; k++) sum += v[k] * k;"
    grep -c -e 'ld\.local' -e 'st\.local' ptx || :
}

@test "loops one in another are one piece, or not, as with nvcc" {
    local load='for (int k = 0; k < N; k++) v[k] = a[k * n + i];'
    local least='for (int j = k + 1; j < N; j++)
        if (v[j] < v[k]) { float t = v[j]; v[j] = v[k]; v[k] = t; }'
    local turn='for (int t = 0; t < N; t++)
#pragma unroll
        for (int k = t % 2; k < N - 1; k += 2) {
            float low = fminf(v[k], v[k + 1]);
            v[k + 1] = fmaxf(v[k], v[k + 1]); v[k] = low; }'
    least="$load for (int k = 0; k < N; k++) $least"
    [ "$(local_of 17 "enum { N = 17 }; $least")" -eq 0 ]
    [ "$(local_of 18 "enum { N = 18 }; $least")" -gt 0 ]
    [ "$(local_of 20 "for (int k = 0; k < 20; k++) {
        v[k] = 0; for (int j = 0; j < n; j++) v[k] += a[k * n + j]; }")" -eq 0 ]
    [ "$(local_of 30 "enum { N = 30 }; $load
#pragma unroll
$turn")" -eq 0 ]
}

@test "a loop that is to stay one is said to be so in PTX" {
    local turns
    for turns in 1 '(1)' TURNS; do
        cat >one.cu <<END
enum { TURNS = 1 };
__global__ void sum(const double *a, double *out, int n)
{
    double sum = 0;
#pragma unroll $turns
    for (int i = 0; i < n; i++)
        sum += a[i];
    *out = sum;
}
int main(void) {}
END
        sh common/harness/compile.sh clang one.cu with/one
        grep -c nounroll with/one.ptx >>counts || :
    done
    printf '1\n1\n1\n' | diff - counts
    [ ! -e with/one.ll ]
    [ ! -e with/one.loops ]
}

@test "a loop that is to stay one changes nothing else" {
    local unroll
    for unroll in 1 2; do
        cat >same.cu <<END
__global__ void same(const float *a, float *out, int n)
{
    float sum = 0, other = 1;
#pragma unroll $unroll
    for (int i = 0; i < 0; i++)
        sum += i;
    for (int i = threadIdx.x; i < n; i += 32) {
        sum += a[i] * other;
        other = other * 0.5f + a[i];
    }
    *out = sum + other;
}
int main(void) {}
END
        sh common/harness/compile.sh clang same.cu with/same$unroll
        grep -av -e '\.loc' -e '^//' with/same$unroll.ptx >same$unroll
    done
    grep -q fma.rn same1
    cmp same1 same2
}

# PTX of a line of a kernel
of_line() {
    rm -f with/line.ptx
    printf '%s\n' \
        '__global__ void k(float *c, double *d, float a, double b) {' \
        "$1 }" 'int main(void) {}' >line.cu
    sh common/harness/compile.sh clang line.cu with/line || return
    grep -a -o -e 'fma\.[a-z.0-9]*' -e 'mul\.[a-z.]*f[0-9]*' with/line.ptx || :
}

@test "products and sums become one, and not those that are rounded alone" {
    [ "$(of_line '*c += a * a; *d += b * b;' | tr '\n' ' ')" = \
        'fma.rn.f32 fma.rn.f64 ' ]
    for line in '*c += __fmul_rn(a, a);' '*c = __fadd_rn(*c, a * a);' \
        '*c = __fsub_rn(a * a, *c);' '*d += __dmul_rn(b, b);' \
        '*d = __dadd_rn(*d, b * b);' '*d = __dsub_rn(*d, b * b);'; do
        [[ "$(of_line "$line")" == mul.rn.f?? ]]
        [[ "$(of_line "#pragma unroll 1
            for (int i = 0; i < a; i++) { $line }")" == mul.rn.f?? ]]
    done
}

@test "loops around others are not unrolled but as a whole, as by nvcc" {
    loop 'for (int k = 0; k < n; k++) for (int m = i; a[m] > 0; m++) sum += k;'
    [ "$(grep -c ld.global ptx)" -le 2 ]
    loop 'for (int k = 0; k < 4; k++) for (int m = k; a[m] > 0; m++) sum += k;'
    [ "$(grep -c ld.global ptx)" -ge 4 ]
    loop '_Pragma("unroll 3") for (int k = 0; k < n; k++)
        for (int m = k; a[m] > 0; m++) sum += k;'
    [ "$(grep -c ld.global ptx)" -ge 3 ]
    loop 'for (int k = 0; k < n; k++)
        for (int m = 0; m < 2; m++) sum += a[2 * k + m];'
    [ "$(grep -c ld.global ptx)" -ge 8 ]
}

@test "loops around unrolled ones are short or no piece, as with nvcc" {
    local inner='for (int m = 0; m < n; m++) sum += a[m * 9 + k] * a[m];'
    loop "for (int k = 0; k < 4; k++) $inner"
    [ "$(grep -c fma.rn ptx)" -eq 20 ]
    loop "for (int k = 0; k < 5; k++) $inner"
    [ "$(grep -c fma.rn ptx)" -eq 5 ]
    loop "for (int k = 0; k < 9; k++) _Pragma(\"unroll 1\") $inner"
    [ "$(grep -c fma.rn ptx)" -eq 9 ]
    [ "$(local_of 16 'for (int d = 1; d < 16; d++)
        for (int k = 0; k + d < 16; k++)
            for (int m = k; m < k + d; m++) v[k] += v[m] * v[k + d];')" -gt 0 ]
}

@test "turns of loops around others are counted, whatever their steps" {
    local turn='sum += a[m * 9 + k] * a[m];' each
    local inner="for (int m = 0; m < n; m++) $turn"
    for each in 'k = 3; k >= 0; k--' 'k = 0; k < 8; k += 2' \
        'k = 1; k < 16; k *= 2' 'k = 8; k > 0; k >>= 1'; do
        loop "for (int $each) $inner"
        [ "$(grep -c fma.rn ptx)" -eq 20 ]
    done
    for each in 'k = 4; k >= 0; k--' 'k = 0; k < 10; k += 2' \
        'k = 32; k > 0; k /= 2'; do
        loop "for (int $each) $inner"
        [ "$(grep -c fma.rn ptx)" -eq 5 ]
    done
}

@test "loops in others are unrolled that count alone, as with nvcc" {
    local turn='sum += a[m * 9 + k] * a[m];' each
    for each in 'unsigned m = 0; m < (unsigned)n; m++' 'int m = n; m > 0; m--' \
        'long m = 0; m < n; m++'; do
        loop "for (int k = 0; k < 5; k++) for ($each) $turn"
        [ "$(grep -c fma.rn ptx)" -eq 5 ]
    done
    for each in 'int m = k; a[m] > 0; m++' 'int m = 0; m < n && a[m] > 0; m++' \
        'int m = 0, j = n; m < j; a[m] > 0 ? m++ : j--'; do
        loop "for (int k = 0; k < 8; k++) for ($each) $turn"
        [ "$(grep -c fma.rn ptx)" -eq 8 ]
    done
    loop "for (int k = 0; k < 8; k++)
        for (int m = 0; m < n; m++) { if (a[m] == 3) break; $turn }"
    [ "$(grep -c fma.rn ptx)" -eq 8 ]
    turn="for (int m = 0; m < n; m++) sum += a[m * 9 + k + j] * a[m];"
    loop "for (int k = 0; k < 3; k++) for (int j = 0; j < i; j++) $turn"
    [ "$(grep -c fma.rn ptx)" -eq 15 ]
    loop "for (int k = 0; k < 4; k++) for (int j = 0; j < i; j++) $turn"
    [ "$(grep -c fma.rn ptx)" -eq 5 ]
}

@test "functions are in line, however long, as with nvcc" {
    cat >long.cu <<END
__device__ static float long_one(const float *a, float x)
{
$(seq 1200 | sed 's/.*/    x = x * a[&] + &;/')
    return x;
}
__device__ __noinline__ float other_one(float x) { return x * x + 3; }
__global__ void twice(const float *a, float *c)
{
    c[threadIdx.x] = long_one(a, 1) * long_one(a, c[threadIdx.x]);
    c[threadIdx.x] += other_one(a[1]);
}
END
    sh common/harness/compile.sh clang --ptx long.cu long.ptx
    [ "$(grep -c fma.rn long.ptx)" -gt 2000 ]
    [ "$(grep -c call.uni long.ptx)" -eq 1 ]
}

@test "warpSize is no constant, as with nvcc" {
    loop 'for (int k = warpSize / 2; k > 0; k /= 2)
        sum += __shfl_down_sync(~0u, sum, k);'
    [ "$(grep -c shfl ptx)" -eq 1 ]
    grep -q WARP_SZ ptx
    loop 'const int &size = warpSize; const int *where = &size;
        sum = a[i % *where];'
    run loop '__shared__ float x[warpSize]; x[i] = 1; sum = x[0];'
    [ "$status" -ne 0 ]
}

@test "loops in which all lanes meet are unrolled, as by nvcc, and no others" {
    cat >meet.cu <<'END'
__device__ __forceinline__ float half_of(float x) { return x / 2; }
__global__ void barriers(const float *a, float *c, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int i = 0; i < n; i += 32) {
        tile[threadIdx.x] = a[i];
        __syncthreads();
        sum += tile[threadIdx.x ^ 1];
        __syncthreads();
    }
    c[threadIdx.x] = half_of(sum);
}
__global__ void shuffles(const float *a, float *c, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += __shfl_xor_sync(0xffffffff, a[i], 1);
    c[threadIdx.x] = sum;
}
__global__ void some(const float *a, float *c, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += __shfl_xor_sync(__activemask(), a[i], 1);
    for (int i = 0; i < n; i++)
        sum += __shfl_xor_sync(0xffff, a[i], 1);
    c[threadIdx.x] = sum;
}
int main() {}
END
    sh common/harness/compile.sh clang meet.cu with/meet
    of_kernel() { sed -n "/entry.*$1/,/^}/p" with/meet.ptx; }
    [ "$(of_kernel barriers | grep -ac bar.sync)" -eq 10 ]
    [ "$(of_kernel shuffles | grep -ac shfl)" -eq 5 ]
    [ "$(of_kernel some | grep -ac shfl)" -eq 2 ]
    [ "$(ls with/meet*)" = "$(printf 'with/meet%s\n' '' .d .o .ptx)" ]
}

@test "loops over an array of the thread become one piece, as by nvcc" {
    loop 'float v[25];
        for (int k = 0; k < 25; k++) v[k] = a[i + k * n];
        for (int k = 0; k <= 12; k++)
            for (int m = k + 1; m < 25; m++)
                if (v[m] < v[k]) {
                    float keep = v[k]; v[k] = v[m]; v[m] = keep;
                }
        sum = v[12];'
    [ "$(grep -c local ptx)" -eq 0 ]
    [ "$(grep -c ld.global ptx)" -eq 25 ]
    loop 'float v[25];
        for (int k = 0; k < n; k++) v[k] = a[i + k];
        _Pragma("unroll 1") for (int k = 0; k < 25; k++) sum += v[k];'
    grep -q ld.local ptx
    grep -q nounroll ptx
    loop 'for (int k = 0; k < 2500; k++) sum += a[i + k];'
    [ "$(grep -c ld.global ptx)" -eq 4 ]
    loop 'float v[4] = {0, 0, 0, 0};
        for (int k = 0; k < n; k++) v[k & 3] += a[i + k];
        sum = v[0] + v[1] + v[2] + v[3];'
    [ "$(grep -c nounroll ptx)" -eq 1 ] # the rest: ptxas may go on with the other
}

@test "four floats are copied at once, as by nvcc" {
    cat >copies.cu <<'END'
union u { float4 v; float one[4]; };
struct __align__(16) two { float4 a, b; };
struct by_eight { double a, b; };
__global__ void copy(const float4 *a, float4 *b, two *c, u *d, by_eight *e)
{
    __shared__ float4 tile[32];
    int i = threadIdx.x;
    b[i] = a[i];
    tile[i] = a[i + 32];
    c[i] = c[i + 32];
    d[i] = d[i + 32];
    e[i] = e[i + 32];
    __syncthreads();
    for (int k = 0; k < 2; k++)
        b[i + 64 * k] = tile[i ^ k];
}
__global__ void sort(float4 *a, float4 *b, int n)
{
    for (int i = threadIdx.x; i < n && a[i].x > 0; i++)
        if (a[i].y < a[i].z && (b[i].x > 5 || b[i].y > 3))
            a[i] = b[i];
}
int main() {}
END
    sh common/harness/compile.sh clang copies.cu with/copies
    sed -i '/entry.*sort/,/^}/d' with/copies.ptx
    [ "$(grep -ac 'ld.global.v4' with/copies.ptx)" -eq 5 ]
    [ "$(grep -ac 'st.global.v4' with/copies.ptx)" -eq 6 ]
    [ "$(grep -ac 'ld.shared.v4' with/copies.ptx)" -eq 2 ]
    [ "$(grep -ac 'st.shared.v4' with/copies.ptx)" -eq 1 ]
    [ "$(grep -ac 'ld.global.u64' with/copies.ptx)" -eq 2 ]
    [ "$(ls with/copies*)" = "$(printf 'with/copies%s\n' '' .d .o .ptx)" ]
}

@test "make goes on where a header is gone, as in a workbook that was moved" {
    parts "$headers/clang_host.d" | grep . | sort -u >a
    sed -n 's/^\([^ ].*\):$/\1/p' "$headers/clang_host.d" | sort -u >b
    grep -q cuda_runtime.h a
    [ -z "$(comm -23 a b)" ]
}

@test "clang and nvcc compile for the same compute capability" {
    grep -q '^NVCC := .' "$OLDPWD/build/config.mk" || skip "no nvcc"
    cat >which.cu <<'END'
#include <stdio.h>
__global__ void which(int *arch)
{
#ifdef __CUDA_ARCH__
    *arch = __CUDA_ARCH__;
#endif
}
int main(void)
{
    int *device, arch = 0;
    cudaFuncAttributes code;
    cudaMalloc(&device, sizeof arch);
    which<<<1, 1>>>(device);
    cudaMemcpy(&arch, device, sizeof arch, cudaMemcpyDeviceToHost);
    cudaFuncGetAttributes(&code, which);
    printf("%d %d\n", arch, code.ptxVersion);
    return cudaFree(device);
}
END
    for compiler in clang nvcc; do
        sh common/harness/compile.sh $compiler which.cu which
        [ "$("$OLDPWD/common/emulator/ptxrun" ./which)" = "800 80" ]
    done
}

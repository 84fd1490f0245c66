#!/usr/bin/env bats
# lines.bats - what each line of the source counted, and where its lanes went.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    include=$PWD/common/emulator/include
    cd "$BATS_FILE_TMPDIR"
    cat >program.cu <<'END'
__global__ void both(const float *rows, float *out, int pitch, int blocks)
{
    extern __shared__ float line[];
    __shared__ float tile[32][32];
    __shared__ float padded[32][33];
    int x = threadIdx.x;
    line[x] = rows[(x + blockIdx.x) * pitch];
    for (int i = 0; i < 32; i++) {
        tile[i][x] = i;
        padded[i][x] = i;
    }
    __syncthreads();
    out[blockIdx.x * 32 + x] = line[31 - x] +
        tile[x][5] +
        padded[x][5];
}

int main(void)
{
    float *rows, *out;
    cudaMalloc(&rows, 64 * 64 * sizeof *rows);
    cudaMalloc(&out, 32 * 20 * sizeof *out);
    cudaMemset(rows, 0, 64 * 64 * sizeof *rows);
    both<<<20, 32, 32 * sizeof(float)>>>(rows, out, 64, 20);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
    clang -x cuda -std=c++17 --cuda-gpu-arch=sm_70 -nocudainc -nocudalib \
        --cuda-path="$include" -Wno-unknown-cuda-version \
        -Xclang -target-sdk-version=11.0 -I "$include" \
        -include cuda_runtime.h --cuda-device-only -S -Xclang \
        -target-feature -Xclang +ptx70 -O3 -gline-tables-only program.cu \
        -o program.ptx
    printf '\0' >>program.ptx
    clang -x cuda -std=c++17 --cuda-gpu-arch=sm_70 -nocudainc -nocudalib \
        --cuda-path="$include" -Wno-unknown-cuda-version \
        -Xclang -target-sdk-version=11.0 -I "$include" \
        -include cuda_runtime.h --cuda-host-only -c -Xclang \
        -fcuda-include-gpubinary -Xclang program.ptx program.cu -o program.o
    clang program.o -L "$OLDPWD/build/emulator" -lcudart -o program
}

setup() {
    command -v clang >/dev/null || skip "no clang"
    ptxrun="$BATS_TEST_DIRNAME/../../emulator/ptxrun"
    cd "$BATS_FILE_TMPDIR"
}

# sum FILE LINE ARRAY COLUMN: of the rows that are a load
sum() {
    awk -F, -v line="$2" -v array="$3" -v column="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["line"] == line && $at["array"] == array && $at["kind"] == "load" {
            total += $at[column]
        }
        END { print total + 0 }' "$1"
}

@test "each line has its own requests, sectors and conflicts" {
    "$ptxrun" --lines l.csv ./program
    [ "$(sum l.csv 7 rows requests)" -eq 20 ]
    [ "$(sum l.csv 7 rows sectors)" -eq 640 ]
    [ "$(sum l.csv 7 rows bytes)" -eq 2560 ]
    [ "$(sum l.csv 13 line bank_conflicts)" -eq 0 ]
    [ "$(sum l.csv 14 tile wavefronts)" -eq 640 ]
    [ "$(sum l.csv 14 tile bank_conflicts)" -eq 620 ]
    [ "$(sum l.csv 15 padded wavefronts)" -eq 20 ]
    [ "$(sum l.csv 15 padded bank_conflicts)" -eq 0 ]
    grep -q '^1,both,program.cu,13,[0-9]*,global,store,out,4,1,20,80,2560,0,0$' \
        l.csv
}

@test "copies that unrolling made are one row; all add up to the counters" {
    "$ptxrun" --lines l.csv --counters c.csv ./program
    [ "$(grep -c ',9,.*,shared,store,tile,' l.csv)" -eq 1 ]
    grep -q ',9,.*,shared,store,tile,4,.*,640,0,0,640,0$' l.csv
    [ "$(awk -F, '$6 == "shared" && $7 == "load" { n += $14 } END { print n }' \
        l.csv)" -eq "$(cut -d, -f11 c.csv | tail -n 1)" ]
}

@test "the trace: the middle block, a row a lane, banks and wavefronts" {
    "$ptxrun" --trace t.csv ./program
    grep -q '^1,both,program.cu,7,[0-9]*,global,load,rows,4,9,0,1,2,2816,88,,$' \
        t.csv
    [ "$(sum t.csv 7 rows execution)" -eq 32 ]
    grep -q ',14,[0-9]*,shared,load,tile,4,9,0,1,31,3988,,5,32$' t.csv
    grep -q ',15,[0-9]*,shared,load,padded,4,9,0,1,31,4112,,4,1$' t.csv
    grep -q ',shared,load,line,4,9,0,1,0,124,,[0-9]*,1$' t.csv
    [ "$(grep -c ',9,[0-9]*,shared,store,tile,' t.csv)" -eq 128 ] # of 32 x 32
}

@test "both are the same whatever the number of host threads" {
    for n in 1 2 7; do
        "$ptxrun" --threads $n --lines l$n.csv --trace t$n.csv ./program
    done
    cmp l1.csv l2.csv
    cmp l1.csv l7.csv
    cmp t1.csv t2.csv
    cmp t1.csv t7.csv
}

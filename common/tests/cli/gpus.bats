#!/usr/bin/env bats
# gpus.bats - a profile of a GPU is one file of common/gpus: in a copy of the
# tree, with one more.

# What is built is copied with its times, so that only what depends on the
# profiles is built again.
setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export tree="$BATS_FILE_TMPDIR/tree"
    mkdir -p "$tree/build/results"
    cp -a Makefile common plots lab[0-9]_* "$tree"
    find build -maxdepth 1 -type f ! -name '*.[0-9]*' \
        -exec cp -a -t "$tree/build" {} +
    cp -a build/emulator build/harness build/bin build/lab[0-9]_* "$tree/build"
    unset MAKEFLAGS MAKELEVEL PTXRUN_GPU
    sed -e 's/NVIDIA H200/Toy 16/' -e 's/\(multiprocessors =\) 132/\1 16/' \
        -e 's/\(l2_bytes =\) 62914560/\1 1048576/' \
        -e 's/\(clock_khz =\) 1980000/\1 990000/' \
        common/gpus/h200.def >"$tree/common/gpus/toy.def"
    cd "$tree"
    make -s emulator build/bin/grader build/bin/steady CUDACC=clang
}

setup() {
    cd "$tree"
    ptxrun=common/emulator/ptxrun
}

ids() {
    ls common/gpus/*.def | sed 's|.*/||; s|[.]def$||'
}

known() { # BETWEEN: all profiles
    echo "known: $(ids | paste -s -d, | sed "s/,/$1/g")"
}

ask() {
    cat >ask.c <<'END'
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void)
{
    struct cudaDeviceProp p;
    int sms;
    cudaGetDeviceProperties(&p, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    printf("%s, %d SMs, %d SMs, %d kHz, L2 %d\n", p.name, p.multiProcessorCount,
           sms, p.clockRate, p.l2CacheSize);
    return 0;
}
END
    gcc -I common/emulator/include ask.c -o ask -L build/emulator -l:libcudart.so.12
}

@test "the emulated device answers as the profile says" {
    ask
    run "$ptxrun" ./ask
    [[ "$output" == *"NVIDIA H200), 132 SMs, 132 SMs, 1980000 kHz, L2 62914560" ]]
    run "$ptxrun" --gpu toy ./ask
    [[ "$output" == *"Toy 16), 16 SMs, 16 SMs, 990000 kHz, L2 1048576" ]]
    PTXRUN_GPU=toy run "$ptxrun" ./ask
    [[ "$output" == *"Toy 16), 16 SMs"* ]]
}

@test "an unknown GPU: the known ones are listed, status 2" {
    run "$ptxrun" --gpu=abacus true
    [ "$status" -eq 2 ]
    [[ "$output" == *"no GPU 'abacus'"*"$(known ' ')"* ]]
    run build/bin/grader sweep --gpu abacus
    [ "$status" -eq 2 ]
    [[ "$output" == *'no GPU "abacus"'*"$(known ', ')"* ]]
    ask
    PTXRUN_GPU=abacus LD_LIBRARY_PATH=build/emulator run ./ask
    [[ "$output" == *"PTXRUN_GPU=abacus ($(known ', ')); h200 is used"* ]]
    [[ "$output" == *"NVIDIA H200), 132 SMs"* ]]
}

# The modelled times of the reference, in the order of the sizes.
times() { # [GPU=...]
    make -s sweep LAB=lab1_global EX=matvec DEVICE=emu CUDACC=clang "$@" >&2
    awk -F, -v want="$device" '
        /^lab,/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["impl"] == "reference" && $at["time_source"] == "modelled" &&
            $at["device"] ~ want { print $at["time_us"] }' \
        build/results/lab1_global_sweep.csv
}

@test "times are modelled for the GPU that is asked for" {
    cp lab1_global/reference.cu lab1_global/student.cu
    device=H200 times >h200
    device=Toy times GPU=toy >toy
    [ "$(wc -l <h200)" -gt 3 ]
    paste h200 toy | awk 'NF != 2 || $2 < 1.5 * $1 { exit 1 }'
}

@test "points are given by the default profile, whatever GPU says" {
    check="make -s check LAB=lab1_global EX=matvec IMPL=reference DEVICE=emu"
    check="$check CUDACC=clang SEED=1"
    $check >h200.txt
    cp build/results/check.json h200.json
    PTXRUN_GPU=toy $check GPU=toy >toy.txt
    cmp h200.json build/results/check.json
    cmp h200.txt toy.txt
}

@test "a profile is what is made of the figures of its GPU" {
    for id in $(ids); do
        [ "$id" != toy ] || continue
        set -- plots/recorded/constants_$id.txt plots/recorded/times_$id.csv
        [ -e "$2" ] || set -- "$1"
        awk -v id=$id -f common/maintain/profile.awk "$@" |
            cmp - common/gpus/$id.def
    done
    sed '/^fma_f32_rate /d' plots/recorded/constants_h200.txt >less.txt
    run awk -v id=h200 -f common/maintain/profile.awk less.txt \
        plots/recorded/times_h200.csv
    [ "$status" -eq 1 ]
    [[ "$output" == *"no fma_f32_rate in less.txt"* ]]
}

# Stands for the program: the second time, the clock is steady.
@test "make gpu: measured again when the clock moves; no other GPU's profile" {
    cat >measures <<'END'
#!/bin/sh
echo >>runs
cat plots/recorded/constants_h200.txt
[ "$(wc -l <runs)" -ge "$STEADY" ] || exit 3
END
    chmod +x measures
    STEADY=2 run sh common/maintain/gpu.sh mine ./measures
    [ "$status" -eq 0 ]
    grep -q 'launch_us = .* launch_1_32' common/gpus/mine.def
    grep -v 'make gpu\|mine\|launch_1_32 \*' common/gpus/mine.def >mine
    grep -v 'make gpu\|h200\|launch_1_32 \*' common/gpus/h200.def | cmp - mine
    rm runs common/gpus/mine.def plots/recorded/constants_mine.txt
    STEADY=9 run sh common/maintain/gpu.sh mine ./measures
    [ "$status" -eq 1 ]
    [[ "$output" == *"nothing was recorded"* ]]
    [ "$(wc -l <runs)" -eq 3 ]
    [ -z "$(ls plots/recorded/*mine*)" ]
    STEADY=1 run sh common/maintain/gpu.sh toy ./measures
    [ "$status" -eq 2 ]
    [[ "$output" == *"of another GPU than this NVIDIA H200"* ]]
    run sh common/maintain/gpu.sh "../x" ./measures
    [ "$status" -eq 2 ]
    [[ "$output" == *"ID of a GPU is a name"* ]]
}

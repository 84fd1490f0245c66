#!/usr/bin/env bats
# medal.bats - open exercises: a medal for a time, and no points.
#
# The grader reads what times are held against from where it is called, here a
# folder with a file of our own; the reference of lab 1 is what is timed.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    grader=$PWD/build/bin/grader
    mkdir -p "$BATS_TEST_TMPDIR/plots/recorded"
    cd "$BATS_TEST_TMPDIR" || return
}

# against RUNG LIBRARY: microseconds of both; check: output and status.
against() {
    {
        echo "# made by hand"
        echo "exercise,rows,cols,inner,against,name,measured_us,modelled_us"
        echo "vecmat_best,2500,2000,1,ladder,none,1,1"
        echo "matvec_best,2500,2000,1,ladder,matvec_warp,5,$1"
        [ -z "$2" ] || echo "matvec_best,2500,2000,1,library,cublasSgemv,$2,"
    } >plots/recorded/medals_h200.csv
    check matvec_best
}

check() { # EXERCISE [OPTION]...
    run env NO_COLOR=1 "$grader" check --device emu --compiler clang \
        --impl reference --json check.json --ex "$@"
    echo "$output"
}

@test "a time far below both is gold, and the file of results says how" {
    against 1000 1000
    [ "$status" -eq 0 ]
    [[ "$output" == *"matvec_best "*" gold"*"modelled on NVIDIA H200: "* ]]
    grep -q '"name":.*"gold"' check.json
    grep -q '"time_source":.*"modelled"' check.json
    grep -q '"max_score":.*0' check.json
}

@test "without a library's time there is bronze; beyond the rung none" {
    against 1000 ''
    [[ "$output" == *" bronze"*"no time of a library is recorded"* ]]
    against 0.001 ''
    [[ "$output" == *"  -"*"bronze: at most 0.00105 us (matvec_warp"* ]]
    grep -q '"name":.*"none"' check.json
}

@test "where nothing is recorded there is no medal, and no fault" {
    check matvec_best
    [ "$status" -eq 0 ]
    [[ "$output" != *"modelled"* ]]
    ! grep -q medal check.json || false
}

# with_best BODY [END]: medal of a reference whose matvec_best begins with BODY
# and ends with END, a blank for each run of them and of line ends.
with_best() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load classroom
    room=$BATS_TEST_TMPDIR/room
    classroom "$room" lab1_global
    ln -s "$PWD/plots" "$room"
    BODY=$1 END=${2-} awk '/^extern "C" void matvec_best\(/ {
            print "__device__ float kept[2500 * 2000];" }
        /^extern "C" void matvec_best\(/, /^}/ {
            if (/^}/) print ENVIRON["END"] }
        { print }
        /^extern "C" void matvec_best\(/, /^}/ {
            if (/^{/) print ENVIRON["BODY"] }' \
        lab1_global/reference.cu >"$room/lab1_global/student.cu"
    run grade "$room" EX=matvec_best
    echo "$output"
    text=$(tr -s ' \n' ' ' <<<"$output")
}

@test "who allocates or copies has no medal, and is told why" {
    with_best 'void *room; cudaMalloc(&room, 4); cudaFree(room);'
    [[ "$text" == *"no medal: it allocates memory (1 time in a call), and "* ]]
    grep -q '"message":.*"no medal: it allocates' \
        "$room/build/results/check.json"
    rm -rf "$room"
    with_best 'cudaMemcpyToSymbolAsync(kept, A, sizeof *A * rows * cols, 0,
        cudaMemcpyDeviceToDevice, 0);'
    [[ "$text" == *"no medal: it copies (1 time in a call), and the times "* ]]
}

@test "more calls than are kept: no medal, as the others may be copies" {
    with_best 'for (int i = 0; i < 513; i++) cudaStreamSynchronize(0);
        cudaMemcpyToSymbolAsync(kept, A, sizeof *A, 0,
            cudaMemcpyDeviceToDevice, 0);'
    [[ "$text" == *"no medal: it makes "*" calls"* ]]
}

@test "what memory is set by is counted in front of kernels, and not behind" {
    local set='cudaMemsetAsync(C, 0, sizeof *C * rows, 0);' us=()
    for body in "" "$set" "$set$set"; do
        with_best "$body"
        us+=($(sed -n 's/.*modelled on NVIDIA H200: \([0-9.]*\) us.*/\1/p' \
            <<<"$text"))
        rm -rf "$room"
    done
    awk -v us="${us[*]}" 'BEGIN { split(us, t, " ")
        exit !(t[2] - t[1] > 1 && t[3] - t[2] > 1) }'
    with_best "" 'void *at; cudaGetSymbolAddress(&at, kept);
        cudaMemsetAsync(at, 0, 4, 0);'
    [[ "$text" == *"no medal: it sets memory behind its last kernel"* ]]
}

@test "a run that fails when it is timed: why, and not that it is wrong" {
    with_best 'if (rows == 2500) abort();'
    [[ "$text" == *"no medal: timed at 2500 x 2000: "*abort* ]]
}

#!/usr/bin/env bats
# explain.bats - make explain: where the run of a wrong kernel goes wrong.

load classroom

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    share_inputs
    for lab in lab1_global lab2_shared lab3_reduction; do
        classroom "$BATS_FILE_TMPDIR/$lab" "$lab"
        ln -s "$PWD/plots" "$BATS_FILE_TMPDIR/$lab"
    done
    # A tree that takes the half of an odd number; shuffles that begin
    # too low; no barrier between the steps of a tree.
    sed -e '/^__global__ void dot_kernel/,/^}/{
            s/thread < left - half/thread < left \/ 2/
            s/sums\[thread + half\]/sums[thread + left \/ 2]/; }' \
        -e '/^__global__ void dot_shuffle_kernel/,/^}/s|WARP / 2;|WARP / 4;|' \
        -e '/^__global__ void block_clock_kernel/,/^}/{
            /minima of the step before/d; }' \
        lab3_reduction/reference.cu \
        >"$BATS_FILE_TMPDIR/lab3_reduction/lab3_reduction/student.cu"
    # A sum that is an int; every lane stores its own; rows of a length that is
    # not theirs.
    sed -e '/^__global__ void warm_grid_kernel/,/^}/s/row \* cols/row * rows/' \
        -e '/^__global__ void vecmat_kernel/,/^}/s/float sum = 0.0f/int sum = 0/' \
        -e '/^__global__ void matvec_warp_kernel/,/^}/{/if (lane == 0)/d; }' \
        lab1_global/reference.cu \
        >"$BATS_FILE_TMPDIR/lab1_global/lab1_global/student.cu"
    # A tile that is refilled while it is read, and one read lying on its side.
    sed -e '/^__global__ void matmul_tiled_kernel/,/^}/{
            /read before refilled/d; }' \
        -e '/^__global__ void matvec_transposed_tile_kernel/,/^}/{
            s/tile\[lane\]\[j\]/tile[j][lane]/; }' lab2_shared/reference.cu \
        >"$BATS_FILE_TMPDIR/lab2_shared/lab2_shared/student.cu"
}

setup() {
    command -v clang >/dev/null || skip "no clang"
    cd "$BATS_TEST_DIRNAME/../../.."
}

# explained LAB EXERCISE ARGUMENT...: make explain there, in one line of words.
explained() {
    local lab=$1 exercise=$2
    shift 2
    make -s -C "$BATS_FILE_TMPDIR/$lab" explain EX="$exercise" DEVICE=emu \
        NO_COLOR=1 "$@" >"$BATS_TEST_TMPDIR/told" 2>&1
    tr -s ' \n' '  ' <"$BATS_TEST_TMPDIR/told"
}

@test "a tree that adds an element twice: which, in which step and line" {
    run explained lab3_reduction dot
    [[ "$output" == *"thread 0 of block 0 adds two values that both have a[1]"* ]]
    [[ "$output" == *"line "*": sums[thread] += sums[thread + left / 2];"* ]]
    [[ "$output" == *">> "*" lane 0 sum "* ]]
}

@test "a sum that is an int: where it is cut off; no step is called cvt" {
    run explained lab1_global vecmat
    [[ "$output" == *" a whole number, "*": is something an int that "* ]]
    [[ "$output" == *">> "*"lanes 0-31 converted 0 each"* ]]
}

@test "all lanes store: not that a step is overwritten in itself" {
    run explained lab1_global matvec_warp
    [[ "$output" == *"Others store there in the same step, and one of them "* ]]
}

@test "an index that is wrong in the store: that is marked, not what was read" {
    run explained lab1_global warm_grid
    [[ "$output" == *" stores in C[0]["*"] what belongs in C["*"][0]."* ]]
    [[ "$output" == *">> "*" writes C[0]"* ]]
}

@test "shuffles that begin too low: half of the lanes are not added" {
    run explained lab3_reduction dot_shuffle
    [[ "$output" == *"a[16] has to go into partial[0], and nothing that goes there has"* ]]
    [[ "$output" == *"value of lane 8, ..."* ]]
}

@test "a race: the two steps, and that no barrier stands between them" {
    run explained lab3_reduction block_clock
    [[ "$output" == *"race: __shared__ least"* ]]
    [[ "$output" == *"thread 16 "*"least[16]."*"No barrier stands between"* ]]
}

@test "a tile refilled while it is read: which product is no part, and why" {
    run explained lab2_shared matmul_tiled
    [[ "$output" == *"race: __shared__ a"* ]]
    [[ "$output" == *"multiplies A["*"] by B["*"goes with B["* ]]
    [[ "$output" == *"What stands in b["*"was stored there by thread "* ]]
}

@test "a tile read on its side: what it finds, and what belongs there" {
    run explained lab2_shared matvec_transposed_tile
    [[ "$output" == *"multiplies A[0][1] by V[0], "*"no part of C[0]"*"A[0][1] goes with V[1]."* ]]
    [[ "$output" == *"line "*": sum += tile[j][lane] * vector[j];"* ]]
    [[ "$output" == *"reads tile[0][0 .. 31]"* ]] # as the source declares it
}

@test "what is right is shown as well, at a size of one's own" {
    run explained lab2_shared matvec_tiled ROWS=3 COLS=5
    [[ "$output" == *"3 x 5"*"The result is right"*"reads A[0][0"* ]]
    [[ "$output" == *"writes C[0 .. 2]"* ]]
    lines=$(awk 'length > 80' "$BATS_TEST_TMPDIR/told" | wc -l)
    [ "$lines" -eq 0 ]
}

@test "unasked, the size is one at which several lanes work" {
    sed '/^__global__ void matvec_kernel/,/^}/s/j < cols/j < cols - 1/' \
        lab1_global/reference.cu \
        >"$BATS_FILE_TMPDIR/lab1_global/lab1_global/student.cu"
    run explained lab1_global matvec
    [[ "$output" == *"matvec, 31 x 32"*"lanes 0-30 reads A[0][0], A[1][0]"* ]]
    # No step is to blame, as nobody reads it; for the page it is wrong still.
    facts=$BATS_FILE_TMPDIR/lab1_global/build/results/explain
    grep -qx 'wrong	1' "$facts/lab1_global_matvec.facts"
    run build/bin/grader explain --impl reference --device emu --ex matvec
    [ "$status" -eq 0 ]
    [[ "$output" == *"matvec, 31 x 32"* ]]
}

@test "past the end: the access itself is marked, in its lane's place" {
    sed -e '/^__global__ void matvec_kernel/,/^}/s/j < cols/j <= cols/' \
        -e '/^__global__ void vecmat_kernel/,/^}/s/\* cols + col/& + rows * cols/' \
        lab1_global/reference.cu \
        >"$BATS_FILE_TMPDIR/lab1_global/lab1_global/student.cu"
    run explained lab1_global matvec ROWS=5 COLS=3
    [[ "$output" == *" 10 lanes 0-4 sum of products "*">> 11 lanes 0-4 read of 4 bytes past the end of V 12 lane 4 read of 4 bytes past the end of A 13 lanes 0-3 "* ]]
    [[ "$output" == *"V has 12 bytes, offset 12: index 3, the last is 2"* ]]
    [ "$(grep -c '^>>' "$BATS_TEST_TMPDIR/told")" -eq 1 ]
    # So it is on the page.
    grep -qx 'step	11' "$BATS_FILE_TMPDIR"/lab1_global/build/results/explain/*_matvec.facts
}

@test "past the end: also where no lane of the warp stays inside" {
    run explained lab1_global vecmat ROWS=33 COLS=1
    [[ "$output" == *">> 2 lane 0 read of 4 bytes past the end of A 3 lane 0 reads V[0] "* ]]
}

@test "a size is given as make check takes it; what that refuses is refused" {
    run build/bin/grader explain --impl reference --device emu \
        --ex warm_guard --cols 5
    [ "$status" -eq 0 ]
    [[ "$output" == *"warm_guard, n = 5"* ]]
    run build/bin/grader explain --ex warm_guard --rows 5
    [ "$status" -eq 2 ]
    [[ "$output" == *"a size of warm_guard is given by COLS=."* ]]
    run build/bin/grader explain --ex matvec --rows 5
    [ "$status" -eq 2 ]
    [[ "$output" == *"a size of matvec is given by ROWS= COLS=."* ]]
    run build/bin/grader explain --impl reference --device emu \
        --ex matmul_naive --rows 2 --cols 3 --inner 5
    [ "$status" -eq 0 ]
    [[ "$output" == *"matmul_naive, 2 x 5 x 3"*"A[1][4]"*"C[1][0 .. 2]"* ]]
}

@test "what the CPU does has no warp, and asks for no launch" {
    for exercise in time_calls batch_cpu; do
        run build/bin/grader explain --ex $exercise --device emu
        echo "$output"
        [ "$status" -eq 2 ]
        [[ "$output" == *"$exercise is done by the CPU; there is no warp"* ]]
        [[ "$output" != *launch* ]]
    done
}

@test "wrong use: no exercise, none of that name, a size that is none" {
    run build/bin/grader explain
    [ "$status" -eq 2 ]
    [[ "$output" == *"make explain LAB=lab1_global EX=warm_index" ]]
    run build/bin/grader explain --lab lab2_shared
    [ "$status" -eq 2 ]
    [[ "$output" == *"make explain LAB=lab2_shared EX=matvec_tiled" ]]
    run build/bin/grader explain --ex nix
    [ "$status" -eq 2 ]
    run build/bin/grader explain --ex dot --cols 3x
    [ "$status" -eq 2 ]
}

#!/usr/bin/env bats
# leaderboard.bats - make leaderboard on a small class: modelled, prepared for a
# GPU elsewhere, measured by a driver of the emulated device, read from files.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export room="$BATS_FILE_TMPDIR/a room"
    [ -x build/bin/course ] || skip "class grading is not built"
    unset MAKEFLAGS MAKELEVEL
    hand_in "Ann Smith" lab2_shared
    hand_in '=<b>Eve' lab2_shared slower
    mkdir -p "$room/class/Cid/lab2_shared"
    cp lab2_shared/student.cu "$room/class/Cid/lab2_shared"
    board DEVICE=emu SEED=5 >"$room/modelled" 2>&1 3>&-
    cp "$room/out/leaderboard.csv" "$room/modelled.csv"
    board DEVICE=pack >"$room/packed" 2>&1 3>&-
    set -- "$room"/out/board/*/matmul_best/64x64x64.recording
    [ $# -eq 2 ]
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

# hand_in NAME LAB [slower]: the reference, or the one of the ladder.
hand_in() {
    mkdir -p "$room/class/$1/$2"
    if [ "${3:-}" ]; then
        sed 's/^extern "C" void matmul_best(/void not_this_one(/' \
            "$2/reference.cu"
        cat <<'END'
extern "C" void matmul_best(const float *A, const float *B, float *C, int rows,
                            int inner, int cols)
{
    matmul_tiled(A, B, C, rows, inner, cols);
}
END
    else
        cat "$2/reference.cu"
    fi >"$room/class/$1/$2/student.cu"
}

board() { # ARGUMENT...
    make leaderboard CLASS="$room/class" CLASS_OUT="$room/out" \
        LAB=lab2_shared EX=matmul_best "$@"
}

# column N of FILE's rows, without the head.
column() {
    tail -n +2 "$2" | cut -d, -f"$1"
}

# measured UNIT US [GPU [STATE]]: as measure.sh leaves it.
measured() {
    {
        echo lab,exercise,rows,cols,inner,cache,state,time_us,p25_us,p75_us, \
            read_us,gpu,note | tr -d ' '
        for cache in warm cold; do
            echo "lab2_shared,matmul_best,64,64,64,$cache,${4:-ok}$(
                printf ',%s' "$2" "$2" "$2" 1 "${3:-GPU 1}" '')"
        done
    } >"$1/matmul_best.csv"
}

# The units: of Ann, of Eve.
units() {
    grep -lF plan "$room"/out/board/*/matmul_best/64x64x64.recording
    grep -lF tiled "$room"/out/board/*/matmul_best/64x64x64.recording
}

@test "without a GPU: ranked by the model, and it is said" {
    cat "$room/modelled"
    grep -q "Ranked by modelled times" "$room/modelled"
    grep -q "^matmul_best, modelled on NVIDIA" "$room/modelled"
    [ "$(column 2 "$room/modelled.csv" | sort -u)" = modelled ]
    [ "$(column 4 "$room/modelled.csv" | tr '\n' ' ')" = "1 2 " ]
    grep -q "MODELLED, not measured" "$room/out/leaderboard.html"
}

@test "a name is text everywhere, and a stub has no place" {
    grep -q "'=<b>Eve" "$room/modelled.csv"
    grep -q '=&lt;b&gt;Eve' "$room/out/leaderboard.html"
    run grep -c Cid "$room/modelled.csv"
    [ "$output" = 0 ]
}

@test "prepared: device code and recordings, nothing of the host's" {
    cat "$room/packed"
    [ "$(ls "$room"/out/board/*/student.* | wc -l)" -ge 2 ]
    for unit in "$room"/out/board/*/; do
        [ -s "$unit/matmul_best/512x512x512.recording" ] || continue
        run grep -c refused "$unit/matmul_best/512x512x512.recording"
        [ "$output" = 0 ]
    done
}

@test "what was measured elsewhere is ranked: warm and cold, by time" {
    mapfile -t unit < <(units | xargs -d '\n' -n1 dirname |
        xargs -d '\n' -n1 dirname)
    measured "${unit[0]}" 4
    measured "${unit[1]}" 2
    run board DEVICE=recorded
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(column 3 "$room/out/leaderboard.csv" | tr '\n' ' ')" = \
        "warm warm cold cold " ]
    tail -n +2 "$room/out/leaderboard.csv" | head -n 1 | grep -q Eve
    grep -q "measured on GPU 1, cold" "$room/out/leaderboard.html"

    measured "${unit[1]}" 2 "GPU 1" "too fast"
    run board DEVICE=recorded
    echo "$output"
    tail -n +2 "$room/out/leaderboard.csv" | head -n 1 | grep -q ',1,Ann'
    grep -q "too fast" "$room/out/leaderboard.html"

    measured "${unit[1]}" 2 "GPU 2"
    board DEVICE=recorded | grep -q "another GPU: GPU [12]"
    rm "${unit[1]}/matmul_best.csv"
    board DEVICE=recorded | grep -q "it was not measured"

    mv "$room/out/board" "$room/out/elsewhere"
    run board DEVICE=recorded
    mv "$room/out/elsewhere" "$room/out/board"
    echo "$output"
    [ "$status" -ne 0 ]
    [[ "$output" == *"DEVICE=pack, and measure again"* ]]
}

@test "on a GPU, here of the emulated device: all in one run" {
    find "$room/out/board" -name '*.recording' ! -name '64x64x64.recording' \
        -delete
    run env LD_LIBRARY_PATH="$PWD/build/tests/driver" PTXRUN_THREADS=1 \
        GPU_LOCK="$room/lock" \
        make leaderboard CLASS_OUT="$room/out" LAB=lab2_shared \
        EX=matmul_best DEVICE=gpu
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 measured"* ]]
    [[ "$output" == *"matmul_best, measured on the emulated device, cold"* ]]
    [ ! -e "$room/out/board/shared" ]
}

@test "bad input: what is asked for is named, and nothing is done" {
    run board DEVICE=toaster
    echo "$output"
    [ "$status" -ne 0 ]
    [[ "$output" == *'not "toaster"'* ]]
    run board EX=no_such
    [ "$status" -ne 0 ]
    [[ "$output" == *'there is no exercise "no_such"'* ]]
    cp "$room/out/leaderboard.html" "$BATS_TEST_TMPDIR"
    run board EX=matmul_tiled
    [ "$status" -eq 2 ]
    [[ "$output" == *"matmul_tiled is no open exercise; there are: matmul_best"* ]]
    run board EX="matmul_best matvec_best" # of another lab
    [ "$status" -eq 2 ]
    [[ "$output" == *'no exercise "matvec_best" in lab2_shared; open are: matmul_best'* ]]
    cmp "$room/out/leaderboard.html" "$BATS_TEST_TMPDIR/leaderboard.html"
    run board DEVICE=gpu
    [ "$status" -ne 0 ]
    [[ "$output" == *"DEVICE=pack"* ]]
}

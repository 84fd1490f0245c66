#!/usr/bin/env bats
# replay.bats - launches made again by our own process (harness/replay/): what a
# launcher asked for is all made again, and what kernels try in order to be
# faster than they are gains nothing.  Each replayed/NAME.replayed is a
# matvec_best; its first line says what has to come of it, and why.  Without a
# GPU it is held against the emulated device, behind a driver of its own
# (driver.c).

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load ../cli/classroom
    export room="$BATS_FILE_TMPDIR/room"
    classroom "$room" $lab
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    cp $lab/reference.cu "$room/$lab/student.cu"
}

# with FILE: the reference, with this matvec_best.
with() {
    {
        sed 's/^extern "C" void matvec_best(/void not_this_one(/' \
            $lab/reference.cu
        cat "$1"
    } >"$room/$lab/student.cu"
}

# replayed [VARIABLE=VALUE]...: rows of matvec_best at 48x64, after the head.
replayed() {
    make -s -C "$room" build/$lab/student.clang
    (cd "$room" &&
        build/bin/grader record --ex matvec_best --size 48x64 --folder . &&
        rm -f rows.csv &&
        env LD_LIBRARY_PATH="$OLDPWD/build/tests/driver" \
            GPU_LOCK="$room/lock" PTXRUN_THREADS=1 "$@" \
            "$OLDPWD/build/bin/replay" matvec_best build/$lab/student.clang . \
            "$OLDPWD/build/harness/replay/kernels.ptx" rows.csv "${shared-}" 48x64x1)
    tail -n +2 "$room/rows.csv"
}

# column N of the rows.
column() {
    tail -n +2 "$room/rows.csv" | cut -d, -f"$1" | uniq
}

@test "each attempt comes to what its first line says" {
    for file in common/tests/course/replayed/*.replayed; do
        with "$file"
        expected=$(sed -n '1s/^\/\/ EXPECT \([^:]*\): .*/\1/p' "$file")
        rows=$(replayed 2>"$room/said")
        echo "$file: $expected"
        echo "$rows"
        [ "$(column 6 | tr '\n' ' ')" = "warm cold " ]
        # shellcheck disable=SC2053 # it may be a pattern
        [[ "$(column 7)" == $expected ]]
    done
}

@test "what is remembered takes as long as what is computed" {
    for name in honest remembers_in_a_variable remembers_in_memory \
        counts_its_launches; do
        with common/tests/course/replayed/$name.replayed
        replayed 2>/dev/null
        column 8 >>"$room/times"
    done
    cat "$room/times"
    # What they skip would be most of it.
    awk 'NR == 1 { honest = $1 } $1 < honest - 0.05 { exit 1 }' "$room/times"
}

@test "what a launch is held against is measured once in a run" {
    shared="$room/shared"
    mkdir -p "$shared"
    with common/tests/course/replayed/honest.replayed
    replayed
    [ -s "$shared/floor-matvec_best-48x64x1" ]
    # Times of another GPU, as it were: both are slower than what is kept.
    echo '0.0010 0.0020 0.0005' >"$shared/floor-matvec_best-48x64x1"
    replayed
    [ "$(column 12 | tr '\n' ' ')" = "0.001 0.002 " ]
    # Faster than what is kept: it is looked at again before that is said.
    echo '1e9 1e9 0.0005' >"$shared/floor-matvec_best-48x64x1"
    replayed
    [ "$(column 7)" = ok ]
    read -r warm _ <"$shared/floor-matvec_best-48x64x1"
    [ "${#warm}" -lt 10 ]
}

@test "a GPU that runs slower than it can is said" {
    run replayed GPU_CLOCK_KHZ=1980000
    echo "$output"
    [ "$(column 7)" = throttled ]
    [[ "$output" == *"measure again"* ]]
}

@test "without a GPU: a sentence, and no row" {
    run replayed NO_GPU=1
    echo "$output"
    [[ "$output" == *"no GPU can be used"* ]]
    [ "$(wc -l <"$room/rows.csv")" -eq 1 ]
}

@test "who measures waits for who does already" {
    exec 9>"$room/lock"
    flock 9
    (sleep 3 && echo left >"$room/who") 9>&- &
    (sleep 3 && exec 9>&-) &
    wait $! || true
    exec 9>&-
    replayed
    [ "$(cat "$room/who")" = left ]
    [ "$(column 7)" = ok ]
}

#!/usr/bin/env bats
# sanitized.bats - the test programs, right and wrong ones, on an emulated
# device that a sanitizer of the compiler watches: it is what is tested here,
# so of the programs only their running to an end counts.
#
# Run by `make test SANITIZE=thread` and `SANITIZE=address,undefined`, which
# also run all unit tests so; $SANITIZED is that build's folder.  The programs
# themselves are the ordinary ones, without a sanitizer: its library has to be
# in the process before ours, hence LD_PRELOAD.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    env -u MAKEFLAGS -u MAKELEVEL -u SANITIZE make -s test-programs
    case $SANITIZED in
    *thread*) export library=libtsan.so ;;
    *address*) export library=libasan.so ;;
    *) export library=libubsan.so ;;
    esac
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ -n "$SANITIZED" ] || skip "make test SANITIZE=thread runs this"
    [ -e build/tests/programs/vector.clang ] || skip "no clang"
    out=$BATS_TEST_TMPDIR/out
}

# watched PROGRAM [ARGUMENT]: on four host threads; no report of the sanitizer.
# report_signal_unsafe: runtime/crash.c allocates when the host program itself
# has crashed, outside of any call, and the program ends there.
watched() {
    local status=0
    LD_LIBRARY_PATH=$PWD/$SANITIZED/emulator \
        LD_PRELOAD=$(gcc -print-file-name=$library) \
        TSAN_OPTIONS=handle_segv=0:exitcode=66:report_signal_unsafe=0 \
        ASAN_OPTIONS=handle_segv=0:exitcode=66 \
        PTXRUN_THREADS=4 PTXRUN_BUDGET=${budget:-4294967296} \
        "$@" >"$out" 2>&1 || status=$?
    if [ $status = 66 ] || [ $status = 134 ] ||
        grep -q 'Sanitizer\|runtime error: ' "$out"; then
        echo "$*: status $status"
        cat "$out"
        return 1
    fi
}

@test "right programs" {
    local program bad=0
    for program in build/tests/programs/*.clang; do
        # One host thread does a whole cooperative grid.
        [[ $SANITIZED$program == *thread*grid_sync* ]] && continue
        watched "$program" || bad=1
    done
    [ $bad = 0 ]
}

@test "wrong programs" {
    local program hazard bad=0 budget=200000
    for program in build/tests/diagnostics/*.clang; do
        [[ $program == */pointers.clang ]] && continue
        for hazard in $("$program"); do
            watched "$program" "$hazard" || bad=1
        done
    done
    [ $bad = 0 ]
}

@test "made-up pointers" {
    [[ $SANITIZED != *thread* ]] || skip "each is one thread of a kernel"
    watched build/tests/diagnostics/pointers.clang
}

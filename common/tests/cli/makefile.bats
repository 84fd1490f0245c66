#!/usr/bin/env bats
# makefile.bats - the entry point itself, in a copy, so that build/ is left
# alone.

setup() {
    here="$BATS_TEST_DIRNAME/../../.."
    copy="$BATS_TEST_TMPDIR/a folder with spaces"
    mkdir -p "$copy/common"
    cp "$here/Makefile" "$copy"
    for chapter in "$here"/common/*/*.mk; do
        folder=$copy/common/$(basename "${chapter%/*}")
        mkdir -p "$folder"
        cp "$chapter" "$folder"
    done
    cp "$here"/common/{help.awk,config.sh,building.sh} "$copy/common"
    cd "$copy"
    unset MAKEFLAGS MAKELEVEL
}

# only COMMAND...: a PATH on which nothing else is found.
only() {
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    for tool; do
        ln -sf "$(command -v "$tool")" "$BATS_TEST_TMPDIR/bin"
    done
    PATH="$BATS_TEST_TMPDIR/bin"
}

@test "make alone prints help in four groups" {
    run make
    [ "$status" -eq 0 ]
    [ "$(grep -c -E '^(Learn|Measure|Teach|Maintain)$' <<<"$output")" -eq 4 ]
    [[ "$output" == *"make check "*"make test "* ]]
    [ "$output" = "$(make help)" ]
}

@test "help and clean work with nothing installed" {
    real=$PATH
    only make awk rm
    run make help
    PATH=$real
    [ "$status" -eq 0 ]
    [[ "$output" == *"make doctor"* ]]
    mkdir build
    only make awk rm
    run make clean
    PATH=$real
    [ "$status" -eq 0 ]
    [ ! -e build ]
}

@test "no goal of help is without a rule" {
    for goal in $(make | sed -n 's/^  make \([a-z-]*\) .*/\1/p'); do
        grep -q "^$goal:" Makefile common/*/*.mk
        grep -q "^\.PHONY:.*\b$goal\b\|^	.*\b$goal\b" Makefile \
            common/*/*.mk
    done
}

@test "what is compiled is said, in a line; make -s says nothing" {
    mkdir -p common/harness
    echo 'int s;' >common/harness/s.c
    run make build/harness/s.o
    [ "$status" -eq 0 ]
    [ "$output" = "  CC     common/harness/s.c" ]
    rm build/harness/s.o
    run make -s build/harness/s.o
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

# live TERM ARGUMENTS: is there one line that counts, at such a terminal?
live() {
    env TERM="$1" script -qec "make -f live.mk -n $2" /dev/null |
        grep -q '^live=1'
}

@test "who learns at a terminal sees one line that counts, and then none" {
    mkdir -p common/harness
    echo 'int s;' | tee common/harness/s.c >common/harness/t.c
    run make -j1 LIVE=1 TO_BUILD=2 build/harness/s.o build/harness/t.o
    [ "$status" -eq 0 ]
    line=$'\r\e[K  building the grader,'
    [ "$output" = "$line 1 of 2 files"$'\r'"$line 2 of 2 files"$'\r' ]
    [ "$(sh common/building.sh build/building.*)" = $'\e[K' ]
    [ -z "$(find build -name 'building.*')" ]

    printf 'include Makefile\n$(info live=$(LIVE))\n' >live.mk
    live xterm check
    live xterm "plot LAB=x"
    ! live dumb check || false
    ! live xterm "check V=1" || false
    ! live xterm "-s check" || false
    ! live xterm "check lint" || false
    [[ "$(TERM=xterm make -f live.mk -n check 2>&1)" != *live=1* ]]
}

@test "what this machine has is asked once, and again for another PATH" {
    make emulator LIBCUDART= >/dev/null 2>&1 || true
    [ -s build/config.mk ]
    touch -d '2001-01-01' common/config.sh
    before=$(stat -c %y build/config.mk)
    make -n emulator >/dev/null 2>&1 || true
    [ "$(stat -c %y build/config.mk)" = "$before" ]
    PATH="$PATH:$BATS_TEST_TMPDIR" make -n emulator >/dev/null 2>&1 || true
    [ "$(stat -c %y build/config.mk)" != "$before" ]
}

@test "as many jobs as processors that make may use" {
    command -v taskset >/dev/null || skip "no taskset"
    jobs_of() { # COMMAND...: -j of the make that it runs
        "$@" make -pn emulator 2>/dev/null |
            sed -n 's/^MAKEFLAGS.* -j\([0-9]*\).*/\1/p'
    }
    make emulator LIBCUDART= >/dev/null 2>&1 || true
    first=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
    [ "$(jobs_of env)" = "$(OMP_NUM_THREADS='' nproc)" ]
    [ "$(jobs_of taskset -c "$first")" = 1 ]
}

@test "a missing library is said, with its cost, and stops nothing" {
    printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/no-compiler"
    chmod +x "$BATS_TEST_TMPDIR/no-compiler"
    CC="$BATS_TEST_TMPDIR/no-compiler" run sh common/config.sh
    [ "$status" -eq 0 ]
    [[ "$output" == *"no cJSON: no build/results/check.json"*libcjson-dev* ]]
    [[ "$output" != *HAVE_CJSON* ]]
}

@test "a library that was installed is used by what asks for it, and no more" {
    mkdir -p common/harness bin
    printf '#include "have.h"\n#if HAVE_CJSON\nint with;\n#else\n%s' \
        'int without;
#endif
' >common/harness/asks.c
    echo 'int s;' >common/harness/s.c
    objects="build/harness/asks.o build/harness/s.o"
    gcc=$(command -v gcc)
    printf '#!/bin/sh\ncase "$*" in *cjson*) exit 1 ;; esac\nexec %s "$@"\n' \
        "$gcc" >bin/gcc
    chmod +x bin/gcc
    # shellcheck disable=SC2086 # two objects
    PATH=$PWD/bin:$PATH run make $objects
    [[ "$output" == *"note: no cJSON"* ]]
    nm build/harness/asks.o | grep without
    # shellcheck disable=SC2086
    run make $objects
    [ "$status" -eq 0 ]
    [[ "$output" != *"no cJSON"* ]] || skip "no cJSON"
    [[ "$output" == *asks.c* && "$output" != *s/s.c* ]]
    nm build/harness/asks.o | grep with$
    # shellcheck disable=SC2086
    [[ "$(make $objects)" != *asks.c* ]]
}

@test "two makes at once do not take each other's files" {
    make build/labs.c
    for round in 1 2 3 4 5 6; do
        rm build/labs.c
        make build/labs.c >one 2>&1 &
        make build/labs.c >two 2>&1
        wait $!
        cat one two # "cannot stat build/labs.c.new"
        ! grep Error one two || false
        [ "$(cd build && echo labs.c*)" = labs.c ]
    done
}

@test "a compiler that is not there is named, before anything needs it" {
    mkdir -p common/harness
    echo '#include <cuda_runtime_api.h>' >common/harness/runner.c
    run make build/harness/nvcc/runner.o DEVICE=gpu NVCC=/nowhere/nvcc
    [ "$status" -eq 2 ]
    [[ "$output" == *"no nvcc here"*"make doctor"* ]]
    [[ "$output" != *"fatal error"* ]]
    run make compiler CUDACC=clang CLANG=/nowhere/clang
    [ "$status" -eq 2 ]
    [[ "$output" == *"no clang here"*"common/setup.sh"* ]]
}

@test "random: a table that there is stays where none could be made" {
    mkdir -p build/emulator build/results common/tests/random
    touch build/emulator/libcudart.so
    echo old >build/results/random.md
    random() {
        echo "echo new; exit $1" >common/tests/random/random.sh
        run make random HAS_GPU=1 -o build/emulator/libcudart.so
        echo "$output"
    }
    random 2
    [ "$status" -eq 2 ]
    [ "$(cat build/results/random.md)" = old ]
    [ "$(echo build/results/*)" = build/results/random.md ]
    random 1 # some kernels differ: make's status is 2 again
    [ "$(cat build/results/random.md)" = new ]
    [[ "$output" == *new* ]]
    random 0
    [ "$status" -eq 0 ]
}

@test "TEST: a file, all of a lab, or the name that is none" {
    mkdir -p lab9/tests common/tests/unit
    touch lab9/lab.c lab9/tests/{test_lab9.c,wrong_lab9.bats} \
        common/tests/unit/test_lex.c
    run make --eval 'show: ; @echo $(TESTS)' show TEST="lex lab9"
    [ "$output" = "build/tests/unit/test_lex build/lab9/tests/test_lab9\
 lab9/tests/wrong_lab9.bats" ]
    run make test TEST="lex no_such"
    [ "$status" -eq 2 ]
    [[ "$output" == "no test no_such: TEST=X runs "* ]]
}

@test "TEST: why a test failed is shown, and no more" {
    printf 'echo 1..1\necho "not ok 1"\necho "# because"\nexit 3\n' >wrong
    printf 'echo 1..1\necho ok 1\necho "# ok - tests"\n' >right
    sed -i '1i#!/bin/sh' wrong right
    chmod +x wrong right
    run prove --failures --comments \
        --exec "sh $BATS_TEST_DIRNAME/../run.sh" ./wrong ./right
    echo "$output"
    [[ "$output" == *"# because"* ]]
    [[ "$output" == *"exited 3"* ]]
    [[ "$output" != *"ok - tests"* ]]
}

@test "FAILED: what failed the last time, and only if something did" {
    unset TEST # of the make that runs this
    mkdir -p common/tests/cli build/tests
    cp "$BATS_TEST_DIRNAME/../run.sh" common/tests
    run make test FAILED=1
    [ "$status" -ne 0 ]
    [[ "$output" == *"nothing failed the last time"* ]]
    tested() { prove --exec 'sh common/tests/run.sh' \
        --statefile=build/tests/state --state="$1" "${@:2}"; }
    printf '#!/bin/sh\necho 1..1\n[ -e mended ] && echo ok 1\n' >wrong
    printf '#!/bin/sh\necho 1..1\necho ok 1\n' >right
    chmod +x wrong right
    tested save ./wrong ./right || true
    run make test FAILED=1
    [ "$status" -ne 0 ]
    [[ "$output" == *"Files=1, Tests=0"*"Result: FAIL"* ]]
    touch mended
    run make test FAILED=1
    [ "$status" -eq 0 ]
    [[ "$output" == *"Files=1, Tests=1"*"Result: PASS"* ]]
    run make test FAILED=1
    [ "$status" -ne 0 ]
}

@test "names of folders, and what is asked for, reach no shell" {
    mkdir -p lab1 '$(touch attacked)' 'a;touch attacked;' '`touch attacked`' \
        build/bin
    touch lab1/lab.c '$(touch attacked)/lab.c' 'a;touch attacked;/lab.c' \
        '`touch attacked`/lab.c'
    run make --eval 'show: ; @echo $(LABS)' show
    echo "$output"
    [ "$output" = lab1 ]
    run make -n check LAB="x'; touch attacked; '" EX="\`touch attacked\`'" \
        CLANG=true --assume-old=build/bin/grader
    run make diff LAB="x'; touch attacked; '"
    echo "$output"
    [ ! -e attacked ]
}

# A goal that says what it was given.
inside() { # FOLDER ARGUMENTS...
    run env MAKEFILES="$BATS_TEST_TMPDIR/says.mk" make -C "$@"
    echo "$output"
}

@test "from a lab's folder: goals of the folder above, for this lab" {
    mkdir -p lab1 build
    touch lab1/lab.c lab1/check
    cp "$here/lab1_global/Makefile" lab1
    printf '%s\n' 'ifeq ($(wildcard lab.c),)' '.PHONY: said' \
        'said: ; @echo "level $(MAKELEVEL) LAB=$(LAB) EX=$(EX)"' endif \
        >"$BATS_TEST_TMPDIR/says.mk"
    inside lab1 said EX=matvec
    [ "$status" -eq 0 ]
    [ "$(grep -v directory <<<"$output")" = "level 0 LAB=lab1 EX=matvec" ]
    inside lab1 -s said said LAB=lab2 EX="it's"
    [ "$output" = "level 0 LAB=lab2 EX=it's" ]
    inside lab1 -s -j2 said
    [ "$output" = "level 1 LAB=lab1 EX=" ]
    inside lab1
    [ "$status" -eq 0 ]
    [[ "$output" == *Learn*"make check "* ]]
    inside lab1 no_such
    [ "$status" -eq 2 ]
    # A file of that name is no reason to do nothing.
    run make -n -C lab1 check
    [[ "$output" == *"make "*"-C .. 'check'"* ]]
}

@test "all labs have one Makefile, which names none of them" {
    cd "$here"
    for lab in */lab.c; do
        cmp lab1_global/Makefile "${lab%/*}/Makefile"
    done
    ! grep 'lab[0-9]' lab1_global/Makefile || false
}

@test "make run: a file of the lab whose folder one is in" {
    cd "$BATS_TEST_DIRNAME/../../.."
    run env -u MAKEFLAGS -u MAKELEVEL make -C lab1_global -s run FILE=first.cu
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 x 7 = 14"* ]]
    run env LAB=lab1_global sh common/learn/run.sh clang emu nothing.cu
    [ "$status" -eq 2 ]
    [[ "$output" == *"there is no nothing.cu"* ]]
}

#!/usr/bin/env bats
# setup.bats - setup.sh against an apt-get that only writes down what it was
# asked for.  What is found by its path (headers) depends on this machine, so
# commands stand for all.

setup() {
    here="$BATS_TEST_DIRNAME/../../.."
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir -p "$bin"
    for tool in sh dirname cat rm mktemp tail grep; do
        ln -s "$(command -v "$tool")" "$bin"
    done
    fake id 'echo 0'
    fake make 'echo "make got: $*"'
}

fake() { # NAME SCRIPT
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

apt() { # SCRIPT
    fake apt-get "echo \"\$*\" >>'$BATS_TEST_TMPDIR/apt'; $1"
}

# The real shell runs the script; only what it looks for is limited.
setup_sh() {
    run env PATH="$bin" TMPDIR="$BATS_TEST_TMPDIR" sh "$here/common/setup.sh" "$@"
}

@test "installs what is missing, says why, then runs make" {
    fake clang :
    apt :
    setup_sh check LAB=lab1_global
    [ "$status" -eq 0 ]
    [[ "$output" == *"gnuplot-nox"*"draws the graphs"* ]]
    [[ "$output" == *"make got: check LAB=lab1_global"* ]]
    grep -q '^install .* gnuplot-nox' "$BATS_TEST_TMPDIR/apt"
    ! grep -q '^install.* clang ' "$BATS_TEST_TMPDIR/apt" || false
}

@test "needs no apt-get, no root, when nothing is missing" {
    [ -e /usr/include/cmocka.h ] && [ -e /usr/include/seccomp.h ] ||
        skip "libraries are missing here"
    for tool in gcc clang gnuplot inotifywait pandoc weasyprint msgcat zip \
        bwrap bats prove git \
        clang-format cppcheck shellcheck nvcc; do
        fake "$tool" :
    done
    fake fc-list "echo a font"
    fake fc-match "echo LiberationSerif-Regular.ttf"
    fake id 'echo 1000'
    setup_sh help
    [ "$status" -eq 0 ]
    [ "$output" = "make got: help" ]
}

@test "without root and sudo: goes on if make check can, and says what lacks" {
    fake id 'echo 1000'
    fake gcc :
    fake nvcc :
    setup_sh check
    [ "$status" -eq 0 ]
    [[ "$output" == *"apt-get install"*"gnuplot-nox"* ]]
    [[ "$output" == *"make got: check"* ]]
}

@test "without root, sudo and a compiler: says so and stops" {
    fake id 'echo 1000'
    setup_sh check
    [ "$status" -eq 2 ]
    [[ "$output" == *"make, gcc and one of clang or nvcc are needed"* ]]
    [[ "$output" != *"make got"* ]]
}

@test "a failing apt-get is a clear failure" {
    apt 'echo "Temporary failure resolving deb.example"; exit 100'
    setup_sh check
    [ "$status" -eq 2 ]
    [[ "$output" == *"Temporary failure resolving"* ]]
    [[ "$output" == *"is there a network"* ]]
    [[ "$output" != *"make got"* ]]
}

# asked GOAL...: the packages that are asked for where no command is there.
asked() {
    rm -f "$BATS_TEST_TMPDIR/apt"
    apt :
    setup_sh "$@"
    [ "$status" -eq 0 ]
    list=" $(sed -n 's/^install .*recommends //p' "$BATS_TEST_TMPDIR/apt") "
    [[ "$list" == *" clang "* ]]
}

# has PACKAGE..., lacks PACKAGE...: the list does.
has() {
    for package; do [[ "$list" == *" $package "* ]] || return 1; done
}

lacks() {
    for package; do [[ "$list" != *" $package "* ]] || return 1; done
}

@test "a student gets what students need, whatever their goal is" {
    for goals in "" check "plot LAB=lab1_global" "-s watch" report submit; do
        # shellcheck disable=SC2086 # words
        asked $goals
        has gnuplot-nox inotify-tools pandoc weasyprint zip git bubblewrap
        lacks bats perl clang-format cppcheck shellcheck similarity-tester
        run grep -iE 'slurm|munge|chromium|libreoffice|debootstrap|qemu' \
            "$BATS_TEST_TMPDIR/apt"
        [ "$status" -eq 1 ]
    done
}

@test "test, lint and grade get what these need beside it, each package once" {
    asked test
    has bats perl gnuplot-nox similarity-tester zip
    lacks clang-format cppcheck shellcheck
    [ "$(printf '%s\n' $list | sort | uniq -d)" = "" ]
    asked lint
    has clang-format cppcheck shellcheck
    lacks bats gnuplot-nox weasyprint
    asked grade CLASS=somewhere
    has similarity-tester
    lacks bats gnuplot-nox weasyprint clang-format
    asked lint check
    has clang-format gnuplot-nox
    asked test-course
    has bats gnuplot-nox similarity-tester
}

@test "in the student edition every goal is a student's" {
    mkdir -p "$BATS_TEST_TMPDIR/edition/common"
    cp common/setup.sh "$BATS_TEST_TMPDIR/edition/common"
    touch "$BATS_TEST_TMPDIR/edition/.edition"
    here=$BATS_TEST_TMPDIR/edition
    asked test-course lint grade
    has gnuplot-nox pandoc
    lacks bats perl clang-format similarity-tester
}

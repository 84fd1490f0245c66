#!/bin/sh
# prepare.sh - compiles a submission and records what its launchers ask of a
# device, in a room (grade/room.h).
#
#   EXERCISES="EX..." sh common/course/board/prepare.sh LAB
#
# Leaves made/EX.json, what the grader found; and, if RECORDED is not empty,
# made/student.o, or made/student.ptx where there is no nvcc, and
# made/EX/SIZE.recording.  Compilers and the student's host code run in their
# boxes.
# Settings: BUILD/compile.conf; BUILD, BOX, SEED.

set -eu
lab=$1
build=${BUILD:-build}
# shellcheck source=/dev/null # make writes it
. "$build/compile.conf"
program=programs/$lab/student
mkdir -p "programs/$lab" made
sh common/harness/compile.sh --lab --boxed clang "$lab/student.cu" \
    "$program.clang"
for ex in $EXERCISES; do
    "$build/bin/grader" check --lab "$lab" --ex "$ex" --programs programs \
        --compiler clang --device emu --seed "$SEED" --threads 1 \
        --color never --json "made/$ex.json" || [ $? -eq 1 ]
done
[ "$RECORDED" ] && [ -e "$program.clang" ] || exit 0

# What nvcc makes is what a GPU is given, if it is there, and its runner.
compiler=nvcc
for object in $RUNNER_NVCC; do
    [ -e "$object" ] || compiler=clang
done
command -v "$NVCC" >/dev/null || compiler=clang
[ $compiler = clang ] ||
    sh common/harness/compile.sh --lab --boxed nvcc "$lab/student.cu" \
        "$program.nvcc"
[ -e "$program.$compiler" ] || compiler=clang
for ex in $EXERCISES; do
    mkdir -p "made/$ex"
    ! grep -q '"passed":[[:space:]]*false' "made/$ex.json" || continue
    "$build/bin/grader" record --lab "$lab" --ex "$ex" --programs programs \
        --compiler $compiler --device emu --folder "made/$ex"
done
case $compiler in
clang) cp "$program.clang.ptx" made/student.ptx ;;
nvcc) cp "$program.nvcc.o" made/student.o ;;
esac

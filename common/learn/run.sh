#!/bin/sh
# run.sh - compiles a CUDA program of one's own, and runs it.
#
#   sh common/learn/run.sh COMPILER DEVICE FILE
#
# What clang made runs on the emulated device; what nvcc made runs on a GPU,
# unless DEVICE is emu.
# Settings: BUILD (build); LAB, where FILE is looked for too; NVCC as
# common/harness/compile.sh has it.
# Exit status: the program's; 1 if it does not compile, or if something wrong
# was found; 2 for wrong use.

compiler=$1 device=$2 file=$3
build=${BUILD:-build}
# From a lab's folder it is named without the folder.
[ -f "$file" ] || [ ! -f "${LAB:-}/$file" ] || file=$LAB/$file
if [ ! -f "$file" ]; then
    echo "run: ${file:+there is no $file; }which program?" \
        'make run FILE=lab1_global/first.cu' >&2
    exit 2
fi
name=${file##*/}
program=$build/run/${name%.cu}
mkdir -p "$build/run" || exit 2
sh common/harness/compile.sh "$compiler" "$file" "$program" || exit 1
if [ "$compiler" = nvcc ] && [ "$device" != emu ]; then
    exec "$program"
fi
exec common/emulator/ptxrun --error-exitcode 1 "$program"

#!/bin/sh
# kit.sh - what nodes need, as a frozen copy of the workbook.
#
#   sh common/course/slurm/kit.sh OUT       (in the workbook; BUILD=build)
#
# Prints the copy's folder, OUT/slurm/kit-SUM.  A job may wait for hours, and
# the workbook may be built anew meanwhile: tasks run from the copy.  It has
# what `course one` needs, the libraries of those programs (nodes have gcc,
# clang and what these need), and what a node is tried with (task.sh).
# Idea: its name is a sum of what is in it, so the same workbook has the same
# kit, and it gets that name when it is whole.
# Exit status: 0, or 2 with a sentence.

set -u
out=$1 build=${BUILD:-build}
kit=$out/slurm/kit.$$
programs="$build/bin/course $build/bin/grader $build/bin/judge $build/bin/box"
[ ! -e "$build/emulator/place_of" ] ||
    programs="$programs $build/emulator/place_of"

fail() {
    echo "$1" >&2
    rm -rf "$kit"
    exit 2
}

# keep PATH...: copied to the same place in the kit; links as what they lead to.
keep() {
    for path; do
        mkdir -p "$kit/${path%/*}"
        cp -RLp "$path" "$kit/$path" || fail "cannot copy $path to $kit"
    done
}

# Shared libraries of these programs that a machine with a compiler may lack.
libraries() {
    for program; do
        ldd "$program" 2>/dev/null
    done | sed -n 's|.* => \(/[^ ]*\) .*|\1|p' | sort -u |
        grep -v -e '/lib\(c\|m\|dl\|pthread\|rt\|gcc_s\|stdc++\)\.so\.'
}

copy() {
    # shellcheck source=/dev/null # make writes it
    . "$build/compile.conf"
    # Lists, on purpose.
    # shellcheck disable=SC2086
    keep common/harness/compile.sh common/emulator/clang.sh \
        common/emulator/copies.awk common/emulator/loops.awk \
        common/emulator/said.awk common/emulator/together.awk \
        common/course/slurm/task.sh \
        "$EMULATOR_INCLUDE" "$build/compile.conf" "$build/edition.txt" \
        "$build/emulator/client" $RUNNER_CLANG
    for path in "$build/emulator"/lib*.so*; do
        [ ! -e "$path" ] || keep "$path"
    done
    for path in */kernels.h */cases/*/kernels.h; do
        [ -e "$path" ] || continue # no lab has cases
        keep "$path" "$build/${path%/*}/launchers.o"
    done
    # shellcheck disable=SC2086
    keep $programs
    "$CLANG" --version | head -n 1 >"$kit/compiler" ||
        fail "cannot write to $kit"
}

# A right solution, with which a node shows what it can (task.sh).
copy_probe() {
    for lab in */lab.c; do
        lab=${lab%/lab.c}
        mkdir -p "$kit/probe/$lab"
        cp "$lab/reference.cu" "$kit/probe/$lab/student.cu" ||
            fail "cannot write to $kit"
        cp "$lab/kernels.h" "$kit/probe/$lab" || fail "cannot write to $kit"
        return
    done
}

copy_libraries() {
    mkdir "$kit/lib" || fail "cannot write to $kit"
    # shellcheck disable=SC2086 # a list
    libraries $programs "$build"/emulator/lib*.so* |
        while IFS= read -r path; do
            cp -L "$path" "$kit/lib" || exit
        done || fail "cannot copy libraries to $kit/lib"
}

# Folder and content, without this copy's own name.
sum() {
    (cd "$kit" && find . -type f -exec cksum {} + | LC_ALL=C sort | cksum) |
        tr ' ' -
}

mkdir -p "$kit" || fail "cannot write to $out/slurm"
chmod 700 "$kit"
copy
copy_probe
copy_libraries
name=$out/slurm/kit-$(sum)
# Another run may have been first.
if [ ! -d "$name" ]; then
    mv "$kit" "$name" 2>/dev/null || [ -d "$name" ] ||
        fail "cannot write to $name"
fi
rm -rf "$kit"
# What clang has read once it finds again only under the same path; without it
# compiling takes longer, and is right.
if [ ! -e "$name/$build/emulator/headers" ]; then
    (cd "$name" && sh common/harness/compile.sh --headers \
        "$build/emulator/headers.$$" && mv "$build/emulator/headers.$$" \
        "$build/emulator/headers") >/dev/null 2>&1
fi
printf '%s\n' "$name"

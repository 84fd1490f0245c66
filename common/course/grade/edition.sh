#!/bin/sh
# edition.sh - what decides points, as lines "PART HASH": the edition.
#
#   BUILD=build sh common/course/grade/edition.sh LAB...
#
# Parts: harness (what makes inputs, runs, judges and gives points), emulator
# (the device, and the profile of the GPU that points are given by), each lab
# (lab.c and kernels.h), compiler (its first words about itself, how it is
# called, and what is compiled in).  What only shows, draws or measures does
# not count, nor do tests: they may change, and no point does.
# The hash is the beginning of a SHA-256 over names and contents.
# Guarantee: the same files and compiler give the same lines, on any machine.
# Exit status: 2, and a sentence, if there is no compiler or no sha256sum.

LC_ALL=C
export LC_ALL
# shellcheck source=/dev/null # make writes it
. "${BUILD:-build}/compile.conf" || exit 2

command -v sha256sum >/dev/null || {
    echo "edition: no sha256sum here; install coreutils" >&2
    exit 2
}
says=$("$CLANG" --version 2>/dev/null | head -n 1)
[ -n "$says" ] || {
    echo "edition: no clang here to compile what students wrote:" \
        "sh common/setup.sh grade installs it" >&2
    exit 2
}

hash_of() { # FILE..., and what comes on standard input
    {
        cat
        for file; do
            printf '%s ' "$file"
            sha256sum <"$file"
        done
    } | sha256sum | cut -c 1-16
}

files_of() { # FOLDER...: their sources, by name
    for folder; do
        find "common/$folder" -name '*.[ch]' -o -name '*.def'
    done | sort
}

cases_of() { # LAB: what says what its cases are
    [ ! -d "$1/cases" ] || find "$1/cases" -name '*.h' | sort
}

# Names of sources have no spaces.
# shellcheck disable=SC2046
{
    printf 'harness %s\n' "$(hash_of $(files_of harness/box \
        harness/judge harness/lab harness/run harness/runner harness/grade) \
        common/harness/judge.c common/harness/runner.c \
        common/harness/grader.c common/harness/box.c </dev/null)"
    printf 'emulator %s\n' "$(hash_of $(files_of emulator/base emulator/code \
        emulator/device emulator/machine emulator/memory emulator/ptx \
        emulator/runtime emulator/tell) common/gpus/h200.def </dev/null)"
    for lab; do
        printf '%s %s\n' "$lab" \
            "$(hash_of "$lab/lab.c" "$lab/kernels.h" \
                $(cases_of "$lab") </dev/null)"
    done
    printf 'compiler %s %s\n' "$says" "$(echo "$says" | hash_of \
        $(files_of emulator/include) common/harness/compile.sh \
        common/emulator/clang.sh common/emulator/copies.awk \
        common/emulator/loops.awk common/emulator/together.awk)"
}

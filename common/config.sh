#!/bin/sh
# config.sh - what this machine has, as make variables on standard output.
#
# Idea: ask once, with the compiler itself (a GPU server may lack pkg-config),
# and let make keep the answer in build/config.mk.  A missing library costs
# only the feature it carries; what that is, is said here, once, on stderr.
# Guarantee: never fails.
# NVCC=/path/to/nvcc is taken instead of the one that is found.

CC=${CC:-gcc}

# links HEADER CALL OPTION: does a program that calls it build?
links() {
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n
        #include <setjmp.h>\n#include <%s>\nint main(void)\n
        { return (int)(size_t)%s; }\n' "$1" "$2" |
        $CC -x c - -o /dev/null "$3" 2>/dev/null
}

missing() {
    printf '%s\n' "  note: no $1: $2 (to have it: $3)" >&2
}

# first NAME...: the first of these commands that exists
first() {
    for name; do
        if command -v "$name" >/dev/null 2>&1; then
            printf '%s' "$name"
            return
        fi
    done
}

setting() {
    printf '%s := %s\n' "$1" \
        "$(printf '%s' "$2" | sed 's/[$]/$$/g; s/#/\\#/g')"
}

libraries() {
    if links cjson/cJSON.h cJSON_CreateObject -lcjson; then
        setting HAVE_CJSON 1
    else
        missing cJSON "no build/results/check.json, no ptxrun --report" \
            "install libcjson-dev"
    fi
    if links lz4.h LZ4_decompress_safe -llz4; then
        setting HAVE_LZ4 1
    else
        missing liblz4 \
            "programs of nvcc 11 and 12 must be built with -no-compress" \
            "install liblz4-dev"
    fi
    if links zstd.h ZSTD_decompress -lzstd; then
        setting HAVE_ZSTD 1
    else
        missing libzstd "programs of nvcc 13 must be built with -no-compress" \
            "install libzstd-dev"
    fi
    if links elfutils/libdwfl.h dwfl_begin -ldw; then
        setting HAVE_DW 1
    else
        missing libdw "no source line of the host's calls in messages" \
            "install libdw-dev"
    fi
    if links omp.h omp_get_max_threads -fopenmp; then
        setting HAVE_OPENMP 1
    else
        missing OpenMP "no curve of all the processor's cores in the graphs" \
            "use gcc, or install libomp-dev"
    fi
    if links seccomp.h seccomp_init -lseccomp; then
        setting HAVE_SECCOMP 1
    else
        missing libseccomp \
            "a student's program may ask the system for anything" \
            "install libseccomp-dev"
    fi
    # A student edition has neither a class nor tests.
    [ ! -e .edition ] || return 0
    # Only who grades a class needs these: make grade says what is missing.
    if links archive.h archive_read_new -larchive &&
        links yaml.h yaml_get_version_string -lyaml &&
        links nettle/sha2.h nettle_sha256_init -lnettle &&
        links cjson/cJSON.h cJSON_CreateObject -lcjson; then
        setting HAVE_COURSE 1
    fi
    if links cmocka.h _cmocka_run_group_tests -lcmocka; then
        setting HAVE_CMOCKA 1
    else
        missing cmocka "no unit tests" "install libcmocka-dev"
    fi
}

# folder VARIABLE LETTER: the last that nvcc passes on so, in quotes or not
folder() {
    printf '%s\n' "$dryrun" | sed -n "/^#\\$ $1=/{
        s/.*\"-$2\([^\"]*\)\" *\$/\1/p; t
        s/.*[ =]-$2\([^ ]*\) *\$/\1/p; }"
}

# Where headers and libraries are differs between NVIDIA's packages and those
# of distributions, so nvcc itself is asked.
toolkit() {
    nvcc=${NVCC:-$(first nvcc /usr/local/cuda/bin/nvcc)}
    [ -n "$nvcc" ] || return
    setting NVCC "$nvcc"
    command -v "$nvcc" >/dev/null || return
    dryrun=$("$nvcc" --dryrun -x cu -E /dev/null 2>&1)
    include=$(folder INCLUDES I)
    setting CUDA_INCLUDE "$include"
    for cub in "${include:-/usr/include}" "$include/cccl"; do
        [ ! -e "$cub/cub/cub.cuh" ] || setting HAVE_CUB 1
    done
    setting CUDA_LIBRARIES "$(folder LIBRARIES L)"
    setting NVCC_VERSION "$("$nvcc" --version | sed -n 's/.*, V//p')"
    setting NVCC_ARCHS "$("$nvcc" --list-gpu-arch | tr '\n' ' ')"
    setting NVCC_MODES "$("$nvcc" --help | grep -o -m 1 -e --compress-mode)"
}

# Machine code for the GPU that is here, beside the PTX that runs anywhere.
gpu() {
    command -v nvidia-smi >/dev/null 2>&1 || return
    nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
        sed -n '1s/^\([0-9][0-9]*\)\.\([0-9]\)$/GPU_ARCH := \1\2/p'
}

# What has clang make loops as nvcc does: unrolled four times, also where the
# number of turns takes a division to find; with the ways that lead on in the
# order of the source; with two conditions worked out at once and one branch,
# where the second takes a few instructions; with what both sides of an if do on
# both sides; with functions in line, however long, as nvcc has all that do not
# call themselves (of 8000 lines, four times).  Those that this clang knows.
# (Not spec-exec-max-speculation-cost=0, which leaves the guards of a tile's
# loads as branches as well, one behind the other.)
loops() {
    for option in unroll-max-count=4 unroll-threshold=450 \
        unroll-partial-threshold=90 scev-cheap-expansion-budget=32 \
        disable-block-placement bonus-inst-threshold=4 \
        sink-common-insts=0 inline-threshold=20000; do
        ! "$clang" -x c -S -o /dev/null -mllvm "-$option" /dev/null \
            2>/dev/null || printf '%s ' -mllvm "-$option"
    done
}

# What keeps a barrier where it stands when nothing says that lanes meet there
# (together.awk): a clang that does not know it unrolls no such loops.
together() {
    option=simplifycfg-max-small-block-size=0
    ! "$clang" -x c -S -o /dev/null -mllvm "-$option" /dev/null 2>/dev/null ||
        printf '%s' "-mllvm -$option"
}

setting CONFIG_FOR "$PATH $NVCC"
clang=$(first clang clang-20 clang-19 clang-18 clang-17 clang-16 \
    clang-15 clang-14)
setting CLANG "$clang"
[ -z "$clang" ] || setting CLANG_LOOPS "$(loops)"
[ -z "$clang" ] || setting CLANG_TOGETHER "$(together)"
toolkit
gpu
libraries

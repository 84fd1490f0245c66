#!/bin/sh
# compile.sh - turns a .cu file into a program: for make, and for a class.
#
#   sh common/harness/compile.sh [--lab [--boxed]] COMPILER SOURCE PROGRAM
#   sh common/harness/compile.sh --headers FOLDER
#   sh common/harness/compile.sh COMPILER --ptx SOURCE PTX
#   sh common/harness/compile.sh COMPILER --object SOURCE OBJECT
#
# COMPILER is clang or nvcc.  With --lab the program is that of a lab, which
# is the folder of SOURCE (LAB, or LAB/cases/CASE): it gets the runner and its
# launchers, and what does not compile is a result and no error: what the
# compiler said is left in PROGRAM.log, and there is no PROGRAM.  Beside it: .o,
# .d, .cksum (of what was compiled, or older) and, of clang's, .ptx, which is
# what a device runs.
# --boxed: what a student wrote, and the reference likewise.  The compilers read
# that file and kernels.h, what it is linked with, and the system's, nothing
# else of the workbook; they write into a folder of their own, PROGRAM.room, and
# are stopped at limits.
# Idea: a folder that has SOURCE, and common/ and build/ as they stand in the
# workbook, gives the same program and the same messages as the workbook.
# Half of clang's time would be spent on the headers that all sources have:
# --headers, called by make, has it read them once, for device and host, into
# FOLDER, from where they are taken if they are these.  When clang says a word
# about one, the step is done again without, so that nothing that is said, or
# made, depends on it.
# Settings: BUILD/compile.conf, which make writes (harness.mk); from the
# environment BUILD (build), COMPILE_SECONDS (60, for each step), PTX_ONLY=1 (no
# machine code of a GPU's), V=1 (says the commands).
# Exit status: of what failed; with --lab, 0 whatever SOURCE is.

set -f # what is split below is split at spaces, nothing more
lab='' box='' own=''
while :; do
    case $1 in
    --headers) break ;;
    --lab) lab=1 ;;
    --boxed) box=1 own='-Wall -Wconditional-uninitialized' ;;
    *) break ;;
    esac
    shift
done
compiler=$1 source=$2 program=${3:-$2}
build=${BUILD:-build}
# shellcheck source=/dev/null # make writes it
. "$build/compile.conf" || exit 2
exec 3>&2
# shellcheck source=common/emulator/clang.sh
. common/emulator/clang.sh
# What nvcc makes for the emulated device is for the compute capability that
# clang compiles for, too (clang.sh).
NVCC_PTX=compute_80
# shellcheck disable=SC2034 # clang.sh's
FOLDER=common/emulator SOURCE=$source SAID=$program.words

folder=${source%/*} objects='' made=$program
if [ "$lab" ]; then
    case $compiler in
    clang) objects="$RUNNER_CLANG $EMULATOR/client/libcudart.so.13" ;;
    nvcc) objects=$RUNNER_NVCC ;;
    esac
    case $folder in # with --lab, of a lab or a case of one
    */cases/*) above=${folder%/cases/*} && part=/cases/${folder##*/} ;;
    *) above=$folder part='' ;;
    esac
    objects="$objects $build/${above##*/}$part/launchers.o"
fi
# Where the headers lie that a link may stand for; precompiled ones name it.
include=$(cd "$EMULATOR_INCLUDE" && pwd -P)
headers=$(cd "$EMULATOR/headers" 2>/dev/null && pwd -P)
case $include in
*[!A-Za-z0-9/._-]*) headers='' ;; # a name that .d would have in another form
esac
reads="$source $folder/kernels.h $objects $EMULATOR_INCLUDE"
[ "$compiler" = nvcc ] || reads="$reads $include ${headers:-$include}"
[ -z "$box" ] || made=$program.room/${program##*/}

# The compiler, in its box if there is one.
compile() {
    [ -z "$V" ] || printf '%s\n' "$*" >&3
    if [ -z "$box" ]; then
        "$@"
        return
    fi
    options=
    for file in $reads; do
        options="$options --read $file"
    done
    # shellcheck disable=SC2086 # names without spaces
    "$BOX_PROGRAM" --name "$source" --seconds "${COMPILE_SECONDS:-60}" \
        --memory 4096 --output 64 --said 256 --write "$program.room" \
        $options -- "$@"
}

# shellcheck disable=SC2086 # a list
clang_cuda() {
    compile "$CLANG" $CLANG_CUDA --cuda-path="$EMULATOR_INCLUDE" \
        -I "$EMULATOR_INCLUDE" "$@"
}

# shellcheck disable=SC2086 # a list
clang_device() {
    clang_cuda $CLANG_DEVICE "$@"
}

# shellcheck disable=SC2086 # a list
clang_host() {
    clang_cuda $CLANG_HOST "$@"
}

# What a path of a header, or of what was made of one, would be said with, and
# that clang has failed itself.
of_headers() {
    grep -q -e "$include" -e "$headers" -e PCH -e 'AST file' -e precompiled \
        -e 'PLEASE submit' "$1"
}

# clang_device or clang_host, with the headers.  As with nvcc, cuda_runtime.h
# need not be asked for.
with_headers() {
    step=$1
    shift
    if [ "$headers" ] && [ -s "$headers/$step" ]; then
        "$step" -Xclang -include-pch -Xclang "$headers/$step" "$@" \
            >"$program.said" 2>&1
        status=$?
        if ! of_headers "$program.said"; then
            tell_plainly "$program.said"
            rm -f "$program.said"
            return $status
        fi
        rm -f "$program.said"
    fi
    plainly "$step" -include cuda_runtime.h "$@"
}

# Of a list in which precompiled headers stand under other names, and not
# behind the source, one as without them.
name_headers() {
    case $source in
    *[!A-Za-z0-9/._+-]*) rm -f "$made.d" && return ;; # not to be said to make
    esac
    awk -v from="$include/" -v to="$EMULATOR_INCLUDE/" -v source="$source" \
        -v program="$program" '
        /^$/ { exit } # each again, as a target
        {
            sub(/^[^ ]*:/, "")
            for (i = 1; i <= NF; i++) {
                name = index($i, from) == 1 ? \
                    to substr($i, length(from) + 1) : $i
                if (name == "\\" || name == source || seen[name]++ ||
                    name ~ "/headers/all.h$")
                    continue
                list = list " \\\n  " name
                targets = targets "\n" name ":\n"
            }
        }
        END { printf "%s: %s%s\n%s", program, source, list, targets }' \
        "$made.d" >"$program.said" && mv "$program.said" "$made.d"
}

# The steps of ptx_of (clang.sh).
# shellcheck disable=SC2086 # lists
device() {
    with_headers clang_device $own "$@" "$source"
}

# The box hands on all that was said as its own output.
said_aside() {
    "$@" >&2
}

# CLANG_LOOPS: loops like nvcc's, so that the times modelled are those of
# nvcc's code (config.sh).
# shellcheck disable=SC2086,SC2031 # lists; others in a subshell, on purpose
code() {
    plainly said_aside compile "$CLANG" $CLANG_CODE $CLANG_LOOPS "$@"
}

# Newer clangs embed PTX without the zero that ends a string: it is added.
# shellcheck disable=SC2086,SC2016 # lists; $ORIGIN is the linker's
clang_steps() {
    ptx_of "$made" && printf '\0' >>"$made.ptx" &&
        with_headers clang_host -MD -MP -MT "$program" \
            -MF "$made.d" -Xclang -fcuda-include-gpubinary \
            -Xclang "$made.ptx" "$source" -o "$made.o" &&
        name_headers &&
        plainly compile $CC $SANITIZERS -fno-lto "$made.o" \
            ${objects:-"$EMULATOR/libcudart.so"} \
            '-Wl,-rpath,$ORIGIN/../emulator:$ORIGIN/../../emulator' \
            $LIBS -Wl,--as-needed -lstdc++ -o "$made"
}

# Nothing depends on its success: an empty file stands for none.  Sizes tell
# that a header is another one, and make, by the list.
headers() {
    rm -rf "$1" && mkdir -p "$1" || return
    EMULATOR_INCLUDE=$include # under the names that hold everywhere
    folder=$(cd "$1" && pwd -P)
    echo '#include <cuda_runtime.h>' >"$folder/all.h"
    for step in clang_device clang_host; do
        "$step" -Xclang -emit-pch -Xclang -fno-pch-timestamp -MD -MP \
            -MT "$1/$step" -MF "$1/$step.made" "$folder/all.h" \
            -o "$1/$step.new" >"$1/log" 2>&1 || : >"$1/$step.new"
        # Of what is made of a moved workbook, make would not know how.
        [ ! -e "$1/$step.made" ] ||
            sed 's|\([^ ]*\\ \)*[^ ]*/headers/all\.h||' "$1/$step.made" \
                >"$1/$step.d"
        mv "$1/$step.new" "$1/$step"
    done
}

# shellcheck disable=SC2086 # lists
nvcc_steps() {
    arch="-gencode arch=$NVCC_PTX,code=$NVCC_PTX"
    rpath='' libraries='' wraps=''
    [ -z "$lab" ] || wraps=$RUNNER_WRAPS
    [ -z "$GPU_ARCH" ] || [ "$PTX_ONLY" ] ||
        arch="$arch -gencode arch=compute_$GPU_ARCH,code=sm_$GPU_ARCH"
    for word in $LIBS; do
        [ "$word" = -pthread ] || libraries="$libraries $word"
    done
    [ -z "$CUDA_LIBRARIES" ] || rpath="-Xlinker -rpath -Xlinker"
    compile "$NVCC" $arch -no-compress -lineinfo -g -O3 -c -MMD \
        -MF "$made.d" -MT "$program" "$source" -o "$made.o" &&
        compile "$NVCC" --cudart=shared "$made.o" $objects $wraps $rpath \
            ${CUDA_LIBRARIES:+"$CUDA_LIBRARIES"} -lpthread $libraries \
            -o "$made"
}

steps() {
    [ "$box" ] || {
        "${compiler}_steps"
        return
    }
    rm -rf "$program.room" && mkdir "$program.room" &&
        "${compiler}_steps" && (
        set +f
        mv "$made"* "${program%/*}/"
    )
    status=$?
    rm -rf "$program.room"
    return $status
}

# The time of the program is that of the checksum, so that what was saved
# meanwhile is newer than it.
may_be_compiled() {
    case $box$source in
    1student.cu | 1*/student.cu) "$BOX_PROGRAM" --check "$source" ;;
    esac && cksum >"$program.cksum" <"$source"
}

attempt() {
    if may_be_compiled >"$program.log" 2>&1 && steps >>"$program.log" 2>&1; then
        touch -r "$program.cksum" "$program"
    else
        rm -f "$program" "$program.o" "$program.d" "$program.ptx"
    fi
}

# of_ours SOURCE MADE: as ptx_of, of kernels of ours.
# shellcheck disable=SC2034 # clang.sh's
of_ours() {
    source=$1 SOURCE=$1 headers='' SAID=$2.words
    ptx_of "$2"
}

# Of kernels which are no part of a program.
ptx() {
    case $compiler in
    clang) of_ours "$1" "${2%.ptx}" ;;
    nvcc) compile "$NVCC" "-arch=$NVCC_PTX" -O3 -ptx "$1" -o "$2" ;;
    esac
}

# Of a library's kernels: no line of theirs means anything to who calls them.
object() {
    case $compiler in
    clang)
        own=-g0
        of_ours "$1" "$2" && printf '\0' >>"$2.ptx" &&
            clang_host -include cuda_runtime.h -fPIC -Xclang \
                -fcuda-include-gpubinary -Xclang "$2.ptx" "$1" -o "$2"
        ;;
    nvcc)
        compile "$NVCC" "-arch=$NVCC_PTX" -O3 -std=c++17 -Xcompiler -fPIC \
            -I "${1%/*}" -c "$1" -o "$2"
        ;;
    esac
}

if [ "$compiler" = --headers ]; then
    headers "$source"
elif [ "$source" = --ptx ]; then
    ptx "$3" "$4"
elif [ "$source" = --object ]; then
    object "$3" "$4"
elif [ "$lab" ]; then
    attempt
else
    steps
fi

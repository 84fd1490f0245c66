# shellcheck shell=sh
# clang.sh - how clang makes PTX and host code of CUDA C, without a toolkit.
# Sourced by compile.sh of the harness and by ptxcc.
#
# Said to be CUDA 11, so that <<<>>> becomes cudaLaunchKernel; strictly C++17,
# since GCC 13's GNU dialect has a __float128 that no GPU has.  Clang looks for
# a toolkit unless it is told of some folder: --cuda-path.
# For compute capability 8.0, which clang 14 knows: with tensor cores that take
# doubles, reductions of a warp and asynchronous copies.

# shellcheck disable=SC2034 # for who sources this
CLANG_CUDA="-x cuda -std=c++17 --cuda-gpu-arch=sm_80 -nocudainc -nocudalib \
-Wno-unknown-cuda-version -Xclang -target-sdk-version=11.0"
# What clang reads becomes LLVM code, which is changed a little (loops.awk);
# CLANG_CODE makes PTX of it.  Of loops that may have no end nothing is taken
# for granted: C++ lets clang leave them out, with all that they store, and they
# are to be found.
# A product and a sum become one instruction, but not those that are rounded by
# themselves (__fmul_rn), which clang tells apart if it is to honour pragmas.
# shellcheck disable=SC2034
CLANG_DEVICE="--cuda-device-only -S -emit-llvm -O3 -gline-tables-only \
-Xclang -disable-llvm-passes -Xclang -target-feature -Xclang +ptx70 \
-fno-finite-loops -Xclang -ffp-contract=fast-honor-pragmas"
# Instructions stand in the order in which nvcc has them (list-ilp), and nothing
# is said of a loop that cannot be one piece (loops.awk).
# shellcheck disable=SC2034
CLANG_CODE="-x ir -S --target=nvptx64-nvidia-cuda -march=sm_80 \
-Xclang -target-feature -Xclang +ptx70 -O3 -mllvm -pre-RA-sched=list-ilp \
-Wno-pass-failed"
# ... and to make LLVM code of it, with the order in which values are used.
CLANG_LLVM='-emit-llvm -Xclang -emit-llvm-uselists'
# shellcheck disable=SC2034
CLANG_HOST='--cuda-host-only -c -O2 -g'

# tell_plainly FILE: what a compiler or linker said there; what it says of
# itself becomes a sentence (said.awk, in FOLDER beside this file).  SOURCE is
# what it reads.
tell_plainly() {
    LC_ALL=C awk -v source="$SOURCE" -f "$FOLDER/said.awk" "$1" >&2
}

# plainly COMMAND...: runs it, and tells so what it said, kept in the file SAID
# meanwhile.
plainly() {
    "$@" 2>"$SAID"
    status=$?
    tell_plainly "$SAID"
    rm -f "$SAID"
    return $status
}

# has_copies CODE: of 16 bytes or more, which may go at once?
has_copies() {
    grep -qE '@llvm.memcpy.* align 16 .* align 16 .*, i64 (16|32|48|64), ' "$1"
}

# meets CODE: is there a barrier or a shuffle that a loop may have?
meets() {
    grep -qE ' call .*@llvm\.nvvm\.(bar|shfl|vote)' "$1" &&
        grep -qE '^ +br .*!llvm\.loop' "$1"
}

# unrolled HIDDEN UNROLLED: by so much as nvcc does, and not much else.
# shellcheck disable=SC2086,SC2034 # a list; for "code"
unrolled() (
    CLANG_LOOPS=$(printf '%s' "$CLANG_LOOPS" |
        sed 's/\(unroll-partial-threshold\)=[0-9]*/\1=150/')
    code -O1 -funroll-loops $CLANG_TOGETHER $CLANG_LLVM "$1" -o "$2"
)

# together STEP FILE...: see there
together() {
    step=$1
    shift
    LC_ALL=C awk -v step="$step" -v only="$grown" -f "$FOLDER/together.awk" "$@"
}

# unroll_together CODE MADE: CODE anew, if there is anything to do.
unroll_together() {
    grown=''
    together hide "$1" >"$2.hidden" || return
    grep -q '@llvm\.met\.' "$2.hidden" || return 0
    unrolled "$2.hidden" "$2.unrolled" &&
        grown=$(together grown "$2.hidden" "$2.unrolled") || return
    [ "$grown" ] || return 0
    together hide "$1" >"$2.hidden" && unrolled "$2.hidden" "$2.unrolled" &&
        together show "$2.unrolled" >"$1"
}

# optimized CODE MADE: MADE.ptx.  What is to be done behind the optimizer takes
# steps of its own.
# shellcheck disable=SC2086 # a list
optimized() {
    met='' copies=''
    [ -z "$CLANG_TOGETHER" ] || ! meets "$1" || met=1
    ! has_copies "$1" || copies=1
    if [ -z "$met$copies" ]; then
        code "$1" -o "$2.ptx"
        return
    fi
    code $CLANG_LLVM "$1" -o "$2.ll" || return
    [ -z "$met" ] || unroll_together "$2.ll" "$2" || return
    LC_ALL=C awk -f "$FOLDER/copies.awk" "$2.ll" >"$1" &&
        code -Xclang -disable-llvm-passes "$1" -o "$2.ptx"
}

# ptx_of MADE: MADE.ptx.  Who calls has two steps: "device OPTION...", clang on
# the source with CLANG_DEVICE, and "code OPTION...", with CLANG_CODE.  FOLDER
# is that of loops.awk, together.awk and copies.awk.
ptx_of() {
    device -o "$1.ll" &&
        LC_ALL=C awk -f "$FOLDER/loops.awk" "$1.ll" >"$1.loops" &&
        optimized "$1.loops" "$1"
    status=$?
    rm -f "$1.ll" "$1.loops" "$1.hidden" "$1.unrolled"
    return $status
}

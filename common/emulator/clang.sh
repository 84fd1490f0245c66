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
# A product and a sum become one instruction, but not those that are rounded by
# themselves (__fmul_rn), which clang tells apart if it is to honour pragmas.
# shellcheck disable=SC2034
CLANG_DEVICE="--cuda-device-only -S -Xclang -target-feature -Xclang +ptx70 \
-O3 -gline-tables-only -Xclang -ffp-contract=fast-honor-pragmas"
# A loop without an end C++ lets clang leave out, with all that it stores: it is
# to be found.  That loops end has to be taken for granted all the same, to
# unroll "i += stride" as nvcc does, which for a stride of zero has no end.  So
# clang is to note in a file, whose name comes behind CLANG_NOTES, the loops
# that it has left out; if there are any, it is done again with CLANG_ENDLESS,
# the whole file.
# shellcheck disable=SC2034
CLANG_NOTES="-Xclang -opt-record-passes -Xclang loop-delete \
-Xclang -opt-record-file -Xclang"
# shellcheck disable=SC2034
CLANG_ENDLESS=-fno-finite-loops
# PTX of what CLANG_DEVICE makes with -emit-llvm, optimized already.
# shellcheck disable=SC2034
CLANG_CODE="-x ir -S --target=nvptx64-nvidia-cuda -march=sm_80 \
-Xclang -target-feature -Xclang +ptx70 -O3 -Xclang -disable-llvm-passes"
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

# left_out FILE: do the notes there tell of a loop that was left out, and not of
# one that is never begun?
left_out() {
    grep -q '^Name: *Invariant' "$1" 2>/dev/null
}

# asks_for_one FILE: has it "#pragma unroll 1", or of a name that may be 1?
asks_for_one() {
    grep -qE 'pragma[ \t("]+unroll[ \t]*\(?[ \t]*(1([^0-9]|$)|[A-Za-z_])' \
        "$1"
}

# keep_one FILE: what such loops are in LLVM's words, so that the PTX says
# "nounroll" of them: without, ptxas would unroll them, and so does the model.
# (Older clangs say so of "#pragma nounroll" alone.)
keep_one() {
    sed 's/"llvm\.loop\.unroll\.count", i32 1}/"llvm.loop.unroll.disable"}/' \
        "$1"
}

# once SOURCE MADE OPTION...: MADE.ptx
once() {
    from=$1 to=$2
    shift 2
    if ! asks_for_one "$from"; then
        device "$@" -o "$to.ptx"
        return
    fi
    device "$@" -emit-llvm -o "$to.ll" &&
        keep_one "$to.ll" >"$to.once" &&
        code "$to.once" -o "$to.ptx"
    status=$?
    rm -f "$to.ll" "$to.once"
    return $status
}

# ptx_of SOURCE MADE: MADE.ptx.  Who calls has two steps: "device OPTION...",
# clang on the source with CLANG_DEVICE, and "code OPTION...", with CLANG_CODE.
# shellcheck disable=SC2086 # a list
ptx_of() {
    once "$1" "$2" $CLANG_NOTES "$2.notes"
    status=$?
    if [ $status = 0 ] && left_out "$2.notes"; then
        once "$1" "$2" $CLANG_ENDLESS -w
        status=$?
    fi
    rm -f "$2.notes"
    return $status
}

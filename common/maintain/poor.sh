#!/bin/sh
# poor.sh - right solutions that are worth little: for make mutants.
#
#   sh common/maintain/poor.sh list LAB...
#   sh common/maintain/poor.sh print LAB EXERCISE FAULT
#
# Idea: a result may be right and the exercise not done: one thread, one warp,
# one block or one lane of each does all, every lane the same, or the host
# (poor.cu); or the kernel is that of the exercise before, with or without
# something beside it that looks like the step that was asked for; or the step
# is not taken (in_turn.awk).
# The same is done to the right solutions in LAB/tests/right: another launch
# (one_block.awk), or their kernels for show and the host for the result.  Most
# of them are not right then, which is no fault of theirs or of the checks.
# list prints, in fields separated by tabs: lab, exercise, fault, and the
# per cent of the exercise's points that it may earn.  print writes the
# student.cu.  An exercise of a kind that is not known here has no faults of
# poor.cu, one that no other comes before has none of the others.

here=$(dirname "$0")
tab=$(printf '\t')

shape() { # EXERCISE
    case $1 in
    vector_add) echo ADD ;;
    matvec*) echo MATVEC ;;
    vecmat*) echo VECMAT ;;
    matmul*) echo MATMUL ;;
    dot_whole | batch_cpu) ;;
    dot*) echo DOT ;;
    block_clock) echo CLOCK ;;
    batch_*) echo BATCH ;;
    esac
}

# Faults of poor.cu: name, WORK, BLOCKS, THREADS, PADDING, DILUTION.
few() {
    cat <<'END'
one_thread BY_ALL 1 1 0 0
one_thread_and_busy_ones BY_THE_FIRST 64 256 1 0
one_warp BY_ALL 1 32 0 0
one_block BY_ALL 1 256 0 0
one_large_block BY_ALL 1 1024 0 0
thread_0_of_each_block BY_THREAD_0 (RESULTS-1)/256+1 256 0 0
thread_0_and_busy_ones BY_THREAD_0 (RESULTS-1)/256+1 256 1 0
lane_0_of_each_warp BY_LANE_0 (RESULTS-1)/256+1 256 0 0
blocks_of_one_thread BY_ALL RESULTS 1 0 0
everything_in_the_first_loop BY_EVERY_LANE RESULTS 32 0 0
END
}

# The exercises whose kernels, pasted, give a right result: LAB EXERCISE.
before() { # EXERCISE
    case $1 in
    matvec_warp | matvec_tiled) echo lab1_global matvec ;;
    matvec_tiled_acc)
        echo lab1_global matvec
        echo lab2_shared matvec_tiled
        ;;
    vecmat_tiled) echo lab1_global vecmat ;;
    matvec_transposed_tile)
        echo lab1_global matvec
        echo lab1_global matvec_warp
        echo lab2_shared matvec_tiled
        echo lab2_shared matvec_tiled_acc
        ;;
    matmul_tiled) echo lab1_global matmul_naive ;;
    dot_shuffle) echo lab3_reduction dot ;;
    batch_grid) echo lab3_reduction batch_one_block ;;
    batch_coalesced) echo lab3_reduction batch_grid ;;
    batch_shuffle) echo lab3_reduction batch_coalesced ;;
    esac
}

# The exercise whose tree is taken away: LAB EXERCISE.
with_tree() { # EXERCISE
    case $1 in
    dot | dot_shuffle) echo lab3_reduction dot ;;
    block_clock | batch_one_block | batch_grid | batch_coalesced)
        echo lab3_reduction "$1"
        ;;
    batch_shuffle) echo lab3_reduction batch_coalesced ;;
    esac
}

# Has its part, between the headings of the file, a <<< >>> to alter?
launches() { # FILE EXERCISE
    awk -v exercise="$2" '/^\/\/ ---- / { now = $3 }
        now == exercise && /<<</ { found = 1 }
        END { exit !found }' "$1"
}

# What becomes of the right solutions: where one block is asked for, one block
# is right; vector_add's host may copy what kernels made.
of_right() { # LAB EXERCISE
    for file in "$1"/tests/right/*.cu; do
        grep -q "[ *]$2(" "$file" 2>/dev/null || continue
        shown=$file
        file=$1$tab$2$tab${file##*/}
        if launches "$shown" "$2"; then
            echo "${file}_with_one_thread${tab}40"
            [ "$2" = batch_one_block ] || echo "${file}_with_one_block${tab}40"
        fi
        [ "$2" = vector_add ] || echo "${file}_with_host_loop${tab}0"
    done
}

faults() { # LAB EXERCISE
    [ -z "$(shape "$2")" ] || few | while read -r name rest; do
        echo "$1$tab$2$tab$name${tab}40"
    done
    [ -z "$(shape "$2")" ] ||
        echo "$1$tab$2${tab}host_loop_and_decoy_kernel${tab}0"
    [ -z "$(with_tree "$2")" ] ||
        echo "$1$tab$2${tab}thread_0_adds_up${tab}50"
    of_right "$1" "$2"
    [ "$2" != matvec_warp ] || echo "$1$tab$2${tab}diluted_loads${tab}50"
    before "$2" | while read -r lab exercise; do
        echo "$1$tab$2${tab}pasted_$exercise${tab}50"
        [ "$lab" != lab1_global ] || [ "$1" != lab2_shared ] ||
            echo "$1$tab$2${tab}decoy_$exercise${tab}50"
    done
}

list() { # LAB...
    for lab; do
        lab=${lab%/}
        awk '/^\/\/ ---- / { print $3 }' "$lab/reference.cu" |
            while read -r exercise; do
                faults "$lab" "$exercise"
            done
    done
}

of_few() { # EXERCISE WORK BLOCKS THREADS PADDING DILUTION
    printf '#define %s %s\n' NAME "$1" "SHAPE_$(shape "$1")" 1 WORK "$2" \
        BLOCKS "$3" THREADS "$4" PADDING "$5" DILUTION "$6"
    cat "$here/poor.cu"
}

# The head of a reference.cu, and one exercise of it under another's name.
pasted() { # LAB EXERCISE NAME
    awk -v exercise="$2" '/^\/\/ ---- / { now = $3 }
        now == "" || now == exercise' "$1/reference.cu" |
        sed -e "s/\\<$2\\>/$3/g" -e "s/\\<$2_kernel\\>/$3_kernel/g"
}

# The same with a tile that is filled and read for nothing.
with_decoy() {
    awk '/^__global__/ { kernel = 1 }
        { print }
        kernel && /^{/ {
            kernel = 0
            print "    __shared__ volatile float decoy[1024];"
            print "    int own = threadIdx.y * blockDim.x + threadIdx.x;"
            print "    decoy[own] = A[own % cols];"
            print "    __syncthreads();"
            print "    if (decoy[own ^ 1] == 1234567.0f)"
            print "        return;"
        }'
}

in_turn() { # EXERCISE
    with_tree "$1" | while read -r lab exercise; do
        pasted "$lab" "$exercise" "$1" | awk -f "$here/in_turn.awk"
    done
}

# A right solution's kernels for show: its launcher has another name, and is
# called by the host that computes.
for_show() { # FILE EXERCISE
    sed "s/\\<$2\\>/for_show/g" "$1"
    echo '#define DECOY for_show'
    of_few "$2" BY_HOST 1 1 0 0
}

spoiled() { # LAB EXERCISE FAULT
    file=$1/tests/right/${3%_with_*}
    case $3 in
    *_one_thread) awk -v threads=1 -f "$here/one_block.awk" "$file" ;;
    *_one_block) awk -f "$here/one_block.awk" "$file" ;;
    *_host_loop) for_show "$file" "$2" ;;
    esac
}

print() { # LAB EXERCISE FAULT
    case $3 in
    *.cu_with_*) spoiled "$@" ;;
    thread_0_adds_up) in_turn "$2" ;;
    host_loop_*) of_few "$2" BY_HOST 64 256 0 0 ;;
    pasted_*) before "$2" | while read -r lab exercise; do
        [ "pasted_$exercise" != "$3" ] || pasted "$lab" "$exercise" "$2"
    done ;;
    decoy_*) before "$2" | while read -r lab exercise; do
        [ "decoy_$exercise" != "$3" ] ||
            pasted "$lab" "$exercise" "$2" | with_decoy
    done ;;
    diluted_loads) of_few "$2" BY_ALL '(RESULTS-1)/256+1' 256 0 1 ;;
    *) few | while read -r name work blocks threads padding dilution; do
        [ "$name" != "$3" ] ||
            of_few "$2" "$work" "$blocks" "$threads" "$padding" "$dilution"
    done ;;
    esac
}

action=$1
case $action in
list | print)
    shift
    "$action" "$@"
    ;;
*)
    echo "use: sh common/maintain/poor.sh list|print ..." >&2
    exit 2
    ;;
esac

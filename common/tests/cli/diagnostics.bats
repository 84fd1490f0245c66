#!/usr/bin/env bats
# diagnostics.bats - every hazard is found at its line, and nothing else; the
# corrected kernel beside it is silent.
#
# common/tests/diagnostics/*.cu are lists of hazards and say what to expect.
# Built by clang; by nvcc as well where that is here.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    compiler=clang
    [ -e build/tests/diagnostics/races.clang ] || compiler=nvcc
    [ -e build/tests/diagnostics/races.$compiler ] || skip "no clang, no nvcc"
    out=$BATS_TEST_TMPDIR
    host_lines=$(grep -c '^HAVE_DW' build/config.mk || :)
}

# observe PROGRAM HAZARD [fixed]: findings in $out/findings, status in $status.
observe() {
    status=0
    common/emulator/ptxrun --diagnostics "$out/findings" --leak-check \
        --threads "${threads:-1}" --budget 1000000 --error-exitcode 9 "$@" \
        >"$out/stdout" 2>"$out/stderr" || status=$?
}

# one FILE HAZARD: found when committed, silent when not.
one() {
    local program=build/tests/diagnostics/$1.$compiler
    observe "$program" "$2"
    awk -v name="$2" -v host_lines="$host_lines" \
        -f common/tests/cli/expected.awk \
        "common/tests/diagnostics/$1.cu" "$out/findings" || return 1
    observe "$program" "$2" fixed
    [ "$status" = 0 ] && [ ! -s "$out/stderr" ] &&
        [ "$(tail -n 1 "$out/stdout")" = cudaSuccess ] && return
    echo "$2 is reported though it is avoided:"
    cat "$out/stderr" "$out/stdout"
    return 1
}

all_of() {
    local hazard bad=0 count=0
    for hazard in $(common/emulator/ptxrun \
        "build/tests/diagnostics/$1.$compiler"); do
        one "$1" "$hazard" || { echo "^ $1 $hazard"; bad=1; }
        count=$((count + 1))
    done
    echo "$count hazards"
    [ "$count" -ge "$2" ] && [ $bad = 0 ]
}

@test "addresses: past the end, misaligned, freed, the host's" {
    all_of addresses 22
}

# hint HAZARD: of its first finding.
hint() {
    observe build/tests/diagnostics/addresses.$compiler "$1"
    sed -n 's/^ *hint: //p' "$out/stderr" | head -n 1
}

@test "past the end of a shared array: who says how long it is" {
    [[ "$(hint shared_static)" == "does a loop, or an index, go beyond the last element?" ]]
    for hazard in shared_dynamic shared_unsized; do
        [[ "$(hint $hazard)" == "extern __shared__ is as long as the launch "* ]]
    done
}

@test "what a kernel's malloc left: its line, thread and launch" {
    observe build/tests/diagnostics/addresses.$compiler heap_leaked
    cat "$out/stderr"
    grep -q 'thread (30,0,0) of block (0,0,0) in .*keep_own' "$out/stderr"
    grep -q 'ERROR SUMMARY: 2 errors' "$out/stderr"
    [ -z "$host_lines" ] || [ "$host_lines" = 0 ] ||
        grep -q 'kernel launched at .*addresses.cu' "$out/stderr"
    observe build/tests/diagnostics/addresses.$compiler heap_freed_twice
    grep -A 3 'note: it was freed here' "$out/stderr" | grep -q 'free(p);'
}

@test "all of them, built by nvcc" {
    compiler=nvcc
    [ -e build/tests/diagnostics/races.nvcc ] || skip "no nvcc"
    for file in addresses:22 unset:16 races:16 barriers:10 endings:7 calls:15 \
        bulk:32; do
        all_of "${file%:*}" "${file#*:}"
    done
}

@test "memory that is read before it is written" {
    all_of unset 16
}

@test "races between warps, lanes and blocks" {
    all_of races 16
}

@test "races between blocks are found on two host threads as well" {
    for hazard in neighbour_block no_fence sum_of_blocks; do
        threads=2 observe build/tests/diagnostics/races.$compiler $hazard
        [ "$status" = 9 ]
        grep -q '^racecheck' "$out/findings"
        threads=2 observe build/tests/diagnostics/races.$compiler $hazard fixed
        [ "$status" = 0 ]
        [ ! -s "$out/stderr" ]
    done
}

@test "a race that is met from both sides is one finding a pair of lines" {
    observe build/tests/diagnostics/races.$compiler tile_replaced
    [ "$(grep -c '^racecheck' "$out/findings")" = 2 ]
    lines=$(cut -f 5,8 "$out/findings" | grep -v line | sort -u | wc -l)
    [ "$lines" = 2 ]
}

# says HAZARD TEXT: on one host thread and on several.
says() {
    for threads in 1 3; do
        observe build/tests/diagnostics/races.clang "$1"
        grep -qF -- "$2" "$out/stderr" && continue
        cat "$out/stderr"
        return 1
    done
}

@test "the values of a race are told, if no other block may change them" {
    says two_writers "; it holds 31, this thread writes 32"
    says two_writers "; this thread writes 0, thread (31,0,0) writes 31"
    says different_values "; this thread writes 0, thread (31,0,0) writes 31"
    says in_place "; it holds 0 and this thread writes the same"
    says without_syncwarp "; this thread reads 0"
    says read_too_early "s, byte 256; this thread writes 0" # unset before
    for hazard in neighbour_block no_fence sum_of_blocks; do
        observe build/tests/diagnostics/races.clang $hazard
        grep -q 'racecheck' "$out/stderr"
        ! grep -q 'it holds\|thread writes\|thread reads' "$out/stderr" || false
    done
}

@test "a look before an atomic is a warning, not an error" {
    observe build/tests/diagnostics/races.$compiler look_then_add
    [ "$status" = 0 ]
    grep -q "^racecheck	warning	" "$out/findings"
}

@test "barriers, shuffles and votes that not all come to" {
    all_of barriers 10
}

@test "an early return above a barrier is a warning, not an error" {
    observe build/tests/diagnostics/barriers.$compiler early_return
    [ "$status" = 0 ]
    grep -q "^synccheck	warning	" "$out/findings"
}

@test "kernels that end before their time, or never" {
    all_of endings 7
}

@test "wrong calls of the API" {
    all_of calls 15
}

@test "textures and surfaces" {
    compiler=clang
    [ -e build/tests/diagnostics/textures.clang ] || skip "no clang"
    all_of textures 15
}

@test "bulk copies and mbarriers" {
    all_of bulk 32
}

@test "what nothing orders: streams, branches of graphs, the host" {
    compiler=clang
    [ -e build/tests/diagnostics/streams.clang ] || skip "no clang"
    all_of streams 15
}

@test "what depends on the order of warps and blocks, which others show" {
    compiler=clang
    [ -e build/tests/diagnostics/orders.clang ] || skip "no clang"
    PTXRUN_SCHEDULES=8 all_of orders 4
    observe build/tests/diagnostics/orders.clang branch
    [ ! -s "$out/stderr" ] # the usual order
    observe --schedule=random:5 --schedules 2 \
        build/tests/diagnostics/orders.clang exchanged
    cp "$out/stderr" "$out/first"
    grep -q 'with --schedule=random:6' "$out/first"
    observe --schedule=random:5 --schedules 2 \
        build/tests/diagnostics/orders.clang exchanged
    cmp "$out/stderr" "$out/first"
}

@test "a program that reads device memory on the host dies of it" {
    observe build/tests/diagnostics/calls.$compiler host_reads
    [ "$status" = 139 ]
    grep -q 'cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)' \
        "$out/stderr"
}

@test "text names tool, place, source line and both sides of a race" {
    observe build/tests/diagnostics/races.$compiler tile_replaced
    grep -q 'races.cu:[0-9]*:[0-9]*: error: race: .* \[racecheck\]' \
        "$out/stderr"
    grep -q '| *left\[y\]\[x\] = a\[y \* n + k + x\];' "$out/stderr"
    grep -q 'races.cu:[0-9]*:[0-9]*: note: the read is here' "$out/stderr"
    grep -q 'hint: .*__syncthreads()' "$out/stderr"
}

# Wrong loads, stores, atomics, calls, of kernels and of the host.
@test "no pointer that is made up leads to the host's memory" {
    for threads in 1 2; do
        run common/emulator/ptxrun --threads $threads \
            build/tests/diagnostics/pointers.$compiler
        echo "$output"
        [ "$status" = 0 ]
        [ "${lines[0]% attempts}" -ge $([ $compiler = clang ] && echo 1300 ||
            echo 1250) ]
        [ "${lines[1]% calls of the API}" -ge 21 ]
    done
}

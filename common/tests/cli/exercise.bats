#!/usr/bin/env bats
# exercise.bats - an exercise is added by touching its lab's folder alone, and
# everything works for it.
#
# exercise.patch is such an exercise; make stubs writes its stub.  It is added
# to a copy of the tree and of what is built.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    git rev-parse >/dev/null 2>&1 || skip "no git checkout"
    export tree="$PWD" room="$BATS_FILE_TMPDIR/tree"
    mkdir -p "$room/build"
    git ls-files -zco --exclude-standard |
        xargs -0 cp -a --parents -t "$room"
    cp -a build/*.* build/bin build/emulator build/harness build/lab*_* \
        "$room/build"
    cd "$room" || return
    git apply -C1 "$tree/common/tests/cli/exercise.patch"
    sh common/maintain/stubs.sh --print $lab >$lab/student.cu
    # Documents are report.bats' matter, and take long.
    mkdir fake
    printf '#!/bin/sh\n:\n' >fake/pandoc
    cp fake/pandoc fake/weasyprint
    chmod +x fake/*
}

setup() {
    cd "$room" || return
}

workbook() { # GOAL [NAME=VALUE]...
    run env -u MAKEFLAGS -u MAKELEVEL make DEVICE=emu CUDACC=clang NO_COLOR=1 \
        IMPL=reference "$@"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "six files are touched, all of one lab" {
    diff -rq --exclude=build --exclude=fake --exclude=.git "$tree" "$room" \
        >"$BATS_TEST_TMPDIR/touched" || true
    # A tree that is worked in has files of its own.
    sed -n "/^Only in ${tree//\//\\/}/!p" "$BATS_TEST_TMPDIR/touched" \
        >"$BATS_TEST_TMPDIR/new"
    cat "$BATS_TEST_TMPDIR/new"
    [ "$(grep -c "$room/$lab" "$BATS_TEST_TMPDIR/new")" -le 6 ]
    ! grep -v "$room/$lab" "$BATS_TEST_TMPDIR/new" || false
}

@test "make check builds its lab and grades it; the lab has its 100 points" {
    workbook check EX=vector_product
    [[ "$output" == *"  vector_product a * b, element by element "* ]]
    ! grep 'CC.*\(common\|lab[23]\)' <<<"$output" || false
    { build/bin/grader list --tsv && build/bin/grader list --cases; } |
        awk -F '\t' -v lab=$lab '$1 == lab { n++; sum += $5 }
            END { exit !(n > 8 && sum == 100) }'
    run env -u MAKEFLAGS -u MAKELEVEL make check EX=vector_product DEVICE=emu \
        CUDACC=clang
    [[ "$output" == *"no kernel was launched yet: fill in vector_product"* ]]
}

@test "wrong solutions of it are looked for and rejected" {
    mkdir "$BATS_TEST_TMPDIR/round"
    cp $lab/student.cu "$BATS_TEST_TMPDIR"
    sh common/tests/cli/round.sh $lab 10 "$BATS_TEST_TMPDIR/round"
    grep -q '^vector_product	scattered	coalesced loads	' \
        "$BATS_TEST_TMPDIR/round/expected"
    cp "$BATS_TEST_TMPDIR/round/student.cu" $lab
    run env -u MAKEFLAGS -u MAKELEVEL make check EX=vector_product DEVICE=emu \
        CUDACC=clang
    [[ "$output" == *"not ok"*"coalesced loads: 12.50 %"* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" $lab
}

# The new exercise alone, of which the plot and the report are.
solve() {
    load "$tree/common/tests/cli/classroom"
    [ ! -e "$BATS_FILE_TMPDIR/stub.cu" ] || return 0
    cp $lab/student.cu "$BATS_FILE_TMPDIR/stub.cu"
    some_of $lab/reference.cu "$BATS_FILE_TMPDIR/stub.cu" vector_product \
        >$lab/student.cu
}

@test "make plot, profile and access show it" {
    solve
    rm -rf build/results build/plots
    workbook plot EX=vector_product
    [ -s build/plots/${lab}_vector_product.csv ]
    workbook profile EX=vector_product
    [[ "$output" == *"vector_product_kernel <<<"* ]]
    workbook access EX=vector_product
    [ -s build/plots/${lab}_vector_product_access.dat ]
}

@test "make report has its points, code, times and counters" {
    solve
    PATH="$room/fake:$PATH" workbook report LAB=$lab DRAFT=1 IMPL=student
    cp "$BATS_FILE_TMPDIR/stub.cu" $lab/student.cu
    for part in '| .vector_product. | \([0-9]*\) of \1 |' \
        '^__global__ void vector_product_kernel' \
        '^| .vector_product. | [0-9]* | [0-9]' \
        'vector_product_kernel. at '; do
        grep -q "$part" build/report/$lab.md
    done
}

@test "the lab's own tests hold of it" {
    workbook test TEST=lab1
}

@test "tests whose material is the lab hold with it" {
    run bats -f '^checks of single exercises|^profile as facts' \
        common/tests/cli/status.bats common/tests/cli/grader.bats
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^ok' <<<"$output")" -eq 2 ]
}

@test "a lab is a folder" {
    cp -r lab2_shared lab9_copy
    sed -i 's/lab2_shared/lab9_copy/' lab9_copy/lab.c
    workbook -C lab9_copy check EX=vecmat_tiled
    [[ "$output" == *"lab9_copy: Shared memory"* ]]
    grep -q 'Score: \([0-9]*\)/\1$' <<<"$output"
    workbook status
    [[ "$output" == *"lab9_copy: Shared memory"* ]]
}

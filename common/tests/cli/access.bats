#!/usr/bin/env bats
# access.bats - from the trace of a warp to pictures, and to the data alone.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    traces="$BATS_TEST_TMPDIR/traces"
    mkdir -p "$traces"
    head="launch,kernel,file,line,column,space,kind,array,width,block,warp"
    head="$head,execution,lane,offset,sector,bank,wavefront"
}

# shared STRIDE: 32 lanes, STRIDE words apart; global likewise.
shared() {
    echo "$head"
    for lane in {0..31}; do
        bank=$((lane * $1 % 32)) wave=$((lane * $1 / 32 + 1))
        printf '1,k,k.cu,7,3,shared,load,t,4,0,0,1,%d,%d,,%d,%d\n' \
            "$lane" $((lane * $1 * 4)) $bank $wave
    done
}

global() {
    echo "$head"
    for lane in {0..31}; do
        at=$((lane * $1 * 4))
        echo "1,k,k.cu,9,3,global,load,A,4,1,0,1,$lane,$at,$((at / 32)),,"
    done
}

curves() {
    awk -v sources="$BATS_TEST_TMPDIR/vars" -f common/csv.awk \
        -f plots/access.awk "$traces"/student.csv "$traces"/reference.csv
}

heading() { # NUMBER TEXT
    grep -q -x -F "title[$1] = \"$2\"" "$BATS_TEST_TMPDIR/vars"
}

@test "sectors of a request: touched, ideal, bytes in their place" {
    global 500 >"$traces/student.csv"
    global 1 >"$traces/reference.csv"
    run curves
    [ "$status" -eq 0 ]
    heading 1 "line 9: load A, 4 sectors in a request (ideal 4)"
    heading 2 "line 9: load A, 32 sectors in a request (ideal 4)"
    grep -q -x 'row\[2\] = 1' "$BATS_TEST_TMPDIR/vars"
    # 4 sectors and 32 lanes; lane 9 in the second eighth of sector 2.
    [ "$(awk 'NF == 5' <<<"$output" | wc -l)" -eq $((36 + 64)) ]
    grep -q '^1.1250 1.2500 8.50 9.50 ' <<<"$output"
}

@test "banks of a request: passes in all, and above each bank" {
    shared 32 >"$traces/student.csv"
    shared 1 >"$traces/reference.csv"
    run curves
    heading 1 "line 7: load t, 1 wavefront in a request (ideal 1)"
    heading 2 "line 7: load t, 32 wavefronts in a request (ideal 1)"
    grep -q -x '0.5 "32"' <<<"$output"
    grep -q -x '31.5 "1"' <<<"$output"
}

@test "make access: PNG, SVG and PDF of student beside reference" {
    command -v gnuplot || skip "no gnuplot"
    room="$BATS_TEST_TMPDIR/room"
    classroom "$room" lab2_shared
    ln -s "$PWD/plots" "$room"
    sed 's/PAD = 1 /PAD = 0 /' lab2_shared/reference.cu \
        >"$room/lab2_shared/student.cu"
    run make -C "$room" access EX=matvec_transposed_tile DEVICE=emu \
        LAB=lab2_shared
    [ "$status" -eq 0 ]
    picture="$room/build/plots/lab2_shared_matvec_transposed_tile_access"
    [[ "$(head -c 4 "$picture.png")" == *PNG ]]
    [ "$(head -c 4 "$picture.pdf")" = %PDF ]
    grep -q 'load tile, 32 wavefronts in a request (ideal 1)' "$picture.svg"
    grep -q 'load tile, 1 wavefront in a request (ideal 1)' "$picture.svg"
    grep -q 'student: warp 0 of block 15' "$picture.svg"
}

@test "an empty student is said to be so; an unknown exercise as well" {
    export BUILD="$BATS_TEST_TMPDIR/build"
    mkdir -p "$BUILD/lab1_global" "$BATS_TEST_TMPDIR/bin"
    ln -s "$PWD/build/bin" "$BUILD"
    cp build/lab1_global/reference.clang "$BUILD/lab1_global"
    printf '#!/bin/sh\n' >"$BUILD/lab1_global/student.clang"
    chmod +x "$BUILD/lab1_global/student.clang"
    for tool in sh awk tr mkdir wc sed env dirname readlink ldd grep cat; do
        ln -s "$(command -v "$tool")" "$BATS_TEST_TMPDIR/bin"
    done
    EX=matvec run env PATH="$BATS_TEST_TMPDIR/bin" \
        sh common/access.sh lab1_global
    [ "$status" -eq 0 ]
    [[ "$output" == *"student: touches no memory yet"* ]]
    [[ "$output" == *"No gnuplot here"* ]]
    [[ "$output" == *'gnuplot -e "data='*"plots/access.gp"* ]]
    grep -q '^columns = 1$' "$BUILD/plots/lab1_global_matvec_access.gp"
    EX=matvex run sh common/access.sh lab1_global
    [ "$status" -eq 2 ]
    [[ "$output" == *"no exercise matvex"*"matvec_warp"* ]]
}

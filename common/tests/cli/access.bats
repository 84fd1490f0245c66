#!/usr/bin/env bats
# access.bats - from the trace of a warp to pictures, and to the data alone.

setup() {
    export LC_ALL=C # bytes, whatever the locale
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
    build/bin/access "$BATS_TEST_TMPDIR/vars" "$traces"/student.csv \
        "$traces"/reference.csv
}

has() { # LINE of what gnuplot loads
    grep -q -x -F -e "$1" "$BATS_TEST_TMPDIR/vars" ||
        { cat "$BATS_TEST_TMPDIR/vars" && false; }
}

@test "sectors of a request: touched, ideal, bytes in their place" {
    global 500 >"$traces/student.csv"
    global 1 >"$traces/reference.csv"
    run curves
    [ "$status" -eq 0 ]
    has "title[1] = 'load of A: 32 sectors a request, ideal 4'"
    has "title[2] = 'load of A: 4 sectors a request'"
    has "bad[1] = 1"
    has "bad[2] = 0"
    # Beside each other, equally wide, from where sectors begin in memory.
    has "row[1] = 1"
    has "row[2] = 1"
    has "slot[2] = 1"
    has "range[1] = 32"
    has "range[2] = 32"
    grep -q '^tics\[1\] = .("0" 0, "" 1.16667, ' "$BATS_TEST_TMPDIR/vars"
    grep -q ', "16000" 8.16667, ' "$BATS_TEST_TMPDIR/vars"
    # Sectors, their borders, lanes; lane 9 in the second eighth of sector 2.
    [ "$(awk 'NF == 5' <<<"$output" | wc -l)" -eq $((3 * 36 + 64)) ]
    grep -q '^1.0875 1.2875 8.50 9.50 ' <<<"$output"
}

@test "the title is the source line, whatever stands in it" {
    source="$BATS_TEST_TMPDIR/k.cu"
    printf '\n\n\n\n\n\n\n\n \tA["i"] += `id` @x '"'%%s'"';  // \\n %s\n' \
        $'\320\220\320\220\320\220\320\220\320\220\320\220\320\220' >"$source"
    global 1 | sed "s|k.cu|$source|" >"$traces/student.csv"
    cp "$traces/student.csv" "$traces/reference.csv"
    run curves
    grep -q -F "code[1] = '9: A[\"i\"] += \`id\` @x ''%s''; // \\n " \
        "$BATS_TEST_TMPDIR/vars"
    iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/vars" >/dev/null
}

@test "a title is cut between characters, without a locale as well" {
    source="$BATS_TEST_TMPDIR/k.cu"
    half=$'\320\220\320\220\320\220\320\220\320\220'
    long=$half$half$half$half
    global 1 | sed "s|k.cu|$source|" >"$traces/student.csv"
    cp "$traces/student.csv" "$traces/reference.csv"
    for before in '' a ab abc; do
        printf '\n\n\n\n\n\n\n\n%s%s\n' "$before" "$long$long$long" >"$source"
        env -i PATH="$PATH" build/bin/access "$BATS_TEST_TMPDIR/vars" \
            "$traces"/student.csv "$traces"/reference.csv >/dev/null
        has "$(printf "code[1] = '9: %s%s%.*s...'" "$before" "$long" \
            $((2 * (20 - ${#before}))) "$long")"
        # What fits is not cut; what is no UTF-8 does not stay.
        printf '\n\n\n\n\n\n\n\n%s%s\377\n' "$before" "$long$half$half" >"$source"
        env -i PATH="$PATH" build/bin/access "$BATS_TEST_TMPDIR/vars" \
            "$traces"/student.csv "$traces"/reference.csv >/dev/null
        has "code[1] = '9: $before$long$half$half?'"
    done
}

@test "many accesses: several pages; one file fills both places of a row" {
    for line in {1..11}; do
        shared 2 | sed -n '/,k,/s/,7,3,/,'"$line"',3,/p'
    done >"$traces/body"
    { echo "$head" && cat "$traces/body"; } >"$traces/reference.csv"
    cp "$traces/reference.csv" "$traces/student.csv"
    run curves
    has "pages = 3"
    has "per_page = 4"
    rm "$traces/student.csv"
    run build/bin/access "$BATS_TEST_TMPDIR/vars" "$traces/reference.csv"
    has "rows = 6"
    has "row[11] = 6"
    has "slot[2] = 1"
}

@test "what wastes nothing is told in words, but for the dearest access" {
    { shared 1 && global 1 | sed 1d; } >"$traces/student.csv"
    cp "$traces/student.csv" "$traces/reference.csv"
    run curves
    has "panels = 2"
    has "title[1] = 'load of A: 4 sectors a request'"
    has "said[1] = 'student wastes nothing in: load of t (1 wavefront).'"
    has "lines_said = 1"
    # What one of them wastes stands alone.
    { shared 32 && global 1 | sed 1d; } >"$traces/student.csv"
    run curves
    has "title[1] = 'load of t: 32 wavefronts a request, ideal 1'"
    has "panels = 2"
    has "said[1] = 'student wastes nothing in: load of A (4 sectors).'"
}

@test "how often: requests of all warps and launches, also as recorded" {
    global 500 >"$traces/student.csv"
    {
        echo launch,kernel,file,line,column,space,kind,array,width,requests
        echo 1,k,k.cu,9,3,global,load,A,4,150000
        echo 2,k,k.cu,9,3,global,load,A,4,8000
        echo 2,k,k.cu,10,3,global,load,A,4,7
    } >"$traces/student.lines"
    build/bin/access --record "$traces/student.csv" >"$traces/reference.csv"
    run curves
    many="load of A: 32 sectors a request, ideal 4, "$'\303\227'" 158,000"
    has "title[1] = '$many'"
    build/bin/access "$BATS_TEST_TMPDIR/vars" "$traces/student.csv" \
        --recorded "$traces/reference.csv" >/dev/null
    has "title[2] = '$many'"
}

# Of 8 or 16 bytes; all lanes want the same ones.
wide() { # WIDTH
    echo "$head"
    for lane in {0..31}; do
        printf '1,k,k.cu,7,3,shared,load,t,%d,0,0,1,%d,0,,0,%d\n' \
            "$1" "$lane" $((lane * $1 / 128 + 1))
    done
}

@test "groups of lanes that share no pass are no waste, though words are" {
    wide 8 >"$traces/student.csv"
    wide 16 >"$traces/reference.csv"
    run curves
    has "title[1] = 'load of t: 2 wavefronts a request'"
    has "title[2] = 'load of t: 4 wavefronts a request'"
    has "bad[1] = 0"
    has "bad[2] = 0"
    # Lanes of the last quarter alone.
    sed -n '1p; 26,$s/,4$/,1/p' "$traces/reference.csv" >"$traces/student.csv"
    cp "$traces/student.csv" "$traces/reference.csv"
    run curves
    has "title[1] = 'load of t: 1 wavefront a request'"
}

@test "accesses of one line that cost the same are one panel" {
    shared 1 >"$traces/student.csv"
    shared 1 | sed '1d; s/,7,3,/,7,9,/' >>"$traces/student.csv"
    shared 1 >"$traces/reference.csv"
    run curves
    has "panels = 2"
}

@test "banks of a request: passes in all, and above each bank" {
    shared 32 >"$traces/student.csv"
    shared 1 >"$traces/reference.csv"
    run curves
    has "title[1] = 'load of t: 32 wavefronts a request, ideal 1'"
    has "title[2] = 'load of t: 1 wavefront a request'"
    # The one bank that all want is marked, none of the reference.
    [ "$(grep -E '^[0-9.]+ "[0-9]+"$' <<<"$output")" = '0.5 "32"' ]
    [ "$(grep -c ' 16570563$' <<<"$output")" -eq 1 ]
}

@test "make access: PNG, SVG and PDF of student beside reference" {
    command -v gnuplot || skip "no gnuplot"
    room="$BATS_TEST_TMPDIR/room"
    classroom "$room" lab2_shared
    ln -s "$PWD/plots" "$room"
    sed 's/PAD = 1/PAD = 0/' lab2_shared/reference.cu \
        >"$room/lab2_shared/student.cu"
    run make -C "$room" access EX=matvec_transposed_tile DEVICE=emu \
        LAB=lab2_shared
    [ "$status" -eq 0 ]
    [[ "$output" == *"reference: its lines are shown when your result is right: "\
"make check LAB=lab2_shared EX=matvec_transposed_tile"* ]]
    picture="$room/build/plots/lab2_shared_matvec_transposed_tile_access"
    [[ "$(head -c 4 "$picture.png")" == *PNG ]]
    [ "$(head -c 4 "$picture.pdf")" = %PDF ]
    grep -q 'load of tile: 32 wavefronts a request, ideal 1' "$picture.svg"
    grep -q 'load of tile: 1 wavefront a request' "$picture.svg"
    grep -q 'student.cu: warp 0 of block 15' "$picture.svg"
    grep -q 'sum += tile\[lane\]\[j\] \* vector\[j\];' "$picture.svg"
    # One page carries the point, not higher than paper has room for.
    [ ! -e "${picture}_2.svg" ]
    height=$(sed -n 's/ viewBox=.0 0 [0-9]* \([0-9]*\).*/\1/p' "$picture.svg")
    [ "$height" -le $((22 * 454 / 16)) ]
    grep -q 'student wastes nothing in: store of tile' "$picture.svg"
    # Lines of the reference, in the right column, only after a right result.
    [ "$(lines_in 0)" -gt 0 ]
    [ "$(lines_in 1)" -eq 0 ]
    was_right 0
    access_there
    [ "$(lines_in 1)" -eq 0 ]
    was_right 1
    access_there
    [ "$(lines_in 1)" -gt 0 ]
}

# How many panels of this column have a line of the source above them.
lines_in() { # COLUMN
    awk -v slot="$1" '
        /^slot\[/ { here = $3 == slot }
        /^code\[/ && here && !/= .[0-9]*:? *.$/ { n++ }
        END { print n + 0 }' "$picture.gp"
}

was_right() { # 0 or 1: the last check of the exercise
    exercise=matvec_transposed_tile
    printf '%s\n' "lab,exercise,score,max_score,source,right" \
        "lab2_shared,$exercise,0,$(points_of $exercise),1 2,$1" \
        >"$room/build/results/progress.csv"
}

access_there() {
    (cd "$room" && EX=matvec_transposed_tile \
        sh common/learn/access.sh lab2_shared)
}

@test "a recorded trace keeps what is drawn, and names no source" {
    shared 3 >"$traces/student.csv"
    { shared 3 && global 500 | sed 1d && global 1 |
        sed '1d; s/^1,k,k.cu,9/2,k,k.cu,9/'; } >"$traces/reference.csv"
    recorded="$BATS_TEST_TMPDIR/reference.csv"
    build/bin/access --record "$traces/reference.csv" >"$recorded"
    run grep k.cu "$recorded"
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$recorded")" -eq 65 ]
    curves >"$BATS_TEST_TMPDIR/from_trace"
    sed '/^code\[2\]/d; /^heading/d; /^code\[3\]/d' "$BATS_TEST_TMPDIR/vars" \
        >"$BATS_TEST_TMPDIR/traced"
    build/bin/access "$BATS_TEST_TMPDIR/vars" "$traces/student.csv" \
        --recorded "$recorded" >"$BATS_TEST_TMPDIR/from_record"
    cmp "$BATS_TEST_TMPDIR/from_trace" "$BATS_TEST_TMPDIR/from_record"
    has "heading[1] = 'student.cu: warp 0 of block 0'"
    has "heading[2] = 'reference.cu (recorded): warp 0 of block 1'"
    has "code[2] = ''"
    sed '/^code\[2\]/d; /^heading/d; /^code\[3\]/d' "$BATS_TEST_TMPDIR/vars" |
        diff "$BATS_TEST_TMPDIR/traced" -
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
        sh common/learn/access.sh lab1_global
    [ "$status" -eq 0 ]
    [[ "$output" == *"student: touches no memory yet"* ]]
    [[ "$output" == *"No gnuplot here"* ]]
    [[ "$output" == *'gnuplot -e "data='*"plots/access.gp"* ]]
    grep -q '^columns = 1$' "$BUILD/plots/lab1_global_matvec_access.gp"
    EX=matvex run sh common/learn/access.sh lab1_global
    [ "$status" -eq 2 ]
    [[ "$output" == *"no exercise matvex"*"matvec_warp"* ]]
}

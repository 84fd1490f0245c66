#!/usr/bin/env bats
# cases.bats - what the authors' programs of the detective cases print: the
# stories speak of it.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    made=$BATS_TEST_TMPDIR/program
}

# prints LAB CASE FILE: its program, with the kernel of this file.
prints() {
    mkdir -p "$BATS_TEST_TMPDIR/of"
    cp "$1/cases/$2"/* "$BATS_TEST_TMPDIR/of"
    cp "$1/cases/$2/$3" "$BATS_TEST_TMPDIR/of/found.cu"
    sh common/harness/compile.sh clang "$BATS_TEST_TMPDIR/of/program.cu" \
        "$made" >"$BATS_TEST_TMPDIR/log" 2>&1 || {
        output=$(cat "$BATS_TEST_TMPDIR/log")
        return
    }
    run common/emulator/ptxrun --quiet "$made"
    echo "$output"
}

@test "add_scaled does not compile, and means a name that is declared" {
    prints lab1_global add_scaled found.cu
    [[ "$output" == *"undeclared identifier"* ]]
    prints lab1_global add_scaled reference.cu
    [[ "$output" == "13 16 19, and it should be 13 16 19" ]]
}

@test "stir is right with 50000 numbers, and not with 61000" {
    prints lab1_global stir found.cu
    [[ "$output" == *" 50000 numbers: 0 missing"*" 61000 numbers: 61000 "* ]]
    prints lab1_global stir reference.cu
    [[ "$output" == *" 61000 numbers: 0 missing"*"no error" ]]
}

@test "add_bias passes its author's test, and is wrong" {
    prints lab1_global add_bias found.cu
    [[ "$output" == *"50 x 40: 0 wrong"*"  11 22 13"* ]]
    prints lab1_global add_bias reference.cu
    [[ "$output" == *"50 x 40: 0 wrong"*"  11 12 13"*"  24 25 26" ]]
}

@test "differences gives nothing, and no call fails" {
    prints lab2_shared differences found.cu
    [[ "$output" == *"300 of 300 are wrong; no error" ]]
    prints lab2_shared differences reference.cu
    [[ "$output" == *"0 of 300 are wrong; no error" ]]
}

@test "distances of 1000 points are those of 1024, of 300 those of 512" {
    prints lab2_shared distances found.cu
    [[ "$output" == *"1024 points,"*" 1024 in all"* ]]
    [[ "$output" == *"1000 points,"*" 1024 in all"*"300 "*" 512 in all" ]]
    prints lab2_shared distances reference.cu
    [[ "$output" == *"1000 points,"*" 1000 in all"*"300 "*" 300 in all" ]]
}

@test "blur is right up to 256 columns" {
    prints lab2_shared blur found.cu
    [[ "$output" == *" 256, 20 times: 0 of them wrong"* ]]
    [[ "$output" != *"2000, 20 times: 0 of them wrong"* ]]
    prints lab2_shared blur reference.cu
    [[ "$output" == *"2000, 20 times: 0 of them wrong"* ]]
}

@test "row_peaks passes its author's test, and a third of a song is wrong" {
    prints lab3_reduction row_peaks found.cu
    [[ "$output" == *"test: 0 of 100 rows wrong"*"song: 35 of 100 rows"* ]]
    prints lab3_reduction row_peaks reference.cu
    [[ "$output" == *"song: 0 of 100 rows wrong" ]]
}

@test "histogram counts what was there before" {
    prints lab3_reduction histogram found.cu
    [[ "$output" == *"1: 1000 pixels, 1000 "*"2: 1000 pixels, 2000 "* ]]
    prints lab3_reduction histogram reference.cu
    [[ "$output" == *"3: 1000 pixels, 1000 counted" ]]
}

@test "count_wrong passes what writes nothing" {
    prints lab3_reduction count_wrong found.cu
    [[ "$output" == *"not yet copied: "*"FAILED"*"nothing:  "*" PASSED" ]]
    prints lab3_reduction count_wrong reference.cu
    [[ "$output" == *"nothing: "*" 1000 of 1000 wrong: FAILED" ]]
}

@test "explain marks a step of each that compiles, and says nothing untrue" {
    load ../cli/classroom
    for lab in lab1_global lab2_shared lab3_reduction; do
        room=$BATS_TEST_TMPDIR/$lab
        classroom "$room" $lab
        ln -s "$PWD/plots" "$room"
        cp $lab/student.cu "$room/$lab"
        begin_cases "$room" $lab
        for case in "$room/$lab"/cases/*/; do
            case=$(basename "$case")
            [ "$case" != add_scaled ] || continue
            make -s -C "$room" explain EX="$case" DEVICE=emu NO_COLOR=1 \
                2>&1 | tee "$BATS_TEST_TMPDIR/lines" | tr -s '\n ' '  ' \
                >"$BATS_TEST_TMPDIR/$case"
            grep -q '^>>' "$BATS_TEST_TMPDIR/lines"
        done
    done
    grep -q 'nothing has been written yet' "$BATS_TEST_TMPDIR/histogram"
    # Its launcher sets the count to 0.
    ! grep 'nothing has been written' "$BATS_TEST_TMPDIR/count_wrong" || false
    grep -q 'they decide' "$BATS_TEST_TMPDIR/count_wrong"
}

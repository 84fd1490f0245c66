#!/usr/bin/env bats
# handouts.bats - numbers printed in handouts are those recorded or counted.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

# tables LAB: its handout's tables of times; of what has rows alone the columns
# are the most recorded.
tables() {
    recorded=plots/recorded/${1}_h200.csv
    awk -v cols="$(awk -F, '!/^#/ { print $5 }' "$recorded" | sort -n | tail -1)" \
        -f common/tests/cli/handouts.awk plots/recorded/lab*_h200.csv \
        "$1/README.md"
}

# times LAB: how many numbers stand in rows that begin with a size.
times() {
    awk -F ' *[|] *' '/^\| [0-9]+(x[0-9]+)? \|/ {
        for (i = 3; i < NF; i++) n += $i ~ /^[0-9.]+$/ } END { print n + 0 }' \
        "$1/README.md"
}

@test "times in handouts are those recorded on an H200" {
    for lab in */lab.c; do
        lab=${lab%/lab.c}
        [ "$(times "$lab")" -gt 0 ]
        run tables "$lab"
        [ "$output" = "$(times "$lab") compared" ]
    done
}

@test "times of batches are those recorded on an H200" {
    # | `batch_grid` | [0-9]* | 20\.0 |
    awk -F ' *[|] *' '/^\| `batch_.*\.0 \|$/ { print $2, $3 }' \
        lab3_reduction/README.md | tr -d '`' >"$BATS_TEST_TMPDIR/printed"
    awk -F, '$2 ~ /^batch/ && $3 == "reference" && $4 == 512 {
        printf "%s %.0f\n", $2, $8 }' plots/recorded/lab3_reduction_h200.csv |
        diff - "$BATS_TEST_TMPDIR/printed"
}

# Columns by name, which stand in the first line that is no comment.
@test "clocks of block_clock are those recorded on an H200" {
    for row in least:clocks_min median:clocks_median most:clocks_max; do
        grep "^| ${row%:*} |" lab3_reduction/README.md | tr -dc '0-9 \n' |
            tr -s ' ' '\n' | grep . >"$BATS_TEST_TMPDIR/printed"
        awk -F, -v name="${row#*:}" '/^#/ { next }
            !column { while ($++column != name) continue }
            $2 == "block_clock" && $3 == "reference" { print int($column) }' \
            plots/recorded/lab3_reduction_h200.csv >"$BATS_TEST_TMPDIR/found"
        diff "$BATS_TEST_TMPDIR/found" "$BATS_TEST_TMPDIR/printed"
    done
}

@test "the copy rate is the one measured on an H200" {
    rate=$(awk '$1 == "copy_1_GiB" { printf "%.1f", $2 }' \
        plots/recorded/constants_h200.txt)
    grep -q "copies at $rate TB/s" lab1_global/README.md
    grep -q "copies at $rate TB/s" lab3_reduction/README.md
    grep -q "rate of a copy, $rate TB/s | 538 |" lab3_reduction/README.md
}

# counted EXERCISE NAME: what make profile prints first beside a name.
counted() {
    NO_COLOR=1 build/bin/grader profile --impl reference --ex "$1" \
        --compiler clang | awk -v name="$2" '$1 == name { print $2 }'
}

@test "counters that handouts ask to predict are what make profile prints" {
    [ "$(counted batch_grid gld_transactions_per_request)" = 20 ]
    [ "$(counted batch_coalesced gld_transactions_per_request)" = 8 ]
    grep -q "version | us | sectors per request" lab3_reduction/README.md
    grep -q '`batch_grid` | [0-9]* | 20\.0' lab3_reduction/README.md
    [ "$(counted matvec_tiled shared_efficiency)" = 3.51 ]
    grep -q '`shared_efficiency` of 3.5 %' lab2_shared/README.md
    [ "$(counted matvec_transposed_tile shared_efficiency)" = 68.12 ]
    [ "$(counted matvec_transposed_tile shared_ld_bank_conflict)" = 0 ]
    grep -q "same: 6 %, 68 %" lab2_shared/README.md
}

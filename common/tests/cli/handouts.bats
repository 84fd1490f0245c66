#!/usr/bin/env bats
# handouts.bats - numbers printed in handouts are those recorded or counted.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

@test "times and clocks in handouts are those recorded on an H200" {
    for recorded in plots/recorded/lab*_h200.csv; do
        lab=$(basename "$recorded" _h200.csv)
        [ -d "$lab" ] || continue
        awk -f common/learn/csv.awk -f common/maintain/numbers.awk \
            plots/recorded/lab*_h200.csv plots/recorded/clocks_h200.txt \
            "$lab/README.md" |
            diff "$lab/README.md" -
    done
}

# A number that is another is written anew, whatever table it stands in.
@test "make numbers: a wrong time, clock or batch does not stay" {
    for row in '| 1000x500 |' '| 264 |' '| median |' '| `batch_grid` |'; do
        mkdir -p "$BATS_TEST_TMPDIR/lab"
        cat lab1_global/README.md lab3_reduction/README.md |
            tee "$BATS_TEST_TMPDIR/right" |
            awk -v row="$row" 'index($0, row) == 1 {
                rest = substr($0, length(row) + 1)
                sub(/^ [0-9.]+/, " 9", rest)
                $0 = row rest } { print }' >"$BATS_TEST_TMPDIR/lab/README.md"
        run cmp -s "$BATS_TEST_TMPDIR/right" "$BATS_TEST_TMPDIR/lab/README.md"
        [ "$status" -eq 1 ]
        awk -f common/learn/csv.awk -f common/maintain/numbers.awk \
            plots/recorded/lab*_h200.csv plots/recorded/clocks_h200.txt \
            "$BATS_TEST_TMPDIR/lab/README.md" |
            cmp "$BATS_TEST_TMPDIR/right"
    done
}

@test "the copy rate is the one measured on an H200" {
    rate=$(awk '$1 == "copy_1024_MiB" { printf "%.1f", $2 / 1e6 }' \
        plots/recorded/constants_h200.txt)
    grep -q "copies at $rate TB/s" lab1_global/README.md
    grep -q "copies at $rate TB/s" lab3_reduction/README.md
    grep -q "rate of a copy, $rate TB/s | 538 |" lab3_reduction/README.md
}

@test "times between events are those recorded on an H200" {
    [ "$(grep -c '^| 1' plots/recorded/events_h200.md)" -eq 6 ]
    grep '^|' plots/recorded/events_h200.md | while read -r row; do
        grep -q -x -F "$row" lab1_global/README.md
    done
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

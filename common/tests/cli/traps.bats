#!/usr/bin/env bats
# traps.bats - common/tests/traps.md: every row is there, and true.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

# rows COLUMN: of the table, a line each.
rows() {
    awk -F ' *[|] *' -v n="$1" '$2 ~ /^[A-D][0-9]+$/ { print $(n + 1) }' \
        common/tests/traps.md
}

@test "every trap has one row: A1 to A17, B1 to B11, C1 to C11, D1 to D17" {
    rows 1 >"$BATS_TEST_TMPDIR/found"
    for letter in A:17 B:11 C:11 D:17; do
        seq -f "${letter%:*}%g" "${letter#*:}"
    done >"$BATS_TEST_TMPDIR/wanted"
    diff "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/found"
}

@test "what a row says stands where it says" {
    paste <(rows 1) <(rows 3) <(rows 4) >"$BATS_TEST_TMPDIR/rows"
    bad=0
    while IFS=$'\t' read -r row place words; do
        [ -r "$place" ] && [ -n "$words" ] &&
            tr -s ' \n' ' ' <"$place" | grep -qF -- "$words" && continue
        echo "$row: no \"$words\" in $place"
        bad=$((bad + 1))
    done <"$BATS_TEST_TMPDIR/rows"
    [ "$bad" -eq 0 ]
}

# That each list's solutions are rejected is what wrong_*.bats test.
@test "the lists of wrong solutions that rows name are tested" {
    for folder in $(rows 3 | sed -n 's|/wrong/[^/]*\.wrong$||p' | sort -u); do
        grep -q every_list_is_rejected "$folder"/wrong_*.bats
    done
}

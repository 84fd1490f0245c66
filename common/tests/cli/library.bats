#!/usr/bin/env bats
# library.bats - the tables of make library, made of what a contest printed.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.." || exit
    pages=common/tests/library
    all=$BATS_TEST_TMPDIR/all.csv
    cat >"$all" <<'END'
exercise,rows,cols,inner,contestant,kind,warm_us,warm_ratio,warm_least,warm_most,cold_us,cold_ratio,cold_least,cold_most,same
dot_best,1,1048576,1,cublasSdot,library,5.000,1.000,1.000,1.000,6.000,1.000,1.000,1.000,yes
dot_best,1,1048576,1,dot_best,champion,2.500,2.000,1.900,2.100,4.000,1.500,1.400,1.600,yes
dot_best,1,1048576,1,dot_fence,step,3.000,1.667,1.600,1.700,5.000,1.200,1.100,1.300,no
dot_best,1,1048576,1,read-only,floor,2.000,2.500,2.400,2.600,3.000,2.000,1.900,2.100,yes
END
}

@test "the page names champions, and results that differ" {
    awk -F, -v steps=1 -v gpu=X -f $pages/page.awk "$all" >"$BATS_TEST_TMPDIR/page"
    grep -F '| 1048576 elements | **dot_best** | 2.50 | 2.00 (1.90-2.10) | 4.00 | 1.50 (1.40-1.60) |' \
        "$BATS_TEST_TMPDIR/page"
    grep -F '| dot_fence | 3.00 ' "$BATS_TEST_TMPDIR/page" | grep -F '**differs**'
}

@test "students are not shown the steps" {
    awk -F, -v gpu=X -f $pages/page.awk "$all" >"$BATS_TEST_TMPDIR/page"
    grep -q cublasSdot "$BATS_TEST_TMPDIR/page"
    ! grep dot_fence "$BATS_TEST_TMPDIR/page" || false
}

@test "a champion stands beside the library and beside reading alone" {
    awk -F, -f $pages/aims.awk "$all" |
        grep -Fx '| dot_best | 1048576 elements | 2.00 | 1.50 | 0.80 | 0.75 |'
}

@test "without a GPU the contest says so" {
    command -v nvidia-smi >/dev/null && skip "a GPU"
    run sh $pages/library.sh true "$BATS_TEST_TMPDIR"
    [ "$status" = 2 ]
    [[ $output == *"no GPU here"* ]]
}

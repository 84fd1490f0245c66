#!/usr/bin/env bats
# model.bats - make model: the promise of common/harness/measure/model.c, held against
# what was recorded on an H200.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    recorded="$BATS_TEST_TMPDIR/recorded.csv"
    modelled="$BATS_TEST_TMPDIR/modelled.csv"
    head="lab,exercise,impl,rows,cols,inner,time_us,bytes,first"
    { echo "# device: GPU"; echo "$head"; } >"$recorded"
    echo "$head" >"$modelled"
    for form in tsv excuses; do
        build/bin/grader list --$form >"$BATS_TEST_TMPDIR/$form"
    done
}

# Both times of a reference kernel.
pair() { # EXERCISE SIZE MEASURED MODELLED
    echo "lab9,$1,reference,$2,$3,8000,${1%%_*}" >>"$recorded"
    echo "lab9,$1,reference,$2,$4,8000,${1%%_*}" >>"$modelled"
}

compare() {
    run awk -v points="$BATS_TEST_TMPDIR/points" \
        -v sources="$BATS_TEST_TMPDIR/vars" -f common/learn/csv.awk \
        -f plots/model.awk "$BATS_TEST_TMPDIR/tsv" \
        "$BATS_TEST_TMPDIR/excuses" "$recorded" "$modelled"
}

checksums() {
    cksum build/results/*_sweep.csv 2>/dev/null
}

@test "modelled times keep their promise for every reference kernel and size" {
    before=$(checksums) || true
    run make model CUDACC=clang
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"Median error"* ]]
    table=build/plots/model_h200.md
    [ "$(grep -c '^| .* |$' $table)" -gt 100 ]
    grep -q '^| matvec_transposed_tile | 2500 x 2000 |' $table
    grep -q '^| dot_shuffle | 1056 x 67108864 x 256 |' $table
    grep -q '^| batch_shuffle | 512 x 512 x 1024 |' $table
    [ "$(checksums)" = "$before" ] # what was measured stays
}

@test "the table says why a row misses; not knowing it fails" {
    pair matvec '1000,500,1' 20 28
    pair vecmat '1000,500,1' 40 41
    compare
    [ "$status" -eq 0 ]
    [[ $output == *'| matvec | 1000 x 500 | 20 | 28 | 1.40 | lines shared in L1 |
| vecmat | 1000 x 500 | 40 | 41 | 1.02 |  |'* ]]
    pair matmul_tiled '64,64,64' 20 28
    compare
    [ "$status" -eq 1 ]
    [[ $output == *'| 1.40 | not known |'* ]]
}

@test "versions in the wrong order fail, but for the pair at the size known" {
    pair batch_grid '256,256,8' 183 124
    pair batch_shuffle '256,256,8' 158 128
    pair dot '8,1024,256' 50 51
    pair dot_shuffle '8,1024,256' 40 41
    compare
    [ "$status" -eq 0 ]
    [[ $output == *'wrong: batch_grid and batch_shuffle at 256 x 256 x 8'* ]]
    pair batch_grid '192,192,8' 132 95
    pair batch_shuffle '192,192,8' 110 96
    compare
    [ "$status" -eq 1 ]
    [[ $output == *'wrong: batch_grid and batch_shuffle at 192 x 192 x 8'* ]]
}

@test "what was recorded and not modelled is named, and fails" {
    pair dot '8,1024,256' 50 51
    echo "lab9,dot,reference,9,1024,256,50,8000,dot" >>"$recorded"
    compare
    [ "$status" -eq 1 ]
    [[ $output == *'not modelled: dot at 9 x 1024 x 256'* ]]
}

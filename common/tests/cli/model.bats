#!/usr/bin/env bats
# model.bats - make model: the promise of common/harness/model.c, held against
# what was recorded on an H200.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

@test "modelled times keep their promise for every reference kernel" {
    run make model CUDACC=clang
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"Median error"* ]]
    table=build/plots/model_h200.md
    [ "$(grep -c '^| .* |$' $table)" -gt 100 ]
    grep -q '^| matvec_transposed_tile | 2500 x 2000 |' $table
}

#!/usr/bin/env bats
# clocks.bats - make clocks and make sizes without a GPU.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    room=$BATS_TEST_TMPDIR
}

@test "what was recorded is shown, and drawn" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    for gpu in '' h100; do
        [ -e "plots/recorded/clocks_${gpu:-h200}.txt" ] || skip "not recorded"
        run env BUILD="$room" GPU=$gpu sh common/learn/clocks.sh
        echo "$output"
        [ "$status" -eq 0 ]
        [[ "$output" == *recorded* && "$output" == *"# ladder"* ]]
        for kind in png svg pdf; do
            [ -s "$room/plots/clocks.$kind" ]
        done
    done
}

@test "sizes: what was recorded is shown, and drawn" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    [ -e plots/recorded/sizes_h200.txt ] || skip "not recorded"
    run env BUILD="$room" sh common/learn/sizes.sh
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *recorded*"32768  32768"* ]]
    for kind in png svg pdf; do
        [ -s "$room/plots/sizes.$kind" ]
    done
}

@test "a GPU that nothing was recorded of is refused, with those there are" {
    for figures in clocks sizes; do
        run env BUILD="$room" GPU=g80 sh common/learn/$figures.sh
        echo "$output"
        [ "$status" -eq 2 ]
        [[ "$output" == *'"g80"'* ]]
    done
}

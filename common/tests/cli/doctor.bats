#!/usr/bin/env bats
# doctor.bats - says what there is, and never fails.

setup() {
    here="$BATS_TEST_DIRNAME/../../.."
}

@test "names versions, processors and disk" {
    run sh "$here/common/doctor.sh"
    [ "$status" -eq 0 ]
    [[ "$output" == *"GNU Make"* ]]
    [[ "$output" == *processors* ]]
    [[ "$output" == *disk*"GB free"* ]]
}

@test "with nothing installed: what each thing costs and how to have it" {
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir -p "$bin"
    for tool in sh dirname sed awk grep; do
        ln -s "$(command -v "$tool")" "$bin"
    done
    run env PATH="$bin" sh "$here/common/doctor.sh"
    [ "$status" -eq 0 ]
    [[ "$output" == *"gnuplot        MISSING: "*"pictures"* ]]
    [[ "$output" == *"apt-get install gnuplot-nox"* ]]
    [[ "$output" == *"cjson          MISSING: "*"check.json"* ]]
}

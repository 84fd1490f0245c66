#!/usr/bin/env bats
# case.bats - a detective case from its list to its lesson.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" $lab
    cp $lab/student.cu "$room/$lab"
}

setup() {
    cd "$room"
    file=$lab/cases/stir/student.cu
}

case_of() {
    run env -u MAKEFLAGS -u MAKELEVEL make case DEVICE=emu CUDACC=clang "$@"
    echo "$output"
}

@test "the list, and a name that there is not" {
    case_of
    [ "$status" -eq 0 ]
    [[ "$output" == *"stir"*"not begun"*"Next:  make case CASE=add_scaled" ]]
    case_of LAB=lab0
    [ "$status" -eq 2 ]
    [[ "$output" == *"LAB=lab0 has no cases"*"$lab"* ]]
    case_of CASE=nobody
    [ "$status" -eq 2 ]
    [[ "$output" == *'no CASE "nobody"'*"stir"* ]]
}

@test "first what was seen, then what the checker says, then it is mended" {
    case_of CASE=stir SUSPECT='$HOME is  too "small"'
    [ "$status" -eq 0 ]
    [[ "$output" == *" 50000 numbers: 0 missing"*" 61000 numbers: 61000 "* ]]
    [[ "$output" != *"before the start"* ]]
    cmp $lab/cases/stir/found.cu $file
    case_of CASE=stir
    [[ "$output" == *"read of 4 bytes before the start"*"as it was found"* ]]
    sed -i 's/40503 [*]/40503LL */' $file
    case_of CASE=stir SUSPECT='an int'
    [[ "$output" == *'What you suspected first stays: $HOME is too "small"'* ]]
    [[ "$output" == *"Score: "* ]]
    [[ "$output" == *"An int ends at 2147483647"* ]]
    [[ "$output" != *"To mend"* ]]
    [[ "$output" == *'You suspected: $HOME is too "small"'*"Next:  make case CASE="* ]]
    case_of
    grep -q 'stir .* solved' <<<"$output"
}

@test "it begins anew, and what was written is kept" {
    case_of CASE=stir AGAIN=1
    [ "$status" -eq 0 ]
    [[ "$output" == *"$file.old"*"61000 numbers"* ]]
    cmp $lab/cases/stir/found.cu $file
    grep -q 40503LL $file.old
}

@test "a case that does not compile costs itself only; watch and status see it" {
    echo 'int x = ;' >>$file
    run make check LAB=$lab DEVICE=emu CUDACC=clang
    [[ "$output" == *"add_bias "*"not begun; make case CASE=add_bias"* ]]
    [[ "$output" == *"cases/stir/student.cu"* ]]
    [[ "$output" == *"not begun: no kernel was launched yet"* ]]
    run sh common/learn/status.sh $lab
    [[ "$output" == *"add_bias"*"not begun: make case CASE=add_bias"* ]]
    ! grep 'stir.*changed since' <<<"$output" || false
}

#!/usr/bin/env bats
# predict.bats - numbers are asked for, kept, and shown beside what is counted.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" $lab
    cp $lab/reference.cu "$room/$lab/student.cu"
}

setup() {
    cd "$room"
    kept=$lab/predictions.csv
}

predict() { # what make does with the variable too
    run env -u MAKEFLAGS -u MAKELEVEL make predict "$@" </dev/null
    echo "$output"
}

profile() {
    run env -u MAKEFLAGS -u MAKELEVEL make profile DEVICE=emu "$@"
    echo "$output"
}

@test "nothing predicted costs a point, and is told first" {
    rm $kept
    run env -u MAKEFLAGS -u MAKELEVEL make check EX=matvec DEVICE=emu
    echo "$output"
    [ "$status" -eq 2 ] # make's
    [[ "$output" == *"make predict LAB=$lab EX=matvec asks"* ]]
    [[ "$output" == *"not ok     0/1  predicted"* ]]
}

@test "what is no answer keeps nothing: wrong number, no number, no end" {
    rm -f $kept
    for answers in "1 2" "1 2 3 4" "1 2 many" "1 2 -3" "1 2 inf" "\$(date)"; do
        predict EX=matvec ANSWERS="$answers"
        [ "$status" -eq 2 ]
        [[ "$output" == *"nothing was kept"* ]]
    done
    run sh -c 'printf "1\n2\n" | make predict EX=matvec'
    [ "$status" -eq 2 ]
    [[ "$output" == *"question 3 has no answer; nothing was kept"* ]]
    run sh -c 'printf "1\n2\n1 000\n" | make predict EX=matvec'
    [ "$status" -eq 2 ]
    predict
    [ "$status" -eq 2 ]
    [[ "$output" == *"one exercise is predicted: make predict LAB="* ]]
    predict EX=matvec_best
    [ "$status" -eq 2 ]
    [[ "$output" == *"nothing is asked about matvec_best"* ]]
    [ ! -e $kept ]
}

@test "predicted, counted, error; then it stays as it is" {
    rm -f $kept
    predict EX=matvec ANSWERS="4 79 100"
    [ "$status" -eq 0 ]
    [[ "$output" == *"at 2500 x 2000?"* ]]
    # A comma as some write it, and another thought.
    printf '32\n 79 \n100,5\n' >"$BATS_TEST_TMPDIR/lines"
    run make predict EX=matvec <"$BATS_TEST_TMPDIR/lines"
    [ "$status" -eq 0 ]
    [[ "$output" == *"takes the place of"* ]]
    profile EX=matvec
    grep -q 'before the first profile  *predicted  *counted  error' \
        <<<"$output"
    grep -q 'value  *reference  *ideal' <<<"$output"
    grep -q 'gld_request  *316000  *316000 *$' <<<"$output"
    [[ "$output" == *"Counters cost no points here: "* ]]
    [[ "$output" != *" is wrong "* ]]
    grep -q 'sectors per load request  *32  *16.32  x 1.96 too high' \
        <<<"$output"
    grep -q 'store requests  *79  *79  right' <<<"$output"
    grep -q 'time of a call, us  *100.50  *[1-9]' <<<"$output"
    predict EX=matvec ANSWERS="16 79 170"
    [ "$status" -eq 2 ]
    [[ "$output" == *"stays as it is"* ]]
    run build/bin/grader check --ex matvec --device emu
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"predicted: before the first profile"* ]]
}

@test "a report's facts are nobody's first profile" {
    rm -f $kept build/report # a link
    run env -u MAKEFLAGS -u MAKELEVEL make report-data LAB=$lab EX=vecmat \
        DEVICE=emu
    echo "$output"
    grep -q '^kernel.vecmat' build/report/$lab.profile
    [ ! -e $kept ]
    predict EX=vecmat ANSWERS="2.5 63 3"
    [ "$status" -eq 0 ]
    [[ "$output" != *"late"* ]]
    rm -f $kept
}

@test "who has profiled first is late, and has the point all the same" {
    profile EX=vecmat
    [[ "$output" == *"vecmat was not predicted."* ]]
    predict EX=vecmat ANSWERS="2.5 63 3"
    [ "$status" -eq 0 ]
    [[ "$output" == *"will be called late"* ]]
    profile EX=vecmat
    [[ "$output" == *"late: after the first profile"* ]]
    grep -q 'times as fast as matvec (yours)  *3  *[0-9.]*  x' <<<"$output"
    run build/bin/grader check --ex vecmat --device emu
    [ "$status" -eq 0 ]
    [[ "$output" == *"predicted: only after the first profile"* ]]
}

@test "profile says that a result is wrong, what costs points, and its line" {
    line=$(grep -n 'sum += A\[row \* cols' $lab/student.cu | cut -d : -f 1)
    sed "${line%%$'\n'*}s/sum += /C[row] += /" $lab/student.cu >other.cu
    mv other.cu $lab/student.cu
    profile EX=matvec
    cp "$BATS_TEST_DIRNAME/../../../$lab/reference.cu" $lab/student.cu
    [[ "$output" == *"one store per result, "*" point"*": 158079 global store"* ]]
    [[ "$output" == *"The result of matvec is wrong at this size"* ]]
    [[ "$output" == *"      line ${line%%$'\n'*}: C[row] += A["* ]]
}

@test "at a terminal what is no number is asked for again" {
    command -v script >/dev/null || skip "no script"
    printf 'four\n4\n1250\n7\n' | NO_COLOR=1 TERM=dumb script -qec \
        "build/bin/grader predict --ex matvec_warp" /dev/null >asked
    cat asked
    grep -q 'A number, please' asked
    [ "$(grep -c '^matvec_warp,' $kept)" -eq 3 ]
}

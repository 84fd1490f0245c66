#!/usr/bin/env bats
# submit.bats - the file that a student hands in.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" $lab
    mkdir "$room/report_template"
    cp $lab/reference.cu "$room/$lab/student.cu"
    ln -s "$PWD"/lab2_shared "$PWD"/lab3_reduction "$room"
    printf 'lab1_global 1234\ncompiler clang 1\n' >"$room/.edition"
    export BUILD=build
}

setup() {
    command -v zip >/dev/null || skip "no zip"
    cd "$room"
    rm -rf build/submit build/results/*
    printf 'name: Anna Petrova\nnumber: 12\n' >.student
    exercises=$(build/bin/grader list --tsv |
        awk -F '\t' -v lab=$lab '$1 == lab { print $2 "," $5 }')
}

# Of all exercises of the lab, with the checksum of what was checked.
checked() { # CKSUM
    echo lab,exercise,score,max_score,source,right
    for row in $exercises; do
        echo "$lab,${row%,*},0,${row#*,},$1,0"
    done
}

submit() {
    run --separate-stderr sh common/learn/submit.sh "${@:-$lab}" </dev/null
}

bats_require_minimum_version 1.5.0

@test "source, answers, last check and who it is from, in one file" {
    echo "my answer" >report_template/$lab.md
    echo '{"score": 7}' >build/results/last.json
    checked "$(cksum <$lab/student.cu)" >build/results/progress.csv
    submit
    [ "$status" -eq 0 ]
    file=build/submit/Anna_Petrova.zip
    [[ "${lines[-1]}" == "To hand in: $file" ]]
    [ "$(unzip -Z1 $file | tr '\n' ' ')" = "check.json $lab/answers.md \
$lab/predictions.csv $lab/student.cu submission.txt " ]
    unzip -p $file $lab/student.cu | cmp - $lab/student.cu
    [ "$(unzip -p $file $lab/answers.md)" = "my answer" ]
    [ "$(unzip -p $file check.json)" = '{"score": 7}' ]
    [ "$(unzip -p $file submission.txt)" = "name: Anna Petrova
number: 12
edition: $(echo 'lab1_global 1234' | sha256sum | cut -c 1-64)" ]
    [[ "$output" != *"never checked"* ]]
    [[ "$output" != *"changed since"* ]]
    [[ "$output" != *"predicted"* ]]
    [[ "$output" == *"report_template/$lab.md: "*" gaps are left"* ]]
    rm report_template/$lab.md
}

@test "the same content is the same file, whatever else differs" {
    submit
    first=$(sha256sum build/submit/Anna_Petrova.zip)
    touch -d 2001-02-03 $lab/student.cu
    (
        umask 077
        TZ=Asia/Tokyo LC_ALL=C submit
        chmod 600 $lab/student.cu
    )
    [ "$(sha256sum build/submit/Anna_Petrova.zip)" = "$first" ]
    echo "// more" >>$lab/student.cu
    submit
    [ "$(sha256sum build/submit/Anna_Petrova.zip)" != "$first" ]
}

@test "what is missing is said: work, checks, answers" {
    submit lab1_global lab2_shared
    [ "$status" -eq 0 ]
    [[ "$output" == *"lab1_global: never checked: warm_index "* ]]
    [[ "$output" == *"lab1_global: the report is not begun"* ]]
    [[ "$output" == *"there is no check to hand in: make check"* ]]
    checked "1 2" >build/results/progress.csv
    submit
    [[ "$output" == *"student.cu changed since the last check of warm_index "*\
": make check LAB=$lab"* ]]
    mv $lab/predictions.csv kept.csv
    grep -v '^vector_add\|barriers' kept.csv >$lab/predictions.csv
    submit
    [[ "$output" == *"$lab: nothing was predicted of vector_add: make"* ]]
    mv kept.csv $lab/predictions.csv
    mkdir stub
    cp "$BATS_TEST_DIRNAME/../../../$lab/reference.cu" stub
    sh common/maintain/stubs.sh stub
    cp $lab/student.cu own.cu
    cp stub/student.cu $lab/student.cu
    submit
    [[ "$output" == *"$lab/student.cu: nothing is written there yet"* ]]
    rm -r stub $lab/student.cu
    submit
    [[ "$output" == *"$lab/student.cu is no file that can be read"* ]]
    ln -s ../own.cu $lab/student.cu
    submit
    [[ "$output" == *"$lab/student.cu is no file that can be read"* ]]
    [ "$(unzip -Z1 build/submit/Anna_Petrova.zip)" = submission.txt ]
    mv own.cu $lab/student.cu
}

@test "who it is from: asked once at a terminal, or given, else exit status 2" {
    command -v script >/dev/null || skip "no script"
    rm .student
    submit
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'make submit NAME="'* ]]
    printf 'J\303\274rgen  O\n99\n' |
        script -qec "sh common/learn/submit.sh $lab" /dev/null >asked
    grep -q "Your name" asked
    [ "$(cat .student)" = "$(printf 'name: J\303\274rgen O\nnumber: 99')" ]
    [ -s "$(printf 'build/submit/J\303\274rgen_O.zip')" ]
    STUDENT_NAME=Other submit
    [ "$(cat .student)" = "$(printf 'name: Other\nnumber: ')" ]
    # One file, of who it is now.
    [ "$(ls build/submit)" = Other.zip ]
}

@test "names in any script, with quotes, slashes and newlines" {
    while IFS='|' read -r given file; do
        STUDENT_NAME=$(printf '%b' "$given") submit
        [ "$status" -eq 0 ]
        # shellcheck disable=SC2053 # a pattern
        [[ "$(ls build/submit)" == $(printf '%b' "$file").zip ]]
    done <<'NAMES'
\0347\0216\0213 \0345\0260\0217\0346\0230\0216|\0347\0216\0213_\0345\0260\0217\0346\0230\0216
\0320\0220\0320\0275\0320\0275\0320\0260 \0320\0237\0320\0265\0321\0202\0321\0200\0320\0276\0320\0262\0320\0260|\0320\0220\0320\0275\0320\0275\0320\0260_\0320\0237\0320\0265\0321\0202\0321\0200\0320\0276\0320\0262\0320\0260
O'Brien "x"|O_Brien__x_-????????
../../a/b|______a_b-????????
-rf $(id)|_rf___id_-????????
a\nb\x1bc|a_b_c
NAMES
    STUDENT_NAME=$(printf 'x%.0s' {1..300}) submit
    [ "$status" -eq 0 ]
    [ "$(ls build/submit | wc -c)" -lt 100 ]
    # What make is given is not looked at by make, nor by a shell.
    STUDENT_NAME=x make submit NAME='A$B $(shell touch pwned)`touch pwned`' \
        LAB=$lab NUMBER="1'2" >/dev/null
    [ ! -e pwned ]
    [ "$(sed -n 1p .student)" = 'name: A$B $(shell touch pwned)`touch pwned`' ]
    [ "$(sed -n 2p .student)" = "number: 1'2" ]
}

@test "without zip it is a tar.gz, the same for the same content" {
    for tool in sh dirname mktemp mkdir sed tr wc awk cut iconv sha256sum cksum \
        head cp find sort chmod touch tar gzip mv rm cat; do
        ln -s "$(command -v "$tool")" "$BATS_TEST_TMPDIR"
    done
    for run in 1 2; do
        PATH="$BATS_TEST_TMPDIR" submit
        [ "$status" -eq 0 ]
        [[ "$output" == *"No zip here: a .tar.gz"* ]]
        sum[run]=$(sha256sum build/submit/Anna_Petrova.tar.gz)
        touch -d "2001-02-0$run" $lab/student.cu
    done
    [ "${sum[1]}" = "${sum[2]}" ]
    tar -tzf build/submit/Anna_Petrova.tar.gz | grep -q -x $lab/student.cu
}

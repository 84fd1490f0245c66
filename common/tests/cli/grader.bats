#!/usr/bin/env bats
# grader.bats - the grader's command line: names, exit statuses, seeds, hints.
#
# Works on the reference, in a folder of links, so that hints given and results
# written stay there.

lab=lab1_global

setup() {
    root=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)
    room=$BATS_TEST_TMPDIR
    mkdir -p "$room/build/bin"
    cp "$root/build/bin/grader" "$root/build/bin/judge" "$room/build/bin"
    ln -s "$root/build/emulator" "$root/build/$lab" "$room/build"
    ln -s "$root/$lab" "$room"
    cd "$room" || return
}

grader() {
    NO_COLOR=1 build/bin/grader "$@"
}

# Where the kernel of matvec loads from A.
load_of_A() {
    sed -n '/^__global__ void matvec_kernel(/,/^}/{ / A\[row /=; }' \
        $lab/reference.cu
}

# check [OPTION]...: the reference, on the emulated device.
check() {
    grader check --impl reference --device emu --compiler clang "$@"
}

@test "unknown names: exit status 2 and the list of known ones" {
    run check --lab lab9
    [ "$status" -eq 2 ]
    [[ "$output" == *'LAB "lab9"'*"$lab"* ]]
    run check --ex matvex
    [ "$status" -eq 2 ]
    [[ "$output" == *'EX "matvex"'*"matvec_warp"* ]]
    run check --device tpu
    [ "$status" -eq 2 ]
    [[ "$output" == *'DEVICE "tpu"'*"auto gpu emu"* ]]
    run check --impl teacher
    [ "$status" -eq 2 ]
    [[ "$output" == *"student reference"* ]]
    run grader grade
    [ "$status" -eq 2 ]
    [[ "$output" == *"check sweep profile hint list"* ]]
}

@test "a program elsewhere is graded, and messages name its file as ever" {
    mkdir -p "elsewhere/$lab" "here/$lab"
    cp "build/$lab"/reference.clang "build/$lab"/reference.clang.ptx \
        "elsewhere/$lab"
    ln -s ../build here
    cd here
    run check --lab $lab --ex vector_add --programs ../elsewhere --json x
    grep -q 'Score: \([0-9]*\)/\1$' <<<"$output"
    run check --lab $lab --ex vector_add --programs ../nowhere --json x
    [ "$status" -eq 1 ]
    [[ "$output" == *"$lab/reference.cu is missing"* ]]
    cp "$root/$lab/reference.cu" $lab
    echo "$lab/reference.cu is refused, as it is odd" \
        >"../elsewhere/$lab/reference.clang.log"
    rm "../elsewhere/$lab/reference.clang"
    run check --lab $lab --ex vector_add --programs ../elsewhere --json x
    [[ "$output" == *"is refused, as it is odd"* ]]
}

@test "threads of the host are a number from 1 on, and change no result" {
    run check --threads 0
    [ "$status" -eq 2 ]
    [[ "$output" == *"1 to 1024 threads"* ]]
    check --ex matvec --seed 3 --threads 1 --json one
    check --ex matvec --seed 3 --threads 3 --json three
    cmp one three
}

@test "an exercise of another lab than was given: which has it, and what to type" {
    run check --lab lab1_global --ex dot
    [ "$status" -eq 2 ]
    [ "$output" = "grader: dot is of lab3_reduction: make check LAB=lab3_reduction EX=dot" ]
    run grader hint --lab lab3_reduction --ex matvec
    [ "$status" -eq 2 ]
    [[ "$output" == *"make hint LAB=lab1_global EX=matvec" ]]
    run check --lab lab1_global --ex dott
    [[ "$output" == *'there is no EX "dott"'*"Is dot meant?"* ]]
}

@test "what is no number is refused" {
    run check --seed lucky
    [ "$status" -eq 2 ]
    [[ "$output" == *'SEED'*'"lucky"'* ]]
    run check --seed 99999999999999999999999
    [ "$status" -eq 2 ]
    run grader profile --size 10
    [ "$status" -eq 2 ]
    [[ "$output" == *"ROWSxCOLS"* ]]
}

@test "too few addresses for the device are no lack of points" {
    few() {
        ulimit -v 2000000
        check --ex matvec
    }
    run few
    [ "$status" -eq 2 ]
    [[ "$output" == *"1953 MiB of addresses here"*"ulimit -v"* ]]
}

@test "full score: exit status 0, whose code ran and where" {
    run check --ex matvec
    [ "$status" -eq 0 ]
    [[ "$output" == *"reference.cu ran, built by clang, on the emulated"* ]]
    [[ "$output" =~ Score:\ ([0-9]+)/([0-9]+) ]]
    [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
}

@test "no colour but on a terminal" {
    run build/bin/grader check --impl reference --device emu --ex matvec
    [[ "$output" != *$'\033'* ]]
    run build/bin/grader check --impl reference --device emu --ex matvec \
        --color always
    [[ "$output" == *$'\033[32m'* ]]
}

@test "without a GPU, DEVICE=gpu says so" {
    command -v nvidia-smi >/dev/null && skip "there is a GPU"
    run grader check --device gpu
    [ "$status" -eq 2 ]
    [[ "$output" == *"no GPU"*"DEVICE=emu"* ]]
    # By make as well, and before anything is compiled for it.
    [ -z "$(compgen -G '/dev/nvidia*')" ] || skip "a part of a GPU"
    cd "$root"
    for goal in "check DEVICE=gpu" library random; do
        run env -u MAKEFLAGS -u MAKELEVEL make V=1 $goal
        echo "$output"
        [ "$status" -eq 2 ]
        [[ "$output" == *"no GPU"* ]]
        [[ "$output" != *"nvcc' "* ]]
    done
}

@test "a seed repeats a run to the last digit; without one it is new" {
    check --ex matvec --seed 17 >one
    check --ex matvec --seed 17 >two
    cmp one two
    grep -q 'SEED=17' one
    check --ex matvec >one
    check --ex matvec >two
    run cmp -s one two
    [ "$status" -eq 1 ]
}

@test "what submissions share changes nothing, whoever is killed in between" {
    local number
    mkdir -m 700 shared
    check --ex matvec --seed 17 >alone
    # Not by check: the shell that runs it would be killed, and not the grader.
    build/bin/grader check --impl reference --device emu --compiler clang \
        --ex matvec --seed 17 --shared shared >/dev/null 3>&- &
    until [ -n "$(ls shared)" ]; do kill -0 $! || break; done
    kill -9 $! # while it writes
    wait $! || true
    [ -z "$(ls shared | grep -v -e inputs -e expected -e '^new-')" ]
    check --ex matvec --seed 17 --shared shared >makes
    cmp alone makes
    ls -i shared >made
    grep -q inputs made
    grep -q expected made
    check --ex matvec --seed 17 --shared shared >finds
    cmp alone finds
    ls -i shared | cmp made -
    for number in 1 2 3; do
        truncate -s $((number * 100000)) \
            "$(ls -S shared/*-inputs-* | sed -n ${number}p)"
    done
    check --ex matvec --seed 17 --shared shared >mends
    cmp alone mends
    run check --ex matvec --shared nowhere
    [ "$status" -eq 2 ]
    [[ "$output" == *"nowhere is no folder"* ]]
}

@test "a size of one's own: the arrays, whatever dimensions it has" {
    run check --ex matvec --rows 2 --cols 3 --seed 1
    [ "$status" -eq 0 ]
    [[ "$output" == *"matvec at 2 x 3: right"*"A, 2 x 3"*"V, 3 elements"* ]]
    [ "$(grep -c -x '\( \+-\?[0-9.]\+\)\{3\}' <<<"$output")" -eq 3 ]
    [[ "$output" == *"C, 2 elements"*"No points hang on this size."* ]]
    run check --ex vector_add --cols 300
    [ "$status" -eq 0 ]
    [[ "$output" == *"c, 300 elements"*" ..."* ]]
    run check --ex matvec --rows 5
    [ "$status" -eq 2 ]
    [[ "$output" == *"a size of matvec is given by ROWS= COLS=."* ]]
    run check --ex dot --rows 5 --cols 3
    [ "$status" -eq 2 ]
    [[ "$output" == *"ROWS= (blocks) COLS= (n) INNER= (threads)"* ]]
    # C = A x B: as kernels.h has them, A rows x inner, B inner x cols.
    run check --ex matmul_naive --rows 2 --cols 3 --inner 5
    [ "$status" -eq 0 ]
    [[ "$output" == *"at 2 x 5 x 3: right"*"A, 2 x 5"*"B, 5 x 3"*"C, 2 x 3"* ]]
    run check --ex matmul_best --rows 2 --cols 3
    [ "$status" -eq 2 ]
    [[ "$output" == *"ROWS= (rows of A) COLS= (columns of B) INNER= (columns of A)"* ]]
    run check --rows 5
    [ "$status" -eq 2 ]
    run check --ex time_calls --cols 1000 # kernels.h has at most 99
    [ "$status" -eq 2 ]
    [[ "$output" == *"time_calls has COLS= (calls) of at most 99"* ]]
    for subcommand in profile record inputs; do
        run grader $subcommand --ex time_calls --size 1x200 --folder .
        [ "$status" -eq 2 ]
        [[ "$output" == *"time_calls has COLS= (calls) of at most 99"* ]]
    done
    run grader profile --ex batch_best --impl reference --size 4097x1x1
    [ "$status" -eq 2 ]
    run check --ex batch_grid --rows 4097 --cols 1 --inner 1
    [ "$status" -eq 2 ]
    run check --ex matvec --rows 0 --cols 5
    [ "$status" -eq 2 ]
    run check --ex matvec --rows 100000 --cols 100000
    [ "$status" -eq 2 ]
    [[ "$output" == *"too large to look at"* ]]
}

@test "check.json holds what the table shows" {
    grep -q '^HAVE_CJSON := 1' "$root/build/config.mk" ||
        skip "built without cJSON"
    check --ex matvec
    json() {
        awk -v exercise="$1" -v check="$2" -v want="$3" \
            -f "$root/common/tests/cli/check_json.awk" \
            build/results/check.json
    }
    [ "$(json matvec "" score)" = "$(json matvec "" max_score)" ]
    [ "$(json matvec correct passed)" = true ]
    [[ "$(json matvec correct message)" == *"sizes"* ]]
}

@test "nothing is left in build but results" {
    check --ex matvec
    [ -z "$(find build -maxdepth 1 -name '*.[ct]sv')" ]
}

@test "hints come one at a time, and then from the first" {
    run grader hint $lab matvec
    [ "$status" -eq 0 ]
    [[ "$output" =~ hint\ 1\ of\ ([0-9]+) ]]
    count=${BASH_REMATCH[1]}
    for n in $(seq 2 "$count"); do
        grader hint $lab matvec | grep -q "hint $n of $count"
    done
    run grader hint $lab matvec
    [[ "$output" == *"last hint"*"hint 1 of $count"* ]]
    run grader hint $lab vecmat
    [[ "$output" == *"hint 1 of"* ]]
    run grader hint --ex vecmat # the lab follows
    [[ "$output" == *"vecmat, hint 2 of"* ]]
    run grader hint $lab
    [ "$status" -eq 2 ]
    run grader hint --lab lab2_shared
    [ "$status" -eq 2 ]
    [[ "$output" == *"make hint LAB=lab2_shared EX=matvec_tiled" ]]
}

@test "the exercise that is named for predict is one of the lab with questions" {
    for lab in lab1_global lab2_shared lab3_reduction; do
        run grader predict --lab $lab
        [ "$status" -eq 2 ]
        [ "$output" = "grader: one exercise is predicted: make predict $(
            grader list --questions | awk -F '\t' -v lab=$lab \
                '$1 == lab { print "LAB=" lab " EX=" $2; exit }')" ]
    done
    run grader predict
    [[ "$output" == *"LAB=lab1_global EX="* ]]
}

@test "profile: the hardware's counts under both tools' names" {
    run grader profile --impl reference --ex matvec --compiler clang
    [ "$status" -eq 0 ]
    [[ "$output" == *"matvec, 2500 x 2000, 1 launch"* ]]
    [[ "$output" =~ "  gld_request "\ +"316000 "\ *$'\n'\ +"requests of loads" ]]
    [[ "$output" != *l1tex* ]]
    [[ "$output" =~ "  gld_transactions "\ +"5158000 "\ +"790000  <<" ]]
    [[ "$output" =~ "  gld_efficiency "\ +"12.50 "\ +"81.61  <<" ]]
    [[ "$output" =~ "  gst_efficiency "\ +"99.84 "\ +"99.84"$'\n' ]]
    run grader profile --impl reference --ex vecmat --size 1000x1000 --full
    [[ "$output" == *"vecmat, 1000 x 1000"* ]]
    [[ "$output" =~ "  gld_request "[0-9\ ]*$'\n'\ +"requests of loads"$'\n'\ +l1tex.*op_ld.sum ]]
}

@test "profile: shared memory as the course asks for it" {
    ln -s "$root/lab2_shared" .
    ln -s "$root/build/lab2_shared" build
    run grader profile --impl reference --ex matvec_transposed_tile \
        --compiler clang --full
    [[ "$output" =~ shared_load_transactions_per_request\ +1\ +1$'\n' ]]
    [[ "$output" == *"_shared_op_ld.sum"$'\n'"    / smsp__inst_executed_op"* ]]
    [[ "$output" =~ shared_ld_bank_conflict\ +0\ +0$'\n' ]]
    [[ "$output" =~ shared_st_bank_conflict\ +0\ +0$'\n' ]]
    [[ "$output" =~ shared_efficiency\ +68.12\ +68.12$'\n' ]]
    awk 'length > 80 { exit 1 }' <<<"$output"
}

@test "profile: by line, and which line is the worst; 80 columns" {
    run grader profile --impl reference --ex matvec --compiler clang
    [[ "$output" == *": sum += A[row * cols + j] * V[j];"* ]]
    [[ "$output" =~ "load of A"\ +158000\ +5000000\ +31.65\ +4\ +"<<" ]]
    [[ "$output" =~ "load of V"\ +158000\ +158000\ +1.00\ +1\ +$'\n' ]]
    [[ "$output" == *"Worst: line $(load_of_A), load of A:"*"(not coalesced)"* ]]
    awk 'length > 80 { exit 1 }' <<<"$output"
    run grader profile --impl reference --ex matvec_warp --compiler clang
    [[ "$output" == *"No line wastes sectors or has bank conflicts."* ]]
    run grader profile --impl student --ex matvec --compiler clang
    [[ "$output" == *"matvec, 2500 x 2000: no kernel was launched yet"* ]]
}

@test "profile as facts: rows with tabs, words are the report's" {
    run grader profile --impl reference --ex matvec --compiler clang --facts
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = $'kernel\tmatvec\tmatvec_kernel\t2500 x 2000' ]
    row=$'metric\tmatvec\tglobal_load_efficiency\t12.50\t81.61'
    [[ "$output" == *"$row"* ]]
    row=$'worst\tmatvec\t'"$(load_of_A)"$'\tload\t'
    [[ "$output" == *"$row"*$'\tglobal\t31.65\t4'* ]]
    [[ "$output" == *$'time\tmatvec\tNVIDIA H200\t'* ]]
    run grader profile --impl student --ex matvec --compiler clang --facts
    [ "$output" = $'none\tmatvec' ]
}

@test "profile and check: a bar on a terminal that can erase, else none" {
    command -v script >/dev/null || skip "no script"
    for what in check profile; do
        command="build/bin/grader $what --impl reference --ex matvec"
        run env TERM=xterm script -qec "$command --compiler clang" /dev/null
        [[ "$output" == *"] "*" %  matvec"*$'\r\e[K'* ]]
        run env TERM=dumb script -qec "$command --compiler clang" /dev/null
        [[ "$output" != *$'\e'* ]]
        run grader $what --impl reference --ex matvec --compiler clang
        [[ "$output" != *$'\e'* ]]
    done
}

# sweep EXERCISE: the reference alone; curves of the CPU are measured, for long.
sweep() {
    grader sweep --impls reference --ex "$1" --device emu --compiler clang
}

@test "sweep: a row for each implementation and size, modelled or measured" {
    run grader sweep --ex matvec --device emu --compiler clang
    [ "$status" -eq 0 ]
    csv=build/results/${lab}_sweep.csv
    head -n 1 $csv | grep -q '^lab,exercise,impl,rows,cols,device,time_source,'
    head -n 1 $csv | grep -q ',time_us,time_min_us,time_p25_us,time_p75_us,'
    [ "$(grep -c ',reference,.*,modelled,' $csv)" -eq 7 ]
    [[ "$output" == *"student of matvec: nothing is written there yet"* ]]
    [ "$(grep -c ',serial,.*,measured,' $csv)" -eq 7 ]
    if grep -q '^HAVE_OPENMP' "$root/build/config.mk"; then
        [ "$(grep -c ',openmp,.*, [0-9]* threads\{0,1\}",measured,' $csv)" -eq 7 ]
    fi
    grep -q '^lab1_global,matvec,reference,2500,2000,.*,316000,5158000,' $csv
    # As many fields in every row; names of processors may hold commas.
    [ "$(sed 's/"[^"]*"/x/g' $csv | awk -F, '{ print NF }' | sort -u |
        wc -l)" -eq 1 ]
}

@test "sweep: rows of other exercises stay; those of other columns do not" {
    csv=build/results/${lab}_sweep.csv
    sweep vecmat
    grep ',vecmat,' $csv >before
    run sweep matvec
    [ "$status" -eq 0 ]
    grep ',vecmat,' $csv | cmp - before
    [ "$(sed -n 2p $csv | cut -d, -f2)" = matvec ] # in the lab's order
    sed -i '1s/,inner,/,more,/' $csv
    run sweep matvec
    [[ "$output" == *"other columns and is begun anew"* ]]
    [ "$(grep -c ',vecmat,' $csv)" -eq 0 ]
}

@test "sweep: interrupted, it leaves whole exercises behind" {
    csv=build/results/${lab}_sweep.csv
    grader sweep --impls reference --device emu --compiler clang &
    for _ in $(seq 1800); do
        grep -q ',matvec,' $csv 2>/dev/null && break
        sleep 0.1
    done
    kill -TERM $!
    wait $! || true
    grep -q ',matvec,' $csv
    ! grep -q ',matmul_naive,' $csv || false
    # Every exercise at all of its sizes, every row to its end.
    [ "$(grep -c ',matvec,reference,' $csv)" -eq 7 ]
    [ "$(tail -c 1 $csv | od -An -c | tr -d ' ')" = '\n' ]
    cp $csv interrupted
    sizes() { # CSV
        grep ",$exercise,reference," "$1" | cut -d, -f4,5
    }
    for exercise in $(sed 1d interrupted | cut -d, -f2 | sort -u); do
        # 7, or as many as a sweep of it alone has.
        [ "$(sizes interrupted | wc -l)" -eq 7 ] && continue
        sweep "$exercise"
        diff <(sizes $csv) <(sizes interrupted)
    done
}

@test "sweep: what student and reference count is kept apart" {
    rm "build/$lab"
    mkdir "build/$lab"
    cp "$root/build/$lab/reference.clang" "build/$lab"
    cp "$root/build/$lab/reference.clang" "build/$lab/student.clang"
    grader sweep --impls student,reference --ex matvec --device emu \
        --compiler clang
    of() { # all but the name
        sed -n "s/^$lab,matvec,$1,//p" "build/results/${lab}_sweep.csv"
    }
    [ "$(of student | wc -l)" -eq 7 ]
    [ "$(of student)" = "$(of reference)" ]
}

@test "a full disk is told: exit status 3" {
    mkdir -p build/results
    ln -s /dev/full build/results/check.json
    ln -s /dev/full "build/results/${lab}_sweep.csv.new"
    run check --ex matvec
    [ "$status" -eq 3 ]
    [[ "$output" == *"Score: "*"check.json: No space left"* ]]
    run sweep matvec
    [ "$status" -eq 3 ]
    [[ "$output" == *"cannot write"*"${lab}_sweep.csv: No space left"* ]]
}

@test "list --tsv: each exercise has all that scripts ask for" {
    run build/bin/grader list --tsv
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "$(printf '%s\t' lab exercise title first points host \
        traced lab_title)graphs" ]
    [ "${#lines[@]}" -gt 10 ]
    printf '%s\n' "${lines[@]:1}" | awk -F '\t' '
        NF != 9 || !$1 || !$2 || !$3 || !$4 || $5 < 0 || $6 !~ /^[01]$/ ||
            $7 !~ /^(0 0 0|[1-9][0-9]* [1-9][0-9]* [1-9][0-9]*)$/ || !$8 ||
            $9 !~ /^[01]$/ {
            print
            wrong = 1
        }
        END { exit wrong }'
    [[ "$output" == *"lab1_global	matvec_warp	A x V, a warp per row	matvec	"* ]]
}

@test "a student's program has its launchers, and no oracle or criterion" {
    grep -q matvec_warp build/lab1_global/reference.clang
    for secret in 'coalesced loads' global_load_efficiency oracle matvec_tiled; do
        ! grep -q "$secret" build/lab1_global/reference.clang || false
    done
}

@test "what a shell says of the emulated device changes no points" {
    PTXRUN_TOOL=memcheck PTXRUN_KERNELS=none PTXRUN_BUDGET=1 \
        PTXRUN_COUNTERS=/dev/null PTXRUN_LOG="$room/log" \
        run check --ex matvec --seed 1 --json "$room/shell.json"
    echo "$output"
    [ "$status" -eq 0 ]
    check --ex matvec --seed 1 --json "$room/made.json"
    diff "$room/made.json" "$room/shell.json"
    [ ! -e "$room/log" ]
}

@test "an exercise of the warm-up has no graphs, and says so" {
    run build/bin/grader sweep --ex warm_map
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"make profile EX=warm_map"* ]]
}

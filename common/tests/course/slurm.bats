#!/usr/bin/env bats
# slurm.bats - a class on a cluster of two nodes, which stands on this machine
# for the test, and everything that can happen to it: a node, the controller
# and who waits for it die, nodes lack what they need or lie.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    . common/tests/course/cluster.bash
    lacks=$(cluster_missing)
    export lacks small="$BATS_FILE_TMPDIR/small"
    [ -z "$lacks" ] || return 0
    . common/tests/cli/cases.bash
    . common/tests/cli/predict.bash
    make_small
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    [ -z "$lacks" ] || skip "$lacks"
    . common/tests/course/class.bash
    . common/tests/course/cluster.bash
    out="$BATS_TEST_TMPDIR/out"
    cluster_start
}

teardown() {
    [ -z "$lacks" ] || return 0
    . "$BATS_TEST_DIRNAME/cluster.bash"
    cluster_stop
}

# Twelve that cost little: what does not compile is graded, too.
make_small() {
    local n
    for n in {1..12}; do
        mkdir -p "$small/student $n/$lab"
        echo "no CUDA by $n" >"$small/student $n/$lab/student.cu"
    done
    cp $lab/reference.cu "$small/student 1/$lab/student.cu"
    predict "$small/student 1" $lab
    solve_cases "$small/student 1" $lab
}

# grade ENGINE CLASS OUT [OPTION...]: what it says goes into OUT.said, too.
grade() {
    local engine=$1 class=$2 folder=$3
    shift 3
    BUILD=build build/bin/course grade --class "$class" --out "$folder" \
        --lab $lab --seed 7 --engine "$engine" "$@" 2>&1 | tee "$folder.said"
    return "${PIPESTATUS[0]}"
}

# The same in the background: process $grading, which is grade's own.
begin() {
    local engine=$1 class=$2 folder=$3
    shift 3
    BUILD=build setsid build/bin/course grade --class "$class" \
        --out "$folder" --lab $lab --seed 7 --engine "$engine" "$@" \
        >"$folder.said" 2>&1 3>&- &
    grading=$!
}

count() {
    find "$out/results" -name '*.json' 2>/dev/null | wc -l
}

at_least() {
    [ "$(count)" -ge "$1" ]
}

# What is there now, and which file it is: a second publication is another.
kept() {
    find "$out/results" -name '*.json' -printf '%f %i %T@\n' | sort
}

# Those of the list that are not there any more as they were.
changed() {
    kept | comm -23 "$1" -
}

same_as_here() { # CLASS
    grade local "$1" "$out.local"
    cmp "$out/grades.csv" "$out.local/grades.csv"
    cmp "$out/details.csv" "$out.local/details.csv"
}

@test "a class of 40: a slurmd and its slurmstepd are killed in the middle" {
    CLASS_LABS=$lab class_of "$BATS_TEST_TMPDIR/class" folder 40
    begin slurm "$BATS_TEST_TMPDIR/class" "$out"
    cluster_until 600 at_least 8
    kept >"$BATS_TEST_TMPDIR/kept"
    cluster_kill n1 daemons
    status=0
    wait $grading || status=$?
    cat "$out.said"
    [ "$status" -eq 0 ]
    grep -q 'Slurm has lost node n1' "$out.said"
    [ -z "$(changed "$BATS_TEST_TMPDIR/kept")" ]
    [ "$(wc -l <"$out/grades.csv")" = 41 ]
    same_as_here "$BATS_TEST_TMPDIR/class"
}

@test "killed with kill -9 and started again it finds its job" {
    export SLURM_CHUNK=2
    begin slurm "$small" "$out"
    cluster_until 120 at_least 2
    kill -KILL $grading
    kept >"$BATS_TEST_TMPDIR/kept"
    run grade slurm "$small" "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"of an earlier run goes on"* ]]
    [ -z "$(changed "$BATS_TEST_TMPDIR/kept")" ]
    [ "$(count)" = 12 ]
    same_as_here "$small"
}

@test "Ctrl-C cancels the job and says what stands" {
    export SLURM_CHUNK=1
    begin slurm "$small" "$out"
    cluster_until 120 at_least 2
    kill -INT $grading
    status=0
    wait $grading || status=$?
    cat "$out.said"
    [ "$status" -eq 130 ]
    grep -q 'Stopped, and the job cancelled: .* of 12 are graded' "$out.said"
    [ -z "$(squeue --noheader --states=pending,running)" ]
    [ "$(count)" -lt 12 ]
    kept >"$BATS_TEST_TMPDIR/kept"
    run grade slurm "$small" "$out"
    [ "$status" -eq 0 ]
    [ -z "$(changed "$BATS_TEST_TMPDIR/kept")" ]
    [ "$(count)" = 12 ]
}

@test "the controller dies in the middle: one sentence, status 2, and on" {
    export SLURM_CHUNK=1
    SLURM_PATIENCE=8 begin slurm "$small" "$out"
    cluster_until 120 at_least 2
    cluster_kill slurmctld
    status=0
    wait $grading || status=$?
    cat "$out.said"
    [ "$status" -eq 2 ]
    grep -q "Slurm's controller no longer answers" "$out.said"
    grep -q 'of 12 are graded, and stay so' "$out.said"
    kept >"$BATS_TEST_TMPDIR/kept"
    cluster_controller
    cluster_until 60 squeue
    run grade slurm "$small" "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    [ -z "$(changed "$BATS_TEST_TMPDIR/kept")" ]
    [ "$(count)" = 12 ]
}

@test "no node that is up: one sentence, status 2" {
    cluster_kill n1
    cluster_kill n2
    cluster_until 60 cluster_down 2
    SLURM_PATIENCE=3 run grade slurm "$small" "$out"
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"no node of partition course is up"* ]]
    [ -z "$(squeue --noheader --states=pending,running)" ]
}

# cluster_down N: Slurm knows that so many nodes are gone.
cluster_down() {
    [ "$(sinfo --noheader --Node --states=down --format %N | wc -l)" = "$1" ]
}

@test "a task that is cancelled is submitted again" {
    export SLURM_CHUNK=2
    begin slurm "$small" "$out"
    cluster_until 120 at_least 1
    scancel --user="$(id -u)"
    status=0
    wait $grading || status=$?
    cat "$out.said"
    [ "$status" -eq 0 ]
    grep -q 'ended as CANCELLED' "$out.said"
    [ "$(count)" = 12 ]
}

@test "nodes need gcc and clang: none of our libraries, no bubblewrap" {
    [ "$(id -u)" = 0 ] || skip "only root hides files from a node"
    local folder libraries
    folder=/usr/lib/$(gcc -print-multiarch)
    libraries=$(ldd build/bin/{course,grader,judge} build/emulator/place_of |
        grep -o -E 'lib(archive|cjson|yaml|nettle|seccomp|dw|elf)[^ ]*' |
        sort -u)
    [ -n "$libraries" ]
    mkdir "$cluster/hidden"
    # Names of libraries, a word each.
    # shellcheck disable=SC2086
    set -- $(printf "$folder/%s\n" $libraries) "$(command -v bwrap)"
    sh common/tests/course/hidden.sh "$cluster/hidden" "$@" -- \
        sh -c '! build/bin/course' || skip "this machine does not hide files"
    cluster_kill n1
    cluster_kill n2
    cluster_revive n1 sh common/tests/course/hidden.sh "$cluster/hidden" \
        "$@" --
    cluster_until 60 cluster_idle 1
    run grade slurm "$small" "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -q '"box":.*Landlock' "$out"/results/*
    grep -q '^student 1,100,100,' "$out/grades.csv"
    same_as_here "$small"
}

@test "a node on which results go elsewhere is told, others grade" {
    [ "$(id -u)" = 0 ] || skip "only root mounts a folder over another"
    export SLURM_CHUNK=2 SLURM_DELAY=3
    mkdir -p "$cluster/elsewhere" "$out/results"
    unshare -m mount --bind "$cluster/elsewhere" "$out/results" ||
        skip "this machine does not mount"
    cluster_kill n2
    # shellcheck disable=SC2016
    cluster_revive n2 unshare -m sh -c \
        'mount --bind "$1" "$2"; shift 2; exec "$@"' mounted \
        "$cluster/elsewhere" "$out/results"
    cluster_until 60 cluster_idle 2
    run grade slurm "$small" "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"node n2 says that it has graded what is not to be"* ]]
    [ "$(count)" = 12 ]
    same_as_here "$small"
}

@test "an account without root grades its class" {
    [ "$(id -u)" = 0 ] || skip "this account has no root"
    local home="$cluster/home"
    mkdir "$home"
    cp -R "$small" "$home/class"
    chown -R nobody "$home"
    chmod o+x "$cluster"
    as_nobody() {
        setpriv --reuid=nobody --regid=nogroup --clear-groups \
            env HOME="$home" BUILD=build "$@"
    }
    as_nobody test -x build/bin/course || skip "others cannot read this folder"
    run as_nobody build/bin/course grade --class "$home/class" \
        --out "$home/out" --lab $lab --seed 7 --engine slurm
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(stat -c %U "$home/out/grades.csv")" = nobody ]
    grade local "$small" "$out.local"
    cmp "$home/out/grades.csv" "$out.local/grades.csv"
}

#!/usr/bin/env bats
# slurm.bats - a small class on a cluster of two nodes that stands on this
# machine for the test; what goes wrong on a cluster is told.  A larger class
# whose node dies is in tests/course/slurm.bats.

lab=lab1_global

# Cheap to grade but for the first: what does not compile is graded, too.
make_class() {
    local n
    mkdir -p "$class"/{ann,ben,cem,dia,eve,fay}/$lab
    cp $lab/reference.cu "$class/ann/$lab/student.cu"
    predict "$class/ann" $lab
    solve_cases "$class/ann" $lab
    for n in ben cem dia eve fay; do
        echo "no CUDA by $n" >"$class/$n/$lab/student.cu"
    done
}

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    . common/tests/course/cluster.bash
    . common/tests/cli/cases.bash
    . common/tests/cli/predict.bash
    lacks=$(cluster_missing)
    [ -x build/bin/course ] || lacks="course is not built here"
    export lacks class="$BATS_FILE_TMPDIR/class" out="$BATS_FILE_TMPDIR/out"
    [ -z "$lacks" ] || return 0
    make_class
    cluster_start 2>"$BATS_FILE_TMPDIR/why" ||
        lacks="no cluster comes up here: $(grep -i error \
            "$BATS_FILE_TMPDIR/why" | tail -n 1)"
    export cluster cluster_nodes
}

teardown_file() {
    . "$BATS_TEST_DIRNAME/../course/cluster.bash"
    cluster_stop
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    [ -z "$lacks" ] || skip "$lacks"
    . common/tests/course/cluster.bash
}

graded() { # ENGINE OUT [VARIABLE=VALUE...]
    local engine=$1 folder=$2
    shift 2
    run env BUILD=build SLURM_PATIENCE=3 "$@" build/bin/course grade \
        --class "$class" --out "$folder" --lab $lab --seed 7 --engine "$engine"
    echo "$output"
}

@test "two nodes give the same points as this machine, byte for byte" {
    graded slurm "$out"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Slurm job "*": 6 to grade"* ]]
    graded local "$out.local"
    [ "$status" -eq 0 ]
    cmp "$out/grades.csv" "$out.local/grades.csv"
    cmp "$out/details.csv" "$out.local/details.csv"
    grep -q '^ann,100,100,' "$out/grades.csv"
    [ "$(ls "$out/results" | wc -l)" = 6 ]
}

@test "what has a result is no job again, and nothing is left in the queue" {
    graded slurm "$out"
    [ "$status" -eq 0 ]
    [[ "$output" != *"Slurm job"* ]]
    [ -z "$(squeue --noheader)" ]
    [ -z "$(find "$out"/slurm/{jobs,rooms} -mindepth 1)" ]
}

@test "a node with another compiler is told and grades nothing" {
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\necho Another clang version 99.0\n' \
        >"$BATS_TEST_TMPDIR/bin/clang"
    chmod +x "$BATS_TEST_TMPDIR/bin/clang"
    # Of the job's environment PATH is that of who gives it: the node's own
    # stands before it.
    cat >"$cluster/prolog" <<END
#!/bin/sh
[ "\$SLURMD_NODENAME" != n2 ] || echo "export PATH=$BATS_TEST_TMPDIR/bin:$PATH"
END
    chmod +x "$cluster/prolog"
    echo "TaskProlog=$cluster/prolog" >>"$SLURM_CONF"
    echo "another" >"$class/fay/$lab/student.cu"
    cluster_kill n2
    cluster_revive n2
    cluster_until 20 cluster_idle 2
    graded slurm "$out" SLURM_OPTIONS=--nodelist=n2
    [ "$status" -eq 2 ]
    [[ "$output" == *"n2 grades nothing: its compiler is Another clang"* ]]
    graded slurm "$out"
    [ "$status" -eq 0 ]
    grep -q '^fay,0,' "$out/grades.csv"
}

@test "Slurm that refuses or is not there is one sentence, and status 2" {
    echo "more" >"$class/eve/$lab/student.cu"
    before=$(cat "$out"/results/*)
    graded slurm "$out" SLURM_OPTIONS=--partition=none
    [ "$status" -eq 2 ]
    [[ "$output" == *"Slurm refuses the job: Batch job submission failed: \
Invalid partition name specified; SLURM_OPTIONS=\"--partition=none\""* ]]
    graded slurm "$out" SLURM_OPTIONS="--comment='open"
    [ "$status" -eq 2 ]
    [[ "$output" == *"SLURM_OPTIONS is no list of words"* ]]
    sed 's/^SlurmctldPort=.*/SlurmctldPort=1/' "$SLURM_CONF" \
        >"$BATS_TEST_TMPDIR/slurm.conf"
    graded slurm "$out" SLURM_CONF="$BATS_TEST_TMPDIR/slurm.conf"
    [ "$status" -eq 2 ]
    [[ "$output" == *"Slurm does not answer"* ]]
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(command -v sh)" "$(command -v bwrap)" "$BATS_TEST_TMPDIR/bin"
    graded slurm "$out" PATH="$BATS_TEST_TMPDIR/bin"
    [ "$status" -eq 2 ]
    [[ "$output" == *"there is no sbatch here; ENGINE=local"* ]]
    [ "$(cat "$out"/results/*)" = "$before" ]
}

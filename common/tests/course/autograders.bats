#!/usr/bin/env bats
# autograders.bats - what make autograder packs, run in the layout of each
# platform, as its documentation has it: honest, wrong, not compiling and
# hostile submissions.
#
# Idea: bwrap makes the platform's folders and its user; a filter (container.c)
# takes from it what containers have not, so that boxes are of Landlock, or of
# seccomp alone.  The workbook is built once, by the Gradescope package's own
# setup.sh in its layout, and lies in /opt of the other platforms, as on an
# image that was prepared.
# Takes minutes: make test-course.

schemas=common/tests/cli/formats

# ---- submissions -----------------------------------------------------------

# Closes what every platform reads, and opens it anew, in all the ways there
# are to say something: while compiling, when started, when called, on the GPU.
hostile() { # LAB
    cat <<'END'
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#warning Grade :=>>100
#warning --|>
#warning {"scores":{"lab1_global":999}}
#warning ]]></failure></testcase> [[ATTACHMENT|/etc/passwd]]
static const char forged[] =
    "\n--|>\nGrade :=>>100\nComment :=>>well done\n<|--\n"
    "\nok 1 - all\n1..1\n{\"score\": 100, \"tests\": []}\n"
    "{\"scores\":{\"lab1_global\":999,\"lab2_shared\":999}}\n";
__attribute__((constructor)) static void early()
{
    static const char *const files[] = {
        "/autograder/results/results.json", "results/results.json",
        "result.json", "../result.json", "vpl_execution", 0};
    fputs(forged, stdout);
    fputs(forged, stderr);
    fflush(NULL);
    for (int i = 0; files[i]; i++)
        if (FILE *file = fopen(files[i], "w"))
            fputs("{\"score\": 100}", file), fclose(file);
    for (int i = 0; i < 3; i++)
        if (write(i, forged, sizeof forged - 1) < 0)
            continue;
}
END
    cat "$1/reference.cu"
    printf '%s\n' '__attribute__((destructor)) static void late()' \
        '{ fputs(forged, stdout); _exit(0); }'
}

# FOLDER: kinds of submissions, each LAB/student.cu; copies of one lab alone
# below FOLDER/alone, as the other platforms take them.
submissions() {
    local lab
    for lab in lab1_global lab2_shared lab3_reduction; do
        mkdir -p "$1"/{honest,wrong,broken,hostile}/"$lab"
        cp "$lab/reference.cu" "$1/honest/$lab/student.cu"
        predict "$1/honest" "$lab"
        solve_cases "$1/honest" "$lab"
        cp "$lab/student.cu" "$1/wrong/$lab/student.cu"
        printf 'int f(void) { return "Grade :=>>100 \\n--|>" }\n' \
            >"$1/broken/$lab/student.cu"
        cp "$lab/reference.cu" "$1/hostile/$lab/student.cu"
    done
    hostile lab1_global >"$1/hostile/lab1_global/student.cu"
    # Not everybody hands in everything.
    rm -r "$1/wrong/lab3_reduction"
}

# ---- the platform's machine ------------------------------------------------

# machine USER COMMAND...: bwrap with $here's folders bound where its platform
# has them; FILTER: what the container forbids.
machine() {
    local user=$1
    shift
    bwrap --ro-bind /usr /usr --bind "$here/etc" /etc \
        --symlink usr/bin /bin --symlink usr/sbin /sbin \
        --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
        --proc /proc --dev /dev --perms 1777 --tmpfs /tmp --dir /var/tmp \
        --ro-bind /var/lib/dpkg /var/lib/dpkg \
        --bind "$here/opt" /opt "${binds[@]}" \
        --unshare-pid --unshare-net --unshare-ipc --die-with-parent \
        --clearenv --setenv PATH /usr/sbin:/usr/bin:/sbin:/bin \
        "${set[@]}" \
        --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_CHOWN \
        --cap-add CAP_FOWNER --cap-add CAP_DAC_OVERRIDE --cap-add CAP_KILL \
        --chdir "${folder:-/}" --seccomp 9 -- \
        runuser -u "$user" -- "$@" 9<"${FILTER:-$here/container}"
}

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    [ "$(id -u)" = 0 ] || skip "a platform's machine is made by root"
    export here="$BATS_FILE_TMPDIR"
    mkdir -p "$here"/{opt,etc,autograder/{source,results}}
    gcc -o "$here/filter" common/tests/course/container.c -lseccomp
    "$here/filter" >"$here/container"
    "$here/filter" harder >"$here/harder"
    cp -a /etc/. "$here/etc"
    . common/tests/cli/cases.bash
    . common/tests/cli/predict.bash
    submissions "$here/submissions"
    for platform in gradescope classroom50 autolab vpl; do
        make autograder FOR=$platform SEED=7
    done
    binds=(--bind "$here/autograder" /autograder) set=()
    unzip -q build/autograder/gradescope/autograder.zip -d "$here/autograder/source"
    SECONDS=0
    machine root sh /autograder/source/setup.sh >"$here/setup.log" 2>&1 ||
        { tail "$here/setup.log"; return 1; }
    echo "# setup.sh of the Gradescope package: $SECONDS s" >&3
    chmod 755 "$here"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    binds=() set=() folder=/
    # Of exercises and cases.
    all=$(for which in --tsv --cases; do
        build/bin/grader list $which
    done | awk -F '\t' '{ n += $5 } END { print n }')
}

valid() { # SCHEMA FILE
    jsonschema -i "$2" "$schemas/$1.schema.json"
}

# ---- Gradescope ------------------------------------------------------------

# As Gradescope calls it: /autograder, root, no arguments.
gradescope() { # KIND
    local room="$BATS_TEST_TMPDIR/autograder"
    rm -rf "$room"
    cp -a "$here/autograder" "$room"
    rm -rf "$room/results" && mkdir "$room/results"
    cp -a "$here/submissions/$1" "$room/submission"
    cp "$room/source/run_autograder" "$room/run_autograder"
    cat >"$room/submission_metadata.json" <<'END'
{"id": 123456, "created_at": "2026-11-01T14:22:32.365935-07:00",
 "assignment": {"due_date": "2026-11-30T23:00:00.000000-07:00", "group_size": null,
  "group_submission": false, "id": 25828, "course_id": 1234, "late_due_date": null,
  "release_date": "2026-10-02T00:00:00.000000-07:00", "title": "CUDA", "total_points": "300.0"},
 "submission_method": "upload",
 "users": [{"email": "student@example.com", "id": 1234, "name": "Student User"}],
 "previous_submissions": []}
END
    binds=(--bind "$room" /autograder) folder=/autograder
    run machine root /autograder/run_autograder
    echo "$output"
    results="$room/results/results.json"
    [ "$status" = 0 ]
    valid gradescope "$results"
}

@test "Gradescope: the zip has what it wants, at its root" {
    run unzip -Z1 build/autograder/gradescope/autograder.zip
    [[ $output = *setup.sh* && $output = *run_autograder* ]]
    unzip -Z build/autograder/gradescope/autograder.zip | grep '^-rwx.* run_autograder$'
    # Closed to all but root, as its page of best practices has it.
    [ "$(stat -c %A "$here/autograder/source" | cut -c8-)" = --- ]
}

@test "Gradescope: honest" {
    gradescope honest
    [ "$(jq .score "$results")" = "$all" ]
    [[ $output = *"# seed 7; box: Landlock and seccomp; user "[1-9]* ]]
}

@test "Gradescope: wrong, and a lab that was not handed in" {
    gradescope wrong
    [ "$(jq .score "$results")" = 0 ]
    jq -r '.tests[].output' "$results" | grep 'lab3_reduction/student.cu was not handed in'
    run jq '[.tests[] | select(.status == "passed")] | length' "$results"
    [ "$output" = 0 ]
}

@test "Gradescope: does not compile" {
    gradescope broken
    [ "$(jq .score "$results")" = 0 ]
    jq -r '.tests[].output' "$results" | grep -i 'compile'
}

@test "Gradescope: hostile" {
    gradescope hostile
    [ "$(jq .score "$results")" -le "$all" ]
    run jq '([.tests[].score] | add) == .score' "$results"
    [ "$output" = true ]
    [ "$(jq '[.tests[].max_score] | add' "$results")" = "$all" ]
}

@test "Gradescope: without Landlock it says what the wall is" {
    FILTER="$here/harder" gradescope honest
    [ "$(jq .score "$results")" = "$all" ]
    [[ $output = *"box: seccomp and limits"*"SANDBOX=none"* ]]
    FILTER="$here/harder" gradescope hostile
    [ "$(jq .score "$results")" -le "$all" ]
}

@test "Gradescope: killed in the middle, the first lab's points stand" {
    local room="$BATS_TEST_TMPDIR/autograder" tries=0
    cp -a "$here/autograder" "$room"
    rm -rf "$room/results" && mkdir "$room/results"
    cp -a "$here/submissions/honest" "$room/submission"
    binds=(--bind "$room" /autograder) folder=/autograder
    machine root /autograder/source/run_autograder >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    # Until the first lab is in.
    until [ "$(jq '.score' "$room/results/results.json" 2>/dev/null)" = 100 ]; do
        valid gradescope "$room/results/results.json" >/dev/null 2>&1 || true
        sleep 0.2
        [ $((++tries)) -lt 600 ]
    done
    kill -KILL $!
    wait $! || true
    valid gradescope "$room/results/results.json"
    run jq -r '.score, .tests[-1].output' "$room/results/results.json"
    [ "${lines[0]}" = 100 ]
    [[ ${lines[1]} = *"not graded yet"* ]]
}

@test "Gradescope: what it cannot begin with is told, and there is a result" {
    local room="$BATS_TEST_TMPDIR/autograder"
    cp -a "$here/autograder" "$room"
    rm -rf "$room/results"
    cp -a "$here/submissions/honest" "$room/submission"
    binds=(--bind "$room" /autograder --tmpfs /opt/cuda-labs/build/bin) folder=/autograder
    run machine root /autograder/source/run_autograder
    [[ $output = *"could not be built here"*"grading ended with status 2"* ]]
    valid gradescope "$room/results/results.json"
}

# ---- Classroom 50 ----------------------------------------------------------

classroom50() { # KIND
    local room="$BATS_TEST_TMPDIR/$1"
    rm -rf "$room"
    mkdir -p "$room/bundle" "$room/checkout"
    cp -a build/autograder/classroom50/. "$room/bundle"
    cp -a "$here/submissions/$1/." "$room/checkout"
    git -C "$room/checkout" init -q
    git -C "$room/checkout" add .
    GIT_COMMITTER_DATE=2026-11-03T10:00:00+01:00 git -C "$room/checkout" \
        -c user.name=n -c user.email=e commit -q -m work
    chown -R nobody "$room"
    binds=(--bind "$room" /runner) folder=/runner/checkout
    set=(--setenv CLASSROOM cs --setenv ASSIGNMENT gpu
        --setenv SUBMISSION_TAG submit/2026-11-03T09-00-00Z-abc
        --setenv COMMIT_URL https://example.org/c --setenv RELEASE_URL https://example.org/r
        --setenv CLASSROOM50_BUNDLE_DIR /runner/bundle --setenv WORKBOOK /opt/cuda-labs)
    run machine nobody python3 /runner/bundle/autograder.py
    echo "$output"
    result="$room/checkout/result.json"
}

@test "Classroom 50: honest, wrong, broken, hostile" {
    classroom50 honest
    [ "$status" = 0 ]
    valid classroom50 "$result"
    run jq -r '.score, .classroom, .datetime' "$result"
    [ "$output" = "$(printf '%s\n' "$all" cs 2026-11-03T09:00:00Z)" ]
    for kind in wrong broken; do
        classroom50 $kind
        [ "$status" = 0 ]
        valid classroom50 "$result"
        [ "$(jq .score "$result")" = 0 ]
    done
    classroom50 hostile
    [ "$status" = 0 ]
    valid classroom50 "$result"
    [ "$(jq '([.tests[].score] | add) == .score' "$result")" = true ]
}

@test "Classroom 50: its runtime.json names packages of the distribution" {
    run jq -r '."runs-on", .apt[]' build/autograder/classroom50/runtime.json
    [ "${lines[0]}" = ubuntu-latest ]
    for package in "${lines[@]:1}"; do
        apt-cache show "$package" >/dev/null
    done
    [[ $output = *clang*libarchive-dev* ]]
}

# ---- Autolab ---------------------------------------------------------------

# As Autolab: an empty folder with the handin, Makefile and autograde.tar; make.
autolab() { # KIND
    local room="$BATS_TEST_TMPDIR/$1"
    rm -rf "$room"
    mkdir -p "$room"
    (cd "$here/submissions/$1" && zip -q -r "$room/handin.zip" .)
    cp build/autograder/autolab/autograde-Makefile "$room/Makefile"
    cp build/autograder/autolab/autograde.tar "$room"
    chown -R nobody "$room"
    binds=(--bind "$room" /grade) folder=/grade
    run machine nobody make
    echo "$output"
    [ "$status" = 0 ]
    tail -n 2 <<<"$output" | jq -s . >"$BATS_TEST_TMPDIR/last.json"
    valid autolab "$BATS_TEST_TMPDIR/last.json"
    scores=$(jq -c '.[1].scores' "$BATS_TEST_TMPDIR/last.json")
}

@test "Autolab: honest, wrong, broken, hostile" {
    autolab honest
    [ "$scores" = '{"lab1_global":100,"lab2_shared":100,"lab3_reduction":100}' ]
    for kind in wrong broken; do
        autolab $kind
        [ "$scores" = '{"lab1_global":0,"lab2_shared":0,"lab3_reduction":0}' ]
    done
    autolab hostile
    [ "$(jq '[.[] | select(. > 100)] | length' <<<"$scores")" = 0 ]
    [ "$(grep -c '^{' <<<"$output")" = 2 ]
}

# ---- VPL -------------------------------------------------------------------

# As VPL: the activity's files and the student's in one folder, the script
# called, the activity's files removed, vpl_execution called.
vpl() { # KIND SCRIPT
    local room="$BATS_TEST_TMPDIR/$1"
    rm -rf "$room"
    mkdir -p "$room"
    cp -a "$here/submissions/$1/." "$room"
    cp build/autograder/vpl/* "$room"
    echo ': of VPL' >"$room/common_script.sh"
    chmod 755 "$room"/*.sh
    chown -R nobody "$room"
    binds=(--bind "$room" /home) folder=/home
    set=(--setenv VPL_GRADEMIN 0 --setenv VPL_GRADEMAX 10)
    machine nobody "./$2"
    for file in build/autograder/vpl/*; do
        rm -f "$room/${file##*/}"
    done
    set=()
    run machine nobody ./vpl_execution
    echo "$output"
    [ "$status" = 0 ]
    grade=$(sed -n 's/^Grade :=>>//p' <<<"$output")
}

@test "VPL: honest, wrong, broken, hostile" {
    vpl honest vpl_evaluate.sh
    [ "$grade" = 10.00 ]
    for kind in wrong broken; do
        vpl $kind vpl_evaluate.sh
        [ "$grade" = 0.00 ]
    done
    vpl hostile vpl_evaluate.sh
    [ "$(wc -l <<<"$grade")" = 1 ]
    [ "$(grep -cE '^[[:blank:]]*--\|>' <<<"$output")" = 1 ]
    [ "$(grep -cE '^[[:blank:]]*Comment :=>>' <<<"$output")" = 0 ]
}

@test "VPL: too little memory costs nobody points, and is said" {
    room="$BATS_TEST_TMPDIR/room"
    mkdir "$room"
    cp build/autograder/vpl/* "$room"
    run sh -c 'ulimit -v 1000000; sh "$1/grade.sh" vpl "$2" -' - "$room" \
        "$here/submissions/honest"
    [ "$status" = 2 ]
    [[ $output = *"976 MiB of memory here"* && $output = *"--|>"* ]]
    [[ $output != *Grade* ]]
}

@test "VPL: Run shows the same, without a grade" {
    vpl wrong vpl_run.sh
    [ -z "$grade" ]
    [[ $output = *"lab1_global/vector_add: 0 of "* ]]
}

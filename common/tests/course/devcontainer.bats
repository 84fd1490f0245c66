#!/usr/bin/env bats
# devcontainer.bats - the dev container's own steps, in a root that has what its
# image has: nothing.
#
# In chroot bubblewrap does not work, as in most containers: Landlock takes
# over.  Takes some minutes: make test-course TEST=devcontainer.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load root
    root_needed
    export root="$BATS_FILE_TMPDIR/root" place=/workspaces/workbook
    root_make "$root"
    mkdir -p "$root/workspaces"
    git clone -q . "$root$place"
    # The published schema has comments; this file has none.
    step=$(perl -MJSON::PP -0777 -ne 'print decode_json($_)->{onCreateCommand}' \
        .devcontainer/devcontainer.json)
    variables=$(perl -MJSON::PP -0777 -ne '
        my $set = decode_json($_)->{containerEnv};
        print join " ", map { "$_=$set->{$_}" } keys %$set' \
        .devcontainer/devcontainer.json)
    export step variables
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load root
    load ../cli/predict
    load ../cli/cases
}

teardown_file() {
    load root
    [ -z "${root:-}" ] || root_close "$root"
}

# As the container would, for a user.
step_for() { # USER COMMAND
    # shellcheck disable=SC2086 # a word each
    run in_root "$root" "$1" "$place" $variables "$2"
    echo "$output"
}

@test "its command installs what is missing, and works again" {
    step_for 0:0 "$step"
    [ "$status" -eq 0 ]
    [[ "$output" == *Installed.*"All labs"* ]]
    step_for 0:0 "$step"
    [ "$status" -eq 0 ]
    [[ "$output" != *Missing* ]]
}

@test "then check, plot, a report and clangd work" {
    cp lab1_global/reference.cu "$root$place/lab1_global/student.cu"
    predict "$root$place" lab1_global
    solve_cases "$root$place" lab1_global
    step_for 0:0 "make check PROBLEMS=1 LAB=lab1_global DEVICE=emu"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Score: 100/100"* ]]
    step_for 0:0 "make plot EX=matvec DEVICE=emu"
    [ -s "$root$place/build/plots/lab1_global_matvec.png" ]
    step_for 0:0 "clangd --check=lab1_global/student.cu 2>&1"
    [[ "$output" == *"All checks completed, 0 errors"* ]]
}

@test "for a user with sudo, too" {
    in_root "$root" 0:0 / "apt-get install -y --no-install-recommends sudo &&
        apt-get remove -y zip inotify-tools && useradd -m student &&
        rm -rf $place/build && chown -R student: $place" >/dev/null 2>&1
    echo 'student ALL=(ALL) NOPASSWD:ALL' >"$root/etc/sudoers.d/student"
    step_for 1000:1000 "$step"
    [ "$status" -eq 0 ]
    [[ "$output" == *"  zip "*Installed.* ]]
    step_for 1000:1000 "make check LAB=lab1_global EX=matvec DEVICE=emu"
    grep -q 'Score: \([0-9]*\)/\1$' <<<"$output"
}

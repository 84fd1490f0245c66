#!/usr/bin/env bats
# attacks.bats - solutions that want points, files or the machine without doing
# what is asked: each earns what it should, is told, ends and leaves nothing.
# common/harness/DEFENCE.md has the promise that each of them is a test of.
#
# ATTACKS='sums_*' make test TEST=attacks runs those alone.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load ../attacks/attacks
    open_room
    run_all
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load ../attacks/attacks
}

earned() {
    local points most
    points=$(awk -v exercise="$(head_of "$1" for)" -v want=score \
        -f common/tests/cli/check_json.awk "$2/check.json")
    most=$(head_of "$1" earns)
    [ "$most" != all ] || most=$(points_of "$(head_of "$1" for)")
    [ "$points" = "$most" ] && return
    echo "$points points instead of $most"
    false
}

@test "each earns what it should, and all else is graded" {
    each earned
}

told() {
    local words
    words=$(head_of "$1" says)
    [ -z "$words" ] || [[ "$(said "$2")" =~ $words ]] && return
    echo "it is not said: $words"
    cat "$2/output"
    false
}

@test "what it is is told" {
    each told
}

kept() {
    local words bad=0
    while IFS= read -r words; do
        [[ "$(said "$2")" =~ $words ]] || continue
        echo "it is said: $words"
        bad=1
    done < <(head_of "$1" never)
    [ $bad = 0 ]
}

@test "nothing of others is shown" {
    each kept
}

ended() {
    [ ! -e "$2/fault" ] && return
    cat "$2/fault" "$2/output"
    false
}

@test "each ends in its time, and the grader is not hurt" {
    each ended
}

# Bytes below 32 but line breaks and tabs, DEL, and C1 in UTF-8.
plain() {
    if LC_ALL=C grep -n -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' \
        "$2/output"; then
        return 1
    fi
}

@test "no control character reaches the terminal" {
    each plain
}

left_behind() {
    local process
    for process in /proc/[0-9]*/exe; do
        [[ "$(readlink "$process")" == "$room"/* ]] && echo "$process"
    done
    find "$room" /tmp /dev/shm /var/tmp -maxdepth 4 -name '*attacked*' 2>/dev/null
    [ ! -e "$SLOW" ] || head "$rounds"/*/seconds >"$SLOW"
    find "$room" -name '*.room'
}

@test "no process and no file is left" {
    for _ in {1..300}; do
        run left_behind
        [ -n "$output" ] || break
        sleep 0.2 # what was killed is still going
    done
    echo "$output"
    [ -z "$output" ]
}

@test "there are at least 60 of them" {
    [ "$(find common/tests/attacks -name '*.attack' | wc -l)" -ge 60 ]
}

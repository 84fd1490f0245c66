#!/usr/bin/env bats
# watch.bats - a check for every save, however it is made, and a clean end.

lab=lab1_global

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    room="$BATS_TEST_TMPDIR/a room"
    out="$BATS_TEST_TMPDIR/out"
    classroom "$room" $lab
    sed 's/row >= (size_t)rows/row > (size_t)rows/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    cd "$room"
    # As on a terminal: in a process group of its own, which SIGINT ends even if
    # these tests run in the background, where it is ignored.
    set -m
    env --default-signal=INT -u MAKEFLAGS -u MAKELEVEL \
        make watch EX=matvec DEVICE=emu PROBLEMS=1 >"$out" 2>&1 3>&- &
    watcher=$!
    set +m
    checks 1
}

teardown() {
    kill -INT -- -$watcher 2>/dev/null || true
}

checks() { # COUNT: waits until so many have ended
    for i in $(seq 900); do
        [ "$(grep -c 'Ctrl-C ends' "$out")" -ge "$1" ] && return
        sleep 0.2
    done
    cat "$out"
    return 1
}

@test "an EX that is not there, or not in that LAB, is not waited for" {
    run timeout 60 make -s watch EX=matvecc DEVICE=emu
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *'there is no EX "matvecc"'*"Is matvec meant?"* ]]
    [[ "$output" != *"Ctrl-C"* ]]
    cd "$BATS_TEST_DIRNAME/../../.." # the room has one lab only
    run timeout 60 make -s watch LAB=$lab EX=dot DEVICE=emu
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"dot is of lab3_reduction: LAB=lab3_reduction EX=dot"* ]]
}

@test "in place, by renaming, several at once; then Ctrl-C" {
    grep -q 'past the end of' "$out"
    sed -i 's/row > (size_t)rows/row >= (size_t)rows/' $lab/student.cu # renames
    checks 2
    # Right: it goes on to the next.
    grep -q '^Next: vecmat, ' "$out"
    grep -q 'is saved (lab1_global, vecmat); Ctrl-C' "$out"
    kill -STOP -- -$watcher # or it may look between two of them
    for i in 1 2 3; do
        cat "$BATS_TEST_DIRNAME/../../../$lab/reference.cu" >$lab/student.cu
        echo "// $i" >>$lab/student.cu
    done
    kill -CONT -- -$watcher
    checks 3
    grep -q "$lab/student.cu, vecmat\$" "$out"
    sleep 2.5
    [ "$(grep -c 'Ctrl-C ends' "$out")" -eq 3 ]
    [ "$(grep -c 'Score: \([0-9]*\)/\1$' "$out")" -eq 2 ]
    [ "$(grep -v 'not ok' "$out" | grep -c 'CLANG\|  ok  ')" -eq 0 ]
    # As VS Code's task has it: a begin and an end of each, and between them
    # what is wrong, with its place.
    perl -MJSON::PP -0777 -ne 'my ($watch) = grep { $_->{isBackground} }
            @{decode_json($_)->{tasks}};
        print "$watch->{problemMatcher}{background}{$_}\n"
            for qw(beginsPattern endsPattern)' \
        "$BATS_TEST_DIRNAME/../../../.vscode/tasks.json" >patterns
    [ "$(tee /dev/stderr <"$out" | perl -e 'open F, "patterns"; chomp(my ($begin, $end) = <F>);
        while (<>) { print "b" if /$begin/; print "e" if /$end/;
            print "!" if /^\S+student.cu:\d+:\d+: error: .*A/; }')" = \
        b!ebebe ]
    kill -INT -- -$watcher
    wait $watcher || true
    [ "$(grep -c '[*][*][*]' "$out")" -eq 0 ]
}

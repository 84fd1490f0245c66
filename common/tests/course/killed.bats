#!/usr/bin/env bats
# killed.bats - a class of 30, a third of it hostile, killed again and again:
# the same grades as one that was left alone, and nothing left behind.
#
# When it is killed is drawn.

hostile="kills fork_bomb loops_on_host includes_passwd with_a_zero too_large
    a_link exits_well forged_answers stops_its_parent flood_of_warnings
    fills_host_memory"

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export room="$BATS_FILE_TMPDIR"
    [ -x build/bin/course ] || skip "class grading is not built"
    load class
    unset MAKEFLAGS MAKELEVEL
    CLASS_LABS=lab1_global class_of "$room/class" mixed 18 \
        honest wrong right partly copied untouched
    add_attacks
    grade_class whole 2 >"$room/said" 2>&1 3>&-
    kill_often
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
}

# Each attack as a submission of its own.  attacks.bash loads what lies beside
# the tests of the command line.
add_attacks() {
    local name room="$BATS_FILE_TMPDIR/attacks"
    load() { :; }
    # shellcheck source=../attacks/attacks.bash
    . common/tests/attacks/attacks.bash
    unset -f load
    mkdir -p "$room/$lab"
    for name in $hostile; do
        hand_in "$name"
        mkdir -p "$BATS_FILE_TMPDIR/class/$name/$lab"
        cp -P "$room/$lab/student.cu" "$BATS_FILE_TMPDIR/class/$name/$lab"
    done
}

grade_class() { # NAME JOBS
    build/bin/course grade --class "$room/class" --out "$room/$1" \
        --lab lab1_global --seed 5 --jobs "$2"
}

finished() {
    find "$room/killed/results" -name 'lab*' 2>/dev/null | wc -l
}

# After each few results: the one that leads, its group, or one that works.
kill_often() {
    local round before
    for round in 1 2 3 4 5 6; do
        before=$(finished)
        setsid build/bin/course grade --class "$room/class" \
            --out "$room/killed" --lab lab1_global --seed 5 \
            --jobs $((round % 3 + 1)) >>"$room/killed.said" 2>&1 3>&- &
        while [ "$(finished)" -lt $((before + 2)) ] && kill -0 $!; do
            sleep 0.1
        done
        sleep 0.$((RANDOM % 10))
        case $((round % 3)) in
        0) kill -9 -- -$! ;;
        1) kill -9 $! ;;
        2)
            # shellcheck disable=SC2046 # numbers
            kill -9 $(cat "/proc/$!/task/$!/children") $!
            ;;
        esac
        wait $! || true
    done
    for _ in $(seq 100); do # a busy machine ends them when it can
        processes >"$room/left"
        [ -s "$room/left" ] || break
        sleep 0.1
    done
    grade_class killed 2 >>"$room/killed.said" 2>&1 3>&-
}

# What has this room in its words or is at work in it.
processes() {
    local process
    for process in /proc/[0-9]*; do
        if tr '\0' ' ' <"$process/cmdline" 2>/dev/null |
            grep -q "$room/killed" ||
            [[ "$(readlink "$process/cwd")" == "$room/killed"* ]]; then
            tr '\0' ' ' <"$process/cmdline"
        fi
    done
}

@test "all are graded or refused, whatever the others do" {
    cat "$room/said"
    [ "$(grep -c -E ',(graded|refused),' "$room/whole/grades.csv")" -eq 30 ]
    [ "$(grep -c ',100,100,100,' "$room/whole/grades.csv")" -ge 9 ]
    for name in $hostile; do
        grep -q "^$name,\(0\|20\|40\|60\|80\)," "$room/whole/grades.csv"
    done
}

@test "no process is left" {
    cat "$room/left"
    [ ! -s "$room/left" ]
}

@test "nothing half is left, and no room" {
    [ -z "$(find "$room/killed/results" ! -name 'lab1_global-*.json' -type f)" ]
    [ -z "$(ls "$room/killed/rooms")" ]
}

@test "killed six times, it comes to the same" {
    cmp "$room/whole/grades.csv" "$room/killed/grades.csv"
    cmp "$room/whole/details.csv" "$room/killed/details.csv"
    for file in "$room"/whole/results/*.json; do
        diff <(grep -v '"seconds"\|"peak_kib"' "$file") \
            <(grep -v '"seconds"\|"peak_kib"' \
                "$room/killed/results/${file##*/}")
    done
}

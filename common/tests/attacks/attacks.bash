# attacks.bash - hands in attacks, and what becomes of them.
#
# Idea: each NAME.attack is what somebody does who wants points without work, or
# wants to see or to break what is not his.  Its head, up to an empty line:
#   what WORDS            in a sentence: this solution ...
#   for EXERCISE
#   earns N               points; "all": it harms nobody
#   says EXPRESSION       one that what the grader prints matches, spaces and
#                         line breaks being one space; or none
#   never EXPRESSION      one that it does not match; any number of them
#   within SECONDS        that it ends; 90 if it is not said, on a machine that is busy
#   place start           what follows stands at the start of the launcher,
#         instead         in place of kernel and launcher,
#         after           behind the whole of reference.cu,
#         file            alone in student.cu;
#         script          it is a shell script that makes student.cu
# ROOM in it is the folder of the workbook.  As exercises are graded apart, one
# student.cu holds an attack of start and instead on each.
# Needs: everything that make check needs is built; used by attacks.bats.

load classroom

lab=lab1_global
attacks=common/tests/attacks
exercises="vector_add matvec vecmat matvec_warp matmul_naive"

# head ATTACK WORD: what stands behind that word, a line each.
head_of() {
    sed -n "/^\$/q; s/^$2 //p" "$attacks/$1.attack"
}

body_of() { # ATTACK
    sed "1,/^\$/d; s|ROOM|$room|g" "$attacks/$1.attack"
}

# part EXERCISE: of reference.cu; "": its head.
part() {
    awk -v exercise="$1" '/^\/\/ ---- / { now = $3 } now == exercise' \
        $lab/reference.cu
}

# All attacks, or those that match $ATTACKS.
all_attacks() {
    local file
    for file in "$attacks"/*.attack; do
        file=${file##*/}
        [[ ${file%.attack} == ${ATTACKS:-*} ]] && echo "${file%.attack}"
    done
}

# at_start EXERCISE BODY: its part, with that file at the start of the launcher.
at_start() {
    part "$1" | awk -v body="$2" -v launcher=" $1\\\\(" '
        { print }
        /^extern "C"/ && $0 ~ launcher { here = 1 }
        here && /^{/ {
            while ((getline line <body) > 0)
                print line
            here = 0
        }'
}

# of_round NAME...: a student.cu that holds these attacks on different exercises.
of_round() {
    local name body="$BATS_FILE_TMPDIR/body"
    printf '#include "cuda_runtime.h"\n#include "kernels.h"\n'
    for name; do
        body_of "$name" | grep '^#include' || :
    done
    part "" | grep -v '^#include'
    for name; do
        body_of "$name" | grep -v '^#include' >"$body"
        if [ "$(head_of "$name" place)" = start ]; then
            at_start "$(head_of "$name" for)" "$body"
        else
            echo "namespace $name {"
            cat "$body"
            echo "}"
        fi
    done
}

hand_in() { # NAME...
    local student=$room/$lab/student.cu
    rm -rf "$student"
    case $(head_of "$1" place) in
    start | instead) of_round "$@" >"$student" ;;
    after) { cat $lab/reference.cu && body_of "$1"; } >"$student" ;;
    file) body_of "$1" >"$student" ;;
    script) (body_of "$1" >"$room/script" && cd "$room/$lab" && sh ../script) ;;
    esac
}

# run_round FOLDER NAME...: compiles and grades; what is said, check.json, and
# the seconds it took.
run_round() {
    local folder=$1 name allowed=0
    shift
    mkdir -p "$folder"
    printf '%s\n' "$@" >"$folder/names"
    hand_in "$@"
    for name; do
        allowed=$((allowed + $(head_of "$name" within | grep . || echo 90)))
    done
    SECONDS=0
    (
        cd "$room" &&
            timeout -s KILL $allowed make -s build/$lab/student.clang \
                COMPILE_SECONDS=2 &&
            timeout -s KILL $allowed build/bin/grader check --lab $lab \
                --device emu --compiler clang --limit 1 --seed 1 \
                --shared "$BATS_FILE_TMPDIR/shared" $([ $# -eq 1 ] || echo --full) \
                $([ $# -gt 1 ] || echo --ex "$(cd - >/dev/null &&
                    head_of "$1" for)") --json "$folder/check.json"
    ) >"$folder/output" 2>&1 || [ $? = 1 ] || echo "ended by $?" >"$folder/fault"
    echo "$SECONDS" >"$folder/seconds"
    # Nothing is shown by what does not compile for another reason.
    ! grep -q "did not run" "$folder/output" ||
        [[ $(head_of "$1" place) != @(start|instead|after) ]] ||
        echo "not compiled" >"$folder/fault"
    [ $SECONDS -le $allowed ] || echo "took $SECONDS s" >"$folder/fault"
}

# Those that can share a student.cu, one for each exercise; then one by one.
run_all() {
    local round=0 exercise name
    local -A queue
    local -a now
    for name in $(all_attacks); do
        case $(head_of "$name" place) in
        start | instead)
            queue[$(head_of "$name" for)]+=" $name"
            ;;
        *) run_round "$rounds/$name" "$name" ;;
        esac
    done
    while :; do
        now=()
        round=$((round + 1))
        for exercise in $exercises; do
            # The names are split on purpose.
            # shellcheck disable=SC2086
            set -- ${queue[$exercise]}
            [ $# -gt 0 ] || continue
            now+=("$1")
            shift
            queue[$exercise]=$*
        done
        [ ${#now[@]} -gt 0 ] || break
        run_round "$rounds/round$round" "${now[@]}"
    done
}

open_room() {
    export room="$BATS_FILE_TMPDIR/room" rounds="$BATS_FILE_TMPDIR/rounds"
    classroom "$room" $lab
    mkdir -m 700 "$BATS_FILE_TMPDIR/shared"
    mkdir "$room/lab2_shared"
    ln -s "$PWD/lab2_shared/reference.cu" "$PWD/lab2_shared/README.md" \
        "$room/lab2_shared"
    echo '#define MINE' >"$room/$lab/mine.h"
    cp "build/$lab/reference.clang.ptx" "$room/build/$lab"
}

# each CHECK: calls CHECK NAME FOLDER for every attack; false if one did not
# pass, and its name is said.
each() {
    local folder name bad=0
    for folder in "$rounds"/*; do
        while read -r name; do
            "$1" "$name" "$folder" && continue
            echo "^ $name: a solution that $(head_of "$name" what)"
            bad=$((bad + 1))
        done <"$folder/names"
    done
    [ $bad = 0 ]
}

# One line, all spaces one.
said() {
    tr -s ' \n' ' ' <"$1/output"
}

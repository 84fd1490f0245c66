# class.bash - makes classes to take in and to grade.
#
#   class_of FOLDER FORM COUNT [KIND...]   makes both of what follows
#   class_students FOLDER COUNT [KIND...]  what COUNT students have written
#   class_pack STUDENTS FORM FOLDER        as a platform hands it out
#   class_kinds FOLDER                     a line for each: NAME, tab, KIND
#
# Kinds, taken in turn from those that are named, or from all:
#   honest     the reference, with a comment of one's own
#   right      LAB/tests/right: as good, in another style
#   wrong      LAB/tests/wrong: a mistake in each exercise
#   partly     the first lab only, the rest untouched
#   untouched  the stub
#   copied     the work of the one before, names changed (every second: nothing)
#   hostile    code that wants what is not its own, or never ends
# Forms: folder, repository, zip, tar, submit (make submit's), moodle,
# moodle.zip, gradescope, gradescope.zip, git, mixed (all in turn that need no
# file for the whole class).
# Idea: nothing is by chance: the same arguments make the same class.
# CLASS_LABS="lab1_global ..." takes these labs only.
# Needs: zip, tar, git.  Called in the root of the workbook; by .bats files.

. common/tests/cli/cases.bash
. common/tests/cli/predict.bash

class_labs() {
    local lab
    for lab in */lab.c; do
        [[ " ${CLASS_LABS:-${lab%/*}} " != *" ${lab%/*} "* ]] ||
            echo "${lab%/*}"
    done
}

# The n-th student, n from 1: scripts, quotes and commas in turn; each other.
class_name() {
    local first=(
        "Ann"
        $'Zo\xc3\xab'
        $'\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0'
        $'\xe5\xb0\x8f\xe9\xbe\x99'
        "Pat"
        "Bob"
        "Mary Jane"
        $'\xc3\x9cmit')
    local last=(
        "Smith"
        $'M\xc3\xbcller'
        $'\xd0\x9a\xd0\xb0\xd1\x80\xd0\xb5\xd0\xbd\xd0\xb8\xd0\xbd\xd0\xb0'
        $'\xe6\x9d\x8e'
        "O'Brien"
        "van der Berg")
    local n=$(($1 - 1))
    printf '%s %s' "${first[n % 8]}" "${last[n % 6]}"
    [ "$n" -lt 24 ] || printf ' %d' $((n / 24 + 1))
}

# class_wrong LAB N: the N-th round of mistakes, from 1 again behind the last.
class_wrong() {
    local room rounds
    room=$(mktemp -d) || return
    rounds=$(cat "$1"/tests/wrong/*.wrong | grep -c '^wrong ')
    rounds=$((rounds / $(printf '%s\n' "$1"/tests/wrong/*.wrong | wc -l)))
    sh common/tests/cli/round.sh "$1" $((($2 - 1) % rounds + 1)) "$room"
    cat "$room/student.cu"
    rm -rf "$room"
}

# class_right LAB N: the N-th of the right ones; behind those that leave out the
# warm-up, that of warm.cu.
class_right() {
    local files=("$1"/tests/right/*.cu) file
    file=${files[($2 - 1) % ${#files[@]}]}
    cat "$file"
    [ ! -e "$1/tests/right/warm.cu" ] || grep -q '^// ---- warm_' "$file" ||
        sed -n '/^\/\/ ---- warm_/,$p' "$1/tests/right/warm.cu"
}

# class_hostile LAB N: the reference with something added, or something else.
class_hostile() {
    local exercise
    exercise=$(awk '/^\/\/ ---- / { print $3; exit }' "$1/reference.cu")
    case $(($2 % 6)) in
    0) sed "/^extern \"C\".* $exercise(/,/^{/s/^{/{ for (;;) ;/" \
        "$1/reference.cu" ;;
    1)
        printf '#include <unistd.h>\n'
        sed "/^extern \"C\".* $exercise(/,/^{/s/^{/{ while (fork() >= 0) ;/" \
            "$1/reference.cu"
        ;;
    2) echo '#include "/etc/passwd"' ;;
    3)
        cat "$1/reference.cu"
        printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' \
            '__attribute__((constructor)) static void forged(void) {' \
            'puts("Score: 100/100"); exit(0); }'
        ;;
    4) printf 'template <int N> struct T { T<N + 1> t; }; T<0> t;\n' ;;
    5) sed 's/return;/{ while (true) ; }/' "$1/reference.cu" ;;
    esac
}

# class_source LAB KIND N NAME: student.cu, on standard output.
class_source() {
    case $2 in
    honest | partly) cat "$1/reference.cu" ;;
    right) class_right "$1" "$3" ;;
    wrong) class_wrong "$1" "$3" ;;
    untouched)
        cat "$1/student.cu"
        return
        ;;
    hostile) class_hostile "$1" "$3" ;;
    esac
    printf '// handed in by %s\n' "$4"
}

# class_cases FOLDER LAB KIND BEFORE: solved, as they were found, those of
# BEFORE, or none.
class_cases() {
    case $3 in
    honest | right | partly) solve_cases "$1" "$2" ;;
    wrong) begin_cases "$1" "$2" ;;
    copied) [ ! -d "$4/$2/cases" ] || cp -R "$4/$2/cases" "$1/$2" ;;
    esac
}

# What one has written: NAME/LAB/student.cu, cases, predictions.csv, answers.md.
class_student() { # FOLDER KIND N NAME BEFORE
    local lab own kind names=""
    [ $(($3 % 2)) = 0 ] || names='s/\<sum\>/total/g; s/\<row\>/line/g'
    for lab in $(class_labs); do
        own="$1/$4/$lab"
        mkdir -p "$own"
        kind=$2
        if [ "$2" = copied ] && [ -n "$5" ]; then
            sed "$names" \
                "$1/$5/$lab/student.cu" >"$own/student.cu"
        else
            [ "$2" != partly ] || [ "$lab" = "$(class_labs | head -n 1)" ] ||
                kind=untouched
            class_source "$lab" "$kind" "$3" "$4" >"$own/student.cu"
        fi
        [ "$kind" = untouched ] || predict "$1/$4" "$lab"
        class_cases "$1/$4" "$lab" "$kind" "$1/$5"
        printf '# %s\n\nAnswers of %s.\n' "$lab" "$4" >"$own/answers.md"
    done
}

class_students() {
    local folder=$1 count=$2 n name before=
    shift 2
    [ $# -gt 0 ] ||
        set -- honest wrong right partly copied untouched hostile
    mkdir -p "$folder"
    for ((n = 1; n <= count; n++)); do
        name=$(class_name "$n")
        class_student "$folder" "$1" "$n" "$name" "$before"
        printf '%s\t%s\n' "$name" "$1" >>"$folder/.kinds"
        [ "$1" = copied ] || [ "$1" = hostile ] || before=$name
        set -- "${@:2}" "$1"
    done
}

class_kinds() {
    cat "$1/.kinds"
}

# ---- forms: each packs NAME, the N-th, of STUDENTS into FOLDER -------------

class_as_folder() {
    cp -a "$1/$2" "$3/$2"
}

# A repository of the workbook, as a student has it.
class_as_repository() {
    mkdir -p "$3/$2/cuda-labs/common"
    cp -a "$1/$2/." "$3/$2/cuda-labs"
    cp Makefile README.md "$3/$2/cuda-labs"
}

class_as_zip() {
    (cd "$1/$2" && zip -q -r -X - .) >"$3/$2.zip"
}

class_as_tar() {
    tar -C "$1/$2" -czf "$3/$2.tar.gz" .
}

# As make submit writes it.
class_as_submit() {
    local room
    room=$(mktemp -d) || return
    cp -a "$1/$2/." "$room"
    printf 'name: %s\nnumber: %s\nedition: \n' "$2" "$((1000 + $4))" \
        >"$room/submission.txt"
    printf '{"score": 100, "max_score": 300, "labs": []}\n' \
        >"$room/check.json"
    (cd "$room" && zip -q -r -X - .) >"$3/${2// /_}.zip"
    rm -rf "$room"
}

class_as_moodle() {
    local room="$3/$2_$((4000000 + $4))_assignsubmission_file"
    mkdir -p "$room"
    class_as_zip "$1" "$2" "$room"
}

class_as_gradescope() {
    local id=$((90000000 + $4))
    cp -a "$1/$2" "$3/submission_$id"
    [ -s "$3/submission_metadata.yml" ] ||
        echo '---' >"$3/submission_metadata.yml"
    cat >>"$3/submission_metadata.yml" <<END
submission_$id:
  :submitters:
  - :name: "$2"
    :sid: '$((1000 + $4))'
    :email: s$4@example.edu
  :created_at: 2026-11-01 12:00:0$(($4 % 10)).000000000 Z
  :score: 0.0
  :status: processed
  :results:
    tests: []
END
}

# class_commit CLONE SUBJECT DATE: all that lies there.
class_commit() {
    git -C "$1" add .
    GIT_AUTHOR_DATE=$3 GIT_COMMITTER_DATE=$3 git -C "$1" \
        -c user.name=student -c user.email=student@example.edu \
        commit -q -m "$2"
}

# Two commits, the first a day before the second, which has the file.
class_as_git() {
    local clone="$3/$2"
    mkdir -p "$clone"
    git init -q -b main "$clone"
    echo mine >"$clone/notes.md"
    class_commit "$clone" Begin 2026-10-01T12:00:00Z
    cp -a "$1/$2/." "$clone"
    class_commit "$clone" Solve 2026-10-02T12:00:00Z
}

class_pack() {
    local students=$1 form=$2 folder=$3 n=0 name way packed=$3
    local turns=(folder zip tar submit repository git)
    case $form in
    *.zip) packed=$(mktemp -d) || return ;;
    esac
    mkdir -p "$packed"
    while IFS=$'\t' read -r name _; do
        n=$((n + 1))
        way=${form%.zip}
        [ "$way" != mixed ] || way=${turns[(n - 1) % 6]}
        "class_as_$way" "$students" "$name" "$packed" "$n"
    done <"$students/.kinds"
    [ "$packed" != "$folder" ] || return 0
    (cd "$packed" && zip -q -r -X - .) >"$folder"
    rm -rf "$packed"
}

class_of() {
    local folder=$1 form=$2 students
    students=$(mktemp -d) || return
    shift 2
    class_students "$students" "$@"
    class_pack "$students" "$form" "$folder"
    [ -f "$folder" ] || cp "$students/.kinds" "$folder/.kinds"
    rm -rf "$students"
}

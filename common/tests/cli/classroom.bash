# classroom.bash - a workbook whose student.cu a test may ruin.
#
# Idea: a folder of links to the real workbook, with a lab folder and a build
# folder of its own; what is built already is linked, not built again.
# Needs: everything `make check` needs is built.  Used by .bats files.

. common/tests/cli/cases.bash
. common/tests/cli/predict.bash

# classroom FOLDER LAB: makes it; LAB/student.cu is missing, and who would write
# it has predicted.
classroom() {
    local root=$PWD folder=$1 lab=$2 file
    mkdir -p "$folder/$lab" "$folder/build/$lab" "$folder/build/results"
    ln -s "$root/Makefile" "$root/common" "$folder"
    for file in "$lab"/*; do
        case ${file##*/} in
        student.cu | cases) ;;
        *) ln -s "$root/$file" "$folder/$lab" ;;
        esac
    done
    classroom_cases "$folder" "$lab"
    cp -a build/bin "$folder/build" # the grader looks beside itself
    # Files are copied: what is made anew must not be made through a link.
    # Not what another make writes now, under a name of its own (labs.c.123).
    find build -maxdepth 1 -type f ! -name '*.[0-9]*' \
        -exec cp -a -t "$folder/build" {} +
    cp -a "build/$lab"/lab.* "build/$lab"/launchers.* "$folder/build/$lab"
    for file in build/*; do
        [ -e "$folder/$file" ] || ln -s "$root/$file" "$folder/build"
    done
    predict "$folder" "$lab"
}

# Cases that nobody has begun, in folders of their own.
classroom_cases() {
    local root=$PWD folder=$1 case file
    [ -d "$2/cases" ] || return 0
    for file in "$2"/cases/*.h; do
        mkdir -p "$folder/$2/cases" && ln -s "$root/$file" "$folder/$2/cases"
    done
    for case in "$2"/cases/*/; do
        mkdir -p "$folder/$case" "$folder/build/$case"
        for file in "$case"*; do
            [ "${file##*/}" = student.cu ] ||
                ln -s "$root/$file" "$folder/$case"
        done
        # They may not be built yet: then the room builds them.
        for file in "build/$case"launchers.*; do
            [ ! -e "$file" ] || cp -a "$file" "$folder/build/$case"
        done
    done
}

# some_of REFERENCE STUB EXERCISE...: these are solved.
some_of() {
    awk -v solved=" ${*:3} " '
        /^\/\/ ---- / { name = $3 }
        FNR == NR {
            if (name != "")
                solution[name] = solution[name] $0 "\n"
            next
        }
        index(solved, " " name " ") {
            printf "%s", solution[name]
            solution[name] = ""
            next
        }
        { print }' "$1" "$2"
}

# share_inputs: what is graded from now on in this file has one seed, SEED or
# one by lot, and so the same inputs, which are made once.
share_inputs() {
    export SHARED="$BATS_FILE_TMPDIR/shared" SEED=${SEED:-$RANDOM}
    mkdir -m 700 "$SHARED"
    echo "# SEED=$SEED"
}

# grade FOLDER ARGUMENTS: make check there, on the emulated device; under
# make test DEVICE=gpu, on the GPU.
grade() {
    local folder=$1
    shift
    make -C "$folder" check DEVICE="${TEST_DEVICE:-emu}" NO_COLOR=1 "$@"
}

# passed JSON EXERCISE CHECK, and message: what check.json says.
passed() {
    awk -v exercise="$2" -v check="$3" -v want=passed \
        -f common/tests/cli/check_json.awk "$1"
}

message() {
    awk -v exercise="$2" -v check="$3" -v want=message \
        -f common/tests/cli/check_json.awk "$1"
}

# points_of EXERCISE: what can be had for it, as its lab has shares for it.
points_of() {
    build/bin/grader list --tsv | awk -F '\t' -v exercise="$1" \
        '$2 == exercise { print $5 }'
}

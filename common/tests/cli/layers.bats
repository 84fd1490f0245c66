#!/usr/bin/env bats
# The check that code keeps to its plan, on a plan of three files; and on ours.

setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p code/low code/high objects/low objects/high
    printf 'low\nhigh\n' >code/layers
    echo 'int low_one(void); int low_two(void);' >code/low/low.h
    echo 'int high_one(void);' >code/high/high.h
    put low/one '#include "low.h"' 'int low_one(void) { return 1; }'
    put low/two '#include "low.h"' 'int low_two(void) { return low_one(); }'
    put high/one '#include "high.h"' '#include "low/low.h"' \
        'int high_one(void) { return low_two(); }'
}

# put FILE LINES...: a source and its object.
put() {
    local file=$1
    shift
    printf '%s\n' "$@" >"code/$file.c"
    gcc -I code -c "code/$file.c" -o "objects/$file.o"
}

layers() {
    run sh "$BATS_TEST_DIRNAME/../../maintain/layers.sh" code objects
}

@test "what only looks down passes in silence" {
    layers
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "an include that looks up is told, with both files and the direction" {
    put low/two '#include "high/high.h"' 'int low_two(void) { return 2; }'
    layers
    [ "$status" -eq 1 ]
    [[ $output == "low/two -> high/high (an include): low stands below high"* ]]
}

@test "a call that looks up is told, though nothing is included" {
    put low/two 'int high_one(void);' \
        'int low_two(void) { return high_one(); }'
    layers
    [ "$status" -eq 1 ]
    [[ $output == "low/two -> high/one (calls high_one): low stands"* ]]
}

@test "files of one folder that call each other are told as a circle" {
    put low/one '#include "low.h"' 'int low_one(void) { return low_two(); }'
    layers
    [ "$status" -eq 1 ]
    [[ $output == *"a circle:"* ]]
    [[ $output == *"low/one calls the next"* ]]
    [[ $output == *"low/two calls the next"* ]]
}

@test "a circle with its reason in the plan passes, of three files at most" {
    put low/one '#include "low.h"' 'int low_one(void) { return low_two(); }'
    echo 'circle low/one low/two  a grammar refers to itself' >>code/layers
    layers
    [ "$status" -eq 0 ]
    echo 'circle low/one low/two  ' >code/circle
    printf 'low\nhigh\ncircle low/one low/two\n' >code/layers
    layers
    [ "$status" -eq 1 ]
    [[ $output == *"layers: a circle without a reason"* ]]
    printf 'low\nhigh\ncircle low/1 low/2 low/3 low/4  many\n' >code/layers
    layers
    [ "$status" -eq 1 ]
    [[ $output == *"layers: a circle of more than three files"* ]]
}

@test "a folder that the plan does not know is told" {
    mkdir code/new
    echo '#include "low/low.h"' >code/new/new.h
    layers
    [ "$status" -eq 1 ]
    [[ $output == "new/new: its folder does not stand in code/layers" ]]
}

@test "what is outside the plan is included only where that is listed" {
    mkdir code/elsewhere
    put low/two '#include "low.h"' '#include "elsewhere/far.h"' \
        'int low_two(void) { return 2; }' 2>/dev/null || true
    layers
    [ "$status" -eq 1 ]
    [[ $output == "low/two -> elsewhere/far (an include): outside the plan"* ]]
    echo 'outside elsewhere/far' >>code/layers
    layers
    [ "$status" -eq 0 ]
}

@test "headers that include each other are told as a circle" {
    echo '#include "more.h"' >>code/low/low.h
    echo '#include "low.h"' >code/low/more.h
    layers
    [ "$status" -eq 1 ]
    [[ $output == *"low/more includes the next of these"* ]]
}

@test "objects of one compiler, a folder deeper, are read as well" {
    put low/two 'int high_one(void);' \
        'int low_two(void) { return high_one(); }'
    mkdir -p objects/clang/low
    mv objects/low/two.o objects/clang/low
    layers
    [ "$status" -eq 1 ]
    [[ $output == "low/two -> high/one (calls high_one): low stands"* ]]
}

@test "without objects nothing is said to be right" {
    rm objects/*/*.o
    layers
    [ "$status" -eq 2 ]
    [[ $output == *"no objects in objects"* ]]
}

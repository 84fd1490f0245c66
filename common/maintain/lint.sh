#!/bin/sh
# lint.sh - checks that need no run: layout, C, shell, and what no file of
# this repository may hold.
#
# Guarantee: says what it could not check; exit status 1 if anything is wrong.
# Headers and tables are laid out by hand, and so not held against
# .clang-format.

cd "$(dirname "$0")/../.." || exit 2
wrong=0

fault() {
    echo "$1"
    wrong=1
}

have() {
    command -v "$1" >/dev/null 2>&1 && return
    echo "lint: no $1 here: not checked: $2 (apt-get install $1)"
    return 1
}

# Tracked files of these patterns, one a line; without git, all of them.
files() {
    git ls-files -- "$@" 2>/dev/null
}

layout() {
    have clang-format "layout of C and CUDA C" || return
    files '*.c' '*.cu' | while IFS= read -r file; do
        clang-format --style=file "$file" | diff -u "$file" - |
            sed -n '3,20p' | grep . && echo "$file: make format repairs this"
    done | grep . && fault "lint: layout differs from .clang-format"
}

# A register is bytes that an instruction takes for a float or an integer, hence
# invalidPointerCast; errors are passed to be filled in, hence ctuuninitvar.
c_code() {
    have cppcheck "C" || return
    files 'common/*.c' '*/lab.c' '*/tests/test_*.c' |
        cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
            --enable=warning,performance,portability \
            --suppress=missingInclude --suppress=unmatchedSuppression \
            --suppress=normalCheckLevelMaxBranches \
            --suppress=invalidPointerCast --suppress=ctuuninitvar \
            -I common/emulator -I common/harness -I common/course \
            -D__linux__ \
            --file-list=- || fault "lint: cppcheck found the above"
}

shell() {
    have shellcheck "shell" || return
    files '*.sh' common/emulator/ptxrun common/emulator/ptxcc \
        .ci/run '*/run_autograder' |
        xargs shellcheck ||
        fault "lint: shellcheck found the above"
}

# Against objects that make lint has built.
plan() {
    [ -n "${OBJECTS:-}" ] || {
        echo "lint: not checked: layers (make lint builds what that takes)"
        return
    }
    for part in emulator harness course; do
        [ -d "$OBJECTS/$part" ] || continue
        sh common/maintain/layers.sh common/$part "$OBJECTS/$part" ||
            fault "lint: common/$part/layers says otherwise"
    done
}

# refuse WHY PATTERN FILES...: no line of these files may match.
refuse() {
    why=$1 pattern=$2
    shift 2
    git grep -nP --untracked "$pattern" -- "$@" && fault "lint: $why"
}

texts() {
    # That one has a letter of another alphabet, which is to be found.
    refuse "only ASCII in sources" '[^\x00-\x7f]' '*.c' '*.h' '*.cu' \
        '*.def' '*.sh' '*.gp' '*.awk' '*.bats' '*.mk' Makefile \
        ':!lab1_global/cases/add_scaled/found.cu'
    refuse "more than 80 columns" '^.{81,}$' '*.c' '*.h' '*.cu' '*.sh'
    refuse "tabs or spaces at the end of a line" '[ \t]+$' \
        '*.c' '*.h' '*.cu' '*.def' '*.sh' '*.gp' '*.awk' '*.bats' '*.mk' \
        Makefile
    refuse "tabs in C" '\t' '*.c' '*.h' '*.cu' '*.def'
    refuse "*s or !*s, not compared with NUL" "[=!]= '\\\\0'" '*.c' '*.h'
    refuse "strcmp or !strcmp, not compared with 0" \
        'str\w*cmp\(.*\) [=!]= 0\b' '*.c' '*.h'
    refuse "unfinished" '\b(TODO|FIXME|XXX)\b' '*.c' '*.h' '*.def' '*.sh' \
        '*.gp' ':!common/maintain/lint.sh' ':!common/maintain/stubs.sh'
    refuse "a conflict of git's" '^(<{7}|>{7}) ' .
    refuse "bats does not see a bare ! fail: append || false" \
        '^\s+! (?!.* \|\| false$)' '*.bats'
    refuse "a path of one machine" '(?<![\w.}])/(home|root|work|mnt)/' \
        . ':!common/maintain/lint.sh'
}

layout
c_code
shell
plan
texts
[ "$wrong" = 0 ] && echo "lint: nothing wrong"
exit "$wrong"

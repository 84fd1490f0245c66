#!/bin/sh
# pack.sh - what a platform wants of an autograder (make autograder).
#
#   FOR=gradescope|classroom50|autolab|vpl [LAB=...] [SEED=...] [SANDBOX=none]
#       [BUILD=build] sh common/course/autograder/pack.sh
#
# Idea: a package is the workbook's sources as one tar, the two scripts that all
# platforms share (prepare.sh builds it, grade.sh grades one submission as a
# class is graded), and the platform's own file or two that call them.
# Guarantee: the sources are named here, one by one or by folder, so what is
# not needed to grade is not in it: no solution, no answer, no test.  The same
# workbook and settings give the same bytes.
# Writes BUILD/autograder/FOR/; exit status 2 for a platform that is not known
# or a tool that is missing.

set -u
cd "$(dirname "$0")/../../.." || exit 2
here=common/course/autograder
build=${BUILD:-build}
known='gradescope classroom50 autolab vpl'

stop() {
    echo "autograder: $*" >&2
    exit 2
}

case " $known " in
*" ${FOR:-} "*) ;;
*) stop "FOR=${FOR:-} is no platform; there are: $known" ;;
esac
[ -n "$FOR" ] || stop "FOR= says for which platform; there are: $known"

labs=
for file in */lab.c; do
    labs="$labs${labs:+ }${file%/lab.c}"
done
LAB=${LAB:-}
LAB=${LAB%/}
case " $labs " in
*" ${LAB:-$labs} "*) labs=${LAB:-$labs} ;;
*) stop "LAB=$LAB is no lab; there are: $labs" ;;
esac
case ${SEED:-0} in
*[!0-9]*) stop "SEED=$SEED is no number" ;;
esac
case ${SANDBOX:-} in
'' | none) ;;
*) stop "SANDBOX=$SANDBOX: it may be none, or not be there" ;;
esac
for tool in tar zip sha256sum; do
    command -v "$tool" >/dev/null 2>&1 ||
        stop "no $tool here; sh common/setup.sh autograder installs it"
done

out=$build/autograder/$FOR
pack=$build/autograder/.$FOR.$$
trap 'rm -rf "$pack"' EXIT
rm -rf "$pack"
mkdir -p "$pack" || exit 2

# What grading is built of.  All labs, as a program has them all.
sources() {
    printf '%s\n' Makefile LICENSE common/setup.sh common/config.sh \
        common/building.sh common/help.awk
    find common/emulator common/harness common/gpus common/course -type f \
        ! -name '*.md' ! -path "$here/*"
    for file in */lab.c; do
        printf '%s\n' "$file" "${file%lab.c}kernels.h"
        find "${file%lab.c}cases" -name '*.h' 2>/dev/null
    done
}

sources | LC_ALL=C sort >"$pack/.sources"
tar -cf "$pack/workbook.tar" --no-recursion --mtime=@0 --owner=0 --group=0 \
    --numeric-owner --mode=u=rwX,go=rX --format=ustar \
    --files-from "$pack/.sources" || exit 2
# Nor has any of these files three lines of one.
if ! LC_ALL=C xargs awk -f common/course/handout/leak.awk kind=solution \
    ./*/reference.cu ./*/answers.md kind=edition <"$pack/.sources" >&2; then
    stop "a file has lines of a solution (above): not packed"
fi
rm "$pack/.sources"

cp "$here/grade.sh" "$here/prepare.sh" "$pack" || exit 2
cat >"$pack/settings.sh" <<EOF
# What make autograder was asked for.  LABS: those that count; SEED: of the
# inputs, empty: another one each time; SANDBOX: none grades without one even
# where there could be one.
LABS='$labs'
SEED='${SEED:-}'
SANDBOX='${SANDBOX:-}'
WORKBOOK_SUM='$(sha256sum <"$pack/workbook.tar" | cut -c1-64)'
EOF

# The packages that common/setup.sh would install, as JSON words.
packages() {
    sed -n '/^needs_build() {/,/^}/p; /^needs_course() {/,/^}/p' \
        common/setup.sh | awk '$1 == "need" { print "\"" $3 "\"" }' |
        LC_ALL=C sort -u | paste -s -d ,
}

# archive NAME FILE...: a zip of these files, without their times and owners.
archive() {
    name=$1
    shift
    (cd "$pack" && find . -exec touch -h -d 1980-01-01T00:00:00Z {} + &&
        TZ=UTC0 zip -q -X -9 "$name" "$@") || exit 2
}

case $FOR in
gradescope)
    cp "$here/gradescope/setup.sh" "$here/gradescope/run_autograder" "$pack"
    chmod 755 "$pack"/*.sh "$pack/run_autograder"
    archive autograder.zip setup.sh run_autograder grade.sh prepare.sh \
        settings.sh workbook.tar
    rm -f "$pack"/*.sh "$pack/run_autograder" "$pack/workbook.tar"
    what="upload $out/autograder.zip: Configure Autograder, Zip file upload"
    ;;
classroom50)
    cp "$here/classroom50/autograder.py" "$pack"
    printf '{\n  "runs-on": "ubuntu-latest",\n  "apt": [%s]\n}\n' \
        "$(packages)" >"$pack/runtime.json"
    what="put what is in $out into CLASSROOM/autograders/ASSIGNMENT/"
    ;;
autolab)
    mkdir "$pack/autograder"
    mv "$pack"/*.sh "$pack/workbook.tar" "$pack/autograder"
    chmod 755 "$pack/autograder"/*.sh
    tar -C "$pack" -cf "$pack/autograde.tar" --sort=name --mtime=@0 \
        --owner=0 --group=0 --numeric-owner --format=ustar autograder || exit 2
    mv "$pack/autograder" "$pack/image"
    cp "$here/autolab/autograde-Makefile" "$pack"
    cp "$here/autolab/Dockerfile" "$pack/image"
    rm "$pack/image/grade.sh"
    what="upload $out/autograde-Makefile and $out/autograde.tar"
    ;;
vpl)
    cp "$here/vpl/vpl_evaluate.sh" "$here/vpl/vpl_run.sh" "$pack"
    what="upload what is in $out as execution files"
    ;;
esac
rm -rf "$out"
mv "$pack" "$out" || exit 2
echo "$what"
echo "(how, and what students see: common/course/FORMATS.md)"

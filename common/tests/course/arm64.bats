#!/usr/bin/env bats
# arm64.bats - the workbook on a 64-bit Arm: built without a warning, and the
# same points, counters and words as on x86, to the byte.
#
# Idea: compilers run as they are and compile for Arm; what they made runs in
# qemu-user, which Linux starts for it (binfmt_misc).  One host thread each, as
# races show what they show; boxes of limits alone on both sides, as qemu-user
# has no other.  What a real kernel of Arm does with pages of 16 KiB, seccomp,
# Landlock and bubblewrap is in RESULTS.md, seen by hand in qemu-system.
# Needs: root, debootstrap, and qemu-user of version 8 or later (Debian 13):
# before, it takes gigabytes and minutes to reserve a terabyte of addresses.
# QEMU_AARCH64 is another qemu-aarch64, statically linked; ARM64_ROOT a folder
# that keeps the root, and what is built there, for the next time.  ROUNDS=4
# grades every fourth round of wrong solutions.  Takes half an hour.

load root

registered=/proc/sys/fs/binfmt_misc

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load root
    root_needed
    qemu=${QEMU_AARCH64:-$(command -v qemu-aarch64-static ||
        command -v qemu-aarch64)} || skip "no qemu-aarch64"
    version=$("$qemu" --version | sed -n 's/.* version \([0-9]*\).*/\1/p')
    [ "$version" -ge 8 ] || skip "qemu-aarch64 is of version $version"
    export root="${ARM64_ROOT:-$BATS_FILE_TMPDIR/root}" BOX=limits
    export rounds="$BATS_FILE_TMPDIR/rounds"
    [ -e "$root/usr/bin/aarch64-linux-gnu-gcc" ] || make_root
    root_open "$root"
    register
    rm -rf "$root/arm.new"
    git clone -q . "$root/arm.new"
    mkdir -p "$root/arm"
    # What has not changed keeps its time.
    (cd "$root/arm.new" && git ls-files -z) | while IFS= read -r -d '' file; do
        cmp -s "$root/arm.new/$file" "$root/arm/$file" ||
            (cd "$root/arm.new" && cp --parents "$file" "$root/arm")
    done
    rm -rf "$root/arm.new"
}

teardown_file() {
    load root
    [ -z "${root:-}" ] || root_close "$root"
    [ ! -e "$BATS_FILE_TMPDIR/ours" ] || echo -1 >$registered/workbook-arm64
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
}

# Compilers for Arm under the names that make looks for, and its libraries.
make_root() {
    local tool
    [ -e "$root/etc/apt" ] || root_make "$root"
    chroot "$root" sh -c 'exec </dev/null >/tmp/packages.log 2>&1
        export DEBIAN_FRONTEND=noninteractive
        dpkg --add-architecture arm64 && apt-get update &&
        apt-get install -y --no-install-recommends make git clang perl bats \
            procps file gcc-aarch64-linux-gnu g++-aarch64-linux-gnu \
            libc6-dev:arm64 libstdc++-12-dev:arm64 libgomp1:arm64 \
            libcjson-dev:arm64 liblz4-dev:arm64 libzstd-dev:arm64 \
            libdw-dev:arm64 libseccomp-dev:arm64 libcmocka-dev:arm64'
    for tool in gcc ar nm strip; do
        printf '#!/bin/sh\nexec /usr/bin/aarch64-linux-gnu-%s "$@"\n' $tool \
            >"$root/usr/local/bin/$tool"
    done
    printf '#!/bin/sh\nexec /usr/bin/clang --target=aarch64-linux-gnu "$@"\n' \
        >"$root/usr/local/bin/clang"
    chmod +x "$root"/usr/local/bin/*
}

# F: opened now, so that it is found in any root.
register() {
    [ -e $registered/register ] ||
        mount -t binfmt_misc binfmt_misc $registered
    grep -l -s 'magic 7f454c460201010000000000000000000200b700' \
        $registered/* >/dev/null && return
    touch "$BATS_FILE_TMPDIR/ours"
    printf '%s' ':workbook-arm64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00' \
        '\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00' \
        '\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:' \
        "$(readlink -f "$qemu"):F" >$registered/register
}

on_arm() { # COMMAND
    in_root "$root" 0:0 /arm BOX=limits "$1"
}

# programs LAB IMPL: what is graded, those of cases for the reference too.
programs() {
    local case
    echo "build/$1/$2.clang"
    for case in "$1"/cases/*/reference.cu; do
        [ "$2" != reference ] || [ ! -e "$case" ] ||
            echo "build/${case%.cu}.clang"
    done
}

# graded LAB IMPL SEED: check.json of both, in $BATS_TEST_TMPDIR; of a
# student.cu that lies there already, as $BATS_TEST_TMPDIR/student.cu.
graded() {
    local arguments="check --lab $1 --impl $2 --seed $3 --device emu
        --compiler clang --threads 1 --full --json" programs
    programs=$(programs "$1" "$2" | tr '\n' ' ')
    if [ "$2" = student ]; then
        cp "$BATS_TEST_TMPDIR/student.cu" "$root/arm/$1/"
        cp "$BATS_TEST_TMPDIR/student.cu" "$room/$1/"
    fi
    # Words on purpose.
    # shellcheck disable=SC2086
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "${room:-.}" $programs
    on_arm "make -s emulator build/bin/grader $programs >/dev/null && { build/bin/grader \
        $(echo $arguments) /tmp/arm.json; } >/tmp/arm.out" || [ $? = 1 ]
    (cd "${room:-.}" && build/bin/grader $arguments \
        "$BATS_TEST_TMPDIR/x86.json" >"$BATS_TEST_TMPDIR/x86.out") || [ $? = 1 ]
    diff "$root/tmp/arm.json" "$BATS_TEST_TMPDIR/x86.json"
}

@test "it builds for Arm, without a warning" {
    run on_arm "make V= emulator build/bin/grader build/bin/judge \
        build/bin/box 2>&1"
    echo "$output" | grep -v '^  \(CC\|LINK\)' || true
    [ "$status" -eq 0 ]
    ! grep -i warning <<<"$output" || false
    file "$root/arm/build/bin/judge" | grep -q aarch64
}

@test "references: all points, and check.json is that of x86, to the byte" {
    for lab in */lab.c; do
        graded "${lab%/lab.c}" reference 1
        grep -q 'Score: 100/100' "$root/tmp/arm.out"
    done
}

@test "wrong solutions: the same points, counters and words" {
    load ../cli/classroom
    different=0 count=0
    for lab in */lab.c; do
        lab=${lab%/lab.c}
        room=$BATS_TEST_TMPDIR/$lab
        classroom "$room" "$lab"
        predict "$root/arm" "$lab"
        for round in $(seq "${FIRST:-1}" "${ROUNDS:-8}" 99); do
            sh common/tests/cli/round.sh "$lab" "$round" "$BATS_TEST_TMPDIR" \
                2>/dev/null || break
            count=$((count + 1))
            graded "$lab" student 7 && continue
            echo "$lab, round $round"
            different=$((different + 1))
        done
    done
    echo "$count rounds, $different with another check.json"
    [ "$count" -gt 0 ]
    [ "$different" -eq 0 ]
}

@test "unit tests pass there" {
    tests=$(cd common/tests/unit && echo test_*.c | sed 's/test_\([a-z_0-9]*\)\.c/\1/g')
    failed=''
    for test in $tests; do
        case $test in course*) continue ;; esac # libarchive is not installed
        on_arm "make -s build/tests/unit/test_$test && \
            build/tests/unit/test_$test >/tmp/unit.out 2>&1" ||
            { failed="$failed $test"; grep -v '^ok' "$root/tmp/unit.out"; }
    done
    echo "failed:$failed"
    [ -z "$failed" ]
}

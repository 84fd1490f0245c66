#!/bin/sh
# setup.sh - makes a fresh Debian or Ubuntu ready, then runs make.
#
#   sh common/setup.sh [make arguments]
#
# Idea: look for each thing itself (a command, a header), not for its package,
# and install only what is missing, saying what it is for.  What is looked for
# depends on the goals: who runs `check` or `plot` gets what a student needs,
# who runs `test`, `lint`, `grade` or `test-course` what these take beside it.
# Guarantee: changes nothing when nothing is missing, so it may be run again;
# needs root or sudo only when something is.  The CUDA Toolkit is installed
# only where there is a GPU and no nvcc.  In the student edition every goal is
# a student's.

set -u
cd "$(dirname "$0")/.." || exit 2

say() {
    printf '%s\n' "$*"
}

have() {
    case $1 in
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

missing=

# need PROBE PACKAGE WHY: PROBE is a command, or a file with its full path.
need() {
    have "$1" && return
    case " $missing " in
    *" $2 "*) return ;;
    esac
    [ -n "$missing" ] || say "Missing here:"
    printf '  %-16s %s\n' "$2" "$3"
    missing="$missing $2"
}

# Any font that has Chinese letters; Cyrillic comes with gnuplot's.
chinese() {
    have fc-list && fc-list :lang=zh | grep -q .
}

# Letters of a page as GOST has it: as wide as those of Times New Roman.
roman() {
    have fc-match &&
        fc-match "Times New Roman" | grep -q -e Times -e Liberation -e Tinos
}

# ---- what each group of goals needs; a group is a function ----

# Whatever the goal is.
needs_build() {
    need make make "runs everything"
    need gcc gcc "compiles the harness and the emulated device"
    need /usr/include/stdio.h libc6-dev "the C library's headers"
    need clang clang "turns CUDA C into PTX, without a GPU"
    need /usr/include/cjson/cJSON.h libcjson-dev \
        "writes check.json and reports of ptxrun"
    need /usr/include/lz4.h liblz4-dev "reads what nvcc 11 and 12 compress"
    need /usr/include/zstd.h libzstd-dev "reads what nvcc 13 compresses"
    need /usr/include/elfutils/libdwfl.h libdw-dev \
        "finds the source line of the host's calls, for messages"
    need bwrap bubblewrap "runs student.cu and its compiler apart from all else"
    need /usr/include/seccomp.h libseccomp-dev \
        "takes from them what they need not ask the system for"
    need git git "keeps your work, and shows what changed"
}

# check, plot, watch, report, submit, ...: goals of a student.
needs_learn() {
    # The dev container, whose editor asks for it.
    [ -z "${DEVCONTAINER:-}" ] ||
        need clangd clangd "lets the editor understand the labs"
    need gnuplot gnuplot-nox "draws the graphs of make plot"
    need inotifywait inotify-tools "lets make watch wait without looking"
    need pandoc pandoc "makes the docx and html of make report"
    need weasyprint weasyprint "prints its html as pdf"
    need msgcat gettext "gives a report its words in Russian or Chinese"
    need zip zip "packs what make submit hands in, and the docx of a report"
    roman || need "" fonts-liberation "Times New Roman in that pdf (2 MB)"
    chinese || need "" fonts-wqy-microhei "Chinese letters in that pdf (5 MB)"
}

# grade, autograder: a class.
needs_course() {
    need /usr/include/archive.h libarchive-dev \
        "unpacks what a class hands in (make grade)"
    need /usr/include/nettle/sha2.h nettle-dev \
        "SHA-256: tells what is graded already (make grade)"
    need /usr/include/yaml.h libyaml-dev "reads Gradescope's metadata"
    need sim_c similarity-tester "finds likeness within a class"
    need zip zip "packs what make autograder writes"
}

# test: beside what a student and a class need.
needs_test() {
    need /usr/include/cmocka.h libcmocka-dev "the unit tests of make test"
    need bats bats "the command line tests of make test"
    need prove perl "prove, which runs both"
    need jq jq "reads JSON in tests of what platforms get"
    need jsonschema python3-jsonschema "holds that JSON against schemas"
    need xmllint libxml2-utils "holds JUnit XML against one"
    need unzip unzip "looks into what was zipped"
    # Without /etc/slurm/slurm.conf none of these begins to serve anybody.
    need /usr/sbin/slurmctld slurmctld "a cluster on this machine, for a test"
    need /usr/sbin/slurmd slurmd "its nodes"
    need sbatch slurm-client "its commands"
    need /usr/sbin/munged munge "says there who somebody is"
}

# lint, format.
needs_lint() {
    need clang-format clang-format "the layout checks of make lint"
    need cppcheck cppcheck "the C checks of make lint"
    need shellcheck shellcheck "the shell checks of make lint"
}

# test-course: the heavy tests of class grading.  What else they look at.
needs_test_course() {
    need debootstrap debootstrap \
        "fresh systems in a folder (dev container, Arm)"
}

# groups_of GOAL: the groups that it needs beside needs_build.
groups_of() {
    case $1 in
    emulator | install) echo build ;; # alone
    grade | handout | autograder | course) echo course ;;
    lint | format) echo course lint ;;
    test) echo learn course test ;;
    test-course) echo learn course test test_course ;;
    *) echo learn ;;
    esac
}

# needs MAKE-ARGUMENTS: what all the goals among them need; without one, and
# in the student edition, what a student does.
needs() {
    wanted=
    for argument; do
        case $argument in
        -* | *=*) ;;
        *) wanted="$wanted $(groups_of "$argument")" ;;
        esac
    done
    if [ -z "$wanted" ] || [ -e .edition ]; then
        wanted=$(groups_of help)
    fi
    needs_build
    for group in learn course test lint test_course; do
        case " $wanted " in
        *" $group "*) "needs_$group" ;;
        esac
    done
}

# An NVIDIA graphics device (PCI vendor 10de, class 03) that has its driver.
gpu() {
    for device in /sys/bus/pci/devices/*; do
        [ -r "$device/vendor" ] || continue
        read -r vendor <"$device/vendor"
        read -r class <"$device/class"
        case $vendor,$class in
        0x10de,0x03*) return 0 ;;
        esac
    done
    [ -e /proc/driver/nvidia/version ]
}

# apt ARGUMENTS: apt-get as root, without questions; output goes to the log.
apt() {
    if [ "$(id -u)" = 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get "$@"
    else
        sudo DEBIAN_FRONTEND=noninteractive apt-get "$@"
    fi </dev/null >>"$log" 2>&1
}

may_install() {
    have apt-get && { [ "$(id -u)" = 0 ] || have sudo; }
}

need_cuda() {
    if ! gpu || have nvcc || have /usr/local/cuda/bin/nvcc; then
        return
    fi
    may_install && apt update
    if have apt-cache && apt-cache show nvidia-cuda-toolkit >"$log" 2>&1; then
        need nvcc nvidia-cuda-toolkit \
            "compiles for the GPU that is here (about 5 GB)"
        return
    fi
    say "There is a GPU here and no nvcc, and this distribution does not"
    say "offer the package nvidia-cuda-toolkit (Debian has it in non-free,"
    say "Ubuntu in multiverse).  The labs work without it on the emulated"
    say "device.  To use the GPU, add that section or take the toolkit from"
    say "https://developer.nvidia.com/cuda-downloads, and run this again."
}

# fail TEXT...: what went wrong, and what to do about it.
fail() {
    say "setup: $1" >&2
    shift
    for line; do
        say "   $line" >&2
    done
    exit 2
}

# Without the means to install: go on with what make check needs, or say who
# can help.
cannot_install() {
    say "Cannot install here: that takes apt-get (Debian, Ubuntu), and root"
    say "or sudo.  Whoever has them may run"
    say "  apt-get install --no-install-recommends$missing"
    if have make && have gcc && { have clang || have nvcc; }; then
        say "Going on without; make doctor says what each would add."
        return
    fi
    fail "make, gcc and one of clang or nvcc are needed to go on"
}

install() {
    may_install || {
        cannot_install
        return
    }
    say "Installing: apt-get install --no-install-recommends$missing"
    # The list is split into words on purpose.
    # shellcheck disable=SC2086
    if ! { apt update && apt install -y --no-install-recommends $missing; }
    then
        tail -n 5 "$log" >&2
        fail "apt-get failed; its whole output stands in $log" \
            "is there a network, and no other apt at work?  Then again:" \
            "sh common/setup.sh"
    fi
    say "Installed."
}

log=$(mktemp) || exit 2
needs "$@"
need_cuda
[ -z "$missing" ] || install
rm -f "$log"
exec make "$@"

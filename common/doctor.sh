#!/bin/sh
# doctor.sh - what is here, and what each missing thing costs.
#
# Guarantee: looks only; never fails; works with nothing installed.

cd "$(dirname "$0")/.." || exit 0

line() {
    printf '  %-14s %s\n' "$1" "$2"
}

# tool COMMAND PACKAGE COST [VERSION-ARGUMENT]
tool() {
    if path=$(command -v "$1" 2>/dev/null); then
        version=$("$1" "${4:---version}" 2>&1 </dev/null |
            sed -n '/[0-9]\.[0-9]/{s/^ *//;p;q;}')
        line "$1" "$version ($path)"
    else
        line "$1" "MISSING: $3"
        line "" "to have it: apt-get install $2"
    fi
}

compilers() {
    echo "To work on the labs"
    tool make make "nothing runs"
    tool gcc gcc "nothing is built"
    tool clang clang "no emulated device, unless nvcc is here"
    if command -v "${NVCC:-nvcc}" >/dev/null 2>&1; then
        nvcc=$(command -v "${NVCC:-nvcc}")
        line nvcc "$("$nvcc" --version | sed -n 's/.*release/release/p') \
($nvcc)"
        headers=$(sh common/config.sh 2>/dev/null |
            sed -n 's/^CUDA_INCLUDE := //p')
        [ -e "${headers:-/usr/include}/cuda_runtime_api.h" ] ||
            line "" "without headers: no cuda_runtime_api.h in $headers"
    elif [ -x /usr/local/cuda/bin/nvcc ]; then
        line nvcc "/usr/local/cuda/bin/nvcc (not in PATH; used all the same)"
    else
        line nvcc "not here: needed for a GPU only"
        line "" "to have it: apt-get install nvidia-cuda-toolkit"
    fi
}

libraries() {
    sh common/config.sh 2>&1 | awk '
        /^HAVE_/ { printf "  %-14s usable\n", tolower(substr($1, 6)) }
        /^  note: no/ {
            name = $3
            sub(":", "", name)
            sub("  note: no [^ ]*: ", "")
            printf "  %-14s MISSING: %s\n", tolower(name), $0
        }'
}

others() {
    tool gnuplot gnuplot-nox "make plot writes data without pictures"
    tool inotifywait inotify-tools "make watch looks twice a second" --help
    tool pandoc pandoc "make report writes Markdown only"
    tool weasyprint weasyprint "make report makes no pdf"
    tool msgcat gettext "reports in Russian and Chinese have English words"
    tool git git "no history of your work"
    tool zip zip "make submit packs a tar.gz, reports have Letter paper"
    # Not what the student edition leaves to the instructor.
    [ ! -e .edition ] || return 0
    echo
    echo "To work on the workbook itself"
    tool bats bats "no command line tests"
    tool prove perl "no make test"
    tool clang-format clang-format "make lint does not check the layout"
    tool cppcheck cppcheck "make lint does not check C"
    tool shellcheck shellcheck "make lint does not check shell"
}

gpus() {
    echo
    echo "GPU"
    if command -v nvidia-smi >/dev/null 2>&1; then
        nvidia-smi --query-gpu=name,driver_version,memory.total,compute_cap \
            --format=csv,noheader 2>&1 | sed 's/^/  /'
        [ -e /dev/nvidia0 ] ||
            line "" "no /dev/nvidia0: this account or container has no GPU"
    else
        line none "make check and make plot use the emulated device"
    fi
}

# What keeps student.cu apart from all else; asked of the program that does it,
# or, where nothing is built yet, of bubblewrap itself.
boxes() {
    echo
    echo "The box that student.cu is compiled and run in"
    if [ -x build/bin/box ]; then
        kind=$(build/bin/box --kind)
    elif bwrap --ro-bind / / true 2>/dev/null; then
        kind=bubblewrap
    else
        kind="no bubblewrap"
    fi
    line "made of" "$kind"
    case $kind in
    bubblewrap*) return ;;
    esac
    if command -v bwrap >/dev/null 2>&1; then
        line "" "bwrap is here, and this system does not let it work: in a"
        line "" "container, or where user namespaces are denied (Ubuntu 24.04)"
    else
        line bubblewrap "MISSING: student.cu sees more of this machine"
        line "" "to have it: apt-get install bubblewrap"
    fi
}

# What the emulated device computes 32 lanes with.
vectors() {
    case $(uname -m) in
    aarch64)
        line NEON "yes, as on all 64-bit Arm: the same points and counters"
        line "" "4 lanes at a time, where AVX2 has 8; not timed on such a chip"
        ;;
    *) if grep -q avx2 /proc/cpuinfo 2>/dev/null; then
        line AVX2 "yes: the emulated device runs at full speed"
    else
        line AVX2 "no: the emulated device runs at about half its speed"
    fi ;;
    esac
}

machine() {
    echo
    echo "This machine"
    [ -r /etc/os-release ] &&
        line system "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)"
    line processors "$(OMP_NUM_THREADS='' nproc 2>/dev/null)"
    vectors
    [ -r /proc/meminfo ] && line memory \
        "$(awk '/^MemAvailable/ { printf "%.1f GB free", $2 / 1e6 }' \
            /proc/meminfo)"
    line disk "$(df -Pk . | awk 'NR == 2 { printf "%.1f GB free", $4 / 1e6 }')"
}

compilers
libraries
others
gpus
boxes
machine
exit 0

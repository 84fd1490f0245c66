#!/bin/sh
# library.sh - runs the contest that library.cu is, and writes its tables.
#
#   sh common/tests/library/library.sh PROGRAM FOLDER
#
# Into FOLDER: library_all.csv, what PROGRAM printed; library.csv, of that the
# libraries and the kernel that only reads, by which medals are given
# (plots/recorded/library_ID.csv); library.md, to be read, and champions.md,
# with the steps on the way to a champion, which students are not shown.
# Exit status: of PROGRAM; 2 without a GPU.

program=${1:?library.sh: give it the program that make library builds}
folder=${2:?library.sh: and a folder for the tables}

command -v nvidia-smi >/dev/null || {
    echo "library.sh: no GPU here: the libraries run on nothing else" >&2
    exit 2
}
toolkit=$(nvcc --version | sed -n 's/.*release \([^,]*\).*/CUDA \1/p')
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
    head -n 1)
today=$(date +%Y-%m-%d)
"$program" >"$folder/library_all.csv"
status=$?
[ $status -ne 2 ] || exit 2
{
    echo "# device: ${gpu%%,*}"
    echo "# driver, toolkit, date: ${gpu#*, }, $toolkit, $today"
    echo 'exercise,rows,cols,inner,library,warm_us,cold_us'
    awk -F, '$6 == "library" || $5 == "read-only" {
        print $1 "," $2 "," $3 "," $4 "," $5 "," $7 "," $11
    }' "$folder/library_all.csv"
} >"$folder/library.csv"
page() {
    awk -F, -v steps="$1" -v gpu="$gpu, $toolkit, $today" \
        -f common/tests/library/page.awk "$folder/library_all.csv"
}
page 0 >"$folder/library.md"
{
    page 1
    echo
    awk -F, -f common/tests/library/aims.awk "$folder/library_all.csv"
} >"$folder/champions.md"
exit $status

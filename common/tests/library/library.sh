#!/bin/sh
# library.sh - the table that library.cu fills, with its heading.
#
#   sh common/tests/library/library.sh PROGRAM >TABLE.md
#
# Exit status: of the program; 2 without it.

program=${1:?library.sh: give it the program that make library builds}

command -v nvidia-smi >/dev/null || {
    echo "library.sh: no GPU here: the libraries run on nothing else" >&2
    exit 2
}
toolkit=$(nvcc --version | sed -n 's/.*release \([^,]*\).*/CUDA \1/p')
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)
cat <<END
# The references against cuBLAS and CUB

$gpu, $toolkit, $(date +%Y-%m-%d). Made by \`make library\`.

Microseconds of one call, medians, the library's ("its") beside. Warm: calls
follow each other in batches, the data stays in L2 where it fits. Cold: L2 is
overwritten before each single call. Ratio: the reference's time over the
library's, in the same turn; least and most of five turns in brackets. Above 1
the library is faster. Products in float stay in float (no TF32). Sizes as
in \`make check\`: rows x cols (x inner); for dot and block_clock blocks x
elements x threads; for batches L x M x N.

| exercise | size | library | warm | its | ratio | cold | its | ratio |
|---|---|---|---:|---:|---:|---:|---:|---:|
END
exec "$program"

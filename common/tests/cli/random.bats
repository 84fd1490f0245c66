#!/usr/bin/env bats
# Kernels of one instruction write what they wrote on an H200
# (common/tests/random/h200.md).

@test "a part of the kernels of one instruction gives the H200's hashes" {
    command -v nvcc >/dev/null || skip "no nvcc"
    here=common/tests/random
    cd "$BATS_TEST_DIRNAME/../../.." || return 1
    at=$BATS_TEST_TMPDIR
    "${CC:-gcc}" -std=c17 -D_GNU_SOURCE $here/patterns.c $here/programs.c \
        $here/generate.c -I common/harness -o "$at/generate"
    "$at/generate" instructions 3 16 >"$at/part.cu"
    nvcc -std=c++17 -gencode arch=compute_90,code=compute_90 -no-compress \
        -fmad=false --cudart=shared -w -I $here "$at/part.cu" -o "$at/part"
    common/emulator/ptxrun --quiet "$at/part" --seed 1 >"$at/here"
    run awk 'NR == FNR { h200[$1] = $2; next }
        $1 in h200 { count++; if (h200[$1] != $2) print $1 " differs" }
        END { if (count < 70) print count + 0 " compared" }' \
        $here/h200.hashes "$at/here"
    [ "$output" = "" ]
}

#!/usr/bin/env bats
# Random kernels write what they wrote on an H200 (common/tests/random/h200.md).

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    gcc -std=c17 -D_GNU_SOURCE common/tests/random/patterns.c \
        common/tests/random/programs.c common/tests/random/richer.c \
        common/tests/random/generate.c \
        -I common/harness -o "$BATS_FILE_TMPDIR/generate"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    here=common/tests/random
    at=$BATS_TEST_TMPDIR
}

# equals SEED LEAST GENERATE-ARGUMENT...: at least so many of the kernels are
# among those recorded of the seed, and all of these give the same hash.
equals() {
    command -v nvcc >/dev/null || skip "no nvcc"
    seed=$1
    least=$2
    shift 2
    "$BATS_FILE_TMPDIR/generate" "$@" >"$at/part.cu"
    nvcc -std=c++17 -gencode arch=compute_90,code=compute_90 -no-compress \
        -lineinfo -fmad=false --cudart=shared -w -I $here "$at/part.cu" \
        -o "$at/part"
    common/emulator/ptxrun "$at/part" --seed "$seed" >"$at/here" 2>"$at/findings"
    run awk -v least="$least" 'NR == FNR { h200[$1] = $2; next }
        $1 in h200 { count++; if (h200[$1] != $2) print $1 " differs" }
        END { if (count < least) print count + 0 " compared" }' \
        "$here/h200_$seed.hashes" "$at/here"
    [ "$output" = "" ]
}

@test "a part of the kernels of one instruction gives the H200's hashes" {
    equals 2 112 instructions 3 16
}

@test "random programs give the H200's hashes, and nothing is found wrong" {
    equals 1 9 programs 1001 12
    cat "$at/findings"
    [ ! -s "$at/findings" ]
}

@test "as many of another seed" {
    equals 2 16 programs 2004 16
    cat "$at/findings"
    [ ! -s "$at/findings" ]
}


@test "richer random programs do so as well" {
    equals 2 24 rich 2007 24
    cat "$at/findings"
    [ ! -s "$at/findings" ]
}

@test "kernels behind one that failed run in another process" {
    cat >"$at/kernels" <<'END'
#!/bin/sh
case "$*" in
'--seed 7') printf 'p0 aa\np1 cudaErrorLaunchFailure\n' && exit 1 ;;
'--seed 7 --after p1') echo 'p2 cudaErrorLaunchFailure' && exit 1 ;;
'--seed 7 --after p2') echo 'p3 bb' ;;
esac
END
    chmod +x "$at/kernels"
    run sh $here/hashes.sh "$at/kernels" 7
    [ "$(echo "$output" | tr '\n' ' ')" = "p0 aa p1 cudaErrorLaunchFailure \
p2 cudaErrorLaunchFailure p3 bb " ]
}

#!/bin/sh
# samples.sh - NVIDIA's CUDA samples on the emulated device.
#
#   sh common/tests/programs/samples.sh FOLDER [NAME...]
#
# Idea: FOLDER holds the unpacked samples (Common/ and Samples/*/*), which are
# not ours and so not here.  Each is built from all its sources, unchanged but
# for the sizes of some (see smaller), and run under ptxrun; its own check and
# our findings say how that ended.  NAME selects samples: transpose, or
# '0_Introduction/*'.  NVCC names the compiler, LIMIT the seconds a sample may
# take (180).  What was built and printed stays in build/samples.
# Guarantee: the table of SAMPLES.md has the new results in their column; other
# rows and columns stay as they are.

if ! [ -d "$1/Samples" ] || ! [ -f "$1/Common/helper_cuda.h" ]; then
    echo "usage: samples.sh FOLDER [NAME...]; FOLDER has Common and Samples" >&2
    exit 2
fi
folder=$(cd "$1" && pwd) || exit 2
shift
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD
# shellcheck source=common/tests/programs/findings.sh
. common/tests/programs/findings.sh
nvcc=${NVCC:-nvcc}
release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
[ -n "$release" ] || {
    echo "samples.sh: no compiler $nvcc; set NVCC" >&2
    exit 2
}
make -s emulator blas || exit 2

# matches SAMPLE NAME...: is it one of these?
matches() {
    sample=$1
    shift
    [ $# -gt 0 ] || return 0
    for name; do
        # shellcheck disable=SC2254 # a pattern is meant
        case $sample in
        $name | */$name) return 0 ;;
        esac
    done
    return 1
}

# What a sample needs that no emulated device has, from its own Makefile.  Of
# cuRAND the headers are enough where the library's is not among them; and some
# that draw can be told not to.
needs() {
    case $1 in
    *D3D*) echo "Windows" && return ;;
    esac
    makefile=$(grep -v '^ *#' Makefile)
    grep -qrE '[<"]curand.h[>"]' . || makefile=$(printf '%s' "$makefile" |
        sed 's/-lcurand//g')
    draws_nothing "$1" && makefile=$(printf '%s' "$makefile" | sed 's/-lGL//g')
    while read -r pattern what; do
        printf '%s' "$makefile" | grep -qE -e "$pattern" && {
            echo "$what" && return
        }
    done <<'END'
-lnvrtc|libnvrtc NVRTC
-lGL|-lEGL|-lGLES|-lvulkan|-lX11|-ldrm a graphics library
mpi(cxx|cc|CXX) MPI
-lcu(blasLt|blas_static|fft|sparse)|-lnpp|-lnvjpeg a library of NVIDIA's
-lcu(solver|rand|dla) a library of NVIDIA's
-lnvsci|-lNvSci|-lnvmedia NvSci
-lcuda\> the driver API
END
    grep -q cuda_drvapi_dynlink ./*.cpp 2>/dev/null && echo "the driver API"
}

# The oldest architecture that the sample and every nvcc from 11.8 on have; of
# those with barriers in shared memory, one that has instructions for them.
architecture() {
    least=75
    grep -qE '<cuda/(barrier|pipeline)>' ./*.cu 2>/dev/null && least=80
    sed -n 's/^SMS ?= //p' Makefile | tail -1 | tr ' ' '\n' |
        awk -v least=$least '
            $1 >= least && !first { first = $1 }
            END { print first ? first : least }'
}

# Has it an argument (see arguments) with which it opens no window?
draws_nothing() {
    case $1 in
    */nbody | */particles | */recursiveGaussian) true ;;
    *) false ;;
    esac
}

# Sizes that are constants of a sample, where its own would take hours: what
# sed is to replace, and in which file of a copy.
smaller() {
    case $1 in
    */convolutionSeparable | */convolutionTexture)
        echo 's/imageW = 3072/imageW=768/ main.cpp'
        echo 's/imageH = 3072/imageH=768/ main.cpp'
        echo 's/iterations = [0-9]*/iterations=1/ main.cpp' ;;
    */simplePitchLinearTexture)
        echo 's/NUM_REPS 100/NUM_REPS 1/ simplePitchLinearTexture.cu' ;;
    */matrixMul) echo 's/nIter = 300/nIter=3/ matrixMul.cu' ;;
    */globalToShmemAsyncCopy)
        echo 's/nIter = 100/nIter=3/ globalToShmemAsyncCopy.cu' ;;
    */simpleAWBarrier)
        echo 's/size = 10000000/size=100000/ simpleAWBarrier.cu' ;;
    */simpleStreams)
        echo 's/nreps = 10;/nreps=1;/ simpleStreams.cu'
        echo 's/n = 16 /n=1 / simpleStreams.cu' ;;
    */UnifiedMemoryPerf)
        echo 's/InMb = 64/InMb=1/ matrixMultiplyPerf.cu' ;;
    */alignedTypes)
        echo 's/MEM_SIZE = 50000000/MEM_SIZE=500000/ alignedTypes.cu'
        echo 's/TIONS = 32/TIONS=1/ alignedTypes.cu' ;;
    */eigenvalues) echo 's/iters_timing = 100/iters_timing=1/ main.cu' ;;
    */histogram)
        echo 's/numRuns = 16/numRuns=1/ main.cpp'
        echo 's/byteCount = 64/byteCount=4/ main.cpp' ;;
    */reductionMultiBlockCG)
        echo 's/testIterations = 100/testIterations=1/' \
            reductionMultiBlockCG.cu ;;
    */scan)
        echo 's/iCycles = 100/iCycles=1/ main.cpp'
        echo 's/13.*1048576/13*65536/ main.cpp' ;;
    */sortingNetworks) echo 's/N = 1048576/N=65536/ main.cpp' ;;
    */BlackScholes)
        echo 's/OPT_N = 4000000/OPT_N=400000/ BlackScholes.cu'
        echo 's/NUM_ITERATIONS = 512/NUM_ITERATIONS=2/ BlackScholes.cu' ;;
    */binomialOptions)
        echo 's/MAX_OPTIONS 1024/MAX_OPTIONS 64/ binomialOptions_common.h' ;;
    */fastWalshTransform)
        echo 's/log2Data = 23/log2Data=17/ fastWalshTransform.cu' ;;
    */quasirandomGenerator)
        echo 's/numIterations = 20/numIterations=1/ quasirandomGenerator.cpp' ;;
    esac
}

# Into a smaller copy of the sample, if it has one.
enter_smaller() {
    edits=$(smaller "$1")
    [ -n "$edits" ] || return 0
    copy=$root/build/samples/smaller/$(basename "$1")
    rm -rf "$copy" && mkdir -p "$copy" && cp -R . "$copy" && cd "$copy" &&
        printf '%s\n' "$edits" | while read -r edit; do
            sed -i "${edit% *}" "${edit##* }" || exit 1
        done
}

build() {
    flags=
    draws_nothing "$2" && flags="$flags -lGL -lGLU -lglut"
    grep -q -e '-fopenmp' Makefile && flags="$flags -Xcompiler -fopenmp"
    grep -qE -e '-rdc=true|-dc( |$)' Makefile && flags="$flags -rdc=true"
    grep -qE '^ALL_CCFLAGS.*-ftz=true' Makefile && flags="$flags -ftz=true"
    grep -v '^ *#' Makefile | grep -q -e '-lcublas' && # ours
        flags="$flags -L$root/build/emulator -lcublas"
    # shellcheck disable=SC2046,SC2086 # lists of words
    "$nvcc" -arch=compute_"$(architecture)" --cudart=shared -lineinfo -w \
        -I "$folder/Common" -I . -I inc \
        $(ls ./*.cu ./*.cpp src/*.cu src/*.cpp 2>/dev/null) $flags \
        -o "$1" >"$1.build" 2>&1
}

# Sizes at which a sample ends within minutes, where it has an option for them.
arguments() {
    case $1 in
    */globalToShmemAsyncCopy) echo -wA=128 -hA=128 -wB=128 -hB=128 ;;
    */UnifiedMemoryPerf) echo -kernel-iterations=1 ;;
    */transpose) echo -dimX=64 -dimY=64 ;;
    */FDTD3d) echo --dimx=96 --dimy=96 --dimz=96 --timesteps=1 ;;
    */nbody) echo -compare -numbodies=1024 ;;
    */particles) echo -n=1024 -i=2 -file=data/ref_particles.bin ;;
    */radixSortThrust) echo -n=20000 -iterations=1 ;;
    */recursiveGaussian) echo -file=data/ref_10.ppm ;;
    esac
}

# verdict STATUS OUTPUT FINDINGS
verdict() {
    refused=$(sed -n 's/.*error: \(.*\) \(is\|are\) not supported.*/\1/p' "$3" |
        head -1)
    found=$(findings "$3")
    missing=$(sed -n 's/.*undefined symbol: \([^,]*\).*/\1/p' "$2" | head -1)
    waives=$(grep -iE 'waiv' "$2" | head -1 | tr -d '|' | cut -c1-60)
    if [ -n "$refused$missing" ]; then
        echo "refused: ${refused:-$missing}"
        return
    elif [ "$1" -eq 124 ]; then
        end="longer than ${LIMIT:-180} s"
    elif [ "$1" -eq 2 ] && [ -n "$waives" ]; then
        end="waives itself: $waives"
    elif [ "$1" -ne 0 ] || grep -qiE 'test failed|result = fail' "$2"; then
        end="fails (status $1)"
    else
        end="passes"
    fi
    echo "$end${found:+; found: $found}"
}

# try SAMPLE: one line, how it ended.
try() {
    cd "$folder/Samples/$1" || return
    what=$(needs "$1")
    if [ -n "$what" ]; then
        echo "needs $what"
        return
    fi
    program=$root/build/samples/$release/$(basename "$1")
    mkdir -p "$(dirname "$program")"
    enter_smaller "$1" || return
    build "$program" "$1" || {
        echo "does not compile"
        return
    }
    # shellcheck disable=SC2046 # a list of words
    timeout "${LIMIT:-180}" "$root/common/emulator/ptxrun" \
        --log-file "$program.findings" "$program" $(arguments "$1") \
        >"$program.out" 2>&1 </dev/null
    verdict $? "$program.out" "$program.findings"
}

results=$root/build/samples/results
mkdir -p "$root/build/samples"
for makefile in "$folder"/Samples/*/*/README.md; do
    sample=$(dirname "$makefile")
    sample=${sample#"$folder"/Samples/}
    matches "$sample" "$@" || continue
    result=$(try "$sample")
    echo "$sample: $result" >&2
    printf '%s\t%s\n' "$sample" "$result"
done >"$results"
[ -s "$results" ] || {
    echo "samples.sh: none of these is in $folder/Samples" >&2
    exit 2
}

awk -v release="$release" -f common/tests/programs/samples.awk "$results" \
    common/tests/programs/SAMPLES.md >"$results.md" &&
    mv "$results.md" common/tests/programs/SAMPLES.md

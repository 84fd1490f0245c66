#!/usr/bin/env bats
# cause.bats - what make check says of a failure: its cause first, one block,
# 24 lines, as wide as the terminal is.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" $lab
    # Past the end in matvec, columns in place of rows in vecmat, matvec_warp
    # is left as it is begun, matmul_naive is right.
    sed -e '/^__global__ void matvec_kernel/,/^}/{/row >= /,/return;/d}' \
        -e '/^__global__ void vecmat_kernel/,/^}/s/V\[i\]/V[0]/' \
        -e '/^extern "C" void matvec_warp(/,/^}/s/matvec_warp_kernel<<<.*;/;/' \
        $lab/reference.cu >"$room/$lab/student.cu"
    grade "$room" LAB=$lab >"$room/output" 2>&1 || true
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
}

# row EXERCISE: its line of the table.
row() {
    grep "^  $1 " "$room/output"
}

@test "a lab: a line for each exercise, and one block" {
    cat "$room/output"
    [ "$(grep -c '^  [a-z_]* .* [0-9]*/[0-9]*$' "$room/output")" -eq \
        "$({ build/bin/grader list --tsv && build/bin/grader list --cases; } |
            awk -F '\t' -v lab=$lab '$1 == lab && $5' | wc -l)" ]
    row matvec | grep -q 'A x V, a thread per row'
    row matvec_warp | grep -q 'not begun'
    row matmul_naive | grep -q ' \([0-9]*\)/\1$'
    [ "$(grep -c 'not ok' "$room/output")" -eq 2 ]
    [ "$(grep -c ' in the grid it is thread 1,' "$room/output")" -eq 1 ]
}

@test "the sentence of the emulated device is the first, then the line" {
    line=$(grep -n -m 1 'A\[row \* cols + j\]' "$room/$lab/student.cu" |
        cut -d: -f1)
    grep -A 4 '^  matvec ' "$room/output" >"$room/block"
    cat "$room/block"
    sed -n 3p "$room/block" |
        grep -q "^  $lab/student.cu:$line: read of 4 bytes past the end of A, by"
    sed -n 5p "$room/block" | grep -q "^ *$line | sum += A\[row"
    ! grep -q 'kernels.h\|runner/\|cudaErrorIllegal' "$room/output" || false
}

@test "one exercise: at most 24 lines, its checks; FULL=1 shows all" {
    run grade "$room" EX=matvec
    echo "$output"
    [ "${#lines[@]}" -le 24 ]
    [[ "$output" == *"not ok"*"correct: right at 0 of 4 sizes"* ]]
    [[ "$output" == *"later"*"one store per result"* ]]
    [[ "$output" == *"FULL=1"* ]]
    run grade "$room" EX=matvec FULL=1
    [[ "$output" == *"cudaErrorIllegalAddress"* ]]
    [[ "$output" == *"The emulated device says:"* ]]
    run grade "$room" LAB=$lab EX=matvec_warp
    [ "$(grep -c matvec_warp <<<"$output")" -le 3 ]
    [[ "$output" == *"not begun"* ]]
}

@test "check.json has the first sentence, and the checks all of it" {
    first=$(awk -v exercise=matvec -v want=first \
        -f common/tests/cli/check_json.awk "$room/build/results/check.json")
    echo "$first"
    grade "$room" EX=matvec >/dev/null || true
    first=$(awk -v exercise=matvec -v want=first \
        -f common/tests/cli/check_json.awk "$room/build/results/check.json")
    [[ "$first" == "$lab/student.cu:"*": read of 4 bytes past the end of A, by a thread"* ]]
    [[ "$(message "$room/build/results/check.json" matvec correct)" == \
        *"cudaErrorIllegalAddress"* ]]
}

@test "folded at the terminal's width, in colour and without" {
    command -v script >/dev/null || skip "no script"
    for columns in 40 80 120; do
        run env TERM=xterm script -qec "stty cols $columns; cd '$room' && \
            build/bin/grader check --ex matvec --device emu 2>/dev/null" \
            /dev/null
        plain=$(sed 's/\x1b\[[0-9;]*[mK]//g; s/\r//g' <<<"$output")
        echo "$plain"
        [[ "$output" == *$'\e[31m'* ]]
        awk -v most=$columns '!/^ *make check/ && length > most {
            print "too long: " $0; bad = 1 } END { exit bad }' <<<"$plain"
    done
}

@test "shared arrays that are too large as declared: no launch mends that" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    sed '/^__global__ void matvec_kernel/,/^}/s/^{/&\
    __shared__ float a[128][128], b[128][128];\
    a[threadIdx.x][0] = b[threadIdx.x][0] = A[0];\
    if (a[0][rows] + b[0][cols] == 2.0f) return;/' \
        $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab EX=matvec CUDACC=clang FULL=1
    echo "$output"
    said=$(tr -s ' \n' ' ' <<<"$output")
    [[ "$said" == *"have 131072 bytes together; they may have 49152"* ]]
    [[ "$said" == *"make them smaller, or declare one extern"* ]]
    [[ "$said" != *cudaFuncSetAttribute* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "an empty file: that it is, and how to have the stubs again" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    for text in '' '\n \t\n'; do
        printf %b "$text" >"$room/$lab/student.cu"
        run grade "$room" LAB=$lab EX=matvec
        echo "$output"
        [[ "$output" == *"  $lab/student.cu is empty; \"make stubs LAB=$lab\" makes it anew"* ]]
        [[ "$output" == *"student.cu did not run"* ]]
        [[ "$output" != *"spelt"* ]]
    done
    touch "$room/.edition" # which has nothing to make it of
    run grade "$room" LAB=$lab EX=matvec
    rm "$room/.edition"
    [[ "$output" == *"student.cu is empty; \"git checkout $lab/student.cu\""* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "a file that does not compile: the first error, its line, a caret" {
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    sed 's/int j = 0/int j = zero/' $lab/reference.cu >"$room/$lab/student.cu"
    line=$(grep -n -m 1 'int j = zero' "$room/$lab/student.cu" | cut -d: -f1)
    run grade "$room" LAB=$lab
    echo "$output"
    [[ "$output" == *"  $lab/student.cu:$line: "*zero*" $line | for (int"* ]]
    [ "$(grep -c ' | *^$' <<<"$output")" -eq 1 ]
    [[ "$output" == *"student.cu did not run"* ]]
    # What is missing at the end of a line, and a launch without its brackets.
    sed 's/int j = 0; j < cols; j++)/&\n        float k = 0/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab CUDACC=clang
    [[ "$output" == *" | float k = 0"*" |            ^"* ]]
    for launch in '' '<<n, BLOCK>>' '<<<n>>>'; do
        sed "s/warm_map_kernel<<<.*>>>/warm_map_kernel$launch/" \
            $lab/reference.cu >"$room/$lab/student.cu"
        run grade "$room" LAB=$lab CUDACC=clang
        echo "$output"
        [[ "$output" == *"warm_map_kernel"*"kernel<<<blocks, threads>>>(...)"* ]]
    done
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

# mistaken SED WORDS...: in the order in which make check says them of a
# reference that was changed so.
mistaken() {
    local words='' word
    sed "$1" $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" LAB=$lab EX=warm_map CUDACC=clang
    echo "$output"
    output=$(tr -s ' \n' ' ' <<<"$output")
    shift
    for word; do
        [[ "$output" == *"$word"* ]]
        output=${output#*"$word"}
    done
}

@test "a loop without an end: what to look at, no option of another program" {
    command -v clang >/dev/null || skip "no clang"
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    mistaken '/^__global__ void warm_map_kernel/,/^}/s/^{/{ while (y) y[0]++;/' \
        "does not end" "does the loop's condition become false" \
        "turns as there are elements?"
    [[ "$output" != *"ptxrun"* ]]
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

@test "what clang says of mistakes in CUDA has what decides, and what is next" {
    command -v clang >/dev/null || skip "no clang"
    cp "$room/$lab/student.cu" "$BATS_TEST_TMPDIR"
    mistaken 's/cudaMalloc(&d_x/cudaMalloc(d_x/' "'float *' to 'void **'" '&d'
    mistaken 's/x\[i\] \* x\[i\] + 1/rand()/' '__host__ function from' \
        'put __device__ in front of'
    mistaken '/^extern "C" void warm_map(/,/^}/s/^{/{ printf("a");/
        /stdio.h/d' '__device__ function from' '#include <stdio.h>'
    mistaken '/^__global__ void warm_map_kernel/,/^}/{/^}/d}' \
        'extern "C" void warm_map' 'is a } missing above?'
    mistaken "\$aint main(void) { return 0; }" \
        "main is defined, and must not be" "int main(void)"
    # A kernel with a letter that PTX lacks: clang fails, and says where.
    mistaken "s/warm_map_kernel/w$(printf '\320\260')rm_map_kernel/" \
        "$lab/student.cu:" "PTX has no such letters"
    cp "$BATS_TEST_TMPDIR/student.cu" "$room/$lab"
}

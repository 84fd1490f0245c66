#!/usr/bin/env bats
# judge.bats - the emulated device is a process of its own: what the host's side
# of a program can and cannot do (harness/run/protocol.h).

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export room="$BATS_FILE_TMPDIR/room"
    classroom "$room" $lab
    json="$room/build/results/check.json"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    json="$room/build/results/check.json"
}

# at_start LAUNCHER CODE: a sed script that puts it there; at_end: before its
# last line.
at_start() {
    printf '/^extern "C".* %s(/,/^{/s|^{|{ %s|' "$1" "$(tr '\n' ' ' <<<"$2")"
}

at_end() {
    printf '/^extern "C".* %s(/,/^}/s|^}|%s }|' "$1" "$(tr '\n' ' ' <<<"$2")"
}

# spoil SED...: the reference, with that in it, is student.cu.
spoil() {
    {
        printf '#include <%s.h>\n' signal stdio stdlib string unistd
        sed "$@" $lab/reference.cu
    } >"$room/$lab/student.cu"
}

# student SED...: and is graded, where $only names an exercise, in that; output
# in $output.
student() {
    spoil "$@"
    run grade "$room" ${only:+EX=$only}
    echo "$output"
}

# The same, with a second for each launcher.
student_in_a_second() {
    spoil "$@"
    make -C "$room" build/$lab/student.clang
    cd "$room" || return
    run build/bin/grader check --lab $lab --device emu --compiler clang --limit 1
    cd - || return
    echo "$output"
}

score() {
    awk -v exercise="$1" -v check="" -v want=score \
        -f common/tests/cli/check_json.awk "$json"
}

# Computes C = A x V on the host, from what it copies back.
on_host='size_t n = (size_t)rows * cols;
    float *a = (float *)malloc(4 * n), *v = (float *)malloc(4 * cols),
        *c = (float *)calloc(4, rows);
    cudaMemcpy(a, A, 4 * n, cudaMemcpyDeviceToHost);
    cudaMemcpy(v, V, 4 * cols, cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < cols; k++)
            c[i] += a[(size_t)i * cols + k] * v[k];
    cudaMemcpy(C, c, 4 * rows, cudaMemcpyHostToDevice);
    free(a); free(v); free(c);'

# The same from memory that host and device share.
in_managed='float *m; size_t n = (size_t)rows * cols;
    cudaMallocManaged(\&m, 4 * (n + rows + cols));
    cudaMemcpy(m, A, 4 * n, cudaMemcpyDefault);
    cudaMemcpy(m + n, V, 4 * rows, cudaMemcpyDefault);
    for (int k = 0; k < cols; k++) m[n + rows + k] = 0;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < cols; k++)
            m[n + rows + k] += m[(size_t)i * cols + k] * m[n + i];
    cudaMemcpy(C, m + n + rows, 4 * cols, cudaMemcpyDefault);
    cudaFree(m);'

@test "what is computed on the host is told, and earns nothing" {
    student -e "$(at_end matvec "$on_host")" \
        -e "$(at_end vecmat "$in_managed")" \
        -e "$(at_start matmul_naive 'memset((void *)C, 0, 4);')"
    for exercise in matvec vecmat; do
        [ "$(score $exercise)" = 0 ]
        [[ "$(message "$json" $exercise correct)" == *"computed on the host: line "*"C is written afterwards"* ]]
    done
    [ "$(score matmul_naive)" = 0 ]
    [[ "$(message "$json" matmul_naive correct)" == *"device pointer"* ]]
    [[ "$output" == *"the host program read or wrote device memory"* ]]
    [ "$(score matvec_warp)" = "$(points_of matvec_warp)" ]
    [ "$(score vector_add)" = "$(points_of vector_add)" ]
}

@test "a look at the result costs nothing" {
    student -e "$(at_end matvec 'float *c = (float *)malloc(4 * rows);
        cudaMemcpy(c, C, 4 * rows, cudaMemcpyDeviceToHost);
        if (c[0] == 7) puts("seven"); free(c);')" \
        -e "$(at_end vecmat 'float *m; cudaMallocManaged(\&m, 4 * cols);
        cudaMemcpy(m, C, 4 * cols, cudaMemcpyDefault);
        if (m[cols - 1] == 7) puts("seven"); cudaFree(m);')"
    [ "$(score matvec)" = "$(points_of matvec)" ]
    [ "$(score vecmat)" = "$(points_of vecmat)" ]
}

@test "vector_add on the host is told" {
    host='for (int i = 0; i < n; i++) ((float *)c)[i] = a[i] + b[i];'
    kernel='/ vector_add_kernel(/,/^}/s|c\[i\] = .*|c[i] = a[i];|'
    only=vector_add student \
        -e "/^extern \"C\".* vector_add(/,/^}/s|return error;|$host &|" \
        -e "$kernel"
    [ "$(score vector_add)" = 0 ]
    [[ "$(message "$json" vector_add correct)" == *"computed on the host: "*" of c never came from the device"* ]]
    # Sent to the device and back.
    student -e "$(at_start vector_add "$host a = c;")" -e "$kernel"
    [ "$(score vector_add)" = 0 ]
    [[ "$(message "$json" vector_add correct)" == *"computed on the host, or "*"in no input"* ]]
    # As one does who takes the size of a pointer for that of what is there.
    student -e '/^extern "C".* vector_add(/,/^}/s/sizeof(float)/sizeof(a)/'
    [[ "$(message "$json" vector_add correct)" == *"a copy to the device is longer than its array"* ]]
    [ "$(score matvec)" = "$(points_of matvec)" ]
}

# The calls that a box refuses are made: by limits alone it must end, too.
@test "a program that sleeps, stops itself or floods ends, and alone" {
    export BOX=limits
    student_in_a_second -e "$(at_start matvec 'raise(SIGSTOP);')" \
        -e "$(at_start vecmat 'for (;;) puts("flood");')" \
        -e "$(at_start matvec_warp 'kill(getppid(), SIGSTOP);')" \
        -e "$(at_start matmul_naive 'void *p;
            for (;;) cudaMemcpy(\&p, A, 1, cudaMemcpyDeviceToHost);')"
    [ "$(score matvec)" = 0 ]
    [ "$(score vecmat)" = 0 ]
    [ "$(score matmul_naive)" = 0 ]
    [ "$(score vector_add)" = "$(points_of vector_add)" ]
    for exercise in matvec vecmat matmul_naive; do
        [[ "$(message "$json" $exercise correct)" == *"did not end within"* ]]
    done
    for process in /proc/[0-9]*/exe; do
        [[ "$(readlink "$process")" != "$room"* ]]
    done
}

@test "environment and files of the grader are out of reach" {
    only=matvec student -e "$(at_start matvec 'extern char **environ;
        for (char **v = environ; *v; v++)
            if (!strncmp(*v, "PTXRUN", 6)) exit(7);
        for (int i = 5; i < 999; i++) if (dup(i) >= 0) exit(8);
        for (int i = 3; i < 5; i++) if (lseek(i, 0, SEEK_CUR) >= 0) exit(9);')"
    [ "$(score matvec)" = "$(points_of matvec)" ]
}

@test "what submissions share is out of reach" {
    local shared="$BATS_TEST_TMPDIR/shared"
    mkdir -m 700 "$shared"
    echo known >"$shared/known"
    sed -e '1i #include <dirent.h>\n#include <fcntl.h>\n#include <unistd.h>' \
        -e '1i #include <stdlib.h>' -e "$(at_start matvec "
        for (int i = 5; i < 999; i++) if (dup(i) >= 0) exit(8);
        if (opendir(\"$shared\")) exit(9);
        if (open(\"$shared/known\", 0) >= 0) exit(10);")" \
        $lab/reference.cu >"$room/$lab/student.cu"
    make -C "$room" build/$lab/student.clang
    run "$room/build/bin/grader" check --ex matvec --device emu \
        --compiler clang --predicted --shared "$shared"
    echo "$output"
    [ "$status" -eq 0 ]
    ls "$shared" | grep -q inputs
}

@test "a program may use the device before its main function begins" {
    {
        echo '#include <cuda_runtime.h>'
        echo 'static float *early;'
        echo 'static int made = cudaMalloc(&early, 4);'
        cat $lab/reference.cu
    } >"$room/$lab/student.cu"
    run grade "$room" EX=vector_add
    echo "$output"
    [ "$(score vector_add)" = "$(points_of vector_add)" ]
}

# record EXERCISE: what the student's launcher asks for at 48x64.
record() {
    make -s -C "$room" build/$lab/student.clang
    (cd "$room" && build/bin/grader record --ex "$1" --size 48x64 --folder .)
    cat "$room/48x64x1.recording"
}

@test "what a launcher asks of the device is recorded, twice" {
    cp $lab/reference.cu "$room/$lab/student.cu"
    run record matvec
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -cx begin <<<"$output")" -eq 2 ]
    [ "$(grep -cx end <<<"$output")" -eq 2 ]
    [ "$(grep -c '^buffer [0-9a-f]* 3000$' <<<"$output")" -eq 2 ]
    [ "$(grep -c '^launch _Z13matvec_kernelPKfS0_Pfii 1 1 1 256 1 1 0 0 ' \
        <<<"$output")" -eq 2 ]
}

@test "a launcher that looks at the device is not recorded" {
    {
        echo '#include <stdlib.h>'
        sed -e "$(at_start matvec "$on_host")" $lab/reference.cu
    } >"$room/$lab/student.cu"
    run record matvec
    echo "$output"
    [ "$(grep -c '^refused the launcher reads from the device' \
        <<<"$output")" -ge 2 ]
}

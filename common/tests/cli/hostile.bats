#!/usr/bin/env bats
# hostile.bats - host code that attacks what grades it: each attack costs its
# exercise, and all others are graded.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    export BOX=limits # a box refuses most of this: here it is done
    export room="$BATS_FILE_TMPDIR/room"
    classroom "$room" $lab
    {
        printf '#include <%s.h>\n' fcntl signal stdlib unistd
        sed -e "$(at_start matvec 'kill(getppid(), SIGKILL);')" \
            -e "$(at_start vecmat 'if (fork() == 0) { setsid(); sleep(99); }')" \
            -e "$(at_start matvec_warp 'for (int i = 3; i < 99; i++)
                if (ftruncate(i, 0) != 0 \&\& chdir("/") != 0) exit(1);')" \
            -e "$(at_start matmul_naive 'if (fork() == 0) sleep(99);
                for (int i = 0; i < 99; i++) close(i);')" $lab/reference.cu
    } >"$room/$lab/student.cu"
    grade "$room" >"$room/output" 2>&1 || true
}

# at_start LAUNCHER CODE: a sed script that puts it there.
at_start() {
    printf '/^extern "C".* %s(/,/^{/s|^{|{ %s|' "$1" "$(tr '\n' ' ' <<<"$2")"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
    json="$room/build/results/check.json"
}

@test "every exercise is graded" {
    cat "$room/output"
    [ "$(passed "$json" vector_add correct)" = true ]
    grep -q '^Score: ' "$room/output"
    grep -q 'Error 1$' "$room/output"
}

@test "killing the parent costs the exercise" {
    [[ "$(message "$json" matvec correct)" == *"kill() in your code"* ]]
}

@test "a copy made by fork() neither answers nor stays" {
    [ "$(passed "$json" vecmat correct)" = true ]
    for process in /proc/[0-9]*/cwd; do
        [ "$(readlink "$process")" != "$room" ]
    done
}

@test "files that are not the student's can be cut off in vain" {
    [ "$(passed "$json" matvec_warp correct)" = true ]
}

@test "closing every file is told" {
    [[ "$(message "$json" matmul_naive correct)" == *"close a file"* ]]
}

@test "messages fit 80 columns; control characters printed reach no terminal" {
    {
        echo '#include <stdio.h>'
        sed -e "$(at_start matvec 'puts("\\033[2Jone");')" \
            -e '/ matvec_kernel(/,/^}/s|row >= (size_t)rows|row > (size_t)rows|' \
            $lab/reference.cu
    } >"$room/$lab/student.cu"
    run grade "$room" EX=matvec
    [[ "$output" == *"past the end of"* ]]
    [[ "$output" == *"?[2Jone"* ]]
    [[ "$output" != *$'\033'* ]]
    for line in "${lines[@]}"; do
        echo "$line"
        [ ${#line} -lt 80 ]
    done
}

@test "what an assert said is repeated" {
    {
        echo '#include <assert.h>'
        sed -e "$(at_start matvec 'assert(rows < 0);')" $lab/reference.cu
    } >"$room/$lab/student.cu"
    run grade "$room" EX=matvec
    [[ "$output" == *"failed assert"*"it said:"*"rows < 0"* ]]
}

# What a launcher can reach of the grader: its files, its socket.
forgeries() {
    cat <<'END'
#include <cuda_runtime.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* All zeros: what is expected of them is zero too. */
static void zero_inputs(void)
{
    struct stat about;
    for (int i = 3; i < 99; i++)
        if (fstat(i, &about) == 0 && S_ISREG(about.st_mode) && about.st_size) {
            void *at = mmap(NULL, about.st_size, PROT_READ | PROT_WRITE,
                            MAP_SHARED, i, 0);
            if (at != MAP_FAILED)
                memset(at, 0, about.st_size);
        }
}

/* "All is well", in every length there may be. */
static void answer(void)
{
    static char packet[4096];
    for (int i = 3; i < 99; i++)
        for (size_t n = 1; n < sizeof packet; n++)
            send(i, packet, n, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* No finding, no launch. */
static void erase_records(void)
{
    struct stat about;
    for (int i = 3; i < 99; i++)
        if (fstat(i, &about) == 0 && about.st_size && ftruncate(i, 0) == 0)
            puts("erased");
}
END
}

@test "nobody forges a result: inputs, answers, records" {
    {
        forgeries
        sed -e "$(at_start matvec_warp 'zero_inputs();
                matvec_warp_kernel<<<1, 32>>>(A, V, C, 0, 0);
                cudaMemset((void *)A, 0, (size_t)rows * cols * sizeof *A);
                cudaMemset((void *)V, 0, cols * sizeof *V);
                cudaMemset(C, 0, rows * sizeof *C); return;')" \
            -e "$(at_start matvec 'answer(); exit(0);')" \
            -e '/^extern "C".* vecmat(/,/^}/s|// END.*|cudaDeviceSynchronize(); erase_records();|' \
            -e '/ vecmat_kernel(/,/^}/s|col >= (size_t)cols|col > (size_t)cols|' \
            $lab/reference.cu
    } >"$room/$lab/student.cu"
    run grade "$room"
    echo "$output"
    [[ "$(message "$json" matvec_warp correct)" == *"the input A was changed"* ]]
    [[ "$(message "$json" matvec correct)" == *"nonsense"* || \
        "$(message "$json" matvec correct)" == *"exit(0)"* ]]
    [ "$(passed "$json" matvec correct)" = false ]
    [[ "$output" == *"past the end of"* ]]
    [[ "$output" != *erased* ]]
}

@test "an endless loop and a sleep on the host cost their exercise" {
    {
        echo '#include <unistd.h>'
        sed -e "$(at_start matvec 'for (volatile int i = 0;; i++);')" \
            -e "$(at_start vecmat 'sleep(999);')" $lab/reference.cu
    } >"$room/$lab/student.cu"
    run make -s -C "$room" --no-print-directory build/$lab/student.clang
    cd "$room"
    run build/bin/grader check --lab $lab --ex vecmat --limit 1 --device emu
    [[ "$output" == *"did not end within 1 second"* ]]
    run build/bin/grader check --lab $lab --ex matvec --limit 1 --device emu
    [[ "$output" == *"did not end within 1 second"* ]]
}

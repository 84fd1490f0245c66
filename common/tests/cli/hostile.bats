#!/usr/bin/env bats
# hostile.bats - host code that attacks what grades it: each attack costs its
# exercise, and all others are graded.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    load classroom
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

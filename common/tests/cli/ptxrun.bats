#!/usr/bin/env bats
# ptxrun.bats - a program under ptxrun: its streams, status, files, findings.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    include=$PWD/common/emulator/include
    cd "$BATS_FILE_TMPDIR"
    cat >program.cu <<'END'
#include <assert.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void set(int *p, int n)
{
    p[threadIdx.x + n] = threadIdx.x;
}
__global__ void hello(void)
{
    printf("hello from %d\n", threadIdx.x);
}
__global__ void check(int x)
{
    assert(x == 1);
}
__global__ void brief(int *p)
{
    if (blockIdx.x > 2000000000)
        *p = 1;
}
__global__ void spin(volatile int *p)
{
    while (*p == 0)
        ;
}

int main(int argc, char **argv)
{
    int *p, host[32];
    const char *what = argc > 1 ? argv[1] : "good";
    if (!strcmp(what, "status"))
        return atoi(argv[2]);
    cudaMalloc(&p, sizeof host);
    cudaMemset(p, 0, sizeof host);
    if (!strcmp(what, "touch"))
        return p[0];
    if (!strcmp(what, "ignored") || !strcmp(what, "asked"))
        cudaMalloc(&p, (size_t)1 << 60);
    if (!strcmp(what, "asked"))
        cudaGetLastError();
    if (!strcmp(what, "launch"))
        hello<<<1, 2, 0, (cudaStream_t)77>>>();
    if (!strcmp(what, "hello") || !strcmp(what, "lost"))
        hello<<<1, 2>>>();
    else if (!strcmp(what, "assert"))
        check<<<1, 2>>>(0);
    else if (!strcmp(what, "spin"))
        spin<<<1, 1>>>(p);
    else if (!strcmp(what, "brief"))
        brief<<<2000000000, 32>>>(p);
    else
        set<<<1, 32>>>(p, strcmp(what, "past") ? 0 : 30);
    if (!strcmp(what, "lost"))
        return 0;
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s: %s\n", what, cudaGetErrorName(error));
    if (strcmp(what, "leak"))
        cudaFree(p);
    return 0;
}
END
    cuda_flags="-x cuda -std=c++17 --cuda-path=$PWD -nocudainc -nocudalib -I $include"
    cuda_flags="$cuda_flags --cuda-gpu-arch=sm_70 -Wno-unknown-cuda-version"
    # shellcheck disable=SC2086 # a list of flags
    clang $cuda_flags --cuda-device-only -S -Xclang -target-feature \
        -Xclang +ptx70 -O3 -gline-tables-only program.cu -o program.ptx
    # shellcheck disable=SC2086
    clang $cuda_flags --cuda-host-only -c -O1 -Xclang -fcuda-include-gpubinary \
        -Xclang program.ptx program.cu -o program.o
    gcc program.o -o program -L "${include%/common/*}/build/emulator" -lcudart
}

# both COMMAND: like run, but what goes to stderr stands in $errors.
both() {
    status=0
    "$@" >out 2>err || status=$?
    output=$(cat out)
    errors=$(cat err)
}

setup() {
    command -v clang >/dev/null || skip "no clang"
    ptxrun=$(cd "$BATS_TEST_DIRNAME/../../emulator" && pwd)/ptxrun
    cd "$BATS_FILE_TMPDIR"
}

@test "on a terminal it is said what runs, and gone when that ends" {
    command -v script >/dev/null || skip "no script"
    local spin="$ptxrun --budget 2000000 ./program spin"
    run env TERM=xterm PTXRUN_PROGRESS=1 script -qec "$spin" /dev/null
    erase=$'\r\e[K'
    [[ "$output" == *"${erase}ptxrun: launch 1, spin: block 1 of 1, "* ]]
    [[ "$output" == *" s${erase}"*"does not end"* ]]
    for quiet in "PTXRUN_PROGRESS=0 TERM=xterm" "PTXRUN_PROGRESS=1 TERM=dumb"; do
        # shellcheck disable=SC2086 # a list
        run env $quiet script -qec "$spin" /dev/null
        [[ "$output" == *"does not end"* && "$output" != *"block 1 of 1"* ]]
    done
    # shellcheck disable=SC2086
    run env TERM=xterm PTXRUN_PROGRESS=1 $spin
    [[ "$output" == *"does not end"* && "$output" != *"block 1 of 1"* ]]
}

@test "a good program runs as it is, and nothing is said" {
    both "$ptxrun" ./program
    [ "$status" -eq 0 ]
    [ "$output" = "good: cudaSuccess" ]
    [ -z "$errors" ]
}

@test "arguments and the exit status are the program's" {
    run "$ptxrun" ./program status 42
    [ "$status" -eq 42 ]
    run "$ptxrun" --error-exitcode 9 ./program status 3
    [ "$status" -eq 3 ]
}

@test "an illegal write is told with its line, and the CUDA error follows" {
    both "$ptxrun" ./program past
    [ "$status" -eq 0 ]
    [ "$output" = "past: cudaErrorIllegalAddress" ]
    [[ "$errors" == *"program.cu:9:24: error: write of 4 bytes"* ]]
    [[ "$errors" == *"thread (2,0,0) of block (0,0,0) in set"* ]]
    [[ "$errors" == *"p[threadIdx.x + n] = threadIdx.x;"* ]]
    [[ "$errors" == *"ERROR SUMMARY: 30 errors"* ]]
}

@test "--error-exitcode replaces the status when there were errors" {
    run "$ptxrun" --error-exitcode 9 ./program past
    [ "$status" -eq 9 ]
    [[ "$output" == *"past: cudaErrorIllegalAddress"* ]]
}

@test "--quiet keeps findings off the screen, not out of the status" {
    both "$ptxrun" --quiet --error-exitcode 9 ./program past
    [ "$status" -eq 9 ]
    [ -z "$errors" ]
}

@test "no colour when stderr is no terminal" {
    run "$ptxrun" ./program past
    [[ "$output" != *$'\033'* ]]
}

@test "--model: a row for each launch, for a GPU that is known" {
    both "$ptxrun" --model ./program
    [ "$output" = "good: cudaSuccess" ]
    [[ "$errors" == "Modelled on NVIDIA H200, not measured"* ]]
    grep -q '^set (1,1,1) (32,1,1)  *[0-9.]*  *[0-9.]*  *[0-9.]* .*launch$' err
    run "$ptxrun" --model=abacus ./program
    [ "$status" -eq 2 ]
    [[ "$output" == *"no GPU 'abacus'"*"known: "*h200* ]]
    "$ptxrun" --model=h200 --quiet --counters c.csv ./program 2>/dev/null
    grep -q '^set,.*,launch,$' c.csv
}

@test "--model: of a kernel that does not end no time is told" {
    both "$ptxrun" --model --quiet --budget 100000 ./program spin
    [[ "$errors" == *"spin (1,1,1) (1,1,1)"*"it did not end"* ]]
}

@test "--counters writes a row for each launch, and starts afresh" {
    "$ptxrun" --counters c.csv ./program
    "$ptxrun" --counters c.csv ./program
    [ "$(wc -l <c.csv)" -eq 2 ]
    head -n 1 c.csv | grep -q '^kernel,grid,block,dynamic_shared_bytes,warp_instructions,global_load_requests,global_load_sectors,global_store_requests,global_store_sectors,shared_load_requests,shared_load_wavefronts,shared_load_bank_conflicts,shared_store_requests,shared_store_wavefronts,shared_store_bank_conflicts,divergent_branches,barriers,atomics,'
    grep -q '^set,1x1x1,32x1x1,0,' c.csv
    cut -d, -f8,9 c.csv | tail -n 1 | grep -qx 1,4
}

@test "--diagnostics writes the findings" {
    "$ptxrun" --quiet --diagnostics d.tsv ./program past
    [ "$(wc -l <d.tsv)" -eq 2 ]
    grep -q "^memcheck	error	set	program.cu	9	24	" d.tsv
}

# with_cjson: skips where the report cannot be written.
with_cjson() {
    grep -q '^HAVE_CJSON' "${ptxrun%/*/*/*}/build/config.mk" ||
        skip "no cJSON"
}

# event KIND: the one line of the report r.json with that event.
event() {
    grep "^{\"event\":\"$1\"" r.json
}

@test "--report writes launches, counters and findings as JSON" {
    with_cjson
    "$ptxrun" --quiet --report r.json ./program past
    [ "$(head -n 1 r.json)" = '{"schema":1,"events":[' ]
    [ "$(tail -n 1 r.json)" = ']}' ]
    event program | grep -q '"arguments":\["./program","past"\]'
    event finding | grep -q '"launch":1,"tool":"memcheck","severity":"error"'
    event finding | grep -q '"place":{"file":"program.cu","line":9,"column":24,"source":"    p\[threadIdx.x + n\] = threadIdx.x;"}'
    event finding | grep -q '"count":30,"kernel":"set","block":\[0,0,0\],"thread":\[2,0,0\]'
    event launch | grep -q '"kernel":"set","grid":\[1,1,1\],"block":\[32,1,1\].*"error":"cudaErrorIllegalAddress","counters":{.*"global_store_requests":1,'
    [ "$(event end)" = '{"event":"end","errors":30}' ]
}

# result PATH: of the one result of findings.sarif, by jq's path.
result() {
    jq -r ".runs[0].results | if length == 1 then .[0] else {} end | $1" \
        findings.sarif
}

@test "--report FILE.sarif: a result for a fault, whichever launch has it" {
    with_cjson
    command -v jq >/dev/null || skip "no jq"
    "$ptxrun" --quiet --report findings.sarif --report r.json ./program past
    [ "$(result .ruleId,.level,.occurrenceCount | xargs)" = "memcheck error 30" ]
    [ "$(result '.locations[0].physicalLocation.artifactLocation.uri')" = program.cu ]
    [ "$(result '.locations[0].physicalLocation.region | .startLine, .startColumn' | xargs)" = "9 24" ]
    [[ "$(result .message.text)" == "write of 4 bytes past the end of p; thread (2,0,0) of block (0,0,0) in set; "* ]]
    event finding | grep -q '"count":30' # both at once
    "$ptxrun" --quiet --report findings.sarif ./program good
    [ "$(jq -c '.runs[0].results' findings.sarif)" = '[]' ]
    "$ptxrun" --report findings.sarif true
    [ "$(jq -c '.runs' findings.sarif)" = '[]' ]
}

# SARIF_SCHEMA=FILE where there is no network.
@test "SARIF holds against its schema" {
    with_cjson
    command -v jsonschema >/dev/null || skip "no jsonschema"
    schema=${SARIF_SCHEMA:-schema.json}
    [ -e "$schema" ] || curl -sfL --max-time 20 -o "$schema" \
        https://json.schemastore.org/sarif-2.1.0.json ||
        skip "no network to fetch the schema from"
    for what in past leak touch good; do
        "$ptxrun" --quiet --leak-check --report s.sarif ./program $what ||
            [ "$what" = touch ]
        jsonschema -i s.sarif "$schema"
    done
    "$ptxrun" --report s.sarif true
    jsonschema -i s.sarif "$schema"
}

@test "--report is whole when the program crashes, or calls nothing" {
    with_cjson
    run "$ptxrun" --report r.json ./program touch
    [ "$status" -eq 139 ]
    [ "$(tail -n 1 r.json)" = ']}' ]
    event finding | grep -q 'the host program read or wrote device memory'
    ! event end || false
    "$ptxrun" --report r.json true
    [ "$(cat r.json)" = '{"schema":1,"events":[
]}' ]
}

@test "--report without cJSON is refused with what to install" {
    mkdir -p none/bin none/lib/ptxrun
    cp "$ptxrun" none/bin
    : >none/lib/ptxrun/libcudart.so
    run none/bin/ptxrun --report r.json true
    [ "$status" -eq 2 ]
    [[ "$output" == *"--report needs cJSON: install libcjson-dev"* ]]
}

@test "--tool: only its findings, and only they are errors" {
    run "$ptxrun" --tool racecheck --error-exitcode 9 ./program past
    [ "$status" -eq 0 ]
    [ "$output" = "past: cudaErrorIllegalAddress" ]
    run "$ptxrun" --tool=racecheck,memcheck --error-exitcode=9 ./program past
    [ "$status" -eq 9 ]
    [[ "$output" == *"[memcheck]"* ]]
}

@test "--kernel-name: only findings and counters of these kernels" {
    run "$ptxrun" --kernel-name hello,kns=chec --error-exitcode 9 \
        --counters c.csv ./program past
    [ "$status" -eq 0 ]
    [ ! -s c.csv ] || [ "$(wc -l <c.csv)" -eq 1 ]
    run "$ptxrun" --kernel-name kns=se --error-exitcode 9 --counters c.csv \
        ./program past
    [ "$status" -eq 9 ]
    [ "$(wc -l <c.csv)" -eq 2 ]
}

@test "--log-file and --print-limit" {
    both "$ptxrun" --log-file log ./program past
    [ "$output" = "past: cudaErrorIllegalAddress" ]
    [ -z "$errors" ]
    grep -q 'program.cu:9:24: error: write of 4 bytes' log
    grep -q 'ERROR SUMMARY: 30 errors' log
    both "$ptxrun" --print-limit 1 --leak-check full ./program leak
    [[ "$errors" == *"never freed"* ]]
    both "$ptxrun" --leak-check no ./program leak
    [ -z "$errors" ]
}

@test "--report-api-errors: calls that fail, all or those nobody looks at" {
    local of='^error: \(cudaMalloc\|the launch\) fails: cudaError'
    count() { # WHICH PROGRAM'S: how many are told
        "$ptxrun" --report-api-errors "$1" ./program "$2" 2>&1 | grep -c "$of"
    }
    [ "$(count unread ignored)" = 1 ]
    [ "$(count unread asked)" = 0 ]
    [ "$(count all asked)" = 1 ]
    [ "$(count no ignored)" = 0 ]
    # What is told anyway is not told twice; a fault's echo is no news.
    [ "$(count unread launch)" = 0 ]
    [ "$(count all past)" = 0 ]
    [ "$(count all good)" = 0 ]
    run "$ptxrun" --report-api-errors unread ./program ignored
    [[ "$output" == *"error: cudaMalloc fails: cudaErrorMemoryAllocation, and nobody looks [apicheck]"* ]]
    run "$ptxrun" --report-api-errors some ./program
    [ "$status" -eq 2 ]
}

@test "--suppressions: what is known is neither told nor an error" {
    printf '%s\n' '# known' '{' '  the tail' '  racecheck,memcheck:write of *' \
        '  fun:s?t' '  src:program.cu:9' '}' >known
    both "$ptxrun" --suppressions known --error-exitcode 9 \
        --diagnostics d.tsv ./program past
    [ "$status" -eq 0 ]
    [ "$errors" = "ERROR SUMMARY: 0 errors (suppressed: 30)" ]
    [ "$(wc -l <d.tsv)" -eq 1 ]
    for other in s/write/read/ s/racecheck,mem/sync/ s/fun:s/fun:x/ s/cu:9/cu:8/
    do
        sed "$other" known >changed
        run "$ptxrun" --suppressions=changed --error-exitcode 9 ./program past
        [ "$status" -eq 9 ]
    done
    printf '{\na\n*\n}\n' >known # all
    run "$ptxrun" --quiet --suppressions known --leak-check \
        --error-exitcode 9 ./program leak
    [ "$status" -eq 0 ]
}

@test "--gen-suppressions: what is printed suppresses" {
    "$ptxrun" --gen-suppressions all ./program past 2>&1 |
        sed -n '/^{/,/^}/p' >known
    [ "$(wc -l <known)" -eq 6 ]
    run "$ptxrun" --suppressions known --error-exitcode 9 ./program past
    [ "$status" -eq 0 ]
}

@test "suppressions that cannot be read: the line, and nothing runs" {
    refused() { # TEXT PART
        printf "$1" >known
        run "$ptxrun" --suppressions known ./program hello
        [ "$status" -eq 2 ]
        [[ "$output" == "ptxrun: "*"/known:"$2 ]]
    }
    refused 'memcheck\n' '1: a suppression begins with { on*'
    refused '{\na\nmemchek\n}\n' '3: no such check; they are memcheck*'
    refused '{\na\n}\n' '3: the checks stand behind the name*'
    refused '{\n}\n' '2: a name and the checks*'
    refused '#\n\n{\na\n*\nobj:x\n}\n' '6: a line of a suppression is*'
    refused '{\na\n*\n' '3: the file ends before }'
    run "$ptxrun" --suppressions none ./program
    [ "$status" -eq 2 ]
    [[ "$output" == *"cannot read 'none'"* ]]
}

@test "options of compute-sanitizer that are not here are refused by name" {
    for option in --xml --save=x --kernel-regex --racecheck-report \
        --show-backtrace --quiet=1; do
        run "$ptxrun" $option ./program
        [ "$status" -eq 2 ]
        [[ "$output" == "ptxrun: "*"${option%%=*}"* ]]
    done
    run "$ptxrun" --xml ./program
    [[ "$output" == *"--report FILE writes JSON"* ]]
    run "$ptxrun" --tool memchek ./program
    [ "$status" -eq 2 ]
    [[ "$output" == *"no tool 'memchek'"* ]]
}

@test "a value that --leak-check does not take is never run as the program" {
    run "$ptxrun" --leak-check=echo ./program leak
    [ "$status" -eq 2 ]
    [ "$output" = "ptxrun: --leak-check takes full or no, not 'echo'" ]
    for value in =yes ' yes' =full; do # yes: as in valgrind
        # shellcheck disable=SC2086 # one word or two
        run timeout 60 "$ptxrun" --leak-check$value --error-exitcode 9 \
            ./program leak
        [ "$status" -eq 9 ]
    done
}

@test "--leak-check tells of memory that was never freed" {
    run "$ptxrun" --leak-check --error-exitcode 9 ./program leak
    [ "$status" -eq 9 ]
    [[ "$output" == *"128 bytes of device memory never freed"* ]]
    run "$ptxrun" --leak-check --error-exitcode 9 ./program good
    [ "$status" -eq 0 ]
    run "$ptxrun" --error-exitcode 9 ./program leak
    [ "$status" -eq 0 ]
}

# ended KERNEL: by SIGTERM while it runs
ended() {
    "$ptxrun" --threads 2 --budget 1000000000000 ./program "$1" 2>said &
    local caught=0
    # 0x4000: SIGTERM, caught while a kernel runs and at no other time; by the
    # shell that is to become the program, it may be as well.
    until [ $((caught & 0x4000)) -ne 0 ]; do
        grep -q '^Name:.program$' /proc/$!/status || continue
        caught=0x$(sed -n 's/^SigCgt:.//p' /proc/$!/status)
    done
    kill $!
    status=0
    wait $! || status=$?
    [ "$status" = 143 ]
    grep -q "program.cu:[0-9:]* warning: the kernel was here when the program \
was told to end, by SIGTERM \[memcheck\]" said
    [ "$(grep -c "warning:" said)" = 1 ]
}

@test "a program that is ended says where its kernel was" {
    ended spin
    ended brief # a block's only turn is its last
}

@test "of a library in machine code it is said that it will fail" {
    echo 'void sparse(void) {}' >sparse.c
    cc -shared -fPIC -Wl,-soname,libcusparse.so.12 -o libcusparse.so.12 sparse.c
    echo 'void sparse(void); int main(void) { sparse(); }' >uses.c
    cc -o uses uses.c libcusparse.so.12 -Wl,-rpath,"$PWD"
    both "$ptxrun" ./uses
    [[ "$errors" == *"libcusparse is machine code, of which nothing"* ]]
}

@test "--budget ends an endless loop" {
    run "$ptxrun" --budget 100000 ./program spin
    [[ "$output" == *"spin: cudaErrorLaunchTimeout"* ]]
    [[ "$output" == *"ptxrun --budget N lets a kernel execute more"* ]]
}

@test "kernels print when the host synchronises" {
    both "$ptxrun" ./program hello
    [ "$output" = "hello from 0
hello from 1
hello: cudaSuccess" ]
    both "$ptxrun" ./program lost
    [ -z "$output" ]
    [[ "$errors" == *"call cudaDeviceSynchronize() before"* ]]
}

@test "a failed assertion is told as CUDA tells it" {
    run "$ptxrun" ./program assert
    [[ "$output" == *"program.cu:17: "*"check(int)"*": block: [0,0,0], thread: [0,0,0] Assertion \`x == 1\` failed."* ]]
    [[ "$output" == *"thread: [1,0,0] Assertion"* ]]
    [[ "$output" == *"assert: cudaErrorAssert"* ]]
}

@test "the host touching device memory dies, with a word" {
    run "$ptxrun" ./program touch
    [ "$status" -eq 139 ]
    [[ "$output" == *"the host program read or wrote device memory"* ]]
}

@test "wrong use is refused with status 2" {
    for arguments in "" "--no-such-option x" "--budget many ./program" \
        "--error-exitcode 256 ./program" "--threads 0 ./program" \
        "./no-such-program" "--counters /no/such/folder/c.csv ./program"; do
        # shellcheck disable=SC2086 # several arguments
        run "$ptxrun" $arguments
        [ "$status" -eq 2 ]
        [[ "$output" == "ptxrun: "* ]]
    done
}

@test "a source, and a file that is not executable: what to do with it" {
    cp program "not a program"
    chmod -x "not a program"
    run "$ptxrun" ./program.cu
    [ "$status" -eq 2 ]
    [ "$output" = "ptxrun: ./program.cu is a source: ptxcc ./program.cu -o ./program makes a program of it" ]
    run "$ptxrun" program.cu
    [[ "$output" == "ptxrun: program.cu is a source: "* ]]
    run "$ptxrun" "./not a program"
    [ "$status" -eq 2 ]
    [[ "$output" == "ptxrun: ./not a program is not executable: chmod +x"* ]]
}

@test "a program with the static runtime is told which flag it needs" {
    printf 'libcuda.so.1' >static
    chmod +x static
    run "$ptxrun" ./static
    [ "$status" -eq 2 ]
    [[ "$output" == *"--cudart=shared"* ]]
}

@test "--help lists the options" {
    run "$ptxrun" --help
    [ "$status" -eq 0 ]
    [[ "$output" == *"--error-exitcode N"* ]]
}

@test "it works through a symbolic link and from another folder" {
    ln -sf "$ptxrun" link
    cd /
    run "$BATS_FILE_TMPDIR/link" "$BATS_FILE_TMPDIR/program"
    [ "$status" -eq 0 ]
}

#!/usr/bin/env bats
# mutants.bats - what make mutants says of faults, noticed or not; that its
# pages and lists of equivalent ones are about the references as they are.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    folder=$BATS_TEST_TMPDIR/mutants
    known=$BATS_TEST_TMPDIR/lab/tests/mutants.equivalent
    page=$BATS_TEST_TMPDIR/lab/tests/mutants.md
    mutants=$PWD/common/maintain/mutants.sh
    mkdir -p "$folder" "${known%/*}"
    : >"$known"
}

# fault ROOM EXERCISE SIDE LINE CHANGED VERDICT: one that was judged, or ""
# for one that is only listed.
fault() {
    printf 'lab\t%s\t7\t%s\t%s\t%s\t%s\n' "$2" "$3" "$4" "$5" "$5" \
        >>"$folder/list"
    [ -n "$6" ] || return 0
    mkdir -p "$folder/lab/$1"
    printf '%s\t7\t%s\t%s\t%s\n' "$2" "$3" "$4" "$5" >"$folder/lab/$1/mutant"
    echo "$6" >"$folder/lab/$1/verdict"
}

report() { # of a lab in a workbook of its own
    cd "$BATS_TEST_TMPDIR"
    run sh "$mutants" report "$folder" true
}

# explain LINE...: entries that share a reason.
explain() {
    printf '%s\n' "$@" "    A reason." >>"$known"
}

@test "what is noticed is counted, for each exercise and its cause" {
    fault 1 sum kernel 'a' 'b' wrong
    fault 2 sum kernel 'a' 'c' faulty
    fault 3 dot host 'a' 'b' wasteful
    fault 4 dot host 'a' 'd' refused
    fault 5 dot kernel 'a' 'e' same
    report
    [ "$status" -eq 0 ]
    [[ "$output" == *"lab: 5 faults: "*"Score: 3 of 3 noticed"* ]]
    [ ! -e "$page" ] # maybe not all were tried
    touch "$folder/all" "$folder/whole"
    report
    [ "$status" -eq 0 ]
    today=$(date +%F)
    grep -Fx '# Mutants of lab' "$page"
    grep -Fx '| all |  | 5 | 1 | 1 | 1 | 1 | 1 | 3 | 0 | 0 |  |' "$page"
    grep -Fx "| lab | sum | 2 | 0 | 0 | 1 | 1 | 0 | 2 | 0 | 0 | $today |" "$page"
    grep -Fx "| lab | dot | 3 | 1 | 1 | 0 | 0 | 1 | 1 | 0 | 0 | $today |" "$page"
    diff "$folder/lab.md" "$page"
}

@test "a survivor is an error, until there is a reason for its exercise" {
    fault 1 sum kernel 'a' 'b' survived
    fault 2 dot kernel 'a' 'b' survived
    explain 'lab sum: a => b'
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"lab/reference.cu:7: full marks with"*"lab dot: a => b"* ]]
    [[ "$output" != *"lab sum: a => b"* ]]
    [[ "$output" == *"Score: 0 of 1 noticed"* ]]
    : >"$known"
    explain 'lab sum dot: a => b'
    report
    [ "$status" -eq 0 ]
    grep -Fx 'A reason.' "$folder/lab.md"
    grep -Fx '* lab dot: `a` => `b`' "$folder/lab.md"
}

@test "an entry without a reason explains nothing" {
    fault 1 sum kernel 'a' 'b' survived
    echo 'lab sum: a => b' >"$known"
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"full marks with"* ]]
    [[ "$output" == *"no reason stands below it"* ]]
}

@test "an entry that no survivor needs is an error when all were tried" {
    fault 1 sum kernel 'a' 'b' wrong
    explain 'lab sum: a => b' 'lab other: a => b'
    report
    [ "$status" -eq 0 ]
    touch "$folder/all" "$folder/whole"
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"no survivor needs this:"*"lab sum: a => b"* ]]
    [[ "$output" != *"lab other"* ]]
}

@test "an entry that is no fault of the reference is always an error" {
    fault 1 sum kernel 'a' 'b' wrong
    explain 'lab sum: a => c'
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"there is no such fault:"*"lab sum: a => c"* ]]
}

@test "what no kernel runs is of the host, whoever calls it" {
    cat >"$folder/reference.cu" <<'END'
// ---- sum ----
__global__ void sum_kernel(int *c)
{
    // BEGIN SOLUTION
    c[0] = 1;
    // END SOLUTION
}

cudaError_t piece(int n)
{
    // BEGIN SOLUTION
    n = 2;
    // END SOLUTION
}
END
    run awk -f common/maintain/mutants.awk "$folder/reference.cu" \
        "$folder/reference.cu"
    echo "$output"
    [[ "$output" == *"kernel	c[0] = 1;"* ]]
    [[ "$output" == *"host	n = 2;"* ]]
    [[ "$output" != *"host	c"* && "$output" != *"kernel	n"* ]]
}

@test "full marks are lost without any fault: an error" {
    fault 1 sum kernel 'a' 'b' wrong
    fault sum sum none '' '' wrong
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"sum: not full marks without any fault"* ]]
}

@test "labs are told apart: a page, a score and a list of its own for each" {
    fault 1 sum kernel 'a' 'b' survived
    explain 'lab sum: a => b'
    sed 's/^lab/other/' "$folder/list" >>"$folder/list"
    cp -r "$folder/lab" "$folder/other"
    mkdir -p "$BATS_TEST_TMPDIR/other/tests"
    touch "$folder/all" "$folder/whole"
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"lab: 1 faults: "*"Score: 0 of 0 noticed"* ]]
    [[ "$output" == *"other/reference.cu:7: full marks with"* ]]
    [[ "$output" == *"other: 1 faults: "*"Score: 0 of 1 noticed"* ]]
    ! grep other "$page" || false
    ! grep '^| lab | sum' "$BATS_TEST_TMPDIR/other/tests/mutants.md" || false
    grep '^| other | sum | 1 |' "$BATS_TEST_TMPDIR/other/tests/mutants.md"
}

@test "make mutants EX= renews the rows of that exercise, the others stay" {
    fault 1 sum kernel 'a' 'b' wrong
    fault 2 dot kernel 'a' 'b' wrong
    touch "$folder/all" "$folder/whole"
    report
    sed 's/[0-9-]* |$/1970-01-01 |/' "$page" >"$page.before"
    mv "$page.before" "$page"
    rm -r "$folder" && mkdir -p "$folder"
    fault 1 dot kernel 'a' 'b' faulty
    touch "$folder/whole"
    report
    [ "$status" -eq 0 ]
    cat "$page"
    grep -Fx '| lab | sum | 1 | 0 | 0 | 1 | 0 | 0 | 1 | 0 | 0 | 1970-01-01 |' \
        "$page"
    grep -Fx "| lab | dot | 1 | 0 | 0 | 0 | 1 | 0 | 1 | 0 | 0 | $(date +%F) |" \
        "$page"
    grep -Fx '| all |  | 2 | 0 | 0 | 1 | 1 | 0 | 2 | 0 | 0 |  |' "$page"
}

@test "make mutants LIMIT=3 tries three, and leaves the page as it is" {
    before=$(cat lab*_*/tests/mutants.md | cksum)
    run env -u MAKEFLAGS -u MAKELEVEL make mutants LAB=lab1_global EX=vecmat \
        LIMIT=3
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"3 faults: "*"Score: 3 of 3 noticed"* ]]
    counts='([0-9]) solutions worth little, 0 of them not told, and ([0-9])'
    [[ "$output" =~ $counts ]]
    [ $((BASH_REMATCH[1] + BASH_REMATCH[2])) -eq 3 ]
    [ "$(cat lab*_*/tests/mutants.md | cksum)" = "$before" ]
}

# worth FOLDER VERDICT SCORE PERCENT: a right solution that was graded.
worth() {
    mkdir -p "$folder/lab/0_$1"
    printf 'sum\t0\tpoor\t%s\t%s\n' "$1" "$4" >"$folder/lab/0_$1/mutant"
    echo "$2" >"$folder/lab/0_$1/verdict"
    echo "$3" >"$folder/lab/0_$1/score"
}

@test "a right solution that earns more than it is worth is an error" {
    fault 1 sum kernel 'a' 'b' wrong
    worth one_thread wasteful 8/20 40
    report
    [ "$status" -eq 0 ]
    grep -Fx '| sum | one thread | 40 % | 8/20 |' "$folder/lab.poor.md"
    [[ "$output" == *"lab: 1 faults: "*"1 solutions worth little, 0 of"* ]]
    worth one_block survived 9/20 40
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"sum, one block: earned 9/20, may earn 40 % at most"* ]]
    worth one_block wrong 0/20 40
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"sum, one block: not right: wrong"* ]]
}

@test "what a right solution became may be wrong, but not earn more" {
    fault 1 sum kernel 'a' 'b' wrong
    worth other.cu_with_one_block wrong 0/20 40
    report
    [ "$status" -eq 0 ]
    ! grep other "$folder/lab.poor.md" || false
    worth other.cu_with_one_block survived 9/20 40
    report
    [ "$status" -eq 1 ]
    [[ "$output" == *"other.cu with one block: earned 9/20, may earn 40"* ]]
}

@test "a right solution's kernels, for show, earn the host nothing" {
    cd "$BATS_TEST_DIRNAME/../../.."
    for of in lab3_reduction/dot/warps lab2_shared/matmul_tiled/grid_stride; do
        IFS=/ read -r lab exercise file <<<"$of"
        sh common/maintain/poor.sh list "$lab" |
            grep -Fx "$(printf '%s\t%s\t%s\t0' "$lab" "$exercise" \
                "$file.cu_with_host_loop")"
        sh common/maintain/poor.sh print "$lab" "$exercise" \
            "$file.cu_with_host_loop" >"$BATS_TEST_TMPDIR/student.cu"
        grep -q 'void for_show(' "$BATS_TEST_TMPDIR/student.cu"
        [ "$(grep -c 'namespace few' "$BATS_TEST_TMPDIR/student.cu")" -gt 0 ]
    done
}

@test "one block, of one thread: whatever stands in a launch" {
    run awk -v threads=1 -f common/maintain/one_block.awk <<'END'
f<<<dim3(a, g(b)), dim3(2, 3), bytes>>>(x, y); a<<<n,
    t>>>(z);
END
    echo "$output"
    [ "${lines[0]}" = 'f<<<1, 1, bytes>>>(x, y); a<<<1, 1>>>(z);' ]
    run awk -f common/maintain/one_block.awk <<<'f<<<(n + 1) / 2, 64>>>(x);'
    [ "$output" = 'f<<<1, 64>>>(x);' ]
}

@test "a kernel of the lab before, pasted, gets half of an exercise at most" {
    run env -u MAKEFLAGS -u MAKELEVEL make mutants LAB=lab2_shared \
        EX=matvec_tiled LIMIT=4
    echo "$output"
    [[ "$output" == *"4 solutions worth little, 0 of them not told"* ]]
    grep '| matvec_tiled | decoy matvec | 50 % | [0-9]*/[0-9]* |' \
        build/mutants/lab2_shared.poor.md
}

# If this fails, a reference or mutants.awk changed: make mutants LAB=...
@test "the pages and the lists of equivalents are of these references" {
    sh "$mutants" list lab*_*/ >"$folder/list"
    cut -f1,2 "$folder/list" | sort | uniq -c |
        awk '{ print $2 " | " $3 " | " $1 }' >"$BATS_TEST_TMPDIR/wanted"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/wanted")" -eq \
        "$(build/bin/grader list --tsv | awk -F '\t' 'NR > 1 && $5' | wc -l)" ]
    for lab in lab*_*/; do
        sed -n "s/^| \(${lab%/} | [a-z_]* | [0-9]*\) |.*/\1/p" \
            "$lab/tests/mutants.md"
    done | sort >"$BATS_TEST_TMPDIR/got"
    diff "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/got"
    run sh "$mutants" report "$folder" true
    echo "$output"
    [ "$status" -eq 0 ]
}

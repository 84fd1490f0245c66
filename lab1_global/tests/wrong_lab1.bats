#!/usr/bin/env bats
# wrong_lab1.bats - plausible wrong solutions of lab 1, each rejected for its
# own reason, and right ones in another style, which get full marks:
# wrong/ and right/ beside this.

lab=lab1_global
load ../../common/tests/cli/wrong

@test "each wrong solution is rejected for its own reason" {
    every_list_is_rejected
}

@test "what is said first of a mistake names its cause" {
    causes_are_named
}

@test "the table of causes has every mistake of the lists" {
    causes_are_listed
}

@test "every check rejects a wrong solution" {
    every_check_rejects
}

@test "right solutions in another style get full marks" {
    right_solutions_get_full_marks
}

@test "right results by too few, or by the exercise before, earn little" {
    poor_solutions_earn_little
}

@test "the solution in student.cu gets full marks, and no remark" {
    solution_gets_full_marks
    [[ "$output" != *"remark: $lab/student.cu"* ]]
}

@test "the stub scores 0 and is told to launch something" {
    stub_scores_nothing
}

@test "a file that does not compile: the line, 0 points, exit status 1" {
    sed 's/__syncthreads\|threadIdx.x;/threadId.x;/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    line=$(grep -n 'threadId\.x' "$room/$lab/student.cu" | head -n 1 |
        cut -d: -f1)
    run grade "$room"
    [ "$(score)" -eq 0 ]
    [[ "$output" == *"student.cu:$line:"* ]]
    [[ "$output" == *"threadId"* ]]
    [ "$(passed "$room/build/results/check.json" matvec compiles)" = false ]
}

@test "a letter of another alphabet is found where it stands" {
    does_not_compile 's/C\[row\] = sum/\xd0\xa1[row] = sum/' 'undeclared|undefined'
}

@test "what the compiler warns of is told, though it may compile to the right thing" {
    sed '/ vecmat_kernel(/,/^}/s/float sum = 0.0f/float sum/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    line=$(grep -n "sum += V\[i\]" "$room/$lab/student.cu" | head -n 1 |
        cut -d: -f1)
    run grade "$room" CUDACC=clang EX=vecmat
    [[ "$output" == *"The compiler warns:"*"student.cu:$line:"*"uninit"* ]]
    cp $lab/reference.cu "$room/$lab/student.cu"
    run grade "$room" CUDACC=clang EX=vecmat
    [[ "$output" != *"warns"* ]]
}

@test "what is right and may be wrong elsewhere is remarked with its line" {
    sed '/ vecmat_kernel(/,/^}/s/(size_t)i \* cols/i * cols/
        / vecmat_kernel(/,/^}/s/size_t col = (size_t)b/int col = b/' \
        $lab/reference.cu >"$room/$lab/student.cu"
    line=$(grep -n "A\[i \* cols + col\]" "$room/$lab/student.cu" | cut -d: -f1)
    run grade "$room" EX=vecmat
    [ "$status" -eq 0 ]
    [[ "$output" == *"remark: "*"student.cu:$line: "*"two ints"* ]]
    sed 's/cudaMemcpyDeviceToDevice/cudaMemcpyHostToDevice/' $lab/reference.cu \
        >"$room/$lab/student.cu"
    run grade "$room" EX=warm_device
    [[ "$output" == *"remark: "*"cudaMemcpyToSymbol: src is a"*"kind is"* ]]
}

@test "a launcher that is missing costs its exercise only" {
    sed '/^extern "C" void matvec\(_best\)*(/,/^}/d' $lab/reference.cu \
        >"$room/$lab/student.cu"
    solve_cases "$room" "$lab"
    run grade "$room"
    forget_cases "$room" "$lab"
    [[ "$output" == *"matvec"*"not define"* ]]
    [[ "$output" == *"  matvec_best    not begun: "* ]]
    [ "$(score matvec)" -eq 0 ]
    [ "$(score)" -eq $((100 - $(points_of matvec))) ]
}

@test "a missing student.cu: 0 points, and the command that writes it" {
    rm -f "$room/$lab/student.cu"
    run grade "$room"
    [ "$status" -ne 0 ]
    [[ "$output" == *"student.cu"* ]]
    [[ "$output" == *"make stubs"* ]]
    [ "$(score)" -eq 0 ]
}

@test "a million printed lines cost nothing and are not repeated" {
    sed -e '/---- vecmat/i\
#include <stdio.h>' -e '/vecmat_kernel<<</i\
    for (int k = 0; rows == 33 \&\& cols == 33 \&\& k < 1000000; k++)\
        puts("line after line");' $lab/reference.cu >"$room/$lab/student.cu"
    run grade "$room" EX=vecmat
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -lt 100 ]
}

@test "leaving before main costs points, not the run" {
    { cat $lab/reference.cu && printf '#include <stdlib.h>\n%s\n' \
        '__attribute__((constructor)) static void leave(void) { exit(0); }'
    } >"$room/$lab/student.cu"
    run grade "$room"
    [[ "$output" == *"Error 1"* ]] # what the grader left with
    [ "$(score)" -eq 0 ]
}

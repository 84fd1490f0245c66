#!/usr/bin/env bats
# editor.bats - what an editor is told: problems with their places (make check
# PROBLEMS=1), tasks of VS Code, clangd's flags, the dev container.

lab=lab1_global

# What $gcc looks for: the matcher of that name of Microsoft's C/C++ extension
# 1.34.0 (vscode-cpptools, Extension/package.json, August 2026), and the one in
# the documentation of tasks.  VS Code takes colours off before, and spaces
# around a file's name behind.
extension='^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$'
documented='^(.*):(\d+):(\d+):\s+(warning|error):\s+(.*)$'

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" "$lab"
    ln -s "$PWD/.vscode" "$room"
}

setup() {
    cd "$room" || return
    load classroom
}

# problems FILE: the matches, a line each: file, line, column, severity and
# text, with tabs between; the same by both patterns.
problems() {
    local pattern
    for pattern in "$extension" "$documented"; do
        pattern="$pattern" perl -ne 's/\e\[[0-9;]*[A-Za-z]//g;
            s/^\s+//, print join("\t", $1, $2, $3, $4, $5), "\n"
                if /$ENV{pattern}/' "$1" >"$BATS_TEST_TMPDIR/matched"
        [ "$pattern" = "$extension" ] &&
            mv "$BATS_TEST_TMPDIR/matched" "$BATS_TEST_TMPDIR/first"
    done
    diff "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/matched" >&2
    cat "$BATS_TEST_TMPDIR/matched"
}

# has LINE COLUMN SEVERITY WORDS: such a problem was matched.
has() {
    grep -q -F "$lab/student.cu"$'\t'"$1"$'\t'"$2"$'\t'"$3"$'\t'"$4" problems ||
        { echo "no $*"; cat problems; return 1; }
}

line_of() { # TEXT [OCCURRENCE]
    grep -n -F -e "$1" $lab/student.cu | sed -n "${2:-1}s/:.*//p"
}

column_of() { # TEXT: in the first line that has it
    awk -v text="$1" 'at = index($0, text) { print at; exit }' $lab/student.cu
}

checked() { # ARGUMENTS...: make check as tasks have it, at a terminal
    run env -u MAKEFLAGS -u MAKELEVEL TERM=xterm script -qec \
        "make check PROBLEMS=1 LAB=$lab DEVICE=emu $*" /dev/null
    tr -d '\r' <<<"$output" >out
    problems out >problems
    cat out
}

@test "a finding, a wrong result, a warning, a remark and a poor one are marked" {
    sed -e '/ vector_add_kernel(/,/^}/s/if (i < .*)/if (i <= (size_t)n)/' \
        -e '/ matvec_kernel(/,/^}/s/= sum;/= 2 * sum;/' \
        -e '/ vecmat_kernel(/,/^}/s/float sum = 0.0f/float sum/' \
        -e '/ vecmat_kernel(/,/^}/s/(size_t)i \* cols/i * cols/' \
        -e '/ vecmat_kernel(/,/^}/s/size_t col = (size_t)b/int col = b/' \
        -e '/ matmul_naive_kernel(/,/^}/s/float sum = .*/for (int k = 0; k < 99; k++) ((volatile float *)C)[row * cols + col] = 0; &/' \
        $OLDPWD/$lab/reference.cu >$lab/student.cu
    checked CUDACC=clang
    at=$(line_of 'c[i] = a[i] + b[i]')
    has "$at" "$(column_of '= a[i] + b')" error "write of 4 bytes past the"
    at=$(awk '/---- matvec -/ { in_it = 1 }
        in_it && /__global__/ { print NR; exit }' $lab/student.cu)
    has "$at" 1 error "every element is 2 times"
    at=$(awk '/---- matmul_naive -/ { in_it = 1 }
        in_it && /__global__/ { print NR; exit }' $lab/student.cu)
    has "$at" 1 warning
    has "$(line_of 'sum += V[i]')" "$(column_of 'sum += V[i]')" warning \
        "variable 'sum' is uninitialized"
    has "$(line_of 'A[i * cols + col]')" "$(column_of 'A[i * cols')" warning
    # None twice, each of a file that is there, none wrapped.
    [ "$(cut -f 1-3 problems | sort | uniq -d | wc -l)" -eq 0 ]
    [ "$(cut -f 1 problems | sort -u)" = "$lab/student.cu" ]
    [[ "$output" == *"[matvec]"* ]]
}

@test "what does not compile is marked in every line that the compiler names" {
    # Once in a kernel: nvcc names it no second time there.
    sed '/who\[/!s/threadIdx.x;/threadId.x;/' $OLDPWD/$lab/reference.cu \
        >$lab/student.cu
    count=$(grep -c 'threadId\.x' $lab/student.cu)
    for compiler in clang nvcc; do
        [ $compiler = clang ] || command -v nvcc >/dev/null || continue
        checked CUDACC=$compiler
        [ "$(wc -l <problems)" -eq "$count" ]
        for at in $(grep -n 'threadId\.x' $lab/student.cu | cut -d: -f1); do
            grep -q "^$lab/student.cu	$at	[0-9]*	error	.*threadId" problems
        done
    done
}

@test "nothing is marked of another file, or where nothing is begun or wrong" {
    { echo '#line 7 "/etc/passwd"'; cat $OLDPWD/$lab/reference.cu
        echo 'int x = y;'; } >$lab/student.cu
    checked CUDACC=clang
    [ "$(cut -f 1-4 problems)" = "$lab/student.cu	1	1	error" ]
    (cd "$OLDPWD" && sh common/maintain/stubs.sh --print $lab) >$lab/student.cu
    checked CUDACC=clang
    [ ! -s problems ]
}

@test "the exercise of a line" {
    at() {
        sh common/learn/exercise_at.sh "$@"
    }
    cp "$OLDPWD/$lab/reference.cu" $lab/student.cu
    line=$(line_of '// ---- vecmat --')
    [ "$(at $lab/student.cu "$line")" = vecmat ]
    [ "$(at $lab/student.cu $((line - 1)))" = matvec ]
    [ "$(at $lab/student.cu 99999)" = vecmat_best ]
    [ -z "$(at $lab/student.cu 1)" ]
    [ -z "$(at $lab/README.md 50)" ]
    run at $lab/student.cu
    [ "$status" -eq 2 ]
}

@test "tasks of VS Code: each runs as it would, with the variables put in" {
    perl -MJSON::PP -0777 -ne '
        my $tasks = decode_json($_);
        die unless $tasks->{version} eq "2.0.0";
        my %seen;
        for my $task (@{$tasks->{tasks}}) {
            die $task->{label} if $seen{$task->{label}}++;
            die $task->{label} unless $task->{type} eq "shell"
                && defined $task->{problemMatcher};
            my $matcher = $task->{problemMatcher};
            $matcher = $matcher->{base} if ref $matcher eq "HASH";
            die $task->{label}
                if $task->{command} =~ /PROBLEMS/ xor $matcher eq "\$gcc";
            my $command = $task->{command};
            $command =~ s/\$\{fileDirnameBasename\}/lab1_global/g;
            $command =~ s/\$\{relativeFile\}/lab1_global\/student.cu/g;
            $command =~ s/\$\{lineNumber\}/99999/g;
            die $command if $command =~ /\$\{/;
            $command =~ s/^make /make -n /;
            print "$command\n";
        }' .vscode/tasks.json >commands
    [ "$(wc -l <commands)" -ge 8 ]
    cp "$OLDPWD/$lab/reference.cu" $lab/student.cu
    # -n does not keep make from running what runs make.
    grep -v 'watch\|report\|doctor' commands | while IFS= read -r command; do
        echo "$command"
        env -u MAKEFLAGS -u MAKELEVEL sh -c "$command" >said 2>&1 ||
            { cat said; exit 1; }
    done
    env -u MAKEFLAGS -u MAKELEVEL sh -c "$(grep exercise_at commands |
        head -n 1)" | grep -q -e "--ex 'vecmat_best'"
}

# clangd's own words for what it finds in a file: "[name] Line 5: ..."
understood() { # FILE
    clangd --check="$1" 2>&1 | tee said | grep '\] Line [0-9]*: ' && return 1
    grep -q 'All checks completed' said
}

@test "clangd understands labs and the C around them, without a toolkit" {
    command -v clangd >/dev/null || skip "no clangd"
    cd "$OLDPWD"
    said=$BATS_TEST_TMPDIR/said
    cd "$BATS_TEST_TMPDIR"
    for file in $lab/reference.cu $lab/lab.c common/harness/judge/origin.c; do
        understood "$OLDPWD/$file"
    done
}

@test "the dev container: a stock image, and commands that are here" {
    cd "$OLDPWD"
    perl -MJSON::PP -0777 -ne '
        my $container = decode_json($_);
        my %known = map { $_ => 1 } qw(name image init containerEnv
            onCreateCommand hostRequirements customizations);
        $known{$_} or die $_ for keys %$container;
        $container->{image} =~ /^(debian|ubuntu):[a-z0-9.]+$/ or die "image";
        $container->{hostRequirements}{$_} =~ /^\d+([tgmk]b)?$/ or die $_
            for qw(memory storage);
        print "$container->{onCreateCommand}\n"' \
        .devcontainer/devcontainer.json >"$BATS_TEST_TMPDIR/command"
    read -r shell script goals <"$BATS_TEST_TMPDIR/command"
    [ "$shell" = sh ]
    [ -e "$script" ]
    for goal in $goals; do
        grep -q "^$goal:" Makefile common/*/*.mk
    done
}

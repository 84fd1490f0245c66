#!/usr/bin/env bats
# handout.bats - the student edition: what is in it and what is not, and that
# a second one into the same folder takes nothing from a student.  What was
# recorded of the references is made up here, but for one exercise; the whole
# edition is built and used in common/tests/course/handout.bats.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export edition="$BATS_FILE_TMPDIR/an edition"
    export made_up="$BATS_FILE_TMPDIR/build"
    mkdir -p "$made_up/recorded/access"
    for lab in */lab.c; do
        lab=${lab%/lab.c}
        echo lab,exercise,impl >"$made_up/recorded/$lab.csv"
        echo launch,file >"$made_up/recorded/access/${lab}_some.csv"
    done
    printf 'some part 1234\ncompiler of here\n' >"$made_up/edition.txt"
    handout "$edition"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    own="$BATS_TEST_TMPDIR/own edition"
}

handout() { # FOLDER [LABS]
    BUILD="$made_up" OUT="$1" sh common/course/handout.sh "$2"
}

# Of this test, to be changed.
copy() {
    cp -R "$edition" "$own"
}

git_in() { # FOLDER ARGUMENTS
    git -C "$1" -c user.name=s -c user.email=s@localhost "${@:2}"
}

# leaks FOLDER: three lines of a solution in any file below it.
leaks() {
    find "$1" -type f -not -path '*/.git/*' -not -name 'student.*' \
        >"$BATS_TEST_TMPDIR/files"
    mapfile -t files <"$BATS_TEST_TMPDIR/files"
    LC_ALL=C awk -f common/course/handout/leak.awk kind=solution \
        */reference.cu */answers.md kind=edition "${files[@]}"
}

@test "has what students need, and nothing of a solution" {
    for file in README.md LICENSE Makefile .gitignore .edition \
        common/setup.sh common/learn/submit.sh common/emulator/ptxrun \
        common/harness/grader.c plots/sweep.awk report_template/report.md \
        {lab1_global,lab2_shared,lab3_reduction}/{README.md,kernels.h,lab.c} \
        plots/recorded/reference/lab1_global.csv; do
        [ -s "$edition/$file" ] || { echo "no $file" && false; }
    done
    run find "$edition" \( -name 'reference.*' -o -name answers.md -o \
        -name tests -o -name maintain -o -name course -o -name '*.wrong' -o \
        -name '*.poor' -o -name '*mutants*' \) -not -path '*/.git/*' \
        -not -path '*/plots/recorded/reference'
    [ -z "$output" ]
    run leaks "$edition"
    [ "$status" -eq 0 ]
    [ "${#files[@]}" -gt 0 ] || [ "$(wc -l <"$BATS_TEST_TMPDIR/files")" -gt 300 ]
    for lab in lab1_global lab2_shared lab3_reduction; do
        sh common/maintain/stubs.sh --print $lab |
            cmp - "$edition/$lab/student.cu"
    done
    [ "$(cat "$edition/.edition")" = "some part 1234" ]
    cmp "$edition/common/emulator/ptxrun" common/emulator/ptxrun
    [ -x "$edition/common/emulator/ptxrun" ]
}

@test "three lines of a solution are found, in whatever form" {
    mkdir "$own"
    sed -n '/BEGIN SOLUTION/,/END SOLUTION/p' lab1_global/reference.cu |
        sed -n 2,60p >"$BATS_TEST_TMPDIR/lines"
    sed 's/^/+   /; s/$/\r/' "$BATS_TEST_TMPDIR/lines" >"$own/a.patch"
    sed 's/.*/"&\\n"/' "$BATS_TEST_TMPDIR/lines" >"$own/b.c"
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/^ */> /' \
        "$BATS_TEST_TMPDIR/lines" >"$own/c.svg"
    sed 's/$/\n\n}\n/' "$BATS_TEST_TMPDIR/lines" >"$own/d"
    # Two lines are none.
    awk 'NF { print } ++n % 2 == 0 { print "other " n }' \
        "$BATS_TEST_TMPDIR/lines" >"$own/e"
    run leaks "$own"
    [ "$status" -eq 1 ]
    for file in a.patch b.c c.svg d; do
        [[ "$output" == *"/$file:"*": lines of lab1_global/reference.cu:"* ]]
    done
    [[ "$output" != *"/e:"* ]]
}

@test "where a solution would be handed out, nothing is" {
    cp -R "$made_up" "$BATS_TEST_TMPDIR/build"
    sed -n '/BEGIN SOLUTION/,/END SOLUTION/p' lab2_shared/reference.cu \
        >>"$BATS_TEST_TMPDIR/build/recorded/lab1_global.csv"
    made_up="$BATS_TEST_TMPDIR/build" run handout "$own"
    [ "$status" -eq 3 ]
    [[ "$output" == *"plots/recorded/reference/lab1_global.csv:"* ]]
    [[ "$output" == *"nothing was handed out"* ]]
    [ ! -e "$own" ]
}

@test "the same workbook is the same edition, in a commit of its own" {
    handout "$own"
    [ "$(git_in "$own" rev-parse HEAD)" = "$(git_in "$edition" rev-parse HEAD)" ]
    diff -r -x .git "$edition" "$own"
    [ "$(git_in "$own" log --format=%s)" = "Begin the workbook" ]
    [ -z "$(git_in "$own" status --porcelain)" ]
    # Again, nothing is new.
    run handout "$own"
    [ "$status" -eq 0 ]
    [ "$(git_in "$own" rev-list --count HEAD)" -eq 1 ]
}

@test "an update leaves a student's work, files and history as they are" {
    copy
    cd "$own"
    echo "// my work" >>lab1_global/student.cu
    mkdir lab1_global/mine && echo mine >lab1_global/mine/notes
    echo answer >report_template/lab1_global.md
    git_in . add -A && git_in . commit -qm "My work"
    echo "# mine" >>plots/curves.gp
    echo "# old" >>common/help.awk
    rm common/doctor.sh lab3_reduction/student.cu
    # As if an older edition had had another help.awk, and two more files.
    for file in common/help.awk common/gone.sh common/learn/gone.awk; do
        echo "# old" >>$file
        grep -v "  $file$" common/edition/files >files
        (cat files && sha256sum $file) >common/edition/files
    done
    rm files
    echo "# changed" >>common/learn/gone.awk
    git_in . add -A common && git_in . commit -qm "As it was"
    echo staged >staged && git_in . add staged
    before=$(git_in . rev-parse HEAD)
    cd - >/dev/null
    run handout "$own"
    [ "$status" -eq 0 ]
    [[ "$output" == *"plots/curves.gp was changed here"*"curves.gp.old"* ]]
    [[ "$output" == *"common/learn/gone.awk left the edition"*stays* ]]
    cd "$own"
    [ "$(tail -n 1 lab1_global/student.cu)" = "// my work" ]
    [ "$(cat lab1_global/mine/notes)" = mine ]
    [ "$(cat report_template/lab1_global.md)" = answer ]
    [ "$(tail -n 1 plots/curves.gp.old)" = "# mine" ]
    cmp lab3_reduction/student.cu "$edition/lab3_reduction/student.cu"
    for file in common/help.awk common/doctor.sh plots/curves.gp; do
        cmp $file "$edition/$file"
    done
    [ ! -e common/gone.sh ]
    [ ! -e common/help.awk.old ]
    # One commit more, of the edition's files alone; what was staged still is.
    [ "$(git_in . rev-parse HEAD~1)" = "$before" ]
    [ "$(git_in . log -1 --format=%s)" = "Update the workbook" ]
    run git_in . show --name-only --format= HEAD
    [[ "$output" == *common/gone.sh* ]]
    [[ "$output" != *student.cu* ]]
    [[ "$output" != *staged* ]]
    [ "$(git_in . diff --cached --name-only)" = staged ]
}

@test "new tasks are put beside a student.cu that began as other ones" {
    copy
    sed -i 's/Stub number [0-9]*/Stub number 77/' "$own/lab1_global/student.cu"
    run handout "$own"
    [[ "$output" == *"lab1_global/student.cu stays"*"student.cu.new"* ]]
    grep -q "Stub number 77" "$own/lab1_global/student.cu"
    cmp "$own/lab1_global/student.cu.new" "$edition/lab1_global/student.cu"
    [ ! -e "$own/lab2_shared/student.cu.new" ]
}

@test "LABS are those; a lab that leaves takes no student.cu with it" {
    copy
    run handout "$own" "lab2_shared/ lab1_global"
    [ "$status" -eq 0 ]
    [[ "$output" == *"(lab1_global lab2_shared)"* ]]
    [ "$(cd "$own/lab3_reduction" && ls)" = student.cu ]
    [ ! -e "$own/plots/recorded/lab3_reduction_h200.csv" ]
    [ -e "$own/plots/recorded/lab2_shared_h200.csv" ]
    run grep -c lab3 "$own/README.md"
    [ "$output" = 0 ]
    run handout "$own" "lab1_global lab9"
    [ "$status" -eq 2 ]
    [[ "$output" == *'no lab "lab9"'*"lab1_global lab2_shared lab3"* ]]
}

@test "a folder that is something else is refused, and stays as it is" {
    mkdir "$own"
    echo precious >"$own/file"
    run handout "$own"
    [ "$status" -eq 2 ]
    [[ "$output" == *"something else than a student edition"* ]]
    [ "$(ls -A "$own")" = file ]
    run handout .
    [ "$status" -eq 2 ]
    run handout "$own/file"
    [ "$status" -eq 2 ]
    [[ "$output" == *"is no folder"* ]]
    # Nor does one lead elsewhere.
    rm -r "$own"
    copy
    mkdir "$BATS_TEST_TMPDIR/elsewhere"
    rm -r "$own/common/learn"
    ln -s "$BATS_TEST_TMPDIR/elsewhere" "$own/common/learn"
    run handout "$own"
    [ "$status" -eq 2 ]
    [[ "$output" == *"leads out of"* ]]
    [ -z "$(ls "$BATS_TEST_TMPDIR/elsewhere")" ]
}

@test "a new edition is there as a whole, or not at all" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    cat >"$BATS_TEST_TMPDIR/bin/git" <<GIT
#!/bin/sh
case " \$* " in *" commit "*) echo no room >&2; exit 128 ;; esac
exec "$(command -v git)" "\$@"
GIT
    chmod +x "$BATS_TEST_TMPDIR/bin/git"
    PATH="$BATS_TEST_TMPDIR/bin:$PATH" run handout "$own"
    [ "$status" -eq 2 ]
    [[ "$output" == *"no room"*"git could not commit in $own"* ]]
    [ "$(ls -A "$BATS_TEST_TMPDIR")" = bin ]
    # Nor does what a killed one left stand in the way.
    mkdir -p "$own/.making.abc/common"
    handout "$own"
    diff -r -x .git "$edition" "$own"
}

@test "goals that need a solution say so, the others are those of help" {
    cd "$edition"
    unset MAKEFLAGS MAKELEVEL
    missing=$(make -C "$OLDPWD" help | sed -n 's/^  make \([a-z-]*\) .*/\1/p')
    run make help
    for goal in check watch hint status plot profile access report submit \
        doctor clean; do
        [[ "$output" == *"make $goal "* ]]
    done
    missing=$(comm -23 <(sort <<<"$missing") \
        <(sed -n 's/^  make \([a-z-]*\) .*/\1/p' <<<"$output" | sort))
    for goal in diff stubs times mutants handout test lint; do
        grep -q -x $goal <<<"$missing"
    done
    for goal in $missing; do
        run make "$goal"
        [ "$status" -eq 2 ]
        [[ "$output" == *"make $goal needs solutions"*instructor* ]]
    done
    run make check IMPL=reference
    [ "$status" -eq 2 ]
    [[ "$output" == *"your instructor has it"* ]]
    [[ "$output" != *CC* ]]
}

# What is built already, so that an edition needs not be: its files are older.
build_into() { # EDITION
    mkdir -p "$1/build/lab1_global"
    cp -a build/bin "$1/build"
    find build -maxdepth 1 -type f ! -name '*.[0-9]*' \
        -exec cp -a -t "$1/build" {} +
    cp -a build/lab1_global/{lab,launchers}.* "$1/build/lab1_global"
    for part in emulator harness lab2_shared lab3_reduction; do
        ln -s "$PWD/build/$part" "$1/build"
    done
    find "$1" -path "$1/build" -prune -o -type f \
        -exec touch -d 2001-01-01 {} +
}

@test "check, plot, access and submit work, and show no line of a solution" {
    command -v gnuplot || skip "no gnuplot"
    copy
    build_into "$own"
    cp lab1_global/tests/right/beginner.cu "$own/lab1_global/student.cu"
    cd "$own"
    unset MAKEFLAGS MAKELEVEL
    for lane in {0..31}; do
        echo "1,,88,9,global,load,A,4,0,0,1,$lane,$((lane * 4)),0,0"
    done | { echo "launch,file,line,column,space,kind,array,width,block,warp,\
execution,lane,offset,bank,wavefront" && cat; } \
        >plots/recorded/access/lab1_global_matvec.csv
    run make check EX=matvec DEVICE=emu
    [[ "$output" == *"Score: "* ]]
    [[ "$output" != *"  CC "* ]]
    # In place of a record of the reference, this student.
    build/bin/grader sweep --ex matvec --impls student --folder recorded
    sed 's/,student,/,reference,/' build/recorded/lab1_global_sweep.csv \
        >plots/recorded/reference/lab1_global.csv
    run make plot EX=matvec DEVICE=emu
    [ "$status" -eq 0 ]
    [[ "$output" != *"not built"* ]]
    grep -q 'reference (recorded), modelled' build/plots/lab1_global_matvec.gp
    # The recorded rows, of the same sizes, beside the student's.
    for impl in student reference; do
        [ "$(grep -c "^$impl," build/plots/lab1_global_matvec.csv)" -eq 7 ]
    done
    run make access EX=matvec
    [ "$status" -eq 0 ]
    grep -q "reference.cu (recorded): warp 0" \
        build/plots/lab1_global_matvec_access.svg
    run make submit NAME="A Student"
    [ "$status" -eq 0 ]
    [ -s build/submit/A_Student.zip ]
    mv lab1_global/student.cu "$BATS_TEST_TMPDIR"
    run make status LAB=lab1_global
    [[ "$output" == *"git checkout lab1_global/student.cu"* ]]
    mv "$BATS_TEST_TMPDIR/student.cu" lab1_global
    cd - >/dev/null
    rm "$own"/build/{lab2_shared,lab3_reduction}
    run leaks "$own"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -q access.svg "$BATS_TEST_TMPDIR/files"
}

@test "recorded rows are those of the GPU that is modelled, beside no others" {
    head=lab,exercise,impl,device,time_source,time_us
    printf '%s\n' $head 'l,a,reference,"X, Y",modelled,1' \
        'l,a,reference,Z,modelled,2' 'l,b,reference,"X, Y",modelled,3' \
        >"$BATS_TEST_TMPDIR/recorded"
    printf '%s\n' $head l,a,serial,cpu,measured,9 l,a,reference,old,modelled,8 \
        l,b,student,gpu,measured,7 >"$BATS_TEST_TMPDIR/sweep"
    added() { # GPU
        awk -v gpu="$1" -f common/learn/csv.awk -f common/learn/recorded.awk \
            "$BATS_TEST_TMPDIR/recorded" "$BATS_TEST_TMPDIR/sweep"
    }
    [ "$(added "X, Y" | sed 1d)" = 'l,a,serial,cpu,measured,9
l,a,reference,"X, Y",modelled,1
l,b,student,gpu,measured,7' ]
    [ "$(added Z | grep -c reference,Z)" -eq 1 ]
    # Columns of another workbook: nothing is mixed.
    sed -i '1s/$/,more/' "$BATS_TEST_TMPDIR/recorded"
    added Z | cmp - "$BATS_TEST_TMPDIR/sweep"
}

recorded() { # [EXERCISE]: those of made-up rows, as exercise:impl
    awk -v gpu=G -v asked="$1" -f common/learn/csv.awk \
        -f common/learn/recorded.awk "$BATS_TEST_TMPDIR/recorded" \
        "$BATS_TEST_TMPDIR/sweep" | awk -F, '{ printf "%s:%s ", $1, $2 }'
}

@test "recorded references stand behind the student's, and where there is none" {
    printf '%s\n' exercise,impl,device,time_source a,reference,G,modelled \
        b,reference,G,modelled b,reference,other,modelled \
        c,reference,G,modelled d,reference,G,modelled \
        >"$BATS_TEST_TMPDIR/recorded"
    printf '%s\n' exercise,impl,device,time_source b,student,G,modelled \
        d,student,G,measured >"$BATS_TEST_TMPDIR/sweep"
    [ "$(recorded "")" = "exercise:impl b:student b:reference d:student \
a:reference c:reference " ]
    [ "$(recorded c)" = "exercise:impl b:student b:reference d:student \
c:reference " ]
}

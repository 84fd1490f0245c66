#!/usr/bin/env bats
# report.bats - from answers to documents: what is refused, what comes through,
# and that nothing a student wrote is lost.
#
# The report is made once, of two exercises of the reference and a sweep
# written here, in a classroom; what the words alone come to is made of the same
# measurements (again).  All of the labs, in all languages: course/reports.bats.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" "$lab"
    ln -s "$PWD/plots" "$room"
    rm -f "$room/build/report" "$room/build/plots" # links
    mkdir "$room/report_template"
    cp report_template/report.* report_template/*.po "$room/report_template"
    export LANG=C
    unset LC_ALL LC_MESSAGES
    sh common/maintain/stubs.sh --print "$lab" >"$BATS_FILE_TMPDIR/stub.cu"
    some_of "$lab/reference.cu" "$BATS_FILE_TMPDIR/stub.cu" \
        matvec vecmat >"$room/$lab/student.cu"
    sed -i '/^vecmat,/d' "$room/$lab/predictions.csv"
    sweep
    nothing_to_draw_with
}

# All programs that there are, but those that draw and print.
nothing_to_draw_with() {
    export bin="$BATS_FILE_TMPDIR/bin"
    mkdir "$bin"
    ln -s /usr/bin/* "$bin"
    rm -f "$bin/pandoc" "$bin/weasyprint" "$bin/gnuplot"
}

sweep() { # one size of each exercise with graphs, newer than the program
    local head="lab,exercise,impl,rows,cols,device,time_source,time_us"
    head="$head,bytes,global_load_requests,global_load_sectors"
    {
        echo "$head,global_load_bytes"
        for exercise in $(build/bin/grader list --tsv |
            awk -F "\t" -v lab="$lab" '$1 == lab && $9 { print $2 }'); do
            row="$lab,$exercise"
            kernel="1000,500,NVIDIA H200,modelled,12.5,2e6,10,40,1280"
            echo "$row,serial,1000,500,\"An \"\"X\"\", CPU\",measured,250,9,,,"
            echo "$row,student,$kernel"
        done
    } >"$room/build/results/${lab}_sweep.csv"
}

setup() {
    cd "$room" || return
    text=report_template/$lab.md
    out=build/report/$lab
    exercises=$(build/bin/grader list --tsv |
        awk -F '\t' -v lab="$lab" '$1 == lab' | wc -l)
    questions=$(sed -n '/^## Control questions/,$s/^\([0-9]*\)\. .*/\1/p' \
        "$lab/README.md" | tail -n 1)
    # And a name, a group and conclusions.
    gaps=$((exercises + 3))
}

report() {
    env -u MAKEFLAGS -u MAKELEVEL make report DEVICE=emu "$@"
}

again() { # nothing is measured and drawn again; the Markdown alone
    PATH="$bin" report MAKE=: "$@"
}

# Writes answers in two alphabets, and what is markup elsewhere.
answer() {
    awk '
        /^student:/ { $0 = "student: \"\320\220\320\275\320\275\320\260 \
O'"'"'Hara: \345\274\240\344\274\237\"" }
        /^group:/ { $0 = "group: Group M-101" }
        /^\.\.\.$/ {
            n++
            print "\320\276\321\202\320\262\320\265\321\202 " n " \
\346\255\243\347\241\256"
            print "\347\232\204 C[i] += a * b<<<1, 2>>>(c) \\n <x>"
            next
        }
        { print }' "$text" >"$text.new"
    mv "$text.new" "$text"
}

# holds TEXT: what the student wrote, as a document gives it back.
holds() {
    local flat
    flat=$(tr -s '[:space:]' ' ' <<<"$1")
    for piece in $'\320\220\320\275\320\275\320\260 O\'Hara: ' \
        $'\345\274\240\344\274\237' "Group M-101" \
        $'\320\276\321\202\320\262\320\265\321\202 1 ' \
        $'\320\276\321\202\320\262\320\265\321\202 5 ' \
        'C[i] += a * b<<<1, 2>>>(c) \n <x>' "matvec_kernel" \
        "of 100 points" "12.5"; do
        [[ "$flat" == *"$piece"* ]] || {
            echo "missing: $piece"
            return 1
        }
    done
    # No space where the line was broken between two Chinese characters.
    [[ "$flat" == *$'\346\255\243\347\241\256\347\232\204'* ]]
}

@test "a report is begun, and refused with a list of what is missing" {
    run report LAB="$lab/"
    [ "$status" -eq 2 ] # make's own
    [[ "$output" == *"$text: written for you"* ]]
    [[ "$output" == *"line 3: student: nothing is written"* ]]
    [[ "$output" == *": matvec: what did you expect, what did you find"* ]]
    [[ "$output" == *'section "Conclusions"'* ]]
    [[ "$output" == *"make report LAB=$lab DRAFT=1"* ]]
    [ "$(grep -c 'line [0-9]*: ' <<<"$output")" -eq "$gaps" ]
    grep -q '^lang: en$' "$text"
    [ ! -e "$out.md" ]
}

gaps_now() {
    run sh common/learn/report/gaps.sh "$lab"
}

@test "what is not written: empty, deleted, dots after a text" {
    cp "$text" "$BATS_TEST_TMPDIR/kept"
    answer
    gaps_now
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    # Words that are a remark, some followed by dots, a section left out; code
    # in what is written is no heading.
    awk '/ 1 .*$/,/<x>/ { if (/<x>/) print "<!-- later -->"; next }
        { print }
        / 2 /,/<x>/ { if (/<x>/) print "\n..." }
        / 3 /,/<x>/ { if (/<x>/) print "\n```\n# define N\n...\n```" }' \
        "$text" | sed '/(`vecmat`)$/d' >"$text.new"
    mv "$text.new" "$text"
    run report LAB="$lab"
    echo "$output"
    mv "$BATS_TEST_TMPDIR/kept" "$text"
    first=$(sed -n 's/^## .*(`\(.*\)`)$/\1/p' "$text" | head -n 1)
    [[ "$output" == *": $first: what did you expect"* ]]
    [[ "$output" == *": three dots are left"* ]]
    [[ "$output" == *"vecmat has no section any more"* ]]
    [ "$(grep -c -E 'line [0-9]+: |any more' <<<"$output")" -eq 3 ]
}

@test "control questions only when asked for; then each wants an answer" {
    cp "$text" "$BATS_TEST_TMPDIR/kept"
    answer
    run report LAB="$lab" QUESTIONS=1
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"question 1: Why are errors checked"* ]]
    [[ "$output" == *"question $questions: "* ]]
    [ "$(grep -c 'line [0-9]*: question' <<<"$output")" -eq "$questions" ]
    cp "$text" "$text.once"
    run report LAB="$lab" QUESTIONS=1
    cmp "$text" "$text.once"
    sed -i '/^> \*\*9\.\*\*/d' "$text"
    gaps_now
    mv "$BATS_TEST_TMPDIR/kept" "$text"
    rm "$text.once"
    [[ "$output" == *"question 9 is not there any more: > **9.**"* ]]
}

@test "a title page wants to know whose it is" {
    cp "$text" "$BATS_TEST_TMPDIR/kept"
    answer
    for lang in ru zh; do
        sed -i "s/^lang: .*/lang: $lang/" "$text"
        gaps_now
        [[ "$output" == *": university: nothing is written"* ]]
        [[ "$output" == *": teacher: nothing is written"* ]]
    done
    [[ "$output" == *": number: nothing is written"* ]]
    mv "$BATS_TEST_TMPDIR/kept" "$text"
}

@test "a long question is cut between words, whatever its letters" {
    word=$'\320\220\320\220\320\220\320\220\320\220'
    for question in "$word $word $word $word $word $word" \
        "a$word $word $word $word $word $word" "$word$word$word$word$word$word"; do
        printf '## Control questions\n\n1. %s\n' "$question" \
            >"$BATS_TEST_TMPDIR/README.md"
        printf '> **1.** x\n\n...\n' >"$BATS_TEST_TMPDIR/text"
        env -i PATH="$PATH" awk -f common/learn/report/text.awk \
            -f common/learn/report/gaps.awk "$BATS_TEST_TMPDIR/README.md" \
            "$BATS_TEST_TMPDIR/text" >"$BATS_TEST_TMPDIR/gaps"
        iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/gaps" >/dev/null
        grep -q -a "$word" "$BATS_TEST_TMPDIR/gaps"
    done
    # The last has nowhere to be cut.
    [[ "$(cat "$BATS_TEST_TMPDIR/gaps")" == *"question 1: $question" ]]
}

@test "the copy holds points, code, times; labels say modelled" {
    cp "$text" "$room/unwritten"
    answer
    cp "$text" "$room/answers"
    run report LAB="$lab"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -q '^\*\*[0-9]* of 100 points\.\*\*' "$out.md"
    grep -q "| .matvec_best. | not begun |" "$out.md"
    grep -q "| .matvec. | \([0-9]*\) of \1 |" "$out.md"
    ! grep -q '^[*] .matvec.: not met' "$out.md" || false
    grep -q '^__global__ void matvec_warp_kernel' "$out.md"
    ! grep -q 'SOLUTION\|TASK\|TODO' "$out.md" || false
    grep -q "^| .matvec. | 1000.*500 | 12.5 | 160 | 250 |" "$out.md"
    grep -q 'modelled for NVIDIA H200; CPU: .* one core of An \\"X\\", CPU' \
        "$out.md"
    ! grep -q '[{][{]\|<!--' "$out.md" || false
}

@test "no quotient of a time that is measured and one that is modelled" {
    ! grep -q 'CPU / GPU' "$out.md" || false
    sed 's/modelled/measured/' "build/results/${lab}_sweep.csv" >sweep.csv
    run awk -v impl=student -v table=1 -f common/learn/csv.awk \
        -f common/learn/report/word.awk -f common/learn/report/words.awk \
        -f common/learn/report/summary.awk sweep.csv
    [[ "$output" == *"| CPU / GPU |"*"| 20 |"* ]]
    # What was not timed has no bandwidth.
    sed 's/modelled,12.5/modelled,/' "build/results/${lab}_sweep.csv" >sweep.csv
    run awk -v impl=student -v table=1 -f common/learn/csv.awk \
        -f common/learn/report/word.awk -f common/learn/report/words.awk \
        -f common/learn/report/summary.awk sweep.csv
    rm sweep.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"1000"*"CPU: a serial loop"* && "$output" != *GB/s* ]]
}

@test "pictures are pairs, unless something is said between them" {
    printf '%s\n\n' '![a]' '![b]' '![c]' said '![d]' >pictures
    run awk -f common/learn/report/pairs.awk pictures
    rm pictures
    echo "$output"
    [ "$(tr -s '\n' ' ' <<<"$output")" = \
        '::: {.pair} ![a] ![b] ::: ![c] said ![d] ' ]
}

# page: such as pandoc makes, its long table of times three quarters down.
page() {
    printf '<html lang="ru"><style>'
    cat report_template/report.css
    printf '</style><div style="height: 200mm"></div><h1>Times</h1><table>'
    printf '<tr><td>row of exercise %d</td></tr>' {1..30}
    printf '</table></html>'
}

@test "a long table of times begins where there is room, and goes on" {
    command -v weasyprint >/dev/null || skip "no weasyprint"
    command -v pdftotext >/dev/null || skip "no pdftotext"
    run sh -c 'weasyprint --quiet - - | pdftotext -l 1 - -' < <(page)
    echo "$output"
    [[ "$output" == *"exercise 1"* && "$output" != *"exercise 30"* ]]
}

@test "the copy holds counts, and pictures of what is wasted, numbered on" {
    grep -q '^| sectors per load request |.* 16.3 |.* 2.50 |$' "$out.md"
    grep -q '^| loaded bytes used, % |.* 12.5 |.* 81.6 |$' "$out.md"
    grep -q 'At best already: .*sectors per store request: 3.96' "$out.md"
    line=$(grep -n 'sum += A\[row \* cols + j\]' $lab/student.cu |
        head -n 1 | cut -d: -f1)
    grep -q -F "Line $line loads " "$out.md"
    # Points, counts where something is wasted, times: each its number.
    run sed -n 's/^: Table \([0-9]*\)\..*/\1/p' "$out.md"
    [ "$output" = "$(seq ${#lines[@]})" ]
    [ "${#lines[@]}" -ge 3 ]
    grep -q '^`vecmat_kernel` at 2500 .*: no line wastes anything' "$out.md"
    command -v gnuplot >/dev/null || skip "no gnuplot"
    # What it was made on stands in the picture, and at the report's end.
    grep -q '^!\[Figure [0-9]*\. `vector_add` against the size' \
        "$out.md"
    grep -q 'NVIDIA H200.*modelled' "build/plots/${lab}_vector_add.svg"
    grep -q 'Times of kernels.*NVIDIA H200, modelled' "$out.md"
    grep -q 'Counters.*emulated device' "$out.md"
    grep -q '_matvec_access.png' "$out.md"
    ! grep -q '_matvec_warp_access.png' "$out.md" || false
    run sed -n 's/^!\[Figure \([0-9]*\)\..*/\1/p' "$out.md"
    [ "$output" = "$(seq ${#lines[@]})" ]
}

@test "own comments stay where the task's go" {
    long="    // TASK: words that fill their lines up to where it ends, so that"
    cat >"$BATS_TEST_TMPDIR/a.cu" <<CUDA
// ---- a -----
$long this
    // second line is of the task.
    // mine
    a();
    // TODO: your code here.
    // Mine too
CUDA
    run awk -v exercise=a -f common/learn/report/code.awk \
        "$BATS_TEST_TMPDIR/a.cu"
    echo "$output"
    [ "${lines[0]}" = "    // mine" ]
    [ "${lines[1]}" = "    a();" ]
    [[ "${lines[2]}" == *"Mine too"* ]]
    [ "${#lines[@]}" -eq 3 ]
}

@test "of long code the middle is left out, and its lines are named" {
    { echo "// ---- a -----" && seq 1 9 && echo && seq 11 40 && echo &&
        seq 42 60; } >"$BATS_TEST_TMPDIR/a.cu"
    run awk -v exercise=a -v most=40 -v file=a.cu \
        -f common/learn/report/code.awk "$BATS_TEST_TMPDIR/a.cu"
    echo "$output"
    [[ "$output" == *$'\n9\n\n// ... a.cu:11-42 ...\n\n42\n'*60 ]]
    run awk -v exercise=a -v most=60 -f common/learn/report/code.awk \
        "$BATS_TEST_TMPDIR/a.cu"
    [ "$(wc -l <<<"$output")" -eq 60 ]
}

@test "a picture stands beside its counts, unless words come between" {
    block=$':::: {.counted}\ntable\n::::\n'
    beside() { printf '%s\n%s\n' "$block" "$1" |
        awk -f common/learn/report/beside.awk; }
    run beside '![Figure 1](a.png)'
    echo "$output"
    [ "${lines[0]}" = "::::: {.beside}" ]
    [ "${lines[-1]}" = ":::::" ]
    run beside $'Words.\n\n![Figure 1](a.png)'
    echo "$output"
    [[ "$output" != *beside* ]]
    [[ "$output" == *table*Words.*Figure* ]]
}

# The folded file has the words of the given one, in their order.
@test "program text in columns of 60 characters is all there" {
    for source in "$lab" lab3_reduction; do
        source=$BATS_TEST_DIRNAME/../../../$source/reference.cu
        awk -f common/learn/report/listing.awk "$source" >folded
        run awk 'length($0) > 60 && !/<w:|"|----/' folded
        echo "$output"
        [ -z "$output" ]
        words() { tr -d '[:space:]' | sed 's|//||g'; }
        [ "$(sed '/^```/,/^```$/d; /^:::/d; /^~~~/d' folded | words)" = \
            "$(words <"$source")" ]
    done
    rm folded
}

@test "a second run makes it anew and leaves the student's file alone" {
    cmp "$text" "$room/answers"
    [ -z "$(ls report_template | grep -v -x -e "$lab.md" -e 'report\..*' \
        -e '..\.po')" ]
}

part() { # NAME: a file of the docx
    perl -MIO::Uncompress::Unzip=unzip \
        -e 'unzip shift, "-", Name => shift' "$out.docx" "$1"
}

@test "docx holds both alphabets, code and tables" {
    [ -s "$out.docx" ] || skip "no pandoc"
    holds "$(pandoc -s --wrap=none --from docx --to plain "$out.docx")"
    command -v zip || skip "no zip"
    # A4, and rules between the rows of tables.
    part word/document.xml | grep -q 'w:w="11906"'
    part word/styles.xml | grep -q '<w:insideH '
    # No measure is left by its name, in a language without a column either.
    ! part word/styles.xml | grep '@[A-Z0-9]*@' || false
    for lang in ru fr; do
        awk -v lang=$lang -f common/learn/report/measures.awk \
            common/learn/report/measures.csv \
            common/learn/report/docx/word/{styles,document}.xml >measured
        ! grep '@[A-Z0-9]*@' measured || false
        grep -q 'w:hAnsi="Times New Roman"' measured || [ $lang = fr ]
    done
    rm measured
}

@test "html is one file that holds all, pictures as well" {
    [ -s "$out.html" ] || skip "no pandoc"
    holds "$(pandoc -s --wrap=none --from html --to plain "$out.html")"
    ! grep -q -E '(src|href)="[^#d]' "$out.html" || false
    if command -v gnuplot >/dev/null; then
        pictures=$(grep -o 'src="data:image/png' "$out.html" | wc -l)
        [ "$pictures" -eq "$(grep -c '^!\[Figure' "$out.md")" ]
    fi
}

@test "pdf holds all, on A4" {
    [ -s "$out.pdf" ] || skip "no weasyprint"
    command -v pdftotext >/dev/null || skip "no pdftotext"
    holds "$(pdftotext "$out.pdf" -)"
    pdfinfo "$out.pdf" | grep -q 'A4'
}

@test "a draft is made all the same; without pandoc the Markdown alone" {
    cp "$text" "$BATS_TEST_TMPDIR/kept"
    cp "$room/unwritten" "$text"
    rm -f "$out".*x "$out".*l
    again LAB="$lab" DRAFT=1 >"$BATS_TEST_TMPDIR/said" 2>&1
    mv "$BATS_TEST_TMPDIR/kept" "$text"
    run cat "$BATS_TEST_TMPDIR/said"
    echo "$output"
    [[ "$output" == *"$gaps gaps in $text"* ]]
    [[ "$output" == *"No pandoc here"*"apt-get install pandoc"* ]]
    grep -q '^title: "Lab 1: global memory"$' "$out.md"
    [ ! -e "$out.docx" ]
}

@test "a picture of versions says what it shows" {
    command -v gnuplot || skip "no gnuplot"
    cp "build/plots/${lab}_matvec.png" "build/plots/${lab}_matvec_versions.png"
    run again LAB="$lab" DRAFT=1
    echo "$output"
    grep -q '`matvec`, its later versions, and their speed-up' \
        "$out.md"
    rm "build/plots/${lab}_matvec_versions.png"
}

@test "each word of the programs stands in each catalogue" {
    command -v xgettext >/dev/null || skip "no gettext"
    xgettext -L awk --keyword=word --no-location \
        -o "$BATS_TEST_TMPDIR/awk.pot" common/learn/report/*.awk plots/*.awk
    xgettext -L Shell --keyword=word_of --no-location \
        -o "$BATS_TEST_TMPDIR/sh.pot" common/learn/plot.sh
    xgettext -L C --keyword=_ --no-location \
        -o "$BATS_TEST_TMPDIR/c.pot" common/harness/show/panels_name.c
    msgcat -o "$BATS_TEST_TMPDIR/words.pot" "$BATS_TEST_TMPDIR"/*.pot
    for po in report_template/*.po; do
        msgfmt --check -o /dev/null "$po" 2>/dev/null
        run msgcmp "$po" "$BATS_TEST_TMPDIR/words.pot"
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

# Written with a capital, a variable is another one.
@test "titles begin with a capital, but for those that begin with a formula" {
    list="$lab.list"
    printf "$lab\t%s\t%s\n" p 'x * x + 1, a thread each' q 'a dot b, by a tree' \
        r 'u x v' s 'a block per batch' t 'A x V, a warp per row' >"$list"
    run awk -v lab="$lab" -v lang=en -f common/learn/report/new.awk "$list" \
        "$lab/README.md" report_template/report.md
    rm "$list"
    echo "$output"
    [[ "$output" == *'## x * x + 1, a thread each (`p`)'* ]]
    [[ "$output" == *'## a dot b, by a tree (`q`)'* ]]
    [[ "$output" == *'## u x v (`r`)'* ]]
    [[ "$output" == *'## A block per batch (`s`)'* ]]
    [[ "$output" == *'## A x V, a warp per row (`t`)'* ]]
    capitals=$(grep -A 1 -E 'msgid "([a-z] ([-+*x]|dot) )' \
        report_template/*.po | grep -c -E 'msgstr "[A-Z] ' || :)
    [ "$capitals" -eq 0 ]
}

# What a line wastes may be too little to be seen in any quantity.
@test "there is no table without rows" {
    printf 'kernel\tdot\tdot_kernel\t4 x 5\n%s\t%s\t4\t4\n' \
        metric$'\t'dot global_load_sectors_per_request >facts
    printf 'worst\tdot\t7\tload\tA\tglobal\t5\t4\n' >>facts
    run awk -F '\t' -v exercise=dot -v table=3 \
        -f common/learn/report/word.awk -f common/learn/report/words.awk \
        -f common/learn/report/counts.awk facts
    rm facts
    echo "$output"
    [[ "$output" != *"Table 3"* && "$output" != *"|"* ]]
    [[ "$output" != *"no line wastes"* ]]
    [[ "$output" == *'`dot_kernel` at '*'At best already: sectors per load '* ]]
    [[ "$output" == *"Line 7 loads"* ]]
}

# Of a report in another language: a table, its caption and a heading.
@test "a report's words, its title page and its numbers are in its language" {
    command -v msgcat >/dev/null || skip "no gettext"
    sh common/learn/report/catalogue.sh ru 2>/dev/null \
        >"$BATS_TEST_TMPDIR/words"
    in_russian() {
        awk -F '\t' -v lang=ru -v words="$BATS_TEST_TMPDIR/words" \
            -f common/learn/report/text.awk \
            -f common/learn/report/word.awk -f common/learn/report/words.awk "$@"
    }
    printf 'kernel\tmatvec\tmatvec_kernel\t4 x 5\n%s\t%s\t16.32\t2.5\n' \
        metric$'\t'matvec global_load_sectors_per_request >facts
    printf 'worst\tmatvec\t7\tload\tA\tglobal\t31.65\t4\n' >>facts
    run in_russian -v exercise=matvec -v table=3 \
        -f common/learn/report/counts.awk facts
    rm facts
    echo "$output"
    dash=$'\342\200\223'
    table=$'\320\242\320\260\320\261\320\273\320\270\321\206\320\260'
    [[ "$output" == *"| 16,3 | 2,50 |"*$'\n: '"$table 3 $dash "* ]]
    printf '%s\n' --- 'title: "Lab 1: x"' 'student: "A"' --- >text
    run in_russian -f common/learn/report/title.awk text
    [[ "$output" == *'custom-style="Title Name"'* ]]
    printf 'stir\tfine for years\ta | b\n' >text
    printf 'exercise\tstir\t4\t5\n' >facts
    run in_russian -v table=2 -f common/learn/report/cases.awk text facts
    rm facts
    of=$'\320\270\320\267'
    [[ "$output" == *'(`stir`) | a \| b | 4 '"$of 5 |"* ]]
    # b was not begun.
    printf '%s\n' '# Goal' '## t (`a`)' ... '## t (`b`)' ... '# Own' x >text
    run in_russian -v exercises=a -f common/learn/report/headings.awk text
    rm text
    [ "${lines[1]}" = '## t (`a`)' ]
    [ "${lines[3]}" = '# Own' ]
    [ "${lines[0]}" != '# Goal' ]
}

@test "a sweep older than the code, or without an exercise, is a gap" {
    touch -d '2001-01-01' "build/results/${lab}_sweep.csv"
    sed -i '/,vecmat,/d' "build/results/${lab}_sweep.csv"
    touch -d '2001-01-01' "build/results/${lab}_sweep.csv"
    run report LAB="$lab"
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"is older than $lab/student.cu: make plot"* ]]
    [[ "$output" == *"lacks vecmat: make plot LAB=$lab"* ]]
}

@test "wrong use: no such lab, no such place" {
    run report LAB=lab9_none
    [ "$status" -eq 2 ]
    [[ "$output" == *"no lab9_none/README.md"*"$lab"* ]]
    echo '{{grpah matvec}}' >>"$text"
    run again LAB="$lab" DRAFT=1
    [ "$status" -eq 2 ]
    [[ "$output" == *"{{grpah matvec}} is no place"*"{{graphs}}"* ]]
}

#!/usr/bin/env bats
# report.bats - from answers to documents: what is refused, what comes through,
# and that nothing a student wrote is lost.
#
# The report is made of the reference and a sweep written here, in a classroom.

lab=lab1_global

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    load classroom
    export room="$BATS_FILE_TMPDIR/a room"
    classroom "$room" "$lab"
    ln -s "$PWD/plots" "$room"
    rm -f "$room/build/report" "$room/build/plots" # links
    mkdir "$room/report_template"
    cp report_template/report.* "$room/report_template"
    sweep
}

sweep() { # one size of each exercise, newer than the reference
    local head="lab,exercise,impl,rows,cols,device,time_source,time_us"
    head="$head,bytes,global_load_requests,global_load_sectors"
    {
        echo "$head,global_load_bytes"
        for exercise in $(build/bin/grader list --tsv |
            awk -F "\t" -v lab="$lab" '$1 == lab { print $2 }'); do
            row="$lab,$exercise"
            echo "$row,serial,1000,500,\"An \"\"X\"\", CPU\",measured,250,9,,,"
            echo "$row,reference,1000,500,NVIDIA H200,modelled,12.5,2e6,10,40,1280"
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
    gaps=$((questions + 3))
}

report() {
    env -u MAKEFLAGS -u MAKELEVEL make report IMPL=reference DEVICE=emu "$@"
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
        $'\320\276\321\202\320\262\320\265\321\202 19 ' \
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

@test "a report is begun with goal and questions, and refused with a list" {
    run report LAB="$lab/"
    [ "$status" -eq 2 ] # make's own
    [[ "$output" == *"$text: written for you"* ]]
    [[ "$output" == *"line 3: student: nothing is written"* ]]
    [[ "$output" == *"question 1: Why are errors checked"* ]]
    [[ "$output" == *"question $questions: "* ]]
    [[ "$output" == *'section "Conclusions"'* ]]
    [[ "$output" == *"make report LAB=$lab DRAFT=1"* ]]
    [ "$(grep -c 'line [0-9]*: ' <<<"$output")" -eq "$gaps" ]
    grep -q '^You write five kernels' "$text"
    [ ! -e "$out.md" ]
}

@test "what is not answered: empty, deleted, dots after a text" {
    cp "$text" "$BATS_TEST_TMPDIR/kept"
    answer
    run awk -f common/learn/report/text.awk -f common/learn/report/gaps.awk \
        "$lab/README.md" "$text"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    # An answer that is a remark, one followed by dots, a question left out;
    # code in an answer is no heading and no question.
    awk '/ 4 .*$/ && / 4 /,/<x>/ { if (/<x>/) print "<!-- later -->"; next }
        { print }
        / 5 /,/<x>/ { if (/<x>/) print "\n..." }
        / 6 /,/<x>/ {
            if (/<x>/) print "\n```\n# define N\n> **7.** x\n...\n```"
        }' "$text" | sed '/^> \*\*9\.\*\*/d' >"$text.new"
    mv "$text.new" "$text"
    run report LAB="$lab"
    echo "$output"
    mv "$BATS_TEST_TMPDIR/kept" "$text"
    [[ "$output" == *": question 4: "* ]]
    [[ "$output" == *": three dots are left"* ]]
    [[ "$output" == *"question 9 is not there any more: > **9.**"* ]]
    [ "$(grep -c -E 'line [0-9]+: |any more' <<<"$output")" -eq 3 ]
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

@test "a draft is made all the same; without pandoc the Markdown alone" {
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir "$bin"
    for tool in /usr/bin/* /bin/*; do
        case ${tool##*/} in
        pandoc | weasyprint) ;;
        *) [ -e "$bin/${tool##*/}" ] || ln -s "$tool" "$bin" ;;
        esac
    done
    PATH="$bin" run report LAB="$lab" DRAFT=1
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"$gaps gaps in $text"* ]]
    [[ "$output" == *"No pandoc here"*"apt-get install pandoc"* ]]
    grep -q '^title: "Lab 1: global memory"$' "$out.md"
    [ ! -e "$out.docx" ]
}

@test "the copy holds points, code, times; labels say modelled" {
    answer
    cp "$text" "$room/answers"
    run report LAB="$lab"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -q '^\*\*[0-9]* of 100 points\.\*\*' "$out.md"
    grep -q '^__global__ void matvec_warp_kernel' "$out.md"
    grep -q 'BLOCK = 256' "$out.md"
    ! grep -q 'SOLUTION' "$out.md" || false
    times=$'\302\240\303\227\302\240'
    grep -q "^| 1000${times}500 | 12.5 | 250 | 20.0 | 160 | 4.00 | 100 |" \
        "$out.md"
    grep -q 'times modelled for NVIDIA H200' "$out.md"
    grep -q 'one core of An "X", CPU' "$out.md"
    ! grep -q '[{][{]\|<!--' "$out.md" || false
}

@test "the copy holds profiles and pictures of accesses, numbered on" {
    grep -q '^| `gld_efficiency` | `smsp__[a-z_.]*` | 12.50 | 81.61 |' "$out.md"
    line=$(grep -n 'sum += A\[row \* cols + j\]' $lab/reference.cu |
        head -n 1 | cut -d: -f1)
    grep -q -F "Worst\\: line $line\\, load of A\\:" "$out.md"
    # Points, and times, totals and lines of each exercise: each its number.
    run sed -n 's/^: Table \([0-9]*\)\..*/\1/p' "$out.md"
    [ "$output" = "$(seq $((1 + 3 * exercises)))" ]
    command -v gnuplot >/dev/null || skip "no gnuplot"
    grep -q '`vecmat` against the size: NVIDIA H200 .(modelled.)' "$out.md"
    grep -q '_matvec_access.png' "$out.md"
    run sed -n 's/^!\[Figure \([0-9]*\)\..*/\1/p' "$out.md"
    [ "$output" = "$(seq $((2 * exercises)))" ]
}

@test "sizes that have names of their own are named" {
    run awk -v exercise=dot -v impl=student -v number=1 \
        -f common/learn/csv.awk -f common/learn/report/times.awk <<'CSV'
lab,exercise,impl,rows,cols,device,time_source,time_us,inner,dimensions
l,dot,student,1,512,H200,measured,2,256,blocks x n x threads
CSV
    x=$'\303\227'
    [[ "$output" == "| blocks $x n $x threads | student,"* ]]
    # 13 characters, of which "x" and spaces are more bytes, and some room.
    [[ "$output" == *$'\n|----------------:|'* ]]
    by=$'\302\240'$x$'\302\240'
    [[ "$output" == *"| 1${by}512${by}256 | 2.00 |"* ]]
    [[ "$output" == *"times measured on H200."* ]]
}

@test "a second run makes it anew and leaves the student's file alone" {
    cmp "$text" "$room/answers"
    [ -z "$(ls report_template | grep -v -x -e "$lab.md" -e 'report\..*')" ]
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
}

@test "html is one file that holds all, pictures as well" {
    [ -s "$out.html" ] || skip "no pandoc"
    holds "$(pandoc -s --wrap=none --from html --to plain "$out.html")"
    ! grep -q -E '(src|href)="[^#d]' "$out.html" || false
    if command -v gnuplot >/dev/null; then
        pictures=$(grep -o 'src="data:image/png' "$out.html" | wc -l)
        [ "$pictures" -eq $((2 * exercises)) ]
    fi
}

@test "pdf holds all, on A4" {
    [ -s "$out.pdf" ] || skip "no weasyprint"
    command -v pdftotext >/dev/null || skip "no pdftotext"
    holds "$(pdftotext "$out.pdf" -)"
    pdfinfo "$out.pdf" | grep -q 'A4'
}

@test "a picture of versions says what it shows" {
    command -v gnuplot || skip "no gnuplot"
    cp "build/plots/${lab}_matvec.png" "build/plots/${lab}_matvec_versions.png"
    run report LAB="$lab" DRAFT=1
    echo "$output"
    grep -q '`matvec`, its later versions, and their speed-up .*(modelled.)' \
        "$out.md"
    rm "build/plots/${lab}_matvec_versions.png"
}

@test "a sweep older than the code, or without an exercise, is a gap" {
    touch -d '2001-01-01' "build/results/${lab}_sweep.csv"
    sed -i '/,vecmat,/d' "build/results/${lab}_sweep.csv"
    touch -d '2001-01-01' "build/results/${lab}_sweep.csv"
    run report LAB="$lab"
    echo "$output"
    [ "$status" -eq 2 ]
    [[ "$output" == *"is older than $lab/reference.cu: make plot"* ]]
    [[ "$output" == *"lacks vecmat: make plot LAB=$lab"* ]]
}

@test "wrong use: no such lab, no such place" {
    run report LAB=lab9_none
    [ "$status" -eq 2 ]
    [[ "$output" == *"no lab9_none/README.md"*"$lab"* ]]
    echo '{{grpah matvec}}' >>"$text"
    run report LAB="$lab" DRAFT=1
    [ "$status" -eq 2 ]
    [[ "$output" == *"{{grpah matvec}} is no place"*"{{graph EX}}"* ]]
}

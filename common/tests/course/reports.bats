#!/usr/bin/env bats
# reports.bats - the report of each lab in each language, from a whole solution
# to the pdf.
#
# Needs: pandoc, weasyprint, gnuplot, gettext, pdftotext, pdfinfo.

load ../cli/classroom

setup() {
    cd "$BATS_TEST_DIRNAME/../../.." || return
    for tool in pandoc weasyprint gnuplot msgcat pdftotext; do
        command -v $tool >/dev/null || skip "no $tool"
    done
    export LANG=C
    unset LC_ALL LC_MESSAGES
}

# reported LAB EN RU ZH: in a classroom, in three languages, each of so many
# pages at most; what is measured is measured once.
reported() {
    local lab=$1 room="$BATS_TEST_TMPDIR/$1" lang text most
    classroom "$room" "$lab"
    ln -s "$PWD/plots" "$room"
    rm -f "$room/build/report" "$room/build/plots" # links
    mkdir "$room/report_template"
    cp report_template/report.* report_template/*.po "$room/report_template"
    solve_cases "$room" "$lab"
    cp "$lab/reference.cu" "$room/$lab/student.cu"
    sweep "$lab" >"$room/build/results/${lab}_sweep.csv"
    cd "$room" || return
    text=report_template/$lab.md
    again report LAB="$lab" >/dev/null 2>&1 || : # it begins it
    for lang in en ru zh; do
        sed -i -e "s/^lang: .*/lang: $lang/" -e 's/^\.\.\.$/It is so./' \
            -e '/^title:/!s/^\([a-z]*\): ""/\1: "Someone"/' "$text"
        sed -i 's/^date: .*/date: ""/' "$text"
        if [ $lang = en ]; then
            again report LAB="$lab"
        else
            again report LAB="$lab" MAKE=:
        fi
        complete
        case $lang in en) most=$2 ;; ru) most=$3 ;; zh) most=$4 ;; esac
        short
    done
}

again() {
    env -u MAKEFLAGS -u MAKELEVEL make DEVICE=emu "$@"
}

sweep() { # LAB: one size of each exercise that has graphs
    local head="lab,exercise,impl,rows,cols,device,time_source,time_us"
    head="$head,bytes,global_load_requests,global_load_sectors"
    echo "$head,global_load_bytes"
    build/bin/grader list --tsv | awk -F "\t" -v lab="$1" '
        $1 == lab && $9 {
            print lab "," $2 ",serial,1000,500,CPU,measured,250,9,,,"
            printf "%s,%s,student,1000,500,NVIDIA H200,modelled,12.5,", lab, $2
            print "2e6,10,40,1280"
        }'
}

# Each exercise has its section, nothing is left to be filled, each column of
# the tables stands on the page; figures and tables are numbered on.
complete() {
    local out=build/report/$lab
    # (A line of C may have {{ in it.)
    ! grep -n '^[{][{]\|<!--' "$out.md" || false
    [ "$(grep -c '^## ' "$out.md")" -eq "$(build/bin/grader list --tsv |
        awk -F '\t' -v lab="$lab" '$1 == lab' | wc -l)" ]
    [ "$(grep -c '^: ' "$out.md")" -ge 3 ]
    pdftotext -layout "$out.pdf" "$out.txt"
    grep -q "Someone" "$out.txt"
    # What is predicted has a name in each language.
    [ "$lang" = en ] || ! grep -E '^\| [a-z ]+ \|' "$out.md" || false
    [ -s "$out.docx" ]
}

# Pages without the student's words.  As letters other than those of Times New
# Roman may be wider, no pages are counted where there are others.
short() {
    local pages page=build/report/$lab.html
    grep -q '^<p>It is so.</p>$' "$page"
    sed '/^<p>It is so.<.p>$/d' "$page" >"$page.html"
    pages=$(weasyprint --quiet "$page.html" - | pdfinfo - |
        sed -n 's/^Pages: *//p')
    echo "# $lab $lang: $pages pages" >&3
    fc-match "Times New Roman" | grep -q -e Times -e Liberation -e Tinos ||
        return 0
    [ "$pages" -le "$most" ]
}

@test "the report of lab 1" {
    reported lab1_global 6 7 7
}

@test "the report of lab 2" {
    reported lab2_shared 6 7 6
}

@test "the report of lab 3" {
    reported lab3_reduction 11 12 12
}

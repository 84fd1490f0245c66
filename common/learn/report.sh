#!/bin/sh
# report.sh - what a student hands in, as build/report/LAB.docx, .html, .pdf.
#
#   sh common/learn/report.sh [LAB]...
#
# Idea: report_template/LAB.md is the student's own: made once from report.md,
# then only read.  A copy of it, with code, tables and graphs in place of its
# {{...}} lines, is build/report/LAB.md, which pandoc turns into documents.  All
# that is filled in has the report's language (lang: in its head), by a
# catalogue of gettext, report_template/LANG.po.  Without a LAB: those that were
# begun, or all.
# Guarantee: answers are never written to; QUESTIONS adds the control questions
# at the end, once.  A report with gaps is not made, unless DRAFT is set, and
# the gaps are listed.  What is not installed costs the documents that need it,
# nothing else.
# From make: MAKE, BUILD, IMPL, CUDACC (the compiler), DRAFT, QUESTIONS.
# Exit status: 0, 1 there are gaps, 2 wrong use or make failed.

. common/learn/submitter.sh

build=${BUILD:-build}
impl=${IMPL:-student}
out=$build/report
here=$(dirname "$0")/report
tab=$(printf '\t')
status=0

fail() {
    printf '%s\n' "$@" >&2
    exit 2
}

say() {
    printf '  %-6s %s\n' "$1" "$2"
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# What `grader list` says; it needs no program that CUDA is in.
list() {
    "$build/bin/grader" list --tsv
}

labs() {
    list | sed 1d | cut -f 1 | uniq
}

# ---- the student's file ----------------------------------------------------

begin_report() {
    # shellcheck disable=SC2012 # names of labs have no odd letters
    known=$(ls -t report_template/lab*.md 2>/dev/null | head -n 1)
    list | awk -v lab="$lab" -v lang="$(own_language)" -v known="$known" \
        -v student="$(quotable name)" -v number="$(quotable number)" \
        -f "$here/new.awk" - "$lab/README.md" report_template/report.md \
        >"$text.new" && mv "$text.new" "$text"
    echo "$text: written for you; your name and what you found go there."
}

# name or number, as it can stand between quotes.
quotable() {
    submitter "$1" | tr -d '\\"'
}

# That of who is at work here, if there is a catalogue of it.
own_language() {
    lang=${LC_ALL:-${LC_MESSAGES:-$LANG}}
    lang=${lang%%[_.]*}
    if [ -e "report_template/$lang.po" ]; then
        echo "$lang"
    else
        echo en
    fi
}

ask_questions() {
    if ! grep -q '^> [*][*]1\.[*][*]' "$text"; then
        { printf '\n# Control questions\n\n' &&
            awk -f "$here/questions.awk" "$lab/README.md"; } >>"$text"
        echo "$text: the control questions stand at its end now."
    fi
}

exercises() {
    sh "$here/exercises.sh" "$lab" "$impl"
}

# False, after listing them, if there are gaps and this is no draft.
ready() {
    gaps=$(sh "$here/gaps.sh" "$lab" "$impl")
    [ -n "$gaps" ] || return 0
    if [ -n "$DRAFT" ]; then
        echo "Draft: $(printf '%s\n' "$gaps" | wc -l | tr -d ' ')" \
            "gaps in $text are left as they are."
        return 0
    fi
    echo "Not made: the report of $lab is not complete.  In $text:"
    printf '%s\n' "$gaps" | sed 's/^/  /'
    echo "To see it as it is: make report LAB=$lab DRAFT=1"
    return 1
} >&2

# A line of its head: title, student, group, date or lang.
head_of() {
    awk -v key="$1" -f "$here/text.awk" -f - "$text" <<'AWK'
        { in_text() }
        key in head { print head[key]; exit }
AWK
}

# ---- results ---------------------------------------------------------------

# Pictures with words of another language are the report's own.
in_language() { # PROGRAM [ARGUMENT]...
    if [ -z "$words" ]; then
        "$@"
    else
        WORDS=$words REPORT_LANG=$lang LANGUAGE=$lang KINDS=png \
            TEXTDOMAINDIR=$(pwd)/$out/locale PICTURES=$out/$lang "$@"
    fi
}

# A picture as the report's Markdown names it; fails if there is none.
picture_of() { # FILE.png
    if [ -n "$words" ] && [ -e "$out/$lang/$1" ]; then
        echo "$lang/$1"
    else
        [ -e "$build/plots/$1" ] && echo "../plots/$1"
    fi
}

# What is there is used, as it may have been measured on another machine.
measure() {
    if [ ! -s "$sweep" ]; then
        "${MAKE:-make}" plot "LAB=$lab" EX= || fail \
            "report: no times and graphs of $lab without make plot"
    fi
    in_language sh "$here/../plot.sh" "$lab" >/dev/null
    say CHECK "$lab/$impl.cu"
    "${MAKE:-make}" report-data "LAB=$lab" EX= || fail \
        "report: make check LAB=$lab tells what is wrong"
    say ACCESS "$lab/$impl.cu"
    in_language "${MAKE:-make}" access "LAB=$lab" EX= >"$out/$lab.access.log" ||
        cat "$out/$lab.access.log" >&2
}

# ---- places: what stands for {{name argument}} -----------------------------

# filled PROGRAM [OPTION]... [FILE]...: a program with the report's words.
filled() {
    program=$1
    shift
    awk -F '\t' -v lang="$lang" -v words="$words" -v impl="$impl" \
        -f "$here/../csv.awk" -f "$here/word.awk" -f "$here/words.awk" \
        -f "$here/$program.awk" "$@"
}

place_machine() {
    {
        printf 'system\t%s, %s\n' "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' \
            /etc/os-release 2>/dev/null)" "$(uname -srm)"
        printf 'processor\t%s\n' "$(sed -n 's/^model name[^:]*: //p' \
            /proc/cpuinfo 2>/dev/null | head -n 1)"
        printf 'gpu\t%s\n' "$(nvidia-smi \
            --query-gpu=name,driver_version,memory.total \
            --format=csv,noheader 2>/dev/null | paste -sd ';' -)"
        printf 'compiler\t%s\n' "$("${CUDACC:-clang}" --version 2>/dev/null |
            grep -E 'clang version|release' | head -n 1)"
        printf 'workbook\t%s\n' \
            "$(git log -1 --format='%h, %cs' 2>/dev/null)"
        printf 'times\t%s\n' "$(devices)"
        printf 'counters\temulated device\n'
    } | filled machine
}

# "NVIDIA H200, modelled": where kernels were timed.
devices() {
    filled device "$sweep"
}

place_goal() {
    filled goal "$lab/README.md"
}

place_points() {
    tables=$((tables + 1))
    filled points -v table="$tables" "$points"
}

# "CASE<tab>TITLE<tab>SUSPICION" of those that were taken up.
place_cases() {
    "$build/bin/grader" list --cases |
        while IFS="$tab" read -r of name title rest; do
            folder=$lab/cases/$name
            if [ "$of" = "$lab" ] && [ -f "$folder/$impl.cu" ]; then
                printf '%s\t%s\t%s\n' "$name" "${title#case: }" \
                    "$(head -n 1 "$folder/suspicion.txt" 2>/dev/null |
                        tr '\t' ' ')"
            fi
        done >"$out/$lab.place"
    [ ! -s "$out/$lab.place" ] || tables=$((tables + 1))
    filled cases -v table="$tables" "$out/$lab.place" "$points"
}

place_code() {
    code=$(awk -v exercise="$1" -v most=120 -v file="$impl.cu" \
        -f "$here/code.awk" "$lab/$impl.cu")
    if [ -n "$code" ]; then
        printf '%s\n' "$code" | awk -f "$here/listing.awk"
    elif [ -n "$1" ]; then
        filled note -v what=code -v exercise="// ---- $1"
    fi
}

place_counts() {
    filled counts -v exercise="$1" -v table=$((tables + 1)) \
        "$out/$lab.profile" >"$out/$lab.place"
    ! grep -q '^: ' "$out/$lab.place" || tables=$((tables + 1))
    cat "$out/$lab.place"
}

place_times() {
    if [ -s "$sweep" ]; then
        tables=$((tables + 1))
        filled summary -v table="$tables" -v facts="$out/$lab.profile" \
            "$sweep"
    else
        filled note -v what=times -v command="make plot LAB=$lab"
    fi
}

figure() { # WHAT FILE EXERCISE [OPTION]...
    what=$1 file=$(picture_of "$2") of=$3
    shift 3
    graphs=$((graphs + 1))
    filled figure -v what="$what" -v number="$graphs" -v file="$file" \
        -v exercise="$of" -v width="$(width "$out/$file")" "$@"
}

# Four find room on a page: 54 mm high, unless that is too wide.  LibreOffice
# keeps 3 mm free at both sides of a picture in a docx.  Bytes 16 to 23 of a PNG
# are its width and its height.
width() { # FILE.png
    od -A n -t u1 -j 16 -N 8 "$1" | awk '{
        w = ($1 * 256 + $2) * 65536 + $3 * 256 + $4
        h = ($5 * 256 + $6) * 65536 + $7 * 256 + $8
        mm = h > 0 ? int(54 * w / h) : 999
        print (mm > 155 ? "96%" : mm "mm")
    }'
}

place_graph() {
    if picture_of "${lab}_$1.png" >/dev/null; then
        figure graph "${lab}_$1.png" "$1"
    else
        filled note -v what=graph -v exercise="$1" \
            -v command="make plot LAB=$lab"
    fi
}

# Of each family of versions one, and the roofline: that of double precision,
# where there is one.
place_graphs() {
    for first in $(list | awk -F '\t' -v lab="$lab" \
        -v wanted=" $(exercises | tr '\n' ' ')" \
        '$1 == lab && index(wanted, " " $2 " ") && !seen[$4]++ {
            print $4 }'); do
        file=${lab}_${first}_versions.png
        if picture_of "$file" >/dev/null; then
            figure versions "$file" "$first"
        elif picture_of "${lab}_$first.png" >/dev/null; then
            place_graph "$first"
        fi
    done
    file=${lab}_roofline_double.png
    picture_of "$file" >/dev/null || file=${lab}_roofline.png
    ! picture_of "$file" >/dev/null ||
        figure roofline "$file" ""
}

# Where a line wastes something there is a picture of it.
place_access() {
    file=${lab}_$1_access.png
    wasteful=$(awk -F '\t' -v exercise="$1" \
        '$1 == "worst" && $2 == exercise' "$out/$lab.profile")
    if [ -n "$wasteful" ] && picture_of "$file" >/dev/null; then
        figure access "$file" "$1"
    fi
}

place() { # the line of the report
    words_of=${1#??}
    words_of=${words_of%??}
    name=${words_of%% *}
    argument=${words_of#"$name"}
    argument=${argument# }
    case $name in
    goal) place_goal ;;
    machine) place_machine ;;
    points) place_points ;;
    cases) place_cases ;;
    code) place_code "$argument" ;;
    counts) place_counts "$argument" ;;
    times) place_times ;;
    graph) place_graph "$argument" ;;
    graphs)
        place_graphs >"$out/$lab.place"
        awk -f "$here/pairs.awk" "$out/$lab.place"
        ;;
    access) place_access "$argument" ;;
    *) fail "$text: {{$words_of}} is no place that can be filled; these can:" \
        "  {{goal}} {{machine}} {{points}} {{cases}} {{code}} {{code EX}}" \
        "  {{counts EX}} {{access EX}} {{times}} {{graph EX}} {{graphs}}" ;;
    esac
}

# ---- the filled copy -------------------------------------------------------

# The catalogue of the report's language, as awk and as C read it.
find_words() {
    lang=$(head_of lang)
    lang=${lang:-en}
    words=
    [ "$lang" != en ] || return 0
    words=$out/$lang.words
    if ! sh "$here/catalogue.sh" "$lang" >"$words"; then
        words=
        echo "No words for lang: $lang, so the report's own are English:" \
            "that takes report_template/$lang.po and apt-get install gettext."
        return
    fi >&2
    mkdir -p "$out/$lang" "$out/locale/$lang/LC_MESSAGES" &&
        msgfmt -o "$out/locale/$lang/LC_MESSAGES/report.mo" \
            "report_template/$lang.po"
}

fill_body() {
    tables=0 graphs=0
    awk -v lang="$lang" -v words="$words" \
        -v exercises="$(exercises | tr '\n' ' ')" -f "$here/text.awk" \
        -f "$here/word.awk" -f "$here/words.awk" -f "$here/headings.awk" \
        "$text" >"$out/$lab.text"
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '{{'*'}}') place "$line" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$out/$lab.text" >"$out/$lab.body"
    awk -f "$here/beside.awk" "$out/$lab.body"
    rm -f "$out/$lab.text" "$out/$lab.body" "$out/$lab.place"
}

fill() {
    {
        awk -v lang="$lang" -v words="$words" -v today="$(date +%Y-%m-%d)" \
            -f "$here/text.awk" -f "$here/word.awk" -f "$here/words.awk" \
            -f "$here/title.awk" \
            "$text" && fill_body
    } >"$out/$lab.md" || exit
    say REPORT "$out/$lab.md"
}

# ---- documents -------------------------------------------------------------

# What a student types is text: no HTML and no TeX but formulas, and a line
# break between two Chinese characters is no space.  Columns of tables are as
# wide as what stands in them, or, where lines are long, as their rules say:
# LibreOffice would make them all alike.
to() { # EXTENSION [OPTION]...
    document=$out/$lab.$1
    shift
    if pandoc --from "markdown-raw_html-raw_tex-smart-native_divs$(
        )-native_spans+east_asian_line_breaks" --standalone \
        --resource-path "$out" "$@" "$out/$lab.md" -o "$document"; then
        say REPORT "$document"
    else
        status=2
    fi
}

print_pdf() {
    if weasyprint --quiet "$out/$lab.html" "$out/$lab.pdf"; then
        say REPORT "$out/$lab.pdf"
    else
        status=2
    fi
}

# pandoc 2 and 3 call it differently.
one_file() {
    if pandoc --help | grep -q -e --embed-resources; then
        echo --embed-resources
    else
        echo --self-contained
    fi
}

# What a docx should look like: report_template/reference.docx if there is one,
# such as a university's; otherwise what stands in docx/, which a zip is made
# of, with the measures of the report's language.  The parts that are not there
# pandoc takes from its own, and all of them where there is no zip: that is for
# Letter paper.
reference() {
    own=report_template/reference.docx
    if [ -e "$own" ]; then
        echo "$own"
    elif have zip; then
        rm -rf "$out/reference"
        cp -R "$here/docx" "$out/reference"
        for part in styles document; do
            awk -v lang="$lang" -f "$here/measures.awk" "$here/measures.csv" \
                "$here/docx/word/$part.xml" >"$out/reference/word/$part.xml"
        done
        (cd "$out/reference" && zip -q -r - .) >"$out/reference.docx" &&
            echo "$out/reference.docx"
    fi
}

documents() {
    if ! have pandoc; then
        echo "No pandoc here, so no docx, html and pdf: install it" \
            "(apt-get install pandoc weasyprint) and run this again."
        return
    fi
    reference=$(reference)
    # Numbers of sections are the custom where there is a title page.
    numbers=
    case $lang in ru | zh) numbers=--number-sections ;; esac
    to docx $numbers --columns 20 ${reference:+"--reference-doc=$reference"}
    to html $numbers --columns 1000 "$(one_file)" \
        --css report_template/report.css
    if have weasyprint; then
        print_pdf
    else
        echo "No weasyprint here, so no pdf: apt-get install weasyprint," \
            "or print $out/$lab.html from a browser."
    fi
}

# ---- all -------------------------------------------------------------------

report() {
    lab=${1%/}
    text=report_template/$lab.md
    sweep=$build/results/${lab}_sweep.csv
    points=$out/$lab.points
    [ -r "$lab/README.md" ] ||
        fail "report: there is no $lab/README.md; LAB is one of:" \
            "$(labs | sed 's/^/  /')"
    [ -e "$text" ] || begin_report
    [ -z "$QUESTIONS" ] || ask_questions
    if ready; then
        find_words
        measure
        fill
        documents
    else
        [ $status = 2 ] || status=1
    fi
}

mkdir -p "$out" || exit 2
if [ $# -eq 0 ]; then
    for lab in $(labs); do
        [ ! -e "report_template/$lab.md" ] || set -- "$@" "$lab"
    done
    # The names of labs are split on purpose.
    # shellcheck disable=SC2046
    [ $# -gt 0 ] || set -- $(labs)
fi
for name; do
    report "$name"
done
exit $status

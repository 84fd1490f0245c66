#!/bin/sh
# report.sh - what a student hands in, as build/report/LAB.docx, .html, .pdf.
#
#   sh common/learn/report.sh [LAB]...
#
# Idea: report_template/LAB.md is the student's own: made once from report.md,
# with the lab's goal and questions in it, then only read.  A copy of it, with
# code, tables and graphs in place of its {{...}} lines, is build/report/LAB.md,
# which pandoc turns into documents.  Without a LAB: those that were begun, or
# all.
# Guarantee: answers are never written to.  A report with gaps is not made,
# unless DRAFT is set, and the gaps are listed.  What is not installed costs
# the documents that need it, nothing else.
# From make: MAKE, BUILD, IMPL, CUDACC (the compiler), DRAFT.
# Exit status: 0, 1 there are gaps, 2 wrong use or make failed.

build=${BUILD:-build}
impl=${IMPL:-student}
out=$build/report
here=$(dirname "$0")/report
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
    list | awk -v lab="$lab" -f "$here/new.awk" - "$lab/README.md" \
        report_template/report.md >"$text.new" && mv "$text.new" "$text"
    echo "$text: written for you; your name, answers and conclusions go there."
}

# What is older than the program it should be about, or lacks an exercise.
data_gaps() {
    [ -s "$sweep" ] || return
    if [ -n "$(find "$lab/$impl.cu" -newer "$sweep")" ]; then
        echo "$sweep is older than $lab/$impl.cu: make plot LAB=$lab"
    fi
    for exercise in $(exercises); do
        grep -q "^$lab,$exercise," "$sweep" ||
            echo "$sweep lacks $exercise: make plot LAB=$lab"
    done
}

# Of open ones, which have no points, those that were swept.
exercises() {
    list | awk -F '\t' -v lab="$lab" '$1 == lab { print $2, $5 }' |
        while read -r exercise worth; do
            if [ "$worth" -gt 0 ] ||
                grep -q "^$lab,$exercise,$impl," "$sweep" 2>/dev/null; then
                echo "$exercise"
            fi
        done
}

# False, after listing them, if there are gaps and this is no draft.
ready() {
    gaps=$(awk -f "$here/text.awk" -f "$here/gaps.awk" "$lab/README.md" \
        "$text"; data_gaps)
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
        in_head && index($0, key ":") == 1 { print head_value(); exit }
AWK
}

# ---- results ---------------------------------------------------------------

# What is there is used, as it may have been measured on another machine.
measure() {
    if [ ! -s "$sweep" ]; then
        "${MAKE:-make}" plot "LAB=$lab" EX= || fail \
            "report: no times and graphs of $lab without make plot"
    else
        sh "$here/../plot.sh" "$lab" >/dev/null
    fi
    say CHECK "$lab/$impl.cu"
    "${MAKE:-make}" report-data "LAB=$lab" EX= || fail \
        "report: make check LAB=$lab tells what is wrong"
    say ACCESS "$lab/$impl.cu"
    "${MAKE:-make}" access "LAB=$lab" EX= >"$out/$lab.access.log" ||
        cat "$out/$lab.access.log" >&2
}

# ---- places: what stands for {{name argument}} -----------------------------

place_machine() {
    say_tool "System" "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' \
        /etc/os-release 2>/dev/null), $(uname -sr), $(uname -m)"
    say_tool "Processor" "$(sed -n 's/^model name[^:]*: //p' \
        /proc/cpuinfo 2>/dev/null | head -n 1)"
    say_tool "GPU" "$(nvidia-smi --query-gpu=name,driver_version,memory.total \
        --format=csv,noheader 2>/dev/null | paste -sd ';' -)"
    say_tool "CUDA C" "$("${CUDACC:-clang}" --version 2>/dev/null |
        grep -E 'clang version|release' | head -n 1)"
    say_tool "C" "$(gcc --version 2>/dev/null | head -n 1)"
    say_tool "Graphs" "$(gnuplot --version 2>/dev/null)"
    say_tool "Workbook" "$(git log -1 --format='commit %h of %cs' 2>/dev/null)"
    say_tool "Times of kernels" "$(devices "")"
}

# "NVIDIA H200 (modelled)": where kernels of an exercise, or all, were timed.
devices() {
    awk -v impl="$impl" -v exercise="$1" -f "$here/../csv.awk" \
        -f "$here/device.awk" "$sweep"
}

say_tool() {
    [ -n "$(printf '%s' "$2" | tr -d ' ,')" ] &&
        printf '* %s: %s\n' "$1" "$(printf '%s' "$2" | escape)"
}

# No character is markup.
escape() {
    sed 's/[][\\`*_{}()#+.!<>|$~^@"-]/\\&/g'
}

place_points() {
    tables=$((tables + 1))
    cat "$points"
    printf '\n: Table %d. Points, and what they were given for.\n' "$tables"
}

place_code() {
    code=$(awk -v exercise="$1" -f "$here/code.awk" "$lab/$impl.cu")
    if [ -n "$code" ]; then
        # Longer than any fence in it.
        printf '~~~~~~cpp\n%s\n~~~~~~\n' "$code"
    elif [ -n "$1" ]; then
        echo "*$lab/$impl.cu has no part that begins with \`// ---- $1\`.*"
    fi
}

place_table() {
    kept=
    [ ! -e "plots/recorded/reference/$lab.csv" ] || kept=1
    table=$(awk -v exercise="$1" -v impl="$impl" -v number=$((tables + 1)) \
        -v kept="$kept" \
        -f "$here/../csv.awk" -f "$here/times.awk" "$sweep")
    if [ -n "$table" ]; then
        tables=$((tables + 1))
        printf '%s\n' "$table"
    else
        echo "*No times of $1: make plot LAB=$lab measures them.*"
    fi
}

# LibreOffice keeps 3 mm free at both sides of a picture in a docx.
picture() { # FILE CAPTION
    graphs=$((graphs + 1))
    printf '![Figure %d. %s](../plots/%s){width=96%%}\n\n' \
        "$graphs" "$2" "$1"
}

place_graph() {
    if [ -e "$build/plots/${lab}_$1.png" ]; then
        picture "${lab}_$1.png" "\`$1\` against the size: $(devices "$1" |
            escape)."
    else
        echo "*No graph of $1: make plot LAB=$lab draws it, with gnuplot.*"
    fi
}

# Pictures of the lab as a whole: not those of one exercise.
place_graphs() {
    for file in "$build/plots/${lab}"_*_versions.png; do
        [ -e "$file" ] || continue
        first=${file##*/"${lab}"_}
        picture "${file##*/}" "\`${first%_versions.png}\`, its later versions,$(
            ) and their speed-up over it: $(devices "" | escape)."
    done
}

# Its part of the profile, with tables numbered on.
place_profile() {
    part=$(awk -v wanted="$1" '/^@ / { here = $2 == wanted; next } here' \
        "$out/$lab.profile" 2>/dev/null)
    if [ -z "$part" ]; then
        echo "*No profile of $1: make profile LAB=$lab EX=$1 says why.*"
        return
    fi
    printf '%s\n' "$part" |
        awk -v tables="$tables" '/^: Table @/ { sub(/@/, ++tables) } { print }'
    tables=$((tables + $(printf '%s\n' "$part" | grep -c '^: Table @')))
}

place_access() {
    page='' pages=1
    while
        file=${lab}_$1_access$page.png
        [ -e "$build/plots/$file" ]
    do
        more=${page:+, page ${page#_}}
        picture "$file" "What one warp asks of memory in \`$1\`$more: $(
            )traced on the emulated device."
        page=_$((pages += 1))
    done
    [ -n "$page" ] ||
        echo "*No picture of $1: make access LAB=$lab EX=$1 says why.*"
}

# An open exercise: all of it, if it was begun.
place_challenge() {
    exercises | grep -q -x -e "$1" || return 0
    printf "### %s (\`%s\`)\n\n" "$(list | awk -F '\t' -v exercise="$1" \
        '$2 == exercise { print $3; exit }')" "$1"
    for part in code table graph profile access; do
        "place_$part" "$1"
        echo
    done
}

place() { # the line of the report
    words=${1#??}
    words=${words%??}
    name=${words%% *}
    argument=${words#"$name"}
    argument=${argument# }
    case $name in
    machine) place_machine ;;
    points) place_points ;;
    code) place_code "$argument" ;;
    table) place_table "$argument" ;;
    graph) place_graph "$argument" ;;
    graphs) place_graphs ;;
    profile) place_profile "$argument" ;;
    access) place_access "$argument" ;;
    challenge) place_challenge "$argument" ;;
    *) fail "$text: {{$words}} is no place that can be filled; these can:" \
        "  {{machine}} {{points}} {{code}} {{code EX}} {{table EX}}" \
        "  {{graph EX}} {{graphs}} {{profile EX}} {{access EX}}" \
        "  {{challenge EX}}" ;;
    esac
}

# ---- the filled copy -------------------------------------------------------

# For YAML: any text, in double quotes.
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

fill_head() {
    date=$(head_of date)
    student=$(head_of student)
    group=$(head_of group)
    lang=$(head_of lang)
    printf -- '---\ntitle: %s\nauthor:\n' "$(quoted "$(head_of title)")"
    [ -z "$student" ] || printf -- '- %s\n' "$(quoted "$student")"
    [ -z "$group" ] || printf -- '- %s\n' "$(quoted "$group")"
    printf 'date: %s\n' "$(quoted "${date:-$(date +%Y-%m-%d)}")"
    printf 'lang: %s\n---\n\n' "$(quoted "${lang:-en}")"
}

fill_body() {
    tables=0 graphs=0
    awk -f "$here/text.awk" -f - "$text" >"$out/$lab.text" <<'AWK'
        in_text()
AWK
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '{{'*'}}') place "$line" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$out/$lab.text"
    rm -f "$out/$lab.text"
}

fill() {
    { fill_head && fill_body; } >"$out/$lab.md" || exit
    say REPORT "$out/$lab.md"
}

# ---- documents -------------------------------------------------------------

# What a student types is text: no HTML and no TeX but formulas, and a line
# break between two Chinese characters is no space.
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
# of.  The parts that are not there pandoc takes from its own, and all of them
# where there is no zip: that is for Letter paper.
reference() {
    own=report_template/reference.docx
    if [ -e "$own" ]; then
        echo "$own"
    elif have zip; then
        (cd "$here/docx" && zip -q -r - word) >"$out/reference.docx" &&
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
    to docx ${reference:+"--reference-doc=$reference"}
    to html "$(one_file)" --css report_template/report.css
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
    if ready; then
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

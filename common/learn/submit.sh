#!/bin/sh
# submit.sh - what a student hands in, as one file.
#
#   STUDENT_NAME="Anna Petrova" STUDENT_NUMBER=1234567 \
#       sh common/learn/submit.sh LAB...
#
# Idea: build/submit/NAME.zip has of each lab the student.cu and the answers of
# the report, and of each exercise the last check, as far as there are any:
#   submission.txt  name:, number:, edition: (checksum of .edition)
#   LAB/student.cu  LAB/answers.md (report_template/LAB.md)
#   LAB/predictions.csv
#   LAB/cases/CASE/student.cu and suspicion.txt of each case that was taken up
#   check.json      build/results/last.json
# Who it is from is asked once, at a terminal, and kept in .student.
# What is missing is said, and no reason not to make the file.
# Guarantee: the same content is the same file, byte for byte, on any machine
# with the same zip.  Where there is no zip, it is a .tar.gz.
# From make: BUILD, STUDENT_NAME, STUDENT_NUMBER (empty if not given).
# Exit status: 0, 2 if nobody said who it is, or the file cannot be written.

. common/learn/line_of.sh
. common/learn/submitter.sh

build=${BUILD:-build}
here=$(dirname "$0")/report
out=$build/submit
most=262144 # bytes of a student.cu that are graded

fail() {
    printf '%s\n' "submit: $1" >&2
    exit 2
}

# ---- who it is from --------------------------------------------------------

ask() { # QUESTION
    printf '%s: ' "$1" >&2
    IFS= read -r answer || echo >&2
    printf '%s' "$answer"
}

find_out() {
    name=$(line_of "${STUDENT_NAME:-$(submitter name)}")
    number=$(line_of "$STUDENT_NUMBER")
    if [ -z "$number" ] && [ "$name" = "$(submitter name)" ]; then
        number=$(submitter number)
    fi
    if [ -z "$name" ] && [ -t 0 ]; then
        echo "This is asked once, and kept in $kept." >&2
        name=$(line_of "$(ask 'Your name')")
        number=$(line_of "$(ask 'Your student number (Enter: none)')")
    fi
    [ -n "$name" ] || fail \
        "who is it from?  make submit NAME=\"Anna Petrova\" NUMBER=1234567"
    if [ "$name" != "$(submitter name)" ] ||
        [ "$number" != "$(submitter number)" ]; then
        printf 'name: %s\nnumber: %s\n' "$name" "$number" >"$kept" ||
            fail "$kept cannot be written"
    fi
}

# The name of the file: letters and digits of any script stay, a space becomes
# _; what else becomes one is told apart by a checksum.
file_name() {
    spaced=$(printf '%s' "$name" | tr ' ' '_')
    safe=$(printf '%s' "$spaced" |
        LC_ALL=C.UTF-8 sed 's/[^[:alnum:]_-]/_/g' |
        cut -b 1-80 | iconv -c -f UTF-8 -t UTF-8 2>/dev/null | sed 's/^-/_/')
    if [ "$safe" != "$spaced" ]; then
        safe=$safe-$(printf '%s' "$name" | sha256sum | cut -c 1-8)
    fi
    printf '%s' "$safe"
}

# ---- what is missing -------------------------------------------------------

say() { # TEXT
    [ -n "$missing" ] || echo "Missing, or not as it should be:"
    missing=1
    echo "  $1"
}

# Is it the stub as it was handed out?  (maintain/stubs.sh numbers them.)
untouched() { # FILE
    mark='^ \* Stub number'
    [ "$(sed "s/$mark [0-9]*.*/ * @NUMBER@/" "$1" | cksum | sed 's/ .*//')" = \
        "$(sed -n "s/$mark \([0-9]*\).*/\1/p" "$1" | head -n 1)" ]
}

look_at_work() { # LAB
    file=$1/student.cu
    if [ -L "$file" ] || [ ! -f "$file" ] || [ ! -r "$file" ]; then
        say "$file is no file that can be read: it is not handed in"
    elif [ "$(wc -c <"$file")" -gt $most ]; then
        say "$file has more than $((most / 1024)) KiB: it is not handed in"
    elif untouched "$file"; then
        say "$file: nothing is written there yet"
    else
        look_at_check "$1"
        look_at_predictions "$1"
    fi
}

# Of the lab's file and of its cases' "FOLDER,CHECKSUM".
checksums() { # LAB
    for file in "$1/student.cu" "$1"/cases/*/student.cu; do
        [ ! -f "$file" ] ||
            printf '%s,%s\n' "${file%/student.cu}" "$(cksum <"$file")"
    done
}

# Exercises that were not checked, or not as they are now; cases that nobody
# has taken up.
look_at_check() { # LAB
    {
        checksums "$1"
        "$build/bin/grader" list --cases | awk -F '\t' -v lab="$1" '
            $1 == lab { print "case," $2 }'
        "$build/bin/grader" progress
    } | awk -F, -v lab="$1" '
            NF == 2 && $1 == "case" { is_case[$2] = 1; next }
            NF == 2 { now[$1] = $2; next }
            $1 != lab { next }
            { folder = lab ($2 in is_case ? "/cases/" $2 : "") }
            !(folder in now) { left = left " " $2; next }
            $3 == "" { never = never " " $2 }
            $3 != "" && $5 != now[folder] { old = old " " $2 }
            END {
                if (never != "")
                    print "never checked:" never
                if (old != "")
                    print "student.cu changed since the last check of" old
                if (left != "")
                    print "cases not taken up:" left
            }' >"$work/said"
    while IFS= read -r text; do
        case $text in
        cases*) say "$1: $text: make case" ;;
        *) say "$1: $text: make check LAB=$1" ;;
        esac
    done <"$work/said"
}

# Exercises of which no number was predicted.
look_at_predictions() { # LAB
    text=$(sh "$here/../unpredicted.sh" "$1" |
        cut -d , -f 1 | paste -sd ' ' -)
    [ -z "$text" ] || say "$1: nothing was predicted of $text: make predict"
}

look_at_answers() { # LAB
    text=report_template/$1.md
    if [ ! -f "$text" ]; then
        say "$1: the report is not begun: make report LAB=$1"
        return
    fi
    gaps=$(sh "$here/gaps.sh" "$1" | wc -l | tr -d ' ')
    case $gaps in
    0) say "$text: goes with it as $1/answers.md" ;;
    1) say "$text: a gap is left: make report LAB=$1" ;;
    *) say "$text: $gaps gaps are left: make report LAB=$1" ;;
    esac
}

look_around() {
    for lab; do
        look_at_work "$lab"
        look_at_answers "$lab"
    done
    [ -s "$build/results/last.json" ] ||
        say "there is no check to hand in: make check"
}

# ---- the file --------------------------------------------------------------

# fail ends the script, so that a failing cp is meant, too.
# shellcheck disable=SC2015
put() { # FILE PATH
    if [ -L "$1" ] || [ ! -f "$1" ] || [ ! -r "$1" ]; then
        return
    fi
    mkdir -p "$stage/${2%/*}" && cp "$1" "$stage/$2" ||
        fail "there is no room for a copy of $1"
}

# Whatever the compiler is.
edition() {
    for file in .edition "$build/edition.txt"; do
        if [ -f "$file" ]; then
            sed '/^compiler /d' "$file" | sha256sum | cut -c 1-64
            return
        fi
    done
}

gather() {
    for lab; do
        for file in "$lab/student.cu" "$lab"/cases/*/student.cu; do
            if [ -f "$file" ] && [ "$(wc -c <"$file")" -le $most ]; then
                put "$file" "$file"
            fi
        done
        [ ! -f "$stage/$lab/student.cu" ] ||
            put "$lab/predictions.csv" "$lab/predictions.csv"
        for file in "$lab"/cases/*/suspicion.txt; do
            put "$file" "$file"
        done
        put "report_template/$lab.md" "$lab/answers.md"
    done
    put "$build/results/last.json" ./check.json
    printf 'name: %s\nnumber: %s\nedition: %s\n' "$name" "$number" \
        "$(edition)" >"$stage/submission.txt"
    # Nothing of this machine: neither times nor rights.
    find "$stage" -type f -exec chmod 644 {} + \
        -exec touch -d '1980-01-01 00:00:00' {} +
}

pack() {
    (cd "$stage" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) \
        >"$work/list"
    if command -v zip >/dev/null 2>&1; then
        file=$out/$(file_name).zip
        (cd "$stage" && zip -q -X -@ ../packed <"$work/list") &&
            mv "$work/packed.zip" "$file.new"
    else
        echo "No zip here: a .tar.gz instead, which is taken as well."
        file=$out/$(file_name).tar.gz
        tar -C "$stage" --owner=0 --group=0 --numeric-owner --format=ustar \
            -cf "$work/packed.tar" -T "$work/list" &&
            gzip -n <"$work/packed.tar" >"$file.new"
    fi || fail "$file cannot be written"
    # Of who took another name, one file all the same.
    rm -f "$out"/*.zip "$out"/*.tar.gz
    mv "$file.new" "$file" || fail "$file cannot be written"
}

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
stage=$work/files
export TZ=UTC
missing=
find_out
mkdir -p "$stage" "$out" || fail "$out cannot be made"
look_around "$@"
gather "$@"
pack
sed "s/^/  /" "$work/list"
echo "To hand in: $file"

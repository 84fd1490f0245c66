# shellcheck shell=sh
# gnuplot.sh - pictures with gnuplot; read by the scripts that draw.
#
# Idea: without gnuplot the data is there all the same, and the command that
# draws it elsewhere is printed.

# explain_missing OUT
explain_missing() {
    command -v gnuplot >/dev/null 2>&1 && return
    echo "No gnuplot here, so no pictures: install gnuplot-nox and run this"
    echo "again, or take $1, plots and this to a machine that has it:"
}

# A text in the language of WORDS, with the sign of multiplication, and without
# what ends gnuplot's strings.
word_of() {
    awk -v text="$1" -v words="$WORDS" -f common/learn/report/word.awk -f - \
        <<'AWK'
        BEGIN {
            text = word(text)
            gsub(/ x /, " \303\227 ", text)
            gsub(/['"\\]/, "", text)
            printf "%s", text
        }
AWK
}

# gnuplot's svg has hairlines around markers, however wide other lines are.
thicken() { # FILE.svg
    [ ! -e "$1" ] || {
        sed "/id='gpPt/s/stroke-width='[0-9.]*'/stroke-width='0.35'/" "$1" \
            >"$1.new" && mv "$1.new" "$1"
    }
}

# picture SCRIPT DATA VARIABLES: beside DATA, under its name without the
# ending; fails if gnuplot does.
picture() {
    beside=${2%.*}
    command="data='$2'; sources='$beside.gp'; picture='$beside'; $3"
    [ -z "$WORDS" ] || command="kinds='$KINDS'; lang='$REPORT_LANG'; $command"
    if ! command -v gnuplot >/dev/null 2>&1; then
        echo "  gnuplot -e \"$command\" $1"
    elif LC_ALL=C.UTF-8 gnuplot -e "$command" "$1" &&
        thicken "$beside.svg"; then
        echo "  $beside.png  .svg  .pdf"
    else
        return 1
    fi
}

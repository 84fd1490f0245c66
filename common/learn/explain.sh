#!/bin/sh
# explain.sh - the run of one warp, step by step: in the terminal, and as a page
# to click through.
#
#   LAB=lab3_reduction sh common/learn/explain.sh GRADER ARGUMENT...
#
# Idea: the grader prints it, and leaves what the page shows in
# build/results/explain: LAB_EXERCISE.csv, steps as ptxrun --steps writes them,
# and .facts, a name and a value a line.  The page is plots/page.html with
# these and the exercise's source put in: build/plots/LAB_EXERCISE.html, one
# file that needs nothing else.
# Guarantee: what a student wrote stands in the page as text.
# Exit status: that of the grader; 0 also where the result is wrong.

build=${BUILD:-build}
found=$build/results/explain
mkdir -p "$found" "$build/plots" || exit 3
marker=$found/.begun
: >"$marker"
"$@"
status=$?
[ "$status" -le 1 ] || exit "$status"
facts=$(find "$found" -name '*.facts' -newer "$marker" | head -n 1)
[ "$facts" ] || exit 0

# fact NAME
fact() {
    sed -n "s/^$1	//p" "$facts" | head -n 1
}

# As text of a page, whatever stands in it.
escaped() {
    LC_ALL=C tr -d '\015' | LC_ALL=C tr '\000-\010\013-\037\177' '?' |
        sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# The exercise's part of the file, with the numbers of its lines; all of it
# where no heading says which.
part() {
    awk -v exercise="$(fact exercise)" '
        /^\/\/ ---- [A-Za-z0-9_]+ -/ { inside = $3 == exercise }
        { all = all FNR "\t" $0 "\n" }
        inside { lines = lines FNR "\t" $0 "\n" }
        END { printf "%s", lines != "" ? lines : all }' "$1"
}

name=${facts##*/}
name=${name%.facts}
page=$build/plots/$name.html
source=$(fact source)
while IFS= read -r line; do
    case $line in
    '@FACTS@') escaped <"$facts" ;;
    '@STEPS@') escaped <"${facts%.facts}.csv" ;;
    '@SOURCE@') [ ! -r "$source" ] || part "$source" | escaped ;;
    '@TITLE@') escaped <<TITLE ;;
$(fact exercise): $(fact title)
TITLE
    *) printf '%s\n' "$line" ;;
    esac
done <plots/page.html >"$page.$$" && mv "$page.$$" "$page" || exit 3
printf '\nTo click through it: %s\n' "$page"

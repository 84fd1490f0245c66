#!/bin/sh
# reference.sh - how a docx should look, for pandoc's --reference-doc.
#
#   sh reference.sh FOLDER
#
# Prints the name of the file, or nothing, and then pandoc's own is used, which
# is for Letter paper.
# Idea: report_template/reference.docx if there is one, such as a university's;
# otherwise pandoc's own, changed by docx.sed.  That needs zip and unzip.

own=report_template/reference.docx
if [ -e "$own" ]; then
    echo "$own"
    exit
fi
command -v zip >/dev/null 2>&1 && command -v unzip >/dev/null 2>&1 || exit 0

made=$1/reference.docx
parts=$1/reference

change() {
    sed -f "$(dirname "$0")/docx.sed" "$1" >"$1.new" && mv "$1.new" "$1"
}

rm -rf "$parts" "$made"
mkdir -p "$parts" &&
    pandoc --print-default-data-file reference.docx >"$made" &&
    unzip -q "$made" -d "$parts" &&
    change "$parts/word/document.xml" &&
    change "$parts/word/styles.xml" &&
    rm "$made" &&
    (cd "$parts" && zip -q -r ../reference.docx .) &&
    echo "$made"
rm -rf "$parts"

#!/bin/sh
# catalogue.sh - report_template/LANG.po as rows that awk reads: a text, a tab,
# the text in that language.
#
#   sh common/learn/report/catalogue.sh LANG >FILE
#
# gettext's own programs check and write it, and no locale of that language
# need be installed.  Exit status: 0, 1 if there is no such catalogue, or no
# gettext.

po=report_template/$1.po
[ -r "$po" ] && command -v msgcat >/dev/null || exit 1
msgfmt --check-format --output-file=/dev/null "$po" || exit 1
msgattrib --translated --no-fuzzy "$po" |
    msgcat --no-wrap --stringtable-output - |
    sed -n 's/^"\(..*\)" = "\(.*\)";$/\1	\2/p' | sed 's/\\"/"/g'

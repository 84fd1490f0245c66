# expected.awk - holds findings against what a source file expects.
#
#     awk -v name=HAZARD [-v host_lines=1] -f expected.awk FILE.cu FINDINGS.tsv
#
# An EXPECT line (common/tests/diagnostics/hazards.h says how it is written)
# speaks of the first line below that is none; EXPECT-HOST of a call of the
# host, there or in a function that is called there, whose line is known where
# libdw is.  Every expected finding must be there, and no other; status 1 and
# what differs if not.

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

FNR == NR && match($0, /\/\/ EXPECT(-HOST)? /) {
    host = $0 ~ /EXPECT-HOST/
    split(trim(substr($0, RSTART + RLENGTH)), word, /[ :]+/)
    if (word[1] == name) {
        tool[++count] = word[2]
        text[count] = trim(substr($0, index($0, word[2] ": ") + \
            length(word[2]) + 2))
        line[count] = host && !host_lines ? 0 : -1
    }
    next
}

FNR == NR {
    for (i = count; i > 0 && line[i] < 0; i--)
        line[i] = FNR
    next
}

FNR == 1 { FS = "\t"; next }

{
    split($0, field, "\t")
    known = 0
    for (i = 1; i <= count; i++)
        if (tool[i] == field[1] && text[i] != "" &&
            (line[i] == field[5] || (field[3] == "" && line[i] == field[8])) &&
            index(field[12] " " field[13] " " field[14], text[i]))
            known = met[i] = 1
    if (!known) {
        print "not expected: " $0
        bad = 1
    }
}

END {
    for (i = 1; i <= count; i++)
        if (!met[i]) {
            print "missing: " tool[i] " at line " line[i] ": " text[i]
            bad = 1
        }
    if (!count) {
        print "nothing is expected of " name
        bad = 1
    }
    exit bad
}

# measures.awk - a part of a docx, with the measures of a language.
#
#   awk -v lang=ru -f measures.awk measures.csv docx/word/styles.xml
#
# A language that has no column has those of English.

FNR == 1 {
    files++
}

files == 1 && /^#/ {
    next
}

files == 1 {
    n = split($0, cell, ",")
    if (cell[1] == "name")
        for (i = column = 2; i <= n; i++)
            column = cell[i] == lang ? i : column
    else
        measure["@" cell[1] "@"] = cell[column]
    next
}

{
    while (match($0, /@[A-Z0-9]+@/))
        $0 = substr($0, 1, RSTART - 1) measure[substr($0, RSTART, RLENGTH)] \
            substr($0, RSTART + RLENGTH)
    print
}

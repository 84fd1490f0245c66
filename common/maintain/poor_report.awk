# poor_report.awk - what right solutions that are worth little earned; of one
# lab.
#
# Reads fields separated by tabs: verdict, score, exercise, 0, "poor", fault,
# the per cent that it may earn.  Variables: lab, page, built; order, names of
# the lab's exercises; kept, a page before, whose rows of exercises that are
# not read now stay.
# Exit status 1 if one earned more, or was not right: then it tells nothing.
# What became of a right solution (NAME.cu_with_...) may well be wrong; such
# are counted.

BEGIN {
    FS = "\t"
    print "# Right, but worth little: " lab "\n\n" \
        "Written by `make mutants`: not edited by hand.  Right results that one\n" \
        "thread, one warp, one block or one lane of each computed, or the kernel\n" \
        "of the exercise before (`common/maintain/poor.sh`), and what the right\n" \
        "solutions beside this become with one thread, one block, or the host to\n" \
        "compute (where that is right); and what they may earn at most.\n\n" \
        "Emulated device, " built ".\n\n" \
        "| exercise | solution | at most | earned |\n|---|---|---:|---:|" >page
}

function add_row(exercise, text)
{
    if (!(exercise in rows) && index(" " order, " " exercise " ") == 0)
        order = order exercise " "
    rows[exercise] = rows[exercise] text "\n"
}

{
    now[$3] = 1
}

$6 ~ /\.cu_with_/ && $1 != "wasteful" && $1 != "survived" {
    wrong++
    next
}

{
    gsub(/_/, " ", $6)
    add_row($3, "| " $3 " | " $6 " | " $7 " % | " $2 " |")
    count++
    if ($1 == "wasteful")
        next
    bad++
    print lab ": " $3 ", " $6 ": " ($1 == "survived" \
        ? "earned " $2 ", may earn " $7 " % at most" : "not right: " $1)
}

function keep_rows(    line, cell)
{
    while (kept && (getline line < kept) > 0) {
        split(line, cell, / *\| */)
        if (line ~ /^\| [a-z0-9_]+ \| .* %/ && !(cell[2] in now))
            add_row(cell[2], line)
    }
}

END {
    keep_rows()
    n = split(order, name, " ")
    for (i = 1; i <= n; i++)
        printf "%s", rows[name[i]] >page
    if (count > 0)
        print lab ": " count " solutions worth little, " bad + 0 \
            " of them not told, and " wrong + 0 " wrong"
    exit bad > 0
}

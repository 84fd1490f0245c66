# causes_page.awk - LAB/tests/causes.md, of what causes.bash found out.
#
#     awk -v lab=LAB -v built=WHAT -f causes_page.awk VERDICTS RIGHT
#
# VERDICTS are of causes.awk.  RIGHT has a line for each exercise of a right
# solution: file, exercise, points, the most there are, separated by tabs.

BEGIN { FS = "\t" }

function cell(text)
{
    gsub(/\|/, "\\|", text)
    return text
}

function percent(n, all)
{
    return all ? sprintf("%.0f %%", int(100 * n / all)) : "-"
}

FILENAME == ARGV[1] {
    split($3, word, " ")
    verdict[++rows] = word[1]
    line[rows] = "| " $1 " | " $2 " | " cell($4) " | " cell($5) " | " $3 " |"
    count[$1, word[1]]++
    all[$1]++
    sum[word[1]]++
    if (!($1 in known)) {
        known[$1] = 1
        exercise[++exercises] = $1
    }
    next
}

{
    rights++
    full += $3 == $4
    if (!($1 in file_of)) {
        file_of[$1] = 1
        file[++files] = $1
    }
    points[$1] = points[$1] (points[$1] ? ", " : "") $2 \
        ($3 == $4 ? "" : " (" $3 "/" $4 ")")
}

function row(name, named, vague, wrong, missed, n)
{
    printf "| %s | %d | %d | %d | %d | %d | %s |\n", name, n, named, vague, \
        wrong, missed, percent(named, n)
}

END {
    print "# Is the cause said first?  " lab "\n"
    print "Written by `make causes`: not edited by hand.  Every mistake of"
    print "`wrong/*.wrong` is graded; beside what was done stands the first line"
    print "that is said.  It is *named* if that line says the cause, *vague* if"
    print "it does not and nothing else either, *FALSE* if it says another cause,"
    print "*missed* if there are full marks.  `common/tests/cli/causes.awk` decides, by"
    print "the line `cause` of each mistake and the classes of sentences in"
    print "`causes.classes` beside it.\n"
    print built ".\n"
    print "| exercise | mistakes | named | vague | FALSE | missed | named |"
    print "|---|---:|---:|---:|---:|---:|---:|"
    for (i = 1; i <= exercises; i++) {
        e = exercise[i]
        row(e, count[e, "named"], count[e, "vague"], count[e, "FALSE"], \
            count[e, "missed"], all[e])
    }
    row("all", sum["named"], sum["vague"], sum["FALSE"], sum["missed"], rows)
    print "\n## Right solutions in other styles\n"
    printf "%d of %d keep full marks.\n\n", full, rights
    print "| file | exercises |\n|---|---|"
    for (i = 1; i <= files; i++)
        print "| " file[i] " | " points[file[i]] " |"
    print "\n## Mistakes\n"
    print "| exercise | mistake | what was done | said first | verdict |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= rows; i++)
        print line[i]
    print "causes: " lab ": " sum["named"] + 0 " of " rows " named (" \
        percent(sum["named"], rows) "), " sum["vague"] + 0 " vague, " \
        sum["FALSE"] + 0 " FALSE, " sum["missed"] + 0 " missed; " full + 0 \
        " of " rights + 0 " right ones keep full marks" >"/dev/stderr"
    exit sum["FALSE"] > 0 || sum["named"] < 0.9 * rows || full < rights
}

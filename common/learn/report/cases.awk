# cases.awk - a table of the detective cases that were taken up: what was
# suspected before the checker had spoken, and their points.
#
#   awk -F '\t' -v table=2 -f word.awk -f words.awk -f cases.awk CASES FACTS
#
# CASES: "CASE<tab>TITLE<tab>SUSPICION" for each; FACTS are those of
# `grader report`.

FILENAME == ARGV[1] {
    name[++count] = $1
    title[count] = $2
    suspicion[count] = $3
    next
}

$1 == "exercise" {
    points[$2] = say(word("{points} of {most}"), "points", $3, "most", $4)
}

END {
    if (!count) {
        print "*" say(word("No case was taken up; {command} lists them."), \
            "command", "`make case`") "*\n"
        exit
    }
    print "| " word("case") " | " word("what was suspected") " | " \
        word("points") " |"
    print "|-----------------------|---------------------------|----------:|"
    for (i = 1; i <= count; i++)
        printf "| %s (`%s`) | %s | %s |\n", plain(word(title[i])), name[i], \
            suspicion[i] == "" ? "\342\200\223" : plain(suspicion[i]), \
            points[name[i]]
    caption(table, word("Detective cases"))
}

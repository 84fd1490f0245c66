# points.awk - a table of the points from the facts of `grader report`.
#
#   awk -F '\t' -v table=1 -f words.awk -f points.awk FACTS
#
# A row for each exercise; of criteria only those that are not met.

function end_row() {
    if (exercise == "")
        return
    printf "| `%s` | %s | %s |\n", exercise, points, \
        missing == "" ? word("all is met") : \
        say(word("not met: {criteria}"), "criteria", missing)
    missing = ""
}

$1 == "score" {
    graded = word("Graded: `{file}.cu`, {compiler}, {device}, seed {seed}.")
    print "**" say(word("{points} of {most} points."), "points", $2, \
        "most", $3) "** " say(graded, "file", $4, "compiler", $5, \
        "device", plain(word($6)), "seed", $7) "\n"
    print "| " word("exercise") " | " word("points") " | " \
        word("criteria") " |"
    print "|------------------|-------------:|------------------------------|"
}

$1 == "exercise" {
    end_row()
    exercise = $2
    points = $4 > 0 ? say(word("{points} of {most}"), "points", $3, \
        "most", $4) : $5 == "" ? "\342\200\223" : word($5)
}

$1 == "check" && $5 == 0 {
    missing = missing (missing == "" ? "" : "; ") plain(word($2)) \
        ($4 > 0 ? " (" $3 "/" $4 ")" : "")
}

END {
    end_row()
    caption(table, word("Points of the exercises"))
}

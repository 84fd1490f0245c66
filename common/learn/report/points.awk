# points.awk - a table of the points from the facts of `grader report`.
#
#   awk -F '\t' -v table=1 -f word.awk -f words.awk -f points.awk FACTS
#
# Exercises in two columns, one beside the other; below them the criteria that
# are not met.

function end_exercise() {
    if (missing != "")
        not_met = not_met "* `" name[exercises] "`: " \
            say(word("not met: {criteria}"), "criteria", missing) "\n"
    missing = ""
}

$1 == "score" {
    graded = word("Graded: `{file}.cu`, {compiler}, {device}, seed {seed}.")
    print "**" say(word("{points} of {most} points."), "points", $2, \
        "most", $3) "** " say(graded, "file", $4, "compiler", $5, \
        "device", plain(word($6)), "seed", $7) "\n"
}

$1 == "exercise" {
    end_exercise()
    name[++exercises] = $2
    untouched += $5 == "untouched"
    points[exercises] = $5 == "untouched" ? word("not begun") : \
        $4 > 0 ? say(word("{points} of {most}"), "points", $3, "most", $4) : \
        $5 == "" ? "\342\200\223" : word($5)
}

$1 == "check" && $5 == 0 {
    missing = missing (missing == "" ? "" : "; ") plain(word($2)) \
        ($4 > 0 ? " (" $3 "/" $4 ")" : "")
}

function cells(i) {
    return i > exercises ? " | |" : " `" name[i] "` | " points[i] " |"
}

END {
    end_exercise()
    if (!exercises)
        exit
    head = " " word("exercise") " | " word("points") " |"
    print "|" head head
    print "|---------------------|------------:|" \
        "---------------------|------------:|"
    half = int((exercises + 1) / 2)
    for (i = 1; i <= half; i++)
        print "|" cells(i) cells(i + half)
    caption(table, word("Points of the exercises"))
    if (not_met == "" && !untouched)
        not_met = word("All criteria are met.") "\n"
    printf "%s", not_met
}

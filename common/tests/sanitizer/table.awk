# table.awk - tables in Markdown of the rows of judge.awk: how many faults each
# found, and how; then what was said of each.

BEGIN {
    FS = "\t"
    kinds = split("line other call refused hang - ?", kind, " ")
    for (i in kind)
        rank[kind[i]] = kinds - i
    words["line"] = "at its line"
    words["other"] = "elsewhere, or without a line"
    words["call"] = "only as a call that failed"
    words["refused"] = "the instruction is refused"
    words["hang"] = "does not end, nothing is said"
    words["-"] = "not"
    words["?"] = "not run"
}

function count(who, said, alarm) {
    many[who, said, $1 == "more"]++
    if (alarm == "line" || alarm == "other" || alarm == "call")
        alarms[who, $1 == "more"]++
}

{
    best = "?"
    for (i = 4; i <= 7; i++)
        if (rank[$i] > rank[best])
            best = $i
    total[$1 == "more"]++
    count("sanitizer", best, $9)
    count("ptxrun", $8, $10)
    table = table sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", $2, $3, \
        $4, $5, $6, $7, $8)
}

function row(what, said) {
    printf "| %s | %d | %d | %d | %d |\n", what, many["sanitizer", said, 0],
        many["ptxrun", said, 0], many["sanitizer", said, 1],
        many["ptxrun", said, 1]
}

END {
    printf "\n| found | %d faults of ours: compute-sanitizer | ptxrun ",
        total[0]
    printf "| %d others: compute-sanitizer | ptxrun |\n", total[1]
    print "|---|---:|---:|---:|---:|"
    for (i = 1; i <= kinds; i++)
        row(words[kind[i]], kind[i])
    printf "| something is said without the fault | %d | %d | %d | %d |\n",
        alarms["sanitizer", 0], alarms["ptxrun", 0], alarms["sanitizer", 1],
        alarms["ptxrun", 1]
    print "\n| fault | it is | memcheck | initcheck | racecheck | synccheck " \
        "| ptxrun |"
    print "|---|---|---|---|---|---|---|"
    printf "%s", table
}

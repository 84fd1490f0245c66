# goal.awk - the goal of a lab, as its handout has it, for
# awk -f word.awk -f words.awk -f goal.awk.

/^\*\*Goal\.\*\* / {
    reading = 1
    sub(/^\*\*Goal\.\*\* /, "")
}

reading && !/[^ \t]/ {
    exit
}

reading {
    goal = goal (goal == "" ? "" : " ") $0
}

# The handout speaks to a student, and a student in a report.
function ours(text) {
    text = " " text
    gsub(/ You /, " We ", text)
    gsub(/ you /, " we ", text)
    gsub(/ your /, " our ", text)
    return substr(text, 2)
}

END {
    print lang == "en" ? ours(goal) : word(goal)
}

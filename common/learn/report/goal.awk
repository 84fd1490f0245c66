# goal.awk - the goal of a lab, as its handout has it, for awk -f words.awk -f.

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

END {
    print word(goal)
}

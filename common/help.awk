# help.awk - prints the goals of Makefile and chapters, from "goal: ... ## Group: text".

BEGIN {
    count = split("Learn Measure Teach Maintain", group)
}

/^[a-z-]+:.*## [A-Z][a-z]+: / {
    goal = $1
    sub(/:.*/, "", goal)
    text = $0
    sub(/.*## /, "", text)
    name = text
    sub(/:.*/, "", name)
    sub(/^[^:]*: /, "", text)
    lines[name] = lines[name] sprintf("  make %-9s %s\n", goal, text)
}

END {
    for (i = 1; i <= count; i++)
        if (group[i] in lines)
            printf "%s%s\n%s", (i > 1 ? "\n" : ""), group[i], lines[group[i]]
}

# new.awk - the report of one lab, for a student to write in.
#
#   awk -v lab=LAB -f new.awk LIST LAB/README.md report.md
#
# Idea: what a student may want to change (title, goal, order of the parts) is
# written out once; what changes from run to run stays a place, {{...}}, that
# report.sh fills.  LIST is the output of `grader list --tsv`.

FNR == 1 {
    part++
}

part == 1 {
    split($0, of, "\t")
    if (of[1] == lab) {
        exercise[++exercises] = of[2]
        heading[exercises] = of[3]
        is_open[exercises] = of[5] == 0
    }
    next
}

part == 2 && /^# / {
    title = substr($0, 3)
    next
}

part == 2 && /^\*\*Goal\.\*\* / {
    in_goal = 1
    sub(/^\*\*Goal\.\*\* /, "")
}

part == 2 && in_goal {
    in_goal = !/^[ \t]*$/
    if (in_goal)
        goal = goal (goal == "" ? "" : "\n") $0
    next
}

part == 2 && /^## / {
    in_questions = $0 == "## Control questions"
    next
}

part == 2 && in_questions && /^[0-9]+\. / {
    number = $1
    sub(/^[0-9]+\. +/, "")
    question[++questions] = "> **" number "** " $0
    next
}

part == 2 && in_questions && questions && /[^ \t]/ {
    sub(/^ +/, "")
    question[questions] = question[questions] "\n> " $0
}

part < 3 {
    next
}

/^[{][{]exercises[}][}]$/ {
    print "## Kernels\n"
    print "{{code}}\n"
    for (i = 1; i <= exercises; i++) {
        if (is_open[i]) {
            print "{{challenge " exercise[i] "}}" (i < exercises ? "\n" : "")
            continue
        }
        print "### " heading[i] " (`" exercise[i] "`)\n"
        print "{{code " exercise[i] "}}\n"
        print "{{table " exercise[i] "}}\n"
        print "{{graph " exercise[i] "}}\n"
        print "{{profile " exercise[i] "}}\n"
        print "{{access " exercise[i] "}}" (i < exercises ? "\n" : "")
    }
    print "\n{{graphs}}"
    next
}

/^[{][{]questions[}][}]$/ {
    for (i = 1; i <= questions; i++)
        print question[i] "\n\n..." (i < questions ? "\n" : "")
    next
}

/^[{][{]goal[}][}]$/ {
    print goal
    next
}

{
    gsub(/[{][{]title[}][}]/, title)
    gsub(/[{][{]lab[}][}]/, "LAB=" lab)
    gsub(/[{][{]lab_points[}][}]/, "{{points}}")
    print
}

# new.awk - the report of one lab, for a student to write in.
#
#   awk -v lab=LAB -v lang=en -v known=FILE -v student=NAME -v number=NUMBER
#       -f new.awk LIST LAB/README.md report.md
#
# Idea: what a student may want to change (title, order of the parts) is written
# out once; what changes from run to run or with the language stays a place,
# {{...}}, that report.sh fills.  LIST is the output of `grader list --tsv`;
# known: the report of another lab, whose head says already who it is from;
# student and number, if that is known.

# With a capital, unless it begins with a formula, whose letters are variables:
# "a dot b", "x * x + 1", but "A block per batch".
function begun(text) {
    if (text ~ /^[a-z] ([-+*\/x]|dot) /)
        return text
    return toupper(substr(text, 1, 1)) substr(text, 2)
}

FNR == 1 {
    part++
}

part == 1 {
    split($0, of, "\t")
    if (of[1] == lab) {
        exercise[++exercises] = of[2]
        heading[exercises] = of[3]
    }
    next
}

part == 2 && /^# / && title == "" {
    title = substr($0, 3)
    next
}

part < 3 {
    next
}

/^[{][{]exercises[}][}]$/ {
    for (i = 1; i <= exercises; i++) {
        print "## " begun(heading[i]) " (`" exercise[i] "`)\n"
        print "{{code " exercise[i] "}}\n"
        print "{{counts " exercise[i] "}}\n"
        print "{{access " exercise[i] "}}\n"
        if (i == 1)
            print "<!-- Here and below, in your words: what did you expect " \
                "before you measured,\nwhat did you find, and why is it " \
                "so? -->\n"
        print "..." (i < exercises ? "\n" : "")
    }
    next
}

# What was said to make submit, or of another lab's report already.
/^student: / && student != "" {
    $0 = "student: \"" student "\""
}

/^number: / && number != "" {
    $0 = "number: \"" number "\""
}

/^[a-z]+: / && known != "" {
    key = $1
    while ((getline line < known) > 0)
        if (index(line, key " ") == 1 && key !~ /^(title|date):$/)
            $0 = line
    close(known)
}

{
    gsub(/[{][{]title[}][}]/, title)
    gsub(/[{][{]lab[}][}]/, "LAB=" lab)
    gsub(/[{][{]lang[}][}]/, lang)
    gsub(/[{][{]lab_goal[}][}]/, "{{goal}}")
    print
}

# questions.awk - the control questions of a handout, for answers below each.
#
#   awk -f questions.awk LAB/README.md

function put() {
    if (question != "")
        print question "\n\n...\n"
}

/^## / {
    asked = $0 == "## Control questions"
    next
}

asked && /^[0-9]+\. / {
    put()
    question = "> **" $1 "** " substr($0, length($1) + 2)
    next
}

asked && question != "" && /[^ \t]/ {
    sub(/^ +/, "")
    question = question "\n> " $0
}

END {
    put()
}

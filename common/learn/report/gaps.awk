# gaps.awk - what is not written yet in a student's report.
#
#   awk -v exercises="matvec vecmat" -f text.awk -f gaps.awk LAB/README.md
#       REPORT
#
# A line each: "line 41: question 3: Why are errors ...".  A gap is an empty
# name (and, on a title page, whose it is), a line of three dots, a section with
# nothing in it, an exercise without the student's own words or without its
# section.  Of control questions, which are asked for in a report or are not:
# one that is not answered, or that is missing among others.

function gap(line, text) {
    printf "line %d: %s\n", line, text
}

# Of "## A x V (`matvec`)": matvec; "" of other headings.
function exercise_of(heading) {
    if (!match(heading, /\(`[A-Za-z0-9_]+`\)[ \t]*$/))
        return ""
    heading = substr(heading, RSTART + 2)
    sub(/`.*/, "", heading)
    return heading
}

# A section may be empty where a deeper one or a question follows.
function close_item(may_be_empty) {
    if (exercise != "" && !written) {
        if (index(" " exercises " ", " " exercise " "))
            gap(item_line, exercise ": what did you expect, what did you " \
                "find, and why?")
        return
    }
    if (item != "" && !written && (dots || !may_be_empty))
        gap(item_line, item)
    else if (dots)
        gap(dots, "three dots are left")
}

function open_item(text) {
    item = text
    item_line = FNR
    exercise = ""
    written = dots = 0
}

# Cut between words, never inside a character of several bytes.
function short(text,    head) {
    gsub(/`|[*][*]/, "", text)
    head = substr(text, 1, 48)
    return length(text) > 50 && sub(/ [^ ]*$/, "", head) ? head "..." : text
}

FNR == 1 {
    part++
}

part == 1 && /^## / {
    in_questions = $0 == "## Control questions"
}

part == 1 && in_questions && /^[0-9]+\. / {
    number = $1 + 0
    sub(/^[0-9]+\. +/, "")
    asked[++questions] = number
    question[number] = short($0)
}

part == 1 {
    next
}

{
    text = in_text()
}

# Where the head has ended.
!in_head && !head_seen {
    head_seen = 1
    asked_for = "student group"
    if (head["lang"] == "ru" || head["lang"] == "zh")
        asked_for = asked_for " university department discipline teacher"
    if (head["lang"] == "ru")
        asked_for = asked_for " city"
    if (head["lang"] == "zh")
        asked_for = asked_for " number"
    n = split(asked_for, keys, " ")
    for (i = 1; i <= n; i++)
        if (head[keys[i]] == "")
            gap(head_line[keys[i]], keys[i] ": nothing is written there")
}

!text {
    next
}

!in_code && /^#+ / {
    match($0, /^#+/)
    close_item(item ~ /^section/ && RLENGTH > depth)
    depth = RLENGTH
    open_item("section \"" substr($0, RLENGTH + 2) "\"")
    exercise = exercise_of($0)
    has_section[exercise] = 1
    in_question = 0
    next
}

!in_code && /^> \*\*[0-9]+\.\*\*/ {
    close_item(item ~ /^section/)
    number = $2
    gsub(/[*.]/, "", number)
    seen[number + 0] = 1
    open_item("question " number ": " question[number + 0])
    in_question = 1
    next
}

# The lines after the first of a question.
in_question && /^>/ {
    next
}

{
    in_question = 0
}

!in_code && /^[ \t]*\.\.\.[ \t]*$/ {
    dots = FNR
    next
}

# What is filled in is nobody's words.
exercise != "" && !in_code && /^[{][{].*[}][}][ \t]*$/ {
    next
}

/[^ \t]/ {
    written = 1
}

END {
    close_item(0)
    n = split(exercises, names, " ")
    for (i = 1; i <= n; i++)
        if (!(names[i] in has_section))
            printf "%s has no section any more: ## ... (`%s`)\n", names[i], \
                names[i]
    for (i in seen)
        any = 1
    for (i = 1; any && i <= questions; i++)
        if (!(asked[i] in seen))
            printf "question %d is not there any more: > **%d.** %s\n", \
                asked[i], asked[i], question[asked[i]]
}

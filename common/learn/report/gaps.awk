# gaps.awk - what is not written yet in a student's report.
#
#   awk -f text.awk -f gaps.awk LAB/README.md REPORT
#
# A line each: "line 41: question 3: Why are errors ...".  A gap is an empty
# name or group, a line of three dots, a question or a section with nothing
# in it, and a question of the handout that is not there.

function gap(line, text) {
    printf "line %d: %s\n", line, text
}

# A section may be empty where a deeper one or a question follows.
function close_item(may_be_empty) {
    if (item != "" && !written && (dots || !may_be_empty))
        gap(item_line, item)
    else if (dots)
        gap(dots, "three dots are left")
}

function open_item(text) {
    item = text
    item_line = FNR
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

in_head && /^(student|group):/ && head_value() == "" {
    gap(FNR, $1 " nothing is written there")
}

!text {
    next
}

!in_code && /^#+ / {
    match($0, /^#+/)
    close_item(item ~ /^section/ && RLENGTH > depth)
    depth = RLENGTH
    open_item("section \"" substr($0, RLENGTH + 2) "\"")
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

/[^ \t]/ {
    written = 1
}

END {
    close_item(0)
    for (i = 1; i <= questions; i++)
        if (!(asked[i] in seen))
            printf "question %d is not there any more: > **%d.** %s\n", \
                asked[i], asked[i], question[asked[i]]
}

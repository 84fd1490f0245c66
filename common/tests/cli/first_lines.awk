# first_lines.awk - what was said first of each exercise, of check.json: its
# name, a tab, and that line; nothing behind the tab if all is well.
#
# That is the exercise's "first", or else the message of the first check that
# failed, without how many sizes were right.  Relies on cJSON's one line a
# value.

/"name":/ { name = value() }
/"score":/ {
    end_exercise()
    exercise = name
    said = ""
    kept = 0
}
/"first":/ {
    said = value()
    kept = 1
}
/"passed":/ { failed = value() == "false" }
/"message":/ && failed && !said && !kept {
    said = value()
    sub(/^right at [0-9]+ of [^\\]*\\n/, "", said)
    said = name ": " said
}
END { end_exercise() }

function end_exercise()
{
    sub(/\\n.*/, "", said)
    gsub(/\\"/, "\"", said)
    gsub(/\\\\/, "\\", said)
    if (exercise)
        print exercise "\t" said
}

function value(    text)
{
    text = $0
    sub(/^[^:]*:[ \t]*"?/, "", text)
    sub(/"?,?[ \t]*$/, "", text)
    return text
}

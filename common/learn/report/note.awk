# note.awk - a remark in a report on what is not there, and how it is had.
#
#   awk -v what=graph -v exercise=matvec -v command="make ..." \
#       -f word.awk -f words.awk -f note.awk

BEGIN {
    if (what == "graph")
        text = word("No graph of {exercise}: {command} draws it.")
    else if (what == "times")
        text = word("No times: {command} measures them.")
    else
        text = word("No part of student.cu begins with {exercise}.")
    print "*" say(text, "exercise", "`" exercise "`", "command", \
        "`" command "`") "*\n"
}

# code.awk - the part of a student's file that belongs to one exercise.
#
#   awk -v exercise=matvec -f code.awk LAB/student.cu
#
# A part begins with a line such as "// ---- matvec -----".  Without an
# exercise: what stands above the first of these, after the comments at the
# head of the file.  Left out are blank lines at both ends and what the stub
# says of the task.

exercise == "" && !begun {
    if (/^\/\*/)
        in_comment = 1
    if (!in_comment && /[^ \t]/)
        begun = 1
    if (/\*\//)
        in_comment = 0
}

/^\/\/ ---- / {
    if (exercise == "")
        exit
    begun = $3 == exercise
    next
}

# The solution's marks.
/^ *\/\/ (BEGIN|END) SOLUTION/ {
    room = 0
    next
}

# The task's words fill their lines, which have 79 columns: where the first
# word of a comment had had room in the line before, it is the student's own.
/^ *\/\/ (TASK|TODO):/ || (room && /^ *\/\/ / && length($2) >= room) {
    room = 79 - length($0)
    next
}

{
    room = 0
}

begun && !/[^ \t]/ {
    blank = blank "\n"
}

begun && /[^ \t]/ {
    printf "%s%s\n", printed ? blank : "", $0
    printed = 1
    blank = ""
}

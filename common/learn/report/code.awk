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
    in_task = 0
    next
}

# The task's words go on behind a line that ends no sentence, or that had no
# room for the next word: what else is said there is the student's own.
/^ *\/\/ (TASK|TODO):/ || (in_task && /^ *\/\/ / && length($2) >= room) {
    in_task = 1
    room = /[.?!]$/ ? 79 - length($0) : 0
    next
}

{
    in_task = 0
}

begun && !/[^ \t]/ {
    blank = blank "\n"
}

begun && /[^ \t]/ {
    printf "%s%s\n", printed ? blank : "", $0
    printed = 1
    blank = ""
}

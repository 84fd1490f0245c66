# code.awk - the part of a student's file that belongs to one exercise.
#
#   awk -v exercise=matvec -v most=120 -v file=student.cu -f code.awk \
#       LAB/student.cu
#
# A part begins with a line such as "// ---- matvec -----".  Without an
# exercise: what stands above the first of these, after the comments at the
# head of the file.  Left out are blank lines at both ends and what the stub
# says of the task; and, where there are more lines than `most`, as many in the
# middle, of which a comment names the numbers.

exercise == "" && !begun {
    if (/^\/\*/)
        in_comment = 1
    if (!in_comment && /[^ \t]/)
        begun = 1
    if (/\*\//)
        in_comment = 0
}

/^\/\/ ---- / {
    if (exercise == "" || lines)
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

begun && (lines || /[^ \t]/) {
    line[++lines] = $0
    at[lines] = NR
}

function is_blank(i) {
    return line[i] !~ /[^ \t]/
}

END {
    while (lines && is_blank(lines))
        lines--
    from = most / 2
    to = lines - from + 1
    while (from > 1 && !is_blank(from))
        from--
    while (to < lines && !is_blank(to))
        to++
    for (i = 1; i <= lines; i++) {
        if (most && lines > most && i == from) {
            print "\n// ... " file ":" at[from + 1] "-" at[to - 1] " ..."
            i = to
        }
        print line[i]
    }
}

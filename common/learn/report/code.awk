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

# A blank line at most a quarter of `most` away, or this one.
function blank_near(i, step,    k) {
    for (k = 0; k <= most / 4; k++)
        if (is_blank(i + k * step))
            return i + k * step
    return i
}

END {
    while (lines && is_blank(lines))
        lines--
    from = blank_near(int(most / 2), -1)
    to = blank_near(lines - int(most / 2) + 1, 1)
    for (i = 1; i <= lines; i++) {
        if (most && lines > most && i == from) {
            print "\n// ... " file ":" at[from] "-" at[to] " ...\n"
            i = to + 1
        }
        print line[i]
    }
}

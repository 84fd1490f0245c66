# code.awk - the part of a student's file that belongs to one exercise.
#
#   awk -v exercise=matvec -f code.awk LAB/student.cu
#
# A part begins with a line such as "// ---- matvec -----".  Without an
# exercise: what stands above the first of these, after the comments at the
# head of the file.  Blank lines at both ends are left out.

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
    next
}

begun && !/[^ \t]/ {
    blank = blank "\n"
}

begun && /[^ \t]/ {
    printf "%s%s\n", printed ? blank : "", $0
    printed = 1
    blank = ""
}

# recorded.awk - a sweep with the rows that were recorded of its reference.
#
#   awk -v gpu="NVIDIA H200" [-v asked=EXERCISE] -f csv.awk -f recorded.awk \
#       RECORDED SWEEP
#
# Exercises without a row in SWEEP come last: where nothing is written yet, and
# the loop on the CPU is the student's as well.  asked: no other of them.
# RECORDED of another workbook, with other columns, is left alone.

function add_recorded() {
    if (!measured)
        printf "%s", rows[exercise]
    delete rows[exercise]
}

function add_others(    i) {
    for (i = 1; i <= count; i++)
        if (order[i] in rows && (asked == "" || asked == order[i]))
            printf "%s", rows[order[i]]
}

FNR == 1 {
    part++
    if (part == 1)
        head = $0
    else
        print
    known = $0 == head
    read_names($0)
    next
}

{
    read_row($0)
}

part == 1 {
    if (value("device") != gpu)
        next
    if (!(value("exercise") in rows))
        order[++count] = value("exercise")
    rows[value("exercise")] = rows[value("exercise")] $0 "\n"
    next
}

!known {
    print
    next
}

value("exercise") != exercise {
    add_recorded()
    exercise = value("exercise")
    measured = 0
}

value("impl") == "reference" {
    next
}

{
    if (value("impl") == "student" && value("time_source") == "measured")
        measured = 1
    print
}

END {
    if (!known)
        exit
    add_recorded()
    add_others()
}

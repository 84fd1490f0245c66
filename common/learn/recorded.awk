# recorded.awk - a sweep with the rows that were recorded of its reference.
#
#   awk -v gpu="NVIDIA H200" -f csv.awk -f recorded.awk RECORDED SWEEP
#
# RECORDED of another workbook, with other columns, is left alone.

function add_recorded() {
    if (!measured)
        printf "%s", rows[exercise]
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
    if (value("device") == gpu)
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
    if (known)
        add_recorded()
}

# attempts.awk - what a student's kernel did each time it was plotted.
#
#   awk -v exercise=matvec -v most=5 -f csv.awk -f attempts.awk \
#       SWEEP [ATTEMPTS] >NEW
#
# ATTEMPTS has the columns of the sweep after one more: attempt, 0 for the
# kernel that the sweep is of, 1 for the one before, and so on to `most`.  Two
# kernels are the same if nothing but measured times differ: counters are the
# same from run to run, and what is said of times is not looked at.  Attempts
# that an older workbook kept, with other columns, are forgotten.

function is_time(name) {
    return name ~ /^(time.*_us|samples.*|clocks_.*|launch_us|note)$/
}

# The row without what differs from one measurement to the next.
function essence(line,    n, i, text) {
    n = split_csv(line, field)
    for (i = 1; i <= n; i++)
        if (!is_time(names[i]) || \
            (names[i] == "time_us" && field[place["time_source"]] == "modelled"))
            text = text field[i] ","
    return text
}

function keep(attempt, line) {
    if (!(attempt in rows))
        order[++attempts] = attempt
    rows[attempt] = rows[attempt] line "\n"
    same[attempt] = same[attempt] essence(line) "\n"
}

/^lab,/ {
    header = $0
    n = split_csv(header, names)
    for (i = 1; i <= n; i++)
        place[names[i]] = i
    next
}

/^attempt,/ {
    old = $0 == "attempt," header
    in_old = 1
    next
}

!in_old {
    split_csv($0, field)
    if (field[place["exercise"]] == exercise && \
        field[place["impl"]] == "student" && field[place["time_us"]] != "")
        keep("now", $0)
    next
}

old {
    keep(substr($0, 1, index($0, ",") - 1), substr($0, index($0, ",") + 1))
}

END {
    if (!attempts)
        exit
    print "attempt," header
    number = !("now" in rows)
    for (i = 1; i <= attempts && number <= most; i++) {
        if (i > 1 && same[order[i]] == same["now"])
            continue
        n = split(rows[order[i]], line, "\n")
        for (k = 1; k < n; k++)
            print number "," line[k]
        number++
    }
}

# medals.awk - what the times of open exercises are held against, as CSV.
#
#   awk -v gpu=h200 -f csv.awk -f medals.awk CHALLENGES EXERCISES FILE...
#
# CHALLENGES and EXERCISES are lists of the grader's; each other FILE a sweep,
# of which rows of the reference count, or library_GPU.csv.

function size_of() {
    return value("rows") " " value("cols") " " value("inner")
}

# "1056 1048576 256" is of "0 1048576 0".
function matches(size, of,    have, want, i) {
    split(size, have, " ")
    split(of, want, " ")
    for (i = 1; i <= 3; i++)
        if (want[i] != 0 && want[i] != have[i])
            return 0
    return 1
}

function take_rung(time,    i) {
    for (i = 1; i <= challenges; i++) {
        if (first[value("exercise")] != ladder[i] || \
            (value("exercise") in open) || !matches(size_of(), of_ladder[i]))
            continue
        if (value("time_source") == "measured") {
            if (!(i in rung) || time < rung_us[i]) {
                rung[i] = value("exercise")
                rung_us[i] = time
                rung_size[i] = size_of()
            }
        } else if (rung[i] == value("exercise") && rung_size[i] == size_of())
            modelled_us[i] = time
    }
}

# A kernel that only reads is no library.
function take_library(time,    i) {
    for (i = 1; i <= challenges; i++) {
        if (value("exercise") == name[i] && size_of() == size[i] && \
            value("library") != "read-only" && \
            (!(i in library) || time < library_us[i])) {
            library[i] = value("library")
            library_us[i] = time
        }
    }
}

function row(i, against, who, measured, modelled) {
    gsub(/,/, "", who)
    printf "%s,%s,%s,%s,%s,%s\n", name[i], comma(size[i]), against, who, \
        measured, modelled
}

function comma(text) {
    gsub(/ /, ",", text)
    return text
}

FNR == 1 {
    part++
}

part <= 2 {
    split($0, cell, "\t")
    if (FNR == 1)
        next
    if (part == 1) {
        name[++challenges] = cell[1]
        open[cell[1]] = 1
        ladder[challenges] = cell[2]
        size[challenges] = cell[3]
        of_ladder[challenges] = cell[4]
    } else
        first[cell[2]] = cell[4]
    next
}

FNR == 1 {
    head = ""
}

/^#/ {
    next
}

head == "" {
    head = $0
    read_names($0)
    next
}

{
    read_row($0)
    if ("library" in column)
        take_library(value("warm_us") + 0)
    else if (value("impl") == "reference")
        take_rung(value("time_us") + 0)
}

END {
    print "# Made by make medals GPU=" gpu ": microseconds, L2 cache warm."
    print "exercise,rows,cols,inner,against,name,measured_us,modelled_us"
    for (i = 1; i <= challenges; i++) {
        if (i in rung)
            row(i, "ladder", rung[i], rung_us[i], modelled_us[i])
        if (i in library)
            row(i, "library", library[i], library_us[i], "")
    }
}

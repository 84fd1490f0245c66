# device.awk - on what the times of a sweep were measured or modelled.
# Variables: impl; exercise, or "" for all.

NR == 1 {
    for (i = split_csv($0, field); i > 0; i--)
        column[field[i]] = i
    next
}

{
    split_csv($0, field)
    text = field[column["device"]] " (" field[column["time_source"]] ")"
    cpu = field[column["impl"]] == "serial" || field[column["impl"]] == "openmp"
    wanted = exercise == "" || field[column["exercise"]] == exercise
    if (wanted && !cpu && !(text in known)) {
        known[text] = 1
        all = all (all == "" ? "" : ", ") text
    }
}

END {
    print all
}

# device.awk - on what the times of a sweep were measured or modelled.
# Variables: those of words.awk.

NR == 1 {
    read_names($0)
    next
}

{
    read_row($0)
    text = value("time_source") == "modelled" ? word("{device}, modelled") : \
        word("{device}, measured")
    text = say(text, "device", value("device"))
    cpu = value("impl") == "serial" || value("impl") == "openmp"
    if (!cpu && !(text in known)) {
        known[text] = 1
        all = all (all == "" ? "" : "; ") text
    }
}

END {
    print all
}

# sweep.awk - one exercise of a sweep as curves: a table in CSV.
#
#   awk -v exercise=matvec -v sources=FILE -f csv.awk -f rows.awk \
#       -f sweep.awk devices.csv SWEEP [ATTEMPTS] [RECORDED...]
#
# Also kept, "" or what is to be said of the reference, as that its rows were
# recorded.
#
# A row is one size of one curve; what is not known is empty.  Clocks are those
# of a block, if kernels measure them.  Of the student's earlier attempts
# (attempts.awk) those timed on the same device are drawn; of recorded
# measurements the reference; both at the sizes of this sweep.  Into FILE go
# the variables that sweep.gp reads: titles, styles, roof, caption.

# "Intel(R) Xeon(R) Processor" -> "Intel Xeon Processor"
function plain(name) {
    gsub(/\((R|TM|r|tm)\)/, "", name)
    return name
}

function new_curve(curve) {
    known[curve] = 1
    if (recorded) {
        others[++other_count] = curve
        style[curve] = "recorded"
        title[curve] = "reference on " device
    } else if (value("attempt") != "") {
        attempts[++attempt_count] = curve
        style[curve] = "attempt"
        title[curve] = "student, earlier attempts"
    } else {
        style[curve] = impl
        title[curve] = impl == "serial" ? "serial C on the CPU" : \
            impl == "openmp" ? "OpenMP on the CPU" : \
            impl == "reference" ? impl kept : impl
    }
    title[curve] = title[curve] ", " source
    band[curve] = source == "modelled"
    if (impl == "serial")
        processor = plain(device)
    else if (impl == "openmp")
        processors = plain(device)
    else if (!recorded) {
        gpu = device
        gpu_source = source
    }
    if (device in roofs && (!recorded || roof == "")) {
        roof = roofs[device]
        roof_device = device
    }
}

# What is to be doubted of a time, or why there is none: once.
function add_note(    note) {
    note = value("note")
    if (note == "" || impl in doubted)
        return
    doubted[impl] = 1
    notes = notes (notes == "" ? "" : "  ") impl ": " note "."
}

# Around earlier attempts nothing is drawn: they would hide the present.
function add_row(curve, at,    time, low, high) {
    time = value("time_us")
    if (!band[curve] || style[curve] != "attempt") {
        low = end_of("low")
        high = end_of("high")
    }
    if (low != "" && band[curve])
        bands = 1
    else if (low != "")
        quartiles = 1
    clocks = clocks || value("clocks_median") != ""
    rows[curve]++
    lines[curve] = lines[curve] text_field(curve) "," text_field(device) "," \
        source "," at "," size_of[at] "," time "," low "," high "," \
        ratio(value("bytes"), time * 1e3) "," \
        ratio(value("bytes"), high * 1e3) "," \
        ratio(value("bytes"), low * 1e3) "," \
        value("clocks_median") "," value("clocks_min") "," \
        value("clocks_max") "," \
        ratio(value("global_load_sectors"), value("global_load_requests")) "\n"
}

# An attempt is one curve on each device; the newest is the present.
function curve_of_row() {
    if (recorded)
        return "recorded on " device
    return value("attempt") == "" ? impl : "attempt -" value("attempt")
}

function is_wanted() {
    if (recorded && impl != "reference")
        return 0
    if (value("attempt") != "" && (value("attempt") == 0 || device != gpu || \
        source != gpu_source))
        return 0
    return value("exercise") == exercise && value("time_us") != ""
}

value("exercise") == exercise && !recorded && value("attempt") == "" {
    add_note()
}

is_wanted() && (at = place(!recorded && value("attempt") == "")) {
    curve = curve_of_row()
    if (!(curve in known))
        new_curve(curve)
    add_row(curve, at)
}

# Student first, then what the student is held against.
function order_curves(    i, ranks, rank, n) {
    ranks = split("student reference serial openmp", rank, " ")
    for (i = 1; i <= ranks; i++)
        if (rank[i] in known)
            order[++n] = rank[i]
    for (i = 1; i <= other_count; i++)
        order[++n] = others[i]
    for (i = 1; i <= attempt_count; i++)
        order[++n] = attempts[i]
    return n
}

END {
    curves = order_curves()
    if (!curves)
        exit
    print "curve,device,time_source,position,rows,cols,inner,time_us," \
        "time_low_us,time_high_us,bandwidth_gbs,bandwidth_low_gbs," \
        "bandwidth_high_gbs,clocks,clocks_min,clocks_max," \
        "sectors_per_load_request"
    set_axis(curves)
    set_number("attempts", attempt_count + 0)
    set_number("quartiles", quartiles + 0)
    set_number("bands", bands + 0)
    set_text("notes", notes)
    set_number("clocks", clocks + 0)
    set_number("roof", roof)
    set_text("roof_title", "memory of " roof_device)
    set_text("device", gpu " (" gpu_source ")")
    set_text("processor", processor)
    set_text("processors", processors)
    for (i = 1; i <= curves; i++) {
        set_text("title_of[" i "]", title[order[i]])
        set_text("style_of[" i "]", style[order[i]])
        set_number("band_of[" i "]", band[order[i]] + 0)
        set_rows(i, written + 0, rows[order[i]])
        written += rows[order[i]]
        printf "%s", lines[order[i]]
    }
}

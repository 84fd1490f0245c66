# times.awk - one exercise of a sweep as a table for pandoc.
#
#   awk -v exercise=matvec -v impl=student -v number=3 -f csv.awk -f times.awk
#       SWEEP
#
# A row for each size; columns for which there are no numbers are left out.
# Says in the caption what was measured and what was modelled, and on what.
# kept: the reference's rows were recorded, not made here.
# Nothing is printed when the exercise is not in the sweep.

# Not broken at the end of a line.
function size_label(    rows, cols, inner, times) {
    times = "\302\240\303\227\302\240"
    rows = value("rows")
    cols = value("cols")
    inner = value("inner")
    if (value("dimensions") != "") {
        size = value("dimensions") # what the numbers are
        gsub(/ x /, " \303\227 ", size)
        return rows times cols times inner
    }
    return (rows == 1 ? "" : rows times) cols \
        (rows == 1 || inner <= 1 ? "" : times inner)
}

# Three digits, as more are noise.
function digits(x) {
    x += 0 # fields are compared as text otherwise
    return x >= 100 ? sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : \
        sprintf("%.2f", x)
}

# The rule of a column in which the longest label stands in one line.
function labels_rule(    k, label, rule) {
    rule = "--------------"
    for (k = 1; k <= sizes; k++) {
        label = labels[k]
        gsub(/\302\240/, " ", label) # so that awks that count bytes
        gsub(/\303\227/, "x", label) # count what the others do
        while (length(rule) < length(label) + 3)
            rule = rule "-"
    }
    return "|" rule ":|"
}

function ratio(a, b) {
    return a == "" || b + 0 == 0 ? "" : digits(a / b)
}

function put(name, text) {
    if (text == "")
        return
    cell[label, name] = text
    used[name] = 1
}

# "Intel(R) Xeon(R) Processor" -> "Intel Xeon Processor"
function plain(name) {
    gsub(/\((R|TM|r|tm)\)/, "", name)
    return name
}

NR == 1 {
    size = "size"
    read_names($0)
    count = split("time interval reference serial openmp speedup bandwidth " \
        "sectors efficiency conflicts clocks", order)
    title["time"] = impl ", \302\265s"
    title["interval"] = "9 in 10 within, \302\265s"
    title["reference"] = "reference, \302\265s"
    title["serial"] = "CPU, \302\265s"
    title["openmp"] = "OpenMP, \302\265s"
    title["speedup"] = "CPU / " impl
    title["bandwidth"] = "GB/s"
    title["sectors"] = "sectors per request"
    title["efficiency"] = "efficiency, %"
    title["conflicts"] = "bank conflicts"
    title["clocks"] = "clocks of a block"
    next
}

{
    read_row($0)
}

value("exercise") != exercise {
    next
}

{
    label = size_label()
    time = value("time_us")
    if (!(label in known)) {
        known[label] = 1
        labels[++sizes] = label
    }
}

value("impl") == "serial" {
    put("serial", digits(time))
    serial_time[label] = time
    processor = plain(value("device"))
}

value("impl") == "openmp" {
    put("openmp", digits(time))
    processors = plain(value("device"))
}

value("impl") == "reference" && impl != "reference" {
    put("reference", digits(time))
}

value("impl") != "serial" && value("impl") != "openmp" {
    device = value("device")
    source = value("time_source")
}

value("impl") == impl {
    put("time", digits(time))
    if (source == "modelled" && value("time_low_us") != "")
        put("interval", digits(value("time_low_us")) "\342\200\223" \
            digits(value("time_high_us")))
    put("speedup", ratio(serial_time[label], time))
    put("bandwidth", ratio(value("bytes"), time * 1000))
    put("sectors", \
        ratio(value("global_load_sectors"), value("global_load_requests")))
    put("efficiency", ratio(100 * value("global_load_bytes"), \
        32 * value("global_load_sectors")))
    if (value("shared_load_requests") + value("shared_store_requests"))
        put("conflicts", value("shared_load_bank_conflicts") + \
            value("shared_store_bank_conflicts"))
    put("clocks", value("clocks_median"))
}

END {
    if (!sizes)
        exit
    head = "| " size " |"
    rule = labels_rule()
    for (i = 1; i <= count; i++) {
        if (order[i] in used) {
            head = head " " title[order[i]] " |"
            rule = rule "----------:|"
        }
    }
    print head "\n" rule
    for (k = 1; k <= sizes; k++) {
        row = "| " labels[k] " |"
        for (i = 1; i <= count; i++)
            if (order[i] in used)
                row = row " " ((labels[k], order[i]) in cell ? \
                    cell[labels[k], order[i]] : "\342\200\223") " |"
        print row
    }
    printf "\n: Table %d. `%s`: times %s %s %s", number, exercise, source, \
        source == "modelled" ? "for" : "on", device
    if ("serial" in used)
        printf "; CPU: a serial loop in C, measured on one core of %s", \
            processor
    if ("openmp" in used)
        printf "; OpenMP: the same loop, measured on %s", processors
    if (kept && "reference" in used)
        printf "; reference: recorded"
    print (used["sectors"] ? "; sectors, efficiency: of global loads." : ".")
}

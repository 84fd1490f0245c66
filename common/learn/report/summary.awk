# summary.awk - the times of all exercises of a sweep, a row each.
#
#   awk -v impl=student -v table=9 -v facts=FACTS -f csv.awk \
#       -f word.awk -f words.awk -f summary.awk SWEEP
#
# facts: the output of `grader profile --facts`, which knows what takes longest.
# Each at the largest size that it was timed at; what grows with the size is
# in the graphs.

function put(name, text) {
    if (text == "")
        return
    cell[exercise, name] = text
    used[name] = 1
}

function size_label(    rows, cols, inner, text) {
    rows = value("rows")
    cols = value("cols")
    inner = value("inner")
    text = rows == 1 && value("dimensions") == "" ? cols : \
        rows "\303\227" cols
    return text (inner > 1 ? "\303\227" inner : "")
}

# What takes longest, in a word or two.
function bound(name) {
    if (name == "issue")
        return word("instructions")
    if (name == "L1")
        return word("requests to L1")
    if (name == "L2")
        return word("L2")
    if (name == "DRAM")
        return word("memory")
    if (name == "waiting")
        return word("waiting")
    if (name == "atomics")
        return word("atomics")
    if (name == "launch")
        return word("launching")
    return name == "" ? "" : word(name)
}

BEGIN {
    while (facts != "" && (getline row < facts) > 0)
        if (split(row, of, "\t") > 6 && of[1] == "time")
            longest[of[2]] = of[7]
}

NR == 1 {
    read_names($0)
    next
}

{
    read_row($0)
    exercise = value("exercise")
    by = value("impl")
    if (!(exercise in known)) {
        known[exercise] = 1
        order[++exercises] = exercise
    }
}

by == impl {
    time[exercise] = value("time_us")
    at[exercise] = value("rows") "," value("cols") "," value("inner")
    cell[exercise, "size"] = size_label()
    put("time", digits(value("time_us")))
    modelled = value("time_source") == "modelled"
    device = value("device")
    if (modelled && value("time_low_us") != "")
        put("interval", digits(value("time_low_us")) "\342\200\223" \
            digits(value("time_high_us")))
    put("bandwidth", quotient(value("bytes") / 1000, value("time_us")))
}

# Behind the others of that size.
by != impl {
    here = value("rows") "," value("cols") "," value("inner")
    other[exercise, here, by] = value("time_us")
    if (by == "serial")
        processor = value("device")
}

# A docx has columns as wide as these.
function dashes(n,    text) {
    text = sprintf("%" n "s", "")
    gsub(/ /, "-", text)
    return text
}

function quotient(a, b) {
    return a == "" || b + 0 == 0 ? "" : digits(a / b)
}

END {
    for (k = 1; k <= exercises; k++) {
        exercise = order[k]
        here = at[exercise]
        if (here == "")
            continue
        timed++
        put("bound", bound(longest[exercise]))
        put("serial", digits(other[exercise, here, "serial"]))
        put("openmp", digits(other[exercise, here, "openmp"]))
        if (impl != "reference")
            put("reference", digits(other[exercise, here, "reference"]))
        if (!modelled)
            put("speedup", quotient(other[exercise, here, "serial"], \
                time[exercise]))
    }
    if (!timed)
        exit
    count = split("time interval reference bandwidth serial openmp " \
        "speedup bound", columns, " ")
    title["time"] = word("time") ", " us()
    title["interval"] = word("9 in 10 within") ", " us()
    title["reference"] = word("reference") ", " us()
    title["bandwidth"] = word("GB/s")
    sub(/\//, "/\342\201\240", title["bandwidth"]) # not to be parted
    title["serial"] = "CPU, " us()
    title["openmp"] = "OpenMP, " us()
    title["bound"] = word("longest")
    title["speedup"] = word("CPU / GPU")
    split("8 13 9 8 8 10 8 13", wide, " ")
    head = "| " word("exercise") " | " word("size") " |"
    rule = "|" dashes(22) "|" dashes(19) ":|"
    for (i = 1; i <= count; i++)
        if (columns[i] in used) {
            head = head " " title[columns[i]] " |"
            rule = rule dashes(wide[i] - 1) (columns[i] == "bound" ? "-|" : \
                ":|")
        }
    print head "\n" rule
    for (k = 1; k <= exercises; k++) {
        exercise = order[k]
        if (at[exercise] == "")
            continue
        row = "| `" exercise "` | " cell[exercise, "size"] " |"
        for (i = 1; i <= count; i++)
            if (columns[i] in used)
                row = row " " ((exercise, columns[i]) in cell ? \
                    cell[exercise, columns[i]] : "\342\200\223") " |"
        print row
    }
    text = modelled ? \
        say(word("Times at the largest size, modelled for {device}"), \
            "device", plain(device)) : \
        say(word("Times at the largest size, measured on {device}"), \
            "device", plain(device))
    if ("serial" in used)
        text = text "; " \
            say(word("CPU: a serial loop in C on one core of {processor}"), \
                "processor", plain(processor))
    caption(table, text)
}

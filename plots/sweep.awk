# sweep.awk - one exercise of a sweep as blocks that gnuplot can index.
#
#   awk -v exercise=matvec -v sources=FILE -f csv.awk -f sweep.awk devices.csv
#       CSV...
#
# A block is one curve: its title, then a line for each size:
#   position "size" time p25 p75 GB/s sectors-per-request clocks least most
# times in microseconds; clocks of a block, if kernels measured them, median
# first; what is not known is NaN.  A file of recorded
# measurements is known by "# device:" in its head; of it the reference is
# drawn, at the sizes of this sweep.  Into FILE go the variables that sweep.gp
# reads: titles, styles, roof, caption.

function value(name) {
    return name in column ? field[column[name]] : ""
}

function number(text) {
    return text == "" ? "NaN" : text
}

function ratio(a, b) {
    return a == "" || b + 0 == 0 ? "NaN" : a / b
}

# 1048576 -> "1.05M"
function short(n) {
    return n + 0 >= 1e6 ? sprintf("%.3gM", n / 1e6) : n
}

# What the sizes are is said by the sweep; recorded ones may be older.
function size_label(    rows, cols) {
    rows = value("rows")
    cols = value("cols")
    if (value("dimensions") != "")
        dimensions = value("dimensions")
    if (dimensions != "")
        return short(rows) "\303\227" short(cols) "\303\227" \
            short(value("inner"))
    if (rows != 1) {
        matrices = 1
        return rows "\303\227" cols
    }
    if (cols >= 1e6)
        return cols / 1e6 " M"
    return cols >= 1000 ? cols / 1000 " k" : cols
}

# For gnuplot: quotes would end its strings, backslashes start its escapes.
function quoted(text) {
    gsub(/\\/, "", text)
    gsub(/"/, "'", text)
    return "\"" text "\""
}

# "Intel(R) Xeon(R) Processor" -> "Intel Xeon Processor"
function plain(name) {
    gsub(/\((R|TM|r|tm)\)/, "", name)
    return name
}

function new_curve(curve) {
    known[curve] = 1
    style[curve] = recorded ? "recorded" : impl
    title[curve] = (recorded ? "reference on " device : \
        impl == "serial" ? "serial C on the CPU" : \
        impl == "openmp" ? "OpenMP on the CPU" : impl) ", " source
    if (impl == "serial")
        processor = plain(device)
    else if (impl == "openmp")
        processors = plain(device)
    else if (!recorded)
        gpu = device " (" source ")"
    if (device in roofs) {
        roof = roofs[device]
        roof_device = device
    }
}

function add_row(curve,    time, measured) {
    time = value("time_us")
    measured = source == "measured" && value("time_p25_us") != ""
    quartiles = quartiles || measured
    clocks = clocks || value("clocks_median") != ""
    lines[curve] = lines[curve] sprintf("%d %s %s %s %s %s %s %s %s %s\n", \
        position[label], quoted(label), time, \
        measured ? value("time_p25_us") : "NaN", \
        measured ? value("time_p75_us") : "NaN", \
        ratio(value("bytes"), time * 1000), \
        ratio(value("global_load_sectors"), value("global_load_requests")), \
        number(value("clocks_median")), number(value("clocks_min")), \
        number(value("clocks_max")))
}

FNR == 1 {
    part++
    recorded = 0
    header = 0
}

/^# *device: / {
    recorded = 1
}

{
    sub(/\r$/, "")
}

/^#/ || /^[ \t]*$/ {
    next
}

part == 1 {
    split_csv($0, field)
    roofs[field[1]] = field[2]
    next
}

!header {
    header = 1
    split("", column)
    for (i = split_csv($0, field); i > 0; i--)
        column[field[i]] = i
    next
}

{
    split_csv($0, field)
    impl = value("impl")
    device = value("device")
    source = value("time_source")
    if (value("exercise") != exercise || value("time_us") == "" || \
        (recorded && impl != "reference"))
        next
    label = size_label()
    if (!(label in position)) {
        if (recorded)
            next
        position[label] = ++positions
    }
    curve = recorded ? "recorded " device : impl
    if (!(curve in known))
        new_curve(curve)
    add_row(curve)
    if (recorded && !(curve in listed)) {
        listed[curve] = 1
        also[++others] = curve
    }
}

# Student first, then what the student is held against.
END {
    ranks = split("student reference serial openmp", rank)
    for (i = 1; i <= ranks; i++)
        if (rank[i] in known)
            order[++curves] = rank[i]
    for (i = 1; i <= others; i++)
        order[++curves] = also[i]
    print "curves = " curves + 0 >sources
    print "sizes = " positions + 0 >sources
    print "quartiles = " quartiles + 0 >sources
    gsub(/ x /, " \303\227 ", dimensions)
    print "xaxis = " quoted(dimensions != "" ? dimensions : \
        matrices ? "size, rows \303\227 columns" : "elements") >sources
    print "clocks = " clocks + 0 >sources
    print "roof = " number(roof) >sources
    print "roof_title = " quoted("memory of " roof_device) >sources
    print "device = " quoted(gpu) >sources
    print "processor = " quoted(processor) >sources
    print "processors = " quoted(processors) >sources
    print "array title_of[" curves + 1 "]" >sources
    print "array style_of[" curves + 1 "]" >sources
    for (i = 1; i <= curves; i++) {
        print "title_of[" i "] = " quoted(title[order[i]]) >sources
        print "style_of[" i "] = " quoted(style[order[i]]) >sources
        printf "# %s\n%s\n\n", title[order[i]], lines[order[i]]
    }
}

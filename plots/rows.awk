# rows.awk - what the graphs' awk programs share: the rows of sweeps, sizes on
# an axis, and records of CSV.
#
#   awk -f csv.awk -f word.awk -f rows.awk -f PROGRAM devices.csv \
#       SWEEP... [RECORDED...]
#
# Reads what roofs.awk wrote: dram[], l2[], l2_bytes[], l1[], fp32[] and fp64[]
# of a device.  Of the other files it leaves a data row at a time to the
# program, with impl, device and source set, and recorded true in files of
# recorded measurements, which have "# device:" in their head.

# Empty where one of them is not known.
function ratio(a, b) {
    return a == "" || b + 0 == 0 ? "" : a / b
}

# An end of what is drawn around a time, "low" or "high": a quartile of what
# was measured; of what was modelled, 9 in 10 lie between both.
function end_of(which) {
    if (source == "modelled")
        return value("time_" which "_us")
    return value(which == "low" ? "time_p25_us" : "time_p75_us")
}

# A quantity of a panel, so that its axis is as long as what it shows.
function stretch(panel, number) {
    if (number == "" || number + 0 <= 0)
        return
    if (!(panel in least) || number + 0 < least[panel])
        least[panel] = number + 0
    if (!(panel in most) || number + 0 > most[panel])
        most[panel] = number + 0
}

# Are so many FLOP made of a byte that the size alone makes times grow?
function makes_many_flops() {
    return ratio(value("flops"), value("bytes")) > 8
}

function is_in_doubles() {
    return value("flops_double") + 0 > value("flops_single") + 0
}

# GB/s of what a device has so many bytes in.
function rate_of(name, bytes) {
    return bytes + 0 <= l2_bytes[name] + 0 ? l2[name] : dram[name]
}

# ---- sizes -------------------------------------------------------------------

# 20 -> "2" with a small 20 above, as UTF-8.
function power_of_two(exponent,    text, digits, i) {
    split("\302\271 \302\262 \302\263 \342\201\264 \342\201\265 \342\201\266 " \
        "\342\201\267 \342\201\270 \342\201\271", digits, " ")
    digits[0] = "\342\201\260"
    text = "2"
    for (i = 1; i <= length(exponent); i++)
        text = text digits[substr(exponent, i, 1)]
    return text
}

# 1000000 -> "1 M", 500000 -> "500 k", 1048576 -> 2 to the 20th.
function short(n,    k, exponent) {
    if (n < 1e5)
        return n
    for (k = 1; k < n; k *= 2)
        exponent++
    if (k == n)
        return power_of_two(exponent "")
    return n >= 1e6 ? sprintf("%.3g M", n / 1e6) : sprintf("%.3g k", n / 1e3)
}

# Sizes that only a GPU is swept at are not counted; without one they stand on
# the axis all the same, with what was recorded.
function gpu_only() {
    return recorded && "warp_instructions" in column && \
        value("warp_instructions") == ""
}

# The size's place on the axis, in the order of the sweep; 0 if it has none
# and is to be given none.  What sizes are is said by who may add some.
function place(may_add,    key) {
    key = value("rows") "," value("cols") "," (value("inner") + 0)
    if (!(key in position) && may_add) {
        dimensions = value("dimensions")
        position[key] = ++positions
        size_of[positions] = key
    }
    return key in position ? position[key] : 0 # asking must not add it
}

# From place a to place b, does another series of sizes begin, in which a
# dimension starts anew?  No line leads across.
function parted(a, b,    i, d, here, before) {
    for (i = a + 1; a && i <= b; i++) {
        split(size_of[i - 1], before, ",")
        split(size_of[i], here, ",")
        for (d = 1; d <= 3; d++)
            if (here[d] + 0 < before[d] + 0)
                return 1
    }
    return 0
}

# Is dimension d the same everywhere?  (Of one size, everything would be.)
function is_constant(d,    i, first, here) {
    split(size_of[1], first, ",")
    for (i = 2; i <= positions; i++) {
        split(size_of[i], here, ",")
        if (here[d] != first[d])
            return 0
    }
    return positions > 1
}

# What stands at place i: the dimensions that vary.
function label(i,    part, d, text) {
    split(size_of[i], part, ",")
    for (d = 1; d <= 3; d++)
        if (shown[d])
            text = text (text != "" ? "\303\227" : "") short(part[d] + 0)
    return text
}

# To be called when all rows were read: which dimensions vary, what the axis
# says of them, and in `fixed` what the others are.
function axis_title(    d, names, first, text) {
    split(size_of[1], first, ",")
    if (dimensions == "") {
        shown[1] = shown[2] = first[1] != 1
        shown[2] = 1
        return shown[1] ? with_times(word("size, rows x columns")) : \
            word("elements")
    }
    split(dimensions, names, " x ")
    for (d = 1; d <= 3; d++) {
        if (names[d] == "") # one that is always 1
            continue
        shown[d] = !is_constant(d)
        if (shown[d])
            text = text (text != "" ? " \303\227 " : "") word(names[d])
        else
            fixed = fixed (fixed != "" ? ", " : "") word(names[d]) " = " \
                short(first[d] + 0)
    }
    return text
}

# The sign of multiplication.
function with_times(text) {
    gsub(/ x /, " \303\227 ", text)
    return text
}

function time_axis(    text) {
    text = word("time, us")
    sub(/ us$/, " \302\265s", text)
    return text
}

# ---- what is written ---------------------------------------------------------

# A field of RFC 4180.
function text_field(text) {
    if (text !~ /[",]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

# For gnuplot: quotes would end its strings, backslashes start its escapes.
function quoted(text) {
    gsub(/\\/, "", text)
    gsub(/"/, "'", text)
    return "\"" text "\""
}

function set_text(name, text) {
    print name " = " quoted(text) >sources
}

# A sentence of the caption.
function say(text) {
    if (text != "")
        said[++sentences] = text
}

# How wide a text is, in letters; Chinese ones are as wide as two.  An awk
# counts bytes, or characters.
function width_of(text,    wide) {
    if (length("\303\227") == 1)
        return length(text)
    wide = gsub("[\343-\357]", "&", text)
    return length(text) - gsub("[\200-\277]", "", text) + wide
}

# In lines that fit the page.  Each is a text of its own, as terminals of
# gnuplot part lines by more or less.
function set_caption_lines(    i, line, lines) {
    print "array caption[" sentences + 1 "]" >sources
    for (i = 1; i <= sentences; i++) {
        if (line != "" && width_of(line) + 2 + width_of(said[i]) > 104) {
            set_text("caption[" ++lines "]", line)
            line = ""
        }
        line = line (line == "" ? "" : "  ") said[i]
    }
    set_text("caption[" ++lines "]", line)
    set_number("caption_lines", lines)
}

function set_number(name, n) {
    print name " = " (n == "" ? "NaN" : n) >sources
}

# Of the axis of a panel, if anything stands on it.
function set_ends(name, panel) {
    if (!(panel in most))
        return
    set_number(name "_low", least[panel] / 1.4)
    set_number(name "_high", most[panel] * 1.4)
}

# What a curve is called in the key.
function set_title(i, text) {
    set_text("title_of[" i "]", text)
    set_number("title_width[" i "]", width_of(text))
}

# A curve's rows follow each other: gnuplot finds them by their numbers.
function set_rows(i, first_row, rows) {
    set_number("from[" i "]", first_row)
    set_number("to[" i "]", first_row + rows - 1)
}

# Sizes for the axis, and arrays for so many curves.
function set_axis(curves,    i, n, names) {
    set_text("xaxis", axis_title())
    set_text("fixed", fixed)
    set_number("sizes", positions + 0)
    print "array label_of[" positions + 1 "]" >sources
    for (i = 1; i <= positions; i++)
        set_text("label_of[" i "]", label(i))
    set_number("curves", curves + 0)
    n = split("title_of title_width style_of band_of from to", names, " ")
    for (i = 1; i <= n; i++)
        print "array " names[i] "[" curves + 1 "]" >sources
}

# ---- reading -----------------------------------------------------------------

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
    dram[field[1]] = field[2]
    l2[field[1]] = field[3]
    l2_bytes[field[1]] = field[4]
    l1[field[1]] = field[5]
    fp32[field[1]] = field[6]
    fp64[field[1]] = field[7]
    next
}

!header {
    header = 1
    read_names($0)
    next
}

{
    read_row($0)
    impl = value("impl")
    device = value("device")
    source = value("time_source")
}

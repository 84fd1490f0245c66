# roofline.awk - the kernels of a lab under the roofs of their GPU: a table in
# CSV.
#
#   awk -v lab=lab1_global -v copying="vector_add" [-v in_double=1] \
#       -v sources=FILE -f csv.awk -f word.awk -f rows.awk -f places.awk \
#       -f roofline.awk devices.csv SWEEP... [ATTEMPTS...] [RECORDED...]
#
# To the right go kernels that make more FLOP of a byte that is moved: 32 for
# each sector that was counted.  So better coalescing moves an arrow right, and
# the time that this saves moves it up.  SWEEP begins with that of the lab; of
# the others only the first versions are drawn, where its ladders begin.  Of an
# exercise the student's kernel is drawn, or else the reference, at the largest
# size that was counted; its number is that of the list at the side.  Arrows go
# from each version of the student's to the next, faint ones from attempts.
# Into FILE goes what roofline.gp reads; places there are those of the page,
# which is known here.

BEGIN {
    wide = 930   # of the panel, in parts of the page's width of 1800
    high = 640
    sector = 32
    useful = in_double ? 8 : 4 # bytes of a sector, at worst
    shade_there = 10
}

function counted_bytes() {
    return sector * (value("global_load_sectors") + \
        value("global_store_sectors") + value("global_atom_sectors") + \
        value("global_red_sectors"))
}

function is_drawn() {
    return impl == "student" || impl == "reference"
}

# Versions of other labs, but those that ladders of this lab begin with.
function is_other(name) {
    return value("lab") != lab && !(name in begins)
}

function group_now() {
    if (recorded)
        return device
    return value("attempt") == "" ? impl : "attempt " value("attempt")
}

function add_exercise(name, family) {
    if (name in number)
        return
    number[name] = ++found
    found_at[found] = name
    family_of[name] = family
    lab_of[name] = value("lab")
    members[family]++
}

# What ladders begin with stands first, though it was read last.
function order_exercises(    own, i, name) {
    for (own = 0; own <= 1; own++)
        for (i = 1; i <= found; i++) {
            name = found_at[i]
            if ((lab_of[name] == lab) == own) {
                name_of[++exercises] = name
                number[name] = exercises
            }
        }
}

is_drawn() && value("lab") == lab && value("first") != "" && !recorded {
    begins[value("first")]
}

# What copies its arrays itself is timed with the copies.
function copies() {
    return index(" " copying " ", " " value("exercise") " ")
}

is_drawn() && copies() && value("lab") == lab && !recorded {
    left_out[value("exercise")]
}

# Of what takes its time for FLOP, the largest size recorded, which the emulated
# device does not count: what versions differ in may show there alone.
is_drawn() && recorded && impl == "reference" && device == gpu && \
    counted_bytes() == 0 && makes_many_flops() && value("time_us") + 0 > 0 && \
    value("flops") + 0 > larger[value("exercise")] {
    name = value("exercise")
    larger[name] = value("flops") + 0
    larger_rate[name] = value("flops") / value("time_us") / 1e3
    larger_size[name] = value("rows") " \303\227 " value("cols")
}

# Float and double have roofs of their own, so pictures of their own.
is_in_doubles() != in_double + 0 {
    next
}

is_drawn() && !copies() && value("attempt") != 0 && value("flops") + 0 > 0 && \
    counted_bytes() > 0 && value("time_us") + 0 > 0 && \
    !is_other(value("exercise")) {
    name = value("exercise")
    group = group_now()
    size = value("rows") "," value("cols") "," value("inner") + 0
    if (!recorded && value("attempt") == "") {
        add_exercise(name, value("first") == "" ? name : value("first"))
        at[name] = size
        if (gpu == "") {
            gpu = device
            gpu_source = source
        }
    }
    flops[name, size] = value("flops")
    bytes[name, size] = value("bytes")
    moved[name, group, size] = counted_bytes()
    time[name, group, size] = value("time_us")
    source_of[name, group] = source
    device_of[name, group] = device
}

function own_of(name) {
    return ((name, "student", at[name]) in time) ? "student" : "reference"
}

function x_of(name, group) {
    return flops[name, at[name]] / moved[name, group, at[name]]
}

function y_of(name, group) {
    return flops[name, at[name]] / time[name, group, at[name]] / 1e3
}

function is_known(name, group) {
    return (name, group, at[name]) in time
}

# ---- places on the page ------------------------------------------------------

function include(x, y) {
    if (x != "") {
        x_low = x_low == "" || x < x_low ? x : x_low
        x_high = x > x_high ? x : x_high
    }
    if (y != "") {
        y_low = y_low == "" || y < y_low ? y : y_low
        y_high = y > y_high ? y : y_high
    }
}

function put_place(name, i, x, y) {
    set_number(name "_x[" i "]", across(x))
    set_number(name "_y[" i "]", up(y))
}

# ---- roofs -------------------------------------------------------------------

# No number stands on it: a line that begins at x and has this rate.
function take_slope(x, to, rate) {
    for (; x < to; x *= 1.03)
        take_point(across(x), up(x * rate), 4)
}

function set_slope(title, rate,    x) {
    if (rate + 0 <= 0)
        return
    slopes++
    set_text("slope_text[" slopes "]", title)
    x = y_low / rate > x_low ? y_low / rate : x_low
    put_place("slope", slopes, x, x * rate)
    put_place("ridge", slopes, (peak ? peak : y_high) / rate, \
        peak ? peak : y_high)
    take_slope(x, (peak ? peak : y_high) / rate, rate)
}

function tera(text, number, unit) {
    return text sprintf(" %.3g ", number / 1e3) unit
}

# Of the family with most versions: what it cannot exceed if only `useful` bytes
# of a sector are used.
function find_ceiling(    i, name, best) {
    for (i = 1; i <= exercises; i++)
        if (members[family_of[name_of[i]]] > members[best] && \
            flops[name_of[i], at[name_of[i]]] / \
            bytes[name_of[i], at[name_of[i]]] < 4) {
            best = family_of[name_of[i]]
            name = name_of[i]
        }
    if (name == "")
        return
    ceiling_of = best
    ceiling_x = flops[name, at[name]] / bytes[name, at[name]] * useful / sector
    ceiling_y = ceiling_x * rate_of(gpu, bytes[name, at[name]])
    if (!ceiling_y || !is_wasteful(best))
        ceiling_x = 0
}

# Does a version of the family use half of its sectors at most?  Of others the
# ceiling says nothing.
function is_wasteful(family,    i, name) {
    for (i = 1; i <= exercises; i++) {
        name = name_of[i]
        if (family_of[name] == family && \
            x_of(name, own_of(name)) < \
            flops[name, at[name]] / bytes[name, at[name]] / 2)
            return 1
    }
    return 0
}

# What memory allows at this FLOP per byte.
function roof_of(x) {
    return peak && x * dram[gpu] > peak ? peak : x * dram[gpu]
}

# ---- points ------------------------------------------------------------------

function add_point(name,    group) {
    group = own_of(name)
    px[name] = across(x_of(name, group))
    py[name] = up(y_of(name, group))
    take_point(px[name], py[name], 9)
    set_number("point_x[" number[name] "]", px[name])
    set_number("point_y[" number[name] "]", py[name])
}

# Numbers stand beside their points, and on no arrow; a thin line leads to one
# that had to go farther.
function add_label(name,    i) {
    i = number[name]
    if (!find_place(px[name], py[name], 12 * length(i "") + 8, 12, 160)) {
        found_x = px[name] + 12
        found_y = py[name]
        found_far = 0
    }
    set_number("label_x[" i "]", found_x)
    set_number("label_y[" i "]", found_y)
    if (found_far < 16)
        return
    leaders++
    set_number("lead_x[" leaders "]", px[name])
    set_number("lead_y[" leaders "]", py[name])
    set_number("lead_to_x[" leaders "]", found_edge)
    set_number("lead_to_y[" leaders "]", found_y)
}

# From the edge of one point to that of the next, unless they are one.
function add_arrow(x, y, to_x, to_y, from_gap, to_gap, shade,    d, dx, dy,
    k) {
    dx = to_x - x
    dy = to_y - y
    d = sqrt(dx * dx + dy * dy)
    if (d <= from_gap + to_gap + 4)
        return
    for (k = 0; k < d; k += 16)
        take_point(x + dx / d * k, y + dy / d * k, 5)
    arrows++
    set_number("arrow_x[" arrows "]", x + dx / d * from_gap)
    set_number("arrow_y[" arrows "]", y + dy / d * from_gap)
    set_number("arrow_to_x[" arrows "]", to_x - dx / d * to_gap)
    set_number("arrow_to_y[" arrows "]", to_y - dy / d * to_gap)
    set_number("arrow_shade[" arrows "]", shade)
}

# A step down that is one up at the largest size recorded.
function rises_there(last, name) {
    return py[name] < py[last] && is_larger(last) && is_larger(name) && \
        larger_rate[name] > larger_rate[last]
}

# Versions in the order of the list.
function add_ladder(family,    i, name, last) {
    for (i = 1; i <= exercises; i++) {
        name = name_of[i]
        if (family_of[name] != family)
            continue
        if (last != "" && rises_there(last, name)) {
            add_arrow(px[last], up(larger_rate[last]), px[name], \
                up(larger_rate[name]), 9, 10, shade_there)
            risen = 1
        } else if (last != "" && own_of(last) == own_of(name))
            add_arrow(px[last], py[last], px[name], py[name], 9, 10, 0)
        last = name
    }
}

# The oldest first: each leads to the one after it, the youngest to the present.
function add_attempts(name,    k, x, y, was) {
    for (k = 9; k >= 1; k--) {
        if (!is_known(name, "attempt " k))
            continue
        x = across(x_of(name, "attempt " k))
        y = up(y_of(name, "attempt " k))
        tries++
        set_number("try_x[" tries "]", x)
        set_number("try_y[" tries "]", y)
        set_number("try_age[" tries "]", k)
        if (was)
            add_arrow(was_x, was_y, x, y, 8, 8, k)
        was = 1
        was_x = x
        was_y = y
    }
    if (was && own_of(name) == "student")
        add_arrow(was_x, was_y, px[name], py[name], 8, 10, 1)
}

function is_larger(name) {
    return larger[name] > flops[name, at[name]] + 0
}

# Beside the student's: the reference, and what was measured.
function add_others(name,    d) {
    if (own_of(name) == "student" && is_known(name, "reference")) {
        set_number("mark_x[" ++marks "]", across(x_of(name, "reference")))
        set_number("mark_y[" marks "]", up(y_of(name, "reference")))
        set_number("mark_kind[" marks "]", 1)
        references = 1
    }
    if (gpu_source != "measured" && is_known(name, gpu)) {
        set_number("mark_x[" ++marks "]", across(x_of(name, gpu)))
        set_number("mark_y[" marks "]", up(y_of(name, gpu)))
        set_number("mark_kind[" marks "]", 2)
        measured = 1
    }
    if (is_larger(name)) {
        set_number("mark_x[" ++marks "]", across(x_of(name, own_of(name))))
        set_number("mark_y[" marks "]", up(larger_rate[name]))
        set_number("mark_kind[" marks "]", 3)
        shown_size = larger_size[name]
    }
}

# ---- all ---------------------------------------------------------------------

function include_all(    i, name, k) {
    for (i = 1; i <= exercises; i++) {
        name = name_of[i]
        include(x_of(name, own_of(name)), y_of(name, own_of(name)))
        if (is_known(name, "reference"))
            include(x_of(name, "reference"), y_of(name, "reference"))
        if (is_known(name, gpu))
            include(x_of(name, gpu), y_of(name, gpu))
        if (is_larger(name))
            include("", larger_rate[name])
        for (k = 1; k <= 9; k++)
            if (is_known(name, "attempt " k))
                include(x_of(name, "attempt " k), y_of(name, "attempt " k))
    }
    # One below the other: what differs is how near each is to the roof.
    shares = x_high < 2 * x_low && dram[gpu] > 0
    find_ceiling()
    if (ceiling_x)
        include(ceiling_x, ceiling_y)
    peak = (in_double ? fp64[gpu] : fp32[gpu]) + 0
    if (peak)
        include(peak / (dram[gpu] + 0), peak)
    x_low /= 7.5 # room for what slopes are called
    x_high *= 2
    y_low /= 2
    if (dram[gpu] * x_low > 0 && dram[gpu] * x_low < y_low)
        y_low = dram[gpu] * x_low # so that slopes begin at the left edge
    y_high *= 2
}

function use_of_sectors() {
    return put_in(put_in(word("{useful} of {sector} bytes used"), \
        "useful", useful), "sector", sector)
}

function set_ceiling(    y) {
    set_number("ceiling", ceiling_x ? 1 : 0)
    if (!ceiling_x)
        return
    y = up(ceiling_y)
    set_number("ceiling_x", across(ceiling_x))
    set_number("ceiling_y", y)
    set_text("ceiling_text", use_of_sectors())
    take(wide - 250, wide, y - 2, y + 30)
    take(across(ceiling_x), wide, y - 3, y + 3)
}

function figure(x) {
    return sprintf(x < 1000 ? "%.3g" : "%.0f", x)
}

function set_list(    i, name, own) {
    for (i = 1; i <= exercises; i++) {
        name = name_of[i]
        own = own_of(name)
        set_text("name_of[" i "]", name)
        set_text("x_text[" i "]", figure(x_of(name, own)))
        set_text("y_text[" i "]", figure(y_of(name, own)))
        set_text("share_text[" i "]", sprintf("%.0f", \
            100 * ratio(y_of(name, own), roof_of(x_of(name, own)))))
        set_number("own_of[" i "]", own == "student")
        students += own == "student"
        print name "," own "," text_field(device_of[name, own]) "," \
            source_of[name, own] "," at[name] "," flops[name, at[name]] "," \
            moved[name, own, at[name]] "," x_of(name, own) "," \
            y_of(name, own)
    }
}

function set_page_caption(    name) {
    say("GPU: " gpu " (" word(gpu_source) (kept == "" || \
        students == exercises ? "" : "; " word("references") word(kept)) ").")
    say(word("Each kernel at the largest size that was counted."))
    say(word("FLOP: those the task needs; bytes: 32 for each sector counted."))
    if (peak)
        say(word("Roofs: measured."))
    else if (dram[gpu])
        say(word("Memory: by data sheet."))
    else
        say(word("Its roofs are not known; make gpu measures them."))
    if (ceiling_x)
        say(put_in(put_in(put_in(word("Red: {name}, {use}: {rate} GFLOP/s."), \
            "name", ceiling_of), "use", use_of_sectors()), \
            "rate", figure(ceiling_y)))
    for (name in left_out)
        say(put_in(word("Not here: {name}, whose time is that of copies."), \
            "name", name))
    if (shares)
        say(word("% of roof: of what memory allows."))
    if (references)
        say(word("Blue diamonds: reference."))
    if (measured)
        say(word("Green diamonds: reference, measured."))
    if (shown_size != "")
        say(put_in(word("Green circles: at {size}, bytes not counted there."), \
            "size", shown_size))
    if (risen)
        say(word("Green arrow: a step that shows there only."))
    if (tries)
        say(word("Faint: earlier attempts."))
    set_caption_lines()
}

function declare(    n, i, names) {
    n = split("slope_text slope_x slope_y ridge_x ridge_y name_of x_text " \
        "y_text share_text own_of point_x point_y label_x label_y lead_x " \
        "lead_y lead_to_x lead_to_y", names, " ")
    for (i = 1; i <= n; i++)
        print "array " names[i] "[" exercises + 4 "]" >sources
    n = split("arrow_x arrow_y arrow_to_x arrow_to_y arrow_shade try_x try_y " \
        "try_age mark_x mark_y mark_kind", names, " ")
    for (i = 1; i <= n; i++)
        print "array " names[i] "[" 12 * exercises + 1 "]" >sources
}

END {
    if (!found)
        exit
    order_exercises()
    print "exercise,implementation,device,time_source,rows,cols,inner,flops," \
        "counted_bytes,flop_per_byte,gflops"
    include_all()
    declare()
    set_number("wide", wide)
    set_number("high", high)
    set_number("x_low", x_low)
    set_number("x_high", x_high)
    set_number("y_low", y_low)
    set_number("y_high", y_high)
    set_list()
    set_ceiling()
    for (i = 1; i <= exercises; i++)
        add_point(name_of[i])
    for (i = 1; i <= exercises; i++) {
        add_others(name_of[i])
        add_attempts(name_of[i])
        if (!drawn[family_of[name_of[i]]]++)
            add_ladder(family_of[name_of[i]])
    }
    set_slope(tera(word("memory"), dram[gpu], "TB/s"), dram[gpu])
    set_slope(tera("L2", l2[gpu], "TB/s"), l2[gpu])
    set_slope(tera("L1", l1[gpu], "TB/s"), l1[gpu])
    for (i = 1; i <= exercises; i++)
        add_label(name_of[i])
    set_number("peak", peak)
    if (peak) {
        set_text("peak_text", tera(in_double ? word("double precision:") : \
            word("single precision:"), peak, "TFLOP/s"))
        set_number("peak_y", up(peak))
        set_number("peak_x", across(peak / l1[gpu]))
    }
    set_number("exercises", exercises)
    set_number("points", exercises)
    set_number("leaders", leaders + 0)
    set_number("arrows", arrows + 0)
    set_number("tries", tries + 0)
    set_number("marks", marks + 0)
    set_number("slopes", slopes + 0)
    set_number("shares", shares)
    set_text("share_head", word("% of roof"))
    set_text("x_axis", word("FLOP per byte moved (32 for each sector)"))
    set_text("x_head", word("FLOP/byte"))
    set_text("y_axis", word("GFLOP/s"))
    set_page_caption()
}

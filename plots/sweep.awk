# sweep.awk - one exercise of a sweep as curves: a table in CSV.
#
#   awk -v exercise=matvec -v sources=FILE -f csv.awk -f rows.awk \
#       -f sweep.awk devices.csv SWEEP [ATTEMPTS] [RECORDED...]
#
# The large panel is of time; of clocks, if kernels measure those of a block; of
# GFLOP/s, if many FLOP are made of a byte, as then the size alone makes times
# grow.  The CPU has one of its own beside: its times are not the same
# computer's. What counters tell stands in cards: a number, where it is nearly
# the same at all sizes, else a small panel.
#
# Also kept, "" or what is to be said of the reference, as that its rows were
# recorded.
#
# A row is one size of one curve; what is not known is empty.  Clocks are those
# of a block, if kernels measure them.  Of the student's earlier attempts
# (attempts.awk) those timed on the same device are drawn; of recorded
# measurements the reference; both at the sizes of this sweep and at those that
# are for a GPU only.  Into FILE go the variables that sweep.gp reads: titles,
# styles, ends of axes, cards, caption.

BEGIN {
    flat = 1.2 # largest over smallest of what is told by a number
}

# "Intel(R) Xeon(R) Processor" -> "Intel Xeon Processor"
function plain(name) {
    gsub(/\((R|TM|r|tm)\)/, "", name)
    return name
}

# A kernel that the exercise asks for first, recorded (make before).
function is_before() {
    return recorded && impl ~ /^with /
}

function is_cpu() {
    return impl == "serial" || impl == "openmp"
}

function new_curve(curve) {
    known[curve] = 1
    if (recorded || other_threads != "") {
        others[++other_count] = curve
        style[curve] = is_before() ? "before" : "recorded"
        first_kernel[curve] = substr(impl, 6)
        title[curve] = recorded ? \
            (is_before() ? impl : \
            put_in(word("reference on {device}"), "device", device)) : impl
        if (other_threads != "") {
            title[curve] = (recorded ? "" : impl ", ") \
                put_in(word("{number} threads"), "number", other_threads)
            variant[curve] = ++variant_count
        }
    } else if (value("attempt") != "") {
        attempts[++attempt_count] = curve
        style[curve] = "attempt"
        title[curve] = word("student, earlier attempts")
        age[curve] = attempt_count
    } else {
        style[curve] = impl
        title[curve] = impl == "serial" ? word("serial C on the CPU") : \
            impl == "openmp" ? word("OpenMP on the CPU") : \
            impl == "reference" ? impl word(kept) : impl
    }
    if (!(curve in variant))
        title[curve] = title[curve] ", " word(source)
    band[curve] = source == "modelled"
    cpu[curve] = is_cpu()
    if (impl == "serial")
        processor = plain(device)
    else if (impl == "openmp")
        processors = plain(device)
    else if (!recorded) {
        gpu = device
        gpu_source = source
    }
    if (!cpu[curve] && (!recorded || roof_device == ""))
        roof_device = device
}

# What is to be doubted of a time, or why there is none: once.
function add_note(    note) {
    note = value("note")
    if (note == "" || impl in doubted)
        return
    doubted[impl] = 1
    if (!(note in doubts))
        note_at[++notes] = note
    doubts[note] = doubts[note] (doubts[note] == "" ? "" : ", ") impl
}

# What counters say at a size; of the last size that was counted, too.
function add_card(curve, card, number) {
    if (number == "")
        return
    stretch("card " card, number)
    stretch(curve ", " card, number)
    if (style[curve] != "recorded")
        told[card]++
}

function gflops(time) {
    return ratio(value("flops"), time * 1e3)
}

# A row of nothing, at which gnuplot ends a line and begins another.
function add_gap(curve) {
    rows[curve]++
    lines[curve] = lines[curve] text_field(curve) "," text_field(device) "," \
        source ",,,,,,,,,,,,,,,,,,\n"
}

# Around earlier attempts nothing is drawn: they would hide the present.
function add_row(curve, at,    time, low, high, panel, sectors, wavefronts) {
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
    has_clocks[curve] = has_clocks[curve] || value("clocks_median") != ""
    panel = cpu[curve] ? "cpu" : "gpu"
    stretch(panel " time", time)
    stretch(panel " time", low)
    stretch(panel " time", high)
    stretch(panel " gflops", gflops(time))
    if (low != "") {
        stretch(panel " gflops", gflops(low))
        stretch(panel " gflops", gflops(high))
    }
    rich = rich || makes_many_flops()
    least_bytes[at] = value("bytes")
    doubles = doubles || is_in_doubles()
    sectors = ratio(value("global_load_sectors"), value("global_load_requests"))
    wavefronts = ratio(value("shared_load_wavefronts"), \
        value("shared_load_requests"))
    add_card(curve, "sectors", sectors)
    add_card(curve, "wavefronts", wavefronts)
    if (parted(last_at[curve], at))
        add_gap(curve)
    last_at[curve] = at
    rows[curve]++
    lines[curve] = lines[curve] text_field(curve) "," text_field(device) "," \
        source "," at "," value("rows") "," value("cols") "," \
        value("inner") + 0 "," time "," low "," high "," \
        ratio(value("bytes"), time * 1e3) "," \
        ratio(value("bytes"), high * 1e3) "," \
        ratio(value("bytes"), low * 1e3) "," \
        value("clocks_median") "," value("clocks_min") "," \
        value("clocks_max") "," sectors "," wavefronts "," gflops(time) "," \
        (high == "" ? "" : gflops(high)) "," (low == "" ? "" : gflops(low)) "\n"
}

# Blocks that time themselves are a curve for each number of threads, on an axis
# of blocks: the first that was swept stands there.
function threads_of_row() {
    if (value("clocks_median") == "")
        return ""
    if (threads == "")
        threads = value("inner")
    return value("inner") == threads ? "" : value("inner") + 0
}

# An attempt is one curve on each device; the newest is the present.
function curve_of_row(    curve) {
    curve = recorded ? "recorded on " device (is_before() ? ", " impl : "") : \
        value("attempt") == "" ? impl : "attempt -" value("attempt")
    return other_threads == "" ? curve : curve ", " other_threads " threads"
}

# Of a number of threads that has no place of its own on the axis.
function place_of_row() {
    if (other_threads == "")
        return place(value("attempt") == "" && (!recorded || gpu_only()))
    return position[value("rows") "," value("cols") "," threads + 0] + 0
}

function is_wanted() {
    if (recorded && impl != "reference" && !is_before())
        return 0
    if (value("attempt") != "" && (value("attempt") == 0 || device != gpu || \
        source != gpu_source))
        return 0
    return value("exercise") == exercise && value("time_us") != ""
}

value("exercise") == exercise && !recorded && value("attempt") == "" {
    add_note()
}

is_wanted() {
    other_threads = threads_of_row()
    at = place_of_row()
    if (!at)
        next
    curve = curve_of_row()
    if (!(curve in known))
        new_curve(curve)
    add_row(curve, at)
}

# Student first, then what the student is held against.
function order_curves(    i, ranks, rank, n) {
    ranks = split("student reference serial openmp", rank, " ")
    for (i = 1; i <= ranks; i++)
        if ((rank[i] in known) && !(clocks && cpu[rank[i]]))
            order[++n] = rank[i]
    for (i = 1; i <= other_count; i++)
        order[++n] = others[i]
    for (i = 1; i <= attempt_count; i++)
        order[++n] = attempts[i]
    return n
}

# ---- cards -------------------------------------------------------------------

# "4.4", or "3.9 to 4.5".
function range_of(low, high) {
    low = sprintf("%.3g", low)
    high = sprintf("%.3g", high)
    return low == high ? low : low word(" to ") high
}

# Is it nearly the same at all sizes, for each curve?
function is_flat(card,    curve) {
    for (curve in known)
        if ((curve ", " card) in most && \
            most[curve ", " card] > flat * least[curve ", " card])
            return 0
    return 1
}

function set_line(text, curve, high) {
    set_text("card_text[" ++card_lines "]", text)
    set_number("card_curve[" card_lines "]", curve)
    set_number("card_bar[" card_lines "]", high)
}

# A line for each curve, one for all attempts; recorded ones have the counters
# of the reference.
function set_numbers(card, curves,    i, key, before, n, high) {
    for (i = 1; i <= curves; i++) {
        key = order[i] ", " card
        if (!(key in most))
            continue
        if (style[order[i]] == "attempt") {
            if (length(before) < 15)
                before = before (before == "" ? "" : ", ") \
                    sprintf("%.3g", most[key])
            n = n ? n : i
            high = high ? high : most[key]
        } else if (style[order[i]] != "recorded") {
            set_line((style[order[i]] == "before" ? first_kernel[order[i]] : \
                style[order[i]]) ": " range_of(least[key], most[key]), i, \
                most[key])
        }
    }
    if (before != "")
        set_line(word("earlier: ") before, n, high)
}

# Cards are numbered from the top; the column is that of the table.
function set_card(title, card, drawn, number, curves,    first) {
    cards++
    set_text("card_title[" cards "]", word(title))
    set_number("card_log[" cards "]", card == "time")
    set_number("card_column[" cards "]", drawn)
    set_number("card_high[" cards "]", most["card " card])
    set_number("card_panel[" cards "]", number)
    first = card_lines + 1
    if (!number)
        set_numbers(card, curves)
    set_number("card_first[" cards "]", first)
    set_number("card_last[" cards "]", card_lines + 0)
}

function set_cards(curves,    panel) {
    print "array card_title[3]; array card_column[3]; array card_high[3]; " \
        "array card_log[3]; array card_panel[3]; array card_first[3]; " \
        "array card_last[3]; " \
        "array card_text[40]; array card_curve[40]; array card_bar[40]" >sources
    if (clocks)
        set_card(time_axis(), "time", 8, 1, curves)
    # Numbers first: below a panel there are sizes.
    for (panel = 0; panel <= 1; panel++) {
        if (told["sectors"] && !(clocks && told["wavefronts"]) && \
            panel == !is_flat("sectors"))
            set_card("sectors per load request", "sectors", 17, panel, curves)
        if (told["wavefronts"] && !clocks && panel == !is_flat("wavefronts"))
            set_card("wavefronts per shared load", "wavefronts", 18, panel, \
                curves)
    }
    set_number("cards", cards + 0)
}

# ---- the large panel ---------------------------------------------------------

# The least time that memory, or the L2 cache if that holds it all, needs for
# what a computation has to read and write.
function floor_at(i) {
    return ratio(least_bytes[i], rate_of(roof_device, least_bytes[i]) * 1e3)
}

# Drawn in the large panel of times where it is not far below the curves, and
# then for all sizes but those for which the axis would be twice as long.
function set_floor(    i, near, lowest) {
    lowest = least["gpu time"] / 8
    for (i = 1; main == "time" && i <= positions; i++)
        if (floor_at(i) * 4 > least["gpu time"] && floor_at(i) != "")
            near = 1
    print "array floor_of[" positions + 1 "]" >sources
    for (i = 1; i <= positions; i++) {
        set_number("floor_of[" i "]", near ? floor_at(i) : "")
        if (near && floor_at(i) > lowest)
            stretch("gpu time", floor_at(i))
    }
    set_number("floor_seen", near + 0)
    floor_seen = near
}

function set_main(    peak, drawn) {
    main = clocks ? "clocks" : rich ? "gflops" : "time"
    peak = doubles ? fp64[roof_device] : fp32[roof_device]
    set_text("main", main)
    set_number("peak", main == "gflops" ? peak : "")
    set_text("peak_title", put_in(put_in(doubles ? \
        word("{device}, double precision: {rate} TFLOP/s measured") : \
        word("{device}, single precision: {rate} TFLOP/s measured"), \
        "device", roof_device), "rate", sprintf("%.3g", peak / 1e3)))
    set_text("quantity", main == "gflops" ? word("GFLOP/s") : \
        main == "clocks" ? word("clocks of a block") : \
        time_axis())
    set_floor()
    if (main == "gflops")
        stretch("gpu gflops", peak)
    drawn = main == "gflops" ? " gflops" : " time"
    set_ends("gpu", "gpu" drawn)
    set_ends("cpu", "cpu" drawn)
    set_number("has_gpu", main == "clocks" || (("gpu" drawn) in most))
    set_number("has_cpu", (("cpu" drawn) in most) && main != "clocks")
}

# ---- what is said below ------------------------------------------------------

# "AMD EPYC, 2 threads" in the language of the words.
function with_threads(text,    number) {
    if (!match(text, /[0-9]+ threads$/))
        return text
    number = substr(text, RSTART)
    sub(/ threads$/, "", number)
    return substr(text, 1, RSTART - 1) \
        put_in(word("{number} threads"), "number", number)
}

# Which of the curves in the key are in the panel of clocks not at all.
function without_clocks(curves,    i, curve, done) {
    done = ""
    for (i = 1; clocks && i <= curves; i++) {
        curve = order[i]
        if (band[curve] && !has_clocks[curve] && style[curve] == curve)
            done = done (done == "" ? "" : ", ") curve
    }
    return done
}

function set_caption(curves,    i, names) {
    if (gpu != "")
        say("GPU: " gpu " (" word(gpu_source) ").")
    if (fixed != "")
        say((variant_count ? word("Where not said: ") : \
            word("At all sizes: ")) fixed ".")
    if (main == "time" && floor_seen)
        say(l2[roof_device] == "" ? \
            word("Dotted: the least its memory needs, by data sheet.") : \
            word("Dotted: the least its memory needs, measured."))
    if (roof_device != "" && dram[roof_device] == "")
        say("Its memory's rate is not in plots/devices.csv.")
    if (bands)
        say(word("Bands: 9 in 10 modelled times lie within."))
    if (quartiles)
        say(clocks ? word("Bars: quartiles; of clocks, the extremes.") : \
            word("Bars: quartiles."))
    else if (clocks)
        say(word("Bars: the extremes."))
    if (processor != "" && main != "clocks")
        say(put_in(word("Serial C: one core of {processor}."), \
            "processor", processor))
    if (processors != "" && main != "clocks")
        say("OpenMP: " with_threads(processors) ".")
    names = without_clocks(curves)
    if (names != "")
        say(names ": " word("clocks are not modelled, times are (right)") ".")
    for (i = 1; i <= notes; i++)
        say(doubts[note_at[i]] ": " word(note_at[i]) ".")
    set_caption_lines()
}

END {
    curves = order_curves()
    if (!curves)
        exit
    print "curve,device,time_source,position,rows,cols,inner,time_us," \
        "time_low_us,time_high_us,bandwidth_gbs,bandwidth_low_gbs," \
        "bandwidth_high_gbs,clocks,clocks_min,clocks_max," \
        "sectors_per_load_request,wavefronts_per_shared_load,gflops," \
        "gflops_low,gflops_high"
    set_axis(curves)
    set_number("attempts", attempt_count + 0)
    set_main()
    set_cards(curves)
    set_caption(curves)
    print "array cpu_of[" curves + 1 "]; array age_of[" curves + 1 \
        "]; array variant_of[" curves + 1 "]" >sources
    for (i = 1; i <= curves; i++) {
        set_title(i, title[order[i]])
        set_text("style_of[" i "]", style[order[i]])
        set_number("band_of[" i "]", band[order[i]] + 0)
        set_number("cpu_of[" i "]", cpu[order[i]] + 0)
        set_number("age_of[" i "]", age[order[i]] + 0)
        set_number("variant_of[" i "]", variant[order[i]] + 0)
        set_rows(i, written + 0, rows[order[i]])
        written += rows[order[i]]
        printf "%s", lines[order[i]]
    }
}

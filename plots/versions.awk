# versions.awk - the versions of one computation, side by side: a table in CSV.
#
#   awk -v lab=lab2_shared -v first=matvec -v sources=FILE -f csv.awk \
#       -f rows.awk -f versions.awk devices.csv SWEEP... [RECORDED...]
#
# SWEEP begins with that of the lab, whose sizes are drawn; the first version
# may be of another lab, and of later ones there the fastest stands here as
# well. Drawn of each version is the student's kernel if it was right and else
# the reference; then the reference as recorded on real GPUs.  Speed-up is over
# the reference's first version at the same size on the same device, both
# measured or both modelled, so that a slow beginning earns none; empty where
# that is not known.  Versions that make many FLOP of a byte are drawn in
# GFLOP/s.  Into FILE go the variables that versions.gp reads.

function is_version() {
    if (value("exercise") == first)
        return 1
    return recorded ? value("exercise") in version : value("first") == first
}

function add_version(name) {
    if (!(name in version)) {
        version[name] = ++versions
        name_of[versions] = name
        foreign[name] = value("lab") != lab && name != first
    }
}

# What was timed together: a version is held against the first of its group.
function add_time(group, name, at) {
    time[group, name, at] = value("time_us")
    flops[at] = value("flops")
    rich = rich || makes_many_flops()
    bars[group, name, at] = end_of("low") "," end_of("high")
    if (bars[group, name, at] != "," && source == "modelled")
        bands = 1
    else if (bars[group, name, at] != ",")
        quartiles = 1
    timed[group, name] = 1
    device_of[group, name] = device
    source_of[group, name] = source
}

# Of the reference, wherever it was timed as this was.
function first_time(group, name, at,    i, other) {
    for (i = 0; i <= devices; i++) {
        other = i ? recorded_on[i] : "reference"
        if ((other, first, at) in time && \
            device_of[other, first] == device_of[group, name] && \
            source_of[other, first] == source_of[group, name])
            return time[other, first, at]
    }
    return ""
}

function speed_up(group, name, at,    gain) {
    gain = ratio(first_time(group, name, at), time[group, name, at])
    if (gain != "") {
        stretch("gain", gain)
        if (name != first)
            gains++
    }
    return gain
}

function gflops(at, microseconds) {
    return microseconds == "" ? "" : ratio(flops[at], microseconds * 1e3)
}

function print_row(group, name, i,    end, rate, low, high) {
    split(bars[group, name, i], end, ",")
    rate = gflops(i, time[group, name, i])
    low = gflops(i, end[2])
    high = gflops(i, end[1])
    stretch("time", time[group, name, i])
    stretch("time", end[1])
    stretch("time", end[2])
    stretch("gflops", rate)
    stretch("gflops", low)
    stretch("gflops", high)
    print name "," group "," text_field(device_of[group, name]) "," \
        source_of[group, name] "," i "," size_of[i] "," \
        time[group, name, i] "," bars[group, name, i] "," \
        speed_up(group, name, i) "," rate "," low "," high
}

# A row of nothing, at which gnuplot ends a line and begins another.
function print_gap(group, name) {
    print name "," group "," text_field(device_of[group, name]) "," \
        source_of[group, name] ",,,,,,,,,,,"
}

function print_curve(group, name, style,    i, n, last) {
    for (i = 1; i <= positions; i++) {
        if (!((group, name, i) in time))
            continue
        if (parted(last, i)) {
            print_gap(group, name)
            n++
        }
        print_row(group, name, i)
        n++
        last = i
    }
    curves++
    set_number("version_of[" curves "]", version[name])
    set_text("style_of[" curves "]", style)
    set_number("band_of[" curves "]", source_of[group, name] == "modelled")
    set_title(curves, name ", " group)
    if (group == "reference" && kept)
        said_kept = "; " word("references") word(kept)
    set_rows(curves, written + 0, n)
    written += n
}

function own_of(name) {
    return ("student", name) in timed ? "student" : "reference"
}

BEGIN {
    add_version(first)
}

value("time_us") == "" || !is_version() {
    next
}

!recorded && (impl == "student" || impl == "reference") && \
    (at = place(value("lab") == lab)) {
    add_version(value("exercise"))
    add_time(impl, value("exercise"), at)
}

recorded && impl == "reference" && \
    (at = place(gpu_only() && \
        (value("lab") == lab || value("exercise") == first))) {
    if (!(device in listed)) {
        listed[device] = ++devices
        recorded_on[devices] = device
    }
    add_time(device, value("exercise"), at)
}

# Of versions of other labs only the fastest stays, at the largest size that all
# of them were timed at.
function leave_out_slow(    v, i, name, best) {
    for (i = positions; i >= 1 && best == ""; i--)
        for (v = 1; v <= versions; v++) {
            name = name_of[v]
            if (foreign[name] && (own_of(name), name, i) in time && \
                (best == "" || time[own_of(name), name, i] + 0 < \
                time[own_of(best), best, i] + 0))
                best = name
        }
    for (v = 1; v <= versions; v++)
        left_out[v] = foreign[name_of[v]] && name_of[v] != best
}

# How many curves there are, and one device of those that are not recorded.
function count_curves(    v, d, n) {
    for (v = 1; v <= versions; v++) {
        if (left_out[v])
            continue
        if ((own_of(name_of[v]), name_of[v]) in timed) {
            n++
            own = device_of[own_of(name_of[v]), name_of[v]] " (" \
                word(source_of[own_of(name_of[v]), name_of[v]]) ")"
        }
        for (d = 1; d <= devices; d++)
            n += (recorded_on[d], name_of[v]) in timed
    }
    return n
}

function set_caption() {
    say(word("Filled: ") own said_kept ".")
    if (fixed != "")
        say(word("At all sizes: ") fixed ".")
    if (reference_on != "")
        say(put_in(word("Open, dashed: reference on {device} (measured)."), \
            "device", reference_on))
    if (quartiles)
        say(word("Bars: quartiles."))
    if (bands)
        say(word("Bands: 9 in 10 modelled times lie within."))
    speed = gains ? \
        word("Speed-up: over the reference's {first}, same size and device.") : \
        word("Speed-up: not known, since {first} was not timed.")
    say(put_in(speed, "first", first))
    set_caption_lines()
}

# A first version alone is no ladder.
END {
    if (versions < 2)
        exit
    leave_out_slow()
    print "version,implementation,device,time_source,position,rows,cols," \
        "inner,time_us,time_low_us,time_high_us,speed_up,gflops,gflops_low," \
        "gflops_high"
    n = count_curves()
    set_axis(n)
    print "array version_of[" n + 1 "]" >sources
    for (v = 1; v <= versions; v++)
        if ((own_of(name_of[v]), name_of[v]) in timed && !left_out[v])
            print_curve(own_of(name_of[v]), name_of[v], "own")
    set_number("keyed", curves)
    for (d = 1; d <= devices; d++) {
        reference_on = reference_on (d > 1 ? ", " : "") recorded_on[d]
        for (v = 1; v <= versions; v++)
            if ((recorded_on[d], name_of[v]) in timed && !left_out[v])
                print_curve(recorded_on[d], name_of[v], "recorded")
    }
    set_text("main", rich ? "gflops" : "time")
    set_ends("main", rich ? "gflops" : "time")
    set_ends("gain", "gain")
    set_number("steep", most["gain"] > 10)
    set_number("gains", gains + 0)
    set_text("first", first)
    set_text("gflops_axis", word("GFLOP/s"))
    set_text("time_axis", time_axis())
    set_text("gain_axis", put_in(word("speed-up over {first}"), "first", first))
    set_caption()
}

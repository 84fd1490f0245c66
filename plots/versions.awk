# versions.awk - the versions of one computation, side by side: a table in CSV.
#
#   awk -v lab=lab2_shared -v first=matvec -v sources=FILE -f csv.awk \
#       -f rows.awk -f versions.awk devices.csv SWEEP... [RECORDED...]
#
# SWEEP begins with that of the lab, whose sizes are drawn; the first version
# may be of another lab.  Drawn of each version is the student's kernel if it
# was right and else the reference; then the reference as recorded on real
# GPUs.  Speed-up is over the first version at the same size, by the same
# implementation, on the same device, both measured or both modelled; empty
# where that is not known.  Into FILE go the variables that versions.gp reads.

function is_version() {
    if (value("exercise") == first)
        return 1
    if (value("lab") != lab)
        return 0
    return recorded ? value("exercise") in version : value("first") == first
}

function add_version(name) {
    if (!(name in version)) {
        version[name] = ++versions
        name_of[versions] = name
    }
}

# What was timed together: a version is held against the first of its group.
function add_time(group, name, at) {
    time[group, name, at] = value("time_us")
    bars[group, name, at] = end_of("low") "," end_of("high")
    if (bars[group, name, at] != "," && source == "modelled")
        bands = 1
    else if (bars[group, name, at] != ",")
        quartiles = 1
    timed[group, name] = 1
    device_of[group, name] = device
    source_of[group, name] = source
}

function speed_up(group, name, at,    gain) {
    if (!((group, first, at) in time) || \
        device_of[group, first] != device_of[group, name] || \
        source_of[group, first] != source_of[group, name])
        return ""
    gain = ratio(time[group, first, at], time[group, name, at])
    if (gain > most)
        most = gain
    if (name != first)
        gains++
    return gain
}

function print_curve(group, name, style,    i, n) {
    for (i = 1; i <= positions; i++) {
        if (!((group, name, i) in time))
            continue
        print name "," group "," text_field(device_of[group, name]) "," \
            source_of[group, name] "," i "," size_of[i] "," \
            time[group, name, i] "," bars[group, name, i] "," \
            speed_up(group, name, i)
        n++
    }
    curves++
    set_number("version_of[" curves "]", version[name])
    set_text("style_of[" curves "]", style)
    set_number("band_of[" curves "]", source_of[group, name] == "modelled")
    set_text("title_of[" curves "]", name ", " group)
    if (group == "reference" && kept)
        said = "; references" kept
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

recorded && impl == "reference" && (at = place(0)) {
    if (!((device, first) in timed) && !(device in listed)) {
        listed[device] = ++devices
        recorded_on[devices] = device
    }
    add_time(device, value("exercise"), at)
}

# How many curves there are, and one device of those that are not recorded.
function count_curves(    v, d, n) {
    for (v = 1; v <= versions; v++) {
        if ((own_of(name_of[v]), name_of[v]) in timed) {
            n++
            own = device_of[own_of(name_of[v]), name_of[v]] " (" \
                source_of[own_of(name_of[v]), name_of[v]] ")"
        }
        for (d = 1; d <= devices; d++)
            n += (recorded_on[d], name_of[v]) in timed
    }
    return n
}

# A first version alone is no ladder.
END {
    if (versions < 2)
        exit
    print "version,implementation,device,time_source,position,rows,cols," \
        "inner,time_us,time_low_us,time_high_us,speed_up"
    n = count_curves()
    set_axis(n)
    print "array version_of[" n + 1 "]" >sources
    for (v = 1; v <= versions; v++)
        if ((own_of(name_of[v]), name_of[v]) in timed)
            print_curve(own_of(name_of[v]), name_of[v], "own")
    set_number("keyed", curves)
    for (d = 1; d <= devices; d++) {
        reference_on = reference_on (d > 1 ? ", " : "") recorded_on[d]
        for (v = 1; v <= versions; v++)
            if ((recorded_on[d], name_of[v]) in timed)
                print_curve(recorded_on[d], name_of[v], "recorded")
    }
    set_number("steep", most > 10)
    set_number("gains", gains + 0)
    set_number("quartiles", quartiles + 0)
    set_number("bands", bands + 0)
    set_text("first", first)
    set_text("device", own said)
    set_text("recorded", reference_on)
}

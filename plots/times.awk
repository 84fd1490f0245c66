# times.awk - the set: modelled against measured times, as a page and a graph.
#
#   awk -f csv.awk -f places.awk -f times.awk -v csv=CSV -v sources=GP \
#       REASONS RECORDED MODELLED...
#
# REASONS: a case or the beginning of one, a tab, why the model misses it.
# RECORDED: measured on a GPU (plots/recorded/times_GPU.csv).  MODELLED: files
# of times.sh.  Half of the kernels, by lot, were for fitting (hash of the name),
# and half are for judging.  Writes the page to standard output, points for
# times.gp to CSV and what is to be said of them to GP.
# Exit status: 1 if nothing could be compared.

# The lot: of a kernel, so that all its sizes fall to one half.
function lot(name,    i, hash) {
    hash = 14 # any would do; another one deals anew
    for (i = 1; i <= length(name); i++)
        hash = (hash * 31 + index(letters, substr(name, i, 1))) % 1000003
    return int(hash / 7) % 2 ? "fit" : "judge"
}

function factor(a, b) {
    return a > b ? a / b : b / a
}

# values[1] <= values[2] <= ... <= values[n]
function sort(values, n,    i, k, x) {
    for (i = 2; i <= n; i++) {
        x = values[i]
        for (k = i - 1; k > 0 && values[k] > x; k--)
            values[k + 1] = values[k]
        values[k + 1] = x
    }
}

BEGIN {
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_/"
}

FNR == 1 { part++ }

part == 1 {
    split($0, of, "\t")
    reason[of[1]] = of[2]
    next
}

part == 2 && /^# / {
    heading = heading (heading == "" ? "" : "; ") substr($0, 3)
    if (/^# device: /)
        device = substr($0, 11)
    next
}

/^case,/ {
    read_names($0)
    next
}

{
    read_row($0)
    at = value("case") "," value("size")
}

part == 2 {
    measured[at] = value("time_us") + 0
    spread[at] = value("time_p75_us") / value("time_p25_us")
    next
}

!(at in measured) {
    if (!left_out[value("case")]++)
        missing = missing " " value("case")
    next
}

{
    n++
    point[n] = at
    name[n] = value("case")
    size[n] = value("size")
    kind[n] = value("kind")
    half[n] = FILENAME ~ /(^|\/)unseen_[^\/]*$/ ? "unseen" : lot(name[n])
    unseen += half[n] == "unseen"
    computation[n] = substr(name[n], 1, index(name[n], "/"))
    real[n] = measured[at]
    us[n] = value("time_us") + 0
    inside[n] = real[n] >= value("time_low_us") / spread[at] && \
        real[n] <= value("time_high_us") * spread[at]
    bound[n] = value("bound")
    note[n] = value("note")
    judged[n] = us[n] > 0
    off[n] = judged[n] ? factor(us[n], real[n]) : 0
}

# ---- figures -----------------------------------------------------------------

# Of the points of one half (or "", all) that are of one value of by[]: a row.
function figures(title, which, by, what,    i, k, values, near, far, silent,
    held) {
    for (i = 1; i <= n; i++) {
        if (!judged[i] || (which != "" && half[i] != which) ||
            (what != "" && by[i] != what))
            continue
        values[++k] = off[i]
        near += off[i] <= 1.5
        far += off[i] > 2
        silent += off[i] > 2 && note[i] == ""
        held += inside[i]
    }
    if (!k)
        return
    sort(values, k)
    printf "| %s | %d | %.2f | %.0f %% | %d | %d | %.1f | %.0f %% |\n", title,
        k, values[int((k + 1) / 2)], 100 * near / k, far, silent, values[k],
        100 * held / k
}

function print_head(what) {
    print "| " what " | points | median factor | within 1.5 | beyond 2 |" \
        " without a warning | worst | in interval |"
    print "|---|---:|---:|---:|---:|---:|---:|---:|"
}

function print_by(what, by,    i, seen) {
    print ""
    print_head(what)
    for (i = 1; i <= n; i++)
        if (!seen[by[i]]++)
            figures(by[i], "", by, by[i])
}

# Versions of one computation at one size.
function print_pairs(which,    i, k, f, far, far_right, near, near_right,
    right) {
    for (i = 1; i <= n; i++)
        for (k = i + 1; k <= n; k++) {
            if (computation[i] != computation[k] || size[i] != size[k] ||
                !judged[i] || !judged[k] ||
                (which != "" && (half[i] != which || half[k] != which)))
                continue
            f = factor(real[i], real[k])
            right = (real[i] < real[k]) == (us[i] < us[k])
            if (f > 1.3) {
                far++
                far_right += right
            } else if (f > 1.1) {
                near++
                near_right += right
            }
        }
    printf "| %s | %d of %d | %d of %d |\n", which == "" ? "all" : which,
        far_right, far, near_right, near
}

function why(i,    k, best) {
    for (k in reason)
        if (index(point[i], k) == 1 && length(k) > length(best))
            best = k
    return best == "" ? "" : reason[best]
}

# Kernels, each at its worst size.
function print_worst(count,    i, k, best, done) {
    print "\n| case | size | half | measured, us | modelled, us | ratio |" \
        " bound by | reason |"
    print "|---|---|---|---:|---:|---:|---|---|"
    for (k = 1; k <= count; k++) {
        best = 0
        for (i = 1; i <= n; i++)
            if (!done[name[i]] && judged[i] && (!best || off[i] > off[best]))
                best = i
        done[name[best]] = 1
        i = best
        printf "| %s | %s | %s | %.2f | %.2f | %.2f | %s | %s |\n", name[i],
            size[i], half[i], real[i], us[i], us[i] / real[i], bound[i], why(i)
    }
}

function print_points(    i) {
    print "\n| case | size | half | measured, us | modelled, us | ratio |" \
        " bound by | warning |"
    print "|---|---|---|---:|---:|---:|---|---|"
    for (i = 1; i <= n; i++)
        printf "| %s | %s | %s | %.2f | %s | %s | %s | %s |\n", name[i],
            size[i], half[i], real[i],
            judged[i] ? sprintf("%.2f", us[i]) : "-",
            judged[i] ? sprintf("%.2f", us[i] / real[i]) : "-", bound[i],
            note[i]
}

# ---- the graph ---------------------------------------------------------------

# Ends of both axes, with room for points at the edge.
function find_ends(    i, r) {
    x_low = y_low = 1e9
    for (i = 1; i <= n; i++) {
        if (!judged[i])
            continue
        r = us[i] / real[i]
        x_low = real[i] < x_low ? real[i] : x_low
        x_high = real[i] > x_high ? real[i] : x_high
        y_low = r < y_low ? r : y_low
        y_high = r > y_high ? r : y_high
    }
    x_low /= 1.5
    x_high *= 1.5
    y_low = (y_low < 0.4 ? y_low : 0.4) / 1.5
    y_high = (y_high > 2.5 ? y_high : 2.5) * 1.5
}

# A thin line from a point to its name, where that does not stand beside it.
function put_leader(x, y, to_x, to_y, far) {
    if (far < 15)
        return
    leaders++
    printf "lead_x[%d] = %g\nlead_y[%d] = %g\nlead_to_x[%d] = %g\n" \
        "lead_to_y[%d] = %g\n", leaders, x, leaders, y, leaders, to_x, leaders,
        to_y >sources
}

function put_name(i,    x, y) {
    x = across(real[i])
    y = up(us[i] / real[i])
    if (!find_place(x, y, 11.5 * length(name[i]), 14, 90))
        return
    names++
    printf "name_of[%d] = \"%s\"\nname_x[%d] = %g\nname_y[%d] = %g\n", names,
        name[i], names, found_x, names, found_y >sources
    put_leader(x, y, found_edge, found_y, found_far)
}

# Of kernels that are missed by more than 2, each is named once, where it is
# missed by most, the worst first; no name covers a point, nor what is within
# 1.5.
function name_outliers(    i, k, worst, next_one) {
    k = split("name_of name_x name_y lead_x lead_y lead_to_x lead_to_y", arrays,
        " ")
    while (k)
        print "array " arrays[k--] "[" n + 1 "]" >sources
    take(0, wide, up(1 / 1.5), up(1.5))
    for (i = 1; i <= n; i++) {
        if (judged[i] && off[i] > 1.5)
            take_point(across(real[i]), up(us[i] / real[i]), 7)
        if (off[i] > 2 && (!(name[i] in worst) || off[i] > off[worst[name[i]]]))
            worst[name[i]] = i
    }
    do {
        next_one = 0
        for (k in worst)
            if (!next_one || off[worst[k]] > off[next_one])
                next_one = worst[k]
        if (next_one) {
            put_name(next_one)
            delete worst[name[next_one]]
        }
    } while (next_one)
    print "names = " names + 0 "\nleaders = " leaders + 0 >sources
}

function write_graph(    i, k, halves) {
    split("fit judge unseen", halves, " ")
    print "case,size,measured,modelled,ratio" >csv
    for (k = 1; k <= 3; k++) {
        if (k > 1)
            print "\n" >csv
        for (i = 1; i <= n; i++)
            if (judged[i] && half[i] == halves[k])
                printf "%s,%s,%s,%s,%.4g\n", name[i], size[i], real[i], us[i],
                    us[i] / real[i] >csv
    }
    wide = 1620
    high = 780
    find_ends()
    printf "device = \"%s\"\nwide = %d\nhigh = %d\nunseen = %d\n", device,
        wide, high, !!unseen >sources
    printf "x_low = %g\nx_high = %g\ny_low = %g\ny_high = %g\n", x_low, x_high,
        y_low, y_high >sources
    name_outliers()
}

END {
    if (!n) {
        print "times.awk: nothing to compare" >"/dev/stderr"
        exit 1
    }
    print "# The set: modelled against measured times\n"
    print "Kernels of the labs, right and slow solutions, microkernels and" \
        " others (common/tests/times),\ntimed in CUDA graphs, the L2 warm, a" \
        " launch's gap included: " heading \
        ".\nModelled by the emulated device" \
        " (common/emulator/timing) for that GPU.  Written by `make times`.\n"
    print "A factor is that of the larger time over the smaller one; half of" \
        " the kernels, by lot, were\nfor fitting constants and half are for" \
        " judging.  What the model knows of was found by looking at\nboth: a" \
        " kernel that nobody has seen is missed by more.\n"
    if (unseen)
        print "Unseen: written by somebody who had not seen the model, and" \
            " judged before anything was\nchanged after them.\n"
    print_head("half")
    figures("fit", "fit")
    figures("judge", "judge")
    figures("unseen", "unseen")
    figures("all", "")
    print "\n| pairs in the right order | more than 30 % apart |" \
        " 10 to 30 % apart |"
    print "|---|---:|---:|"
    print_pairs("fit")
    print_pairs("judge")
    if (unseen)
        print_pairs("unseen")
    print_pairs("")
    print_by("kind", kind)
    print_by("bound by", bound)
    print "\n## The worst ten kernels"
    print_worst(10)
    print "\n## All"
    print_points()
    if (missing)
        print "\nNot measured on this GPU, as it cannot be captured or came" \
            " to the set later:" missing "."
    write_graph()
}

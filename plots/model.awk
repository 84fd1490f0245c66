# model.awk - the time model against what was measured: a table, and points.
#
#   awk -v points=X.csv -v sources=X.gp -f csv.awk -f model.awk \
#       LIST EXCUSES RECORDED.csv... SWEEP.csv...
#
# LIST and EXCUSES are what `grader list` says with --tsv and with --excuses.
# Prints Markdown: each reference kernel and size that was recorded on the GPU
# ("# device:" in the head of its file), with what the sweep of the emulated
# device models for it and, where that misses by more than 30 %, why; one that
# the sweep lacks is listed as such.  Into X.csv and X.gp go the points and
# curves that model.gp draws.
# Launchers that get host memory are left out: their time is copies between
# host and GPU.
# Exit status: 1 if the promise of common/harness/measure/model.c does not hold.

function size() {
    return value("rows") " x " value("cols") \
        (value("inner") > 1 ? " x " value("inner") : "")
}

# "512 512 1024" as size() has it.
function shape(numbers,    d) {
    if (split(numbers, d, " ") == 0)
        return ""
    return d[1] " x " d[2] (d[3] > 1 ? " x " d[3] : "")
}

function factor(a, b) {
    return a > b ? a / b : b / a
}

# Insertion sort of list[1..n].
function sort(list, n,    i, k, x) {
    for (i = 2; i <= n; i++) {
        x = list[i]
        for (k = i - 1; k > 0 && list[k] > x; k--)
            list[k + 1] = list[k]
        list[k + 1] = x
    }
}

# The first excuse of this exercise at this size, or 0.
function excuse(i,    k) {
    for (k = 1; k <= excuses; k++)
        if (excused[k] == exercise[i] && \
            (excused_at[k] == "" || excused_at[k] == sizes[i]))
            return k
    return 0
}

# Beyond the factor of 2, and known to be.
function is_set_apart(i) {
    return excuse(i) && set_apart[excuse(i)]
}

# What the model leaves out of a kernel.
function reason(i) {
    if (excuse(i))
        return excuse_name[excuse(i)]
    return measured[i] < 6 ? "launch" : "not known"
}

# May the model take one for the other?
function is_taken_for(i, k,    e) {
    e = excuse(i)
    return e && taken_for[e] == exercise[k]
}

function print_rows(    i, miss) {
    print "| exercise | size | measured, us | modelled, us | ratio | misses by |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        miss = factor(modelled[i], measured[i])
        error[i] = 100 * (miss - 1)
        why = miss > 1.3 ? reason(i) : ""
        if (is_set_apart(i)) {
            apart++
            apart_name = reason(i)
        }
        unexplained += why == "not known"
        printf "| %s | %s | %.4g | %.4g | %.2f | %s |\n", exercise[i],
            sizes[i], measured[i], modelled[i], modelled[i] / measured[i], why
        if (miss > worst && !is_set_apart(i)) {
            worst = miss
            worst_at = exercise[i] " at " sizes[i]
        }
    }
}

# A curve's points follow each other.
function print_points(    i, k) {
    print "exercise,size,measured_us,modelled_us" >points
    print "array title_of[" n "]" >sources
    print "array from[" n "]" >sources
    print "array to[" n "]" >sources
    for (i = 1; i <= n; i++) {
        print exercise[i] "," sizes[i] "," measured[i] "," modelled[i] >points
        if (i == 1 || exercise[i] != exercise[i - 1]) {
            k++
            print "title_of[" k "] = \"" exercise[i] "\"" >sources
            print "from[" k "] = " i - 1 >sources
        }
        print "to[" k "] = " i - 1 >sources
    }
    print "curves = " k >sources
    print "device = \"" device "\"" >sources
}

# Versions of one computation at one size, told apart by time.
function compare(    i, k) {
    for (i = 1; i <= n; i++)
        for (k = i + 1; k <= n; k++) {
            if (problem[i] != problem[k] || exercise[i] == exercise[k])
                continue
            pairs++
            right = (measured[i] < measured[k]) == (modelled[i] < modelled[k])
            if (factor(measured[i], measured[k]) <= 1.1) {
                close_pairs++
                close_right += right
                continue
            }
            if (right)
                continue
            expected += is_taken_for(i, k) || is_taken_for(k, i)
            turned[++wrong] = sprintf("%s and %s at %s: measured %.4g and" \
                " %.4g us, modelled %.4g and %.4g", exercise[i], exercise[k],
                sizes[i], measured[i], measured[k], modelled[i], modelled[k])
        }
}

FNR == 1 {
    recorded = 0
    part++
}

part <= 2 {
    split($0, of, "\t")
}

part == 1 {
    on_host[of[2]] = of[6] == 1
    next
}

part == 2 {
    if (FNR == 1)
        next
    excuses++
    excused[excuses] = of[1]
    excused_at[excuses] = shape(of[2])
    set_apart[excuses] = of[3]
    taken_for[excuses] = of[4]
    excuse_name[excuses] = of[5]
    if (!(of[5] in text_of)) {
        named[++names] = of[5]
        text_of[of[5]] = of[6]
    }
    next
}

/^# device: / {
    device = substr($0, 11)
    recorded = 1
}

/^# date: / { date = substr($0, 9) }
/^#/ { next }

/^lab,/ {
    read_names($0)
    next
}

{ read_row($0) }

value("impl") != "reference" || on_host[value("exercise")] { next }

recorded {
    n++
    exercise[n] = value("exercise")
    sizes[n] = size()
    measured[n] = value("time_us") + 0
    next
}

{
    known[value("exercise"), size()] = value("time_us")
    first_of[value("exercise")] = value("first")
}

# What was recorded but not modelled leaves the list.
function keep_modelled(    i, kept) {
    for (i = 1; i <= n; i++) {
        if (!((exercise[i], sizes[i]) in known)) {
            missing = missing sprintf("\n- not modelled: %s at %s\n", \
                exercise[i], sizes[i])
            continue
        }
        kept++
        exercise[kept] = exercise[i]
        sizes[kept] = sizes[i]
        problem[kept] = sizes[i] " " first_of[exercise[i]]
        measured[kept] = measured[i]
        modelled[kept] = known[exercise[i], sizes[i]] + 0
    }
    n = kept + 0
}

# Words of text, so that no line is longer than 79 characters.
function print_folded(text,    i, n, words, line) {
    n = split(text, words, " ")
    for (i = 1; i <= n; i++) {
        if (length(line) + length(words[i]) > 78) {
            print line
            line = " "
        }
        line = line (i > 1 ? " " : "") words[i]
    }
    print line
}

function print_reasons(    i) {
    print "\nWhat the model leaves out where it misses by more than 30 %:\n"
    for (i = 1; i <= names; i++)
        print_folded("- *" named[i] "*: " text_of[named[i]] ".")
    print_folded("- *launch*: hardly more than one launch after the other," \
        " which is the host's part and differs from host to host.")
    print "\nLaunchers that get host memory are left out: their time is copies" \
        "\nbetween host and GPU."
}

END {
    keep_modelled()
    if (!n) {
        print "model.awk: nothing to compare" >"/dev/stderr"
        exit 1
    }
    print "# Modelled against measured times\n"
    printf "Reference kernels of the labs, median times with a warm L2 cache,\n"
    printf "measured on: %s (%s, plots/recorded).\n", device, date
    printf "Modelled by common/harness/measure/model.c from what the emulated device"
    printf "\ncounts.  Written by `make model`.\n\n"
    print_rows()
    print_points()
    sort(error, n)
    compare()
    printf "\nMedian error %.0f %%, largest factor %.2f (%s)", \
        error[int((n + 1) / 2)], worst, worst_at
    print apart ? ",\nthe " apart " of *" apart_name "* set apart." : "."
    printf "Of %d pairs of versions of one computation, %d were measured more", \
        pairs, pairs - close_pairs
    printf " than 10 %%\napart: %d of these are in the right order.", \
        pairs - close_pairs - wrong
    printf "  Of the other %d, %d are.\n", close_pairs, close_right
    for (i = 1; i <= wrong; i++)
        printf "\n- wrong: %s\n", turned[i]
    printf "%s", missing
    print_reasons()
    exit error[int((n + 1) / 2)] > 30 || worst > 2 || wrong > expected || \
        unexplained > 0 || missing != ""
}

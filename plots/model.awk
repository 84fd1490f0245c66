# model.awk - the time model against what was measured: a table, and points.
#
#   awk -v points=X.csv -v sources=X.gp -f csv.awk -f model.awk \
#       RECORDED.csv... SWEEP.csv...
#
# Prints Markdown: each reference kernel and size that was recorded on the GPU
# ("# device:" in the head of its file), with what the sweep of the emulated
# device models for it and, where that misses by more than 30 %, why; one that
# the sweep lacks is listed as such.  Into X.csv and X.gp go the points and
# curves that model.gp draws.
# vector_add is left out: its time is copies between host and GPU.
# Exit status: 1 if the promise of common/harness/measure/model.c does not hold.

function value(name) {
    return name in column ? field[column[name]] : ""
}

function size() {
    return value("rows") " x " value("cols") \
        (value("inner") > 1 ? " x " value("inner") : "")
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

# Beyond the factor of 2, and known to be: see print_reasons.
function is_batch_in_dram(i) {
    return exercise[i] ~ /^batch_(grid|coalesced|shuffle)$/ && \
        sizes[i] == "512 x 512 x 1024"
}

# What the model leaves out of a kernel.
function reason(i) {
    if (is_batch_in_dram(i))
        return "batch in DRAM"
    if (exercise[i] ~ /^batch_/)
        return "two parts"
    if (exercise[i] ~ /^matvec(_tiled|_tiled_acc)?$/)
        return "lines shared in L1"
    if (exercise[i] == "block_clock" && sizes[i] ~ /^2112 /)
        return "blocks share an SM"
    if (measured[i] < 6)
        return "launch"
    return "not known"
}

function print_rows(    i, miss) {
    print "| exercise | size | measured, us | modelled, us | ratio | misses by |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        miss = factor(modelled[i], measured[i])
        error[i] = 100 * (miss - 1)
        why = miss > 1.3 ? reason(i) : ""
        set_apart += is_batch_in_dram(i)
        unexplained += why == "not known"
        printf "| %s | %s | %.4g | %.4g | %.2f | %s |\n", exercise[i],
            sizes[i], measured[i], modelled[i], modelled[i] / measured[i], why
        if (miss > worst && !is_batch_in_dram(i)) {
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
function compare(    i, k, at) {
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
            # A part of batch_grid is slow for L1, another for waiting; the
            # model takes the slower of the two for the whole.
            at = exercise[i] " " exercise[k] " " sizes[i]
            expected += at == "batch_grid batch_shuffle 256 x 256 x 8"
            turned[++wrong] = sprintf("%s and %s at %s: measured %.4g and" \
                " %.4g us, modelled %.4g and %.4g", exercise[i], exercise[k],
                sizes[i], measured[i], measured[k], modelled[i], modelled[k])
        }
}

FNR == 1 { recorded = 0 }

/^# device: / {
    device = substr($0, 11)
    recorded = 1
}

/^# date: / { date = substr($0, 9) }
/^#/ { next }

{ split_csv($0, field) }

field[1] == "lab" {
    split("", column)
    for (i in field)
        column[field[i]] = i
    next
}

value("impl") != "reference" || value("exercise") == "vector_add" { next }

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

function print_reasons() {
    print "\nWhat the model leaves out where it misses by more than 30 %:\n"
    print "- *lines shared in L1*: lanes of A x V read from lines of their own,"
    print "  which stay in L1 for some turns of the loop and not for others"
    print "  (of 2500 x 2000 they no longer fit); the model counts every sector."
    print "- *two parts*: of the batches, the first part is slow for L1 and the"
    print "  second for waiting; the model takes the slower for the whole, and"
    print "  does not know branches and stores to shared memory."
    print "- *batch in DRAM*: all blocks are in the same part at once; in the"
    print "  first each reads its own matrix from memory, in the second all read"
    print "  the same one, too large for L1, from L2.  The model has the one time"
    print "  or the other, not their sum, and takes L1 to keep what is read again."
    print "- *blocks share an SM*: they also wait for each other."
    print "- *launch*: hardly more than one launch after the other, which is the"
    print "  host's part and differs from host to host."
    print "\nvector_add is left out: its time is copies between host and GPU."
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
    print set_apart ? ",\nthe " set_apart " of *batch in DRAM* set apart." : "."
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

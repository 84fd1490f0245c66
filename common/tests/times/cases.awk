# cases.awk - of rows of launches, a row for each case of the set.
#
#   awk -f csv.awk -f cases.awk LIST COUNTERS
#
# LIST has the cases in the order in which they ran (--list); each begins with a
# launch of times_case.  A case of several launches takes what they take
# together; what bounds it is what bounds the longest.

function end_case() {
    if (seen)
        printf "%s,%d,%.3f,%.3f,%.3f,%.3f,%s,\"%s\"\n", name[seen], kernels,
            us, low, high, launch, bound, note
    kernels = us = low = high = longest = 0
    bound = note = ""
}

BEGIN {
    print "case,size,kind,kernels,time_us,time_low_us,time_high_us," \
        "launch_us,bound,note"
}

FNR == NR {
    name[FNR] = $0
    next
}

FNR == 1 {
    read_names($0)
    next
}

{ read_row($0) }

value("kernel") ~ /^times_case/ {
    end_case()
    seen++
    next
}

{
    kernels++
    us += value("modelled_us")
    low += value("modelled_low_us")
    high += value("modelled_high_us")
    launch = value("launch_us")
    if (value("modelled_us") + 0 >= longest) {
        longest = value("modelled_us") + 0
        bound = value("bound")
    }
    if (value("note") != "")
        note = value("note")
}

END { end_case() }

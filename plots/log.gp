# log.gp - a logarithmic axis for column `drawn`, no longer than its curves,
# their bars and the value `also` need.  Ticks are the decades, or 1, 2 and 5 of
# each where there are not many.

set yrange [*:*]
stats data skip 1 \
    using (valid(drawn + 1) ? column(drawn + 1) : known(drawn)) \
    nooutput name "low"
stats data skip 1 \
    using (valid(drawn + 2) ? column(drawn + 2) : known(drawn)) \
    nooutput name "high"
low = (also < low_min ? also : low_min) / 1.5
high = (also > high_max ? also : high_max) * 1.5
set logscale y
set yrange [low:high]
if (high > 300 * low) {
    set ytics autofreq
    set format y "10^{%T}"
} else {
    set format y "%g"
    set ytics ()
    do for [power=floor(log10(low)):floor(log10(high))] {
        do for [k in "1 2 5"] {
            set ytics add (k * 10.0**power)
        }
    }
}

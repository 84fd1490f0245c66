# log.gp - a logarithmic axis from low to high, in frame.gp's panel: with ticks
# at 1, 2 and 5 of each decade, or fewer where there is no room.

set logscale y
set yrange [low:high]
set ytics ()
room = (frame_top - frame_bottom) / (34 * px)
decades = log10(high / low)
steps = 3 * decades <= room ? "1 2 5" : 2 * decades <= room ? "1 3" : "1"
every = ceil(decades / room)
do for [power=floor(log10(low)):floor(log10(high))] {
    if (power % every == 0) {
        do for [k in steps] { set ytics add (k * 10.0**power) }
    }
}
set format y (steps eq "1" && (high >= 1e5 || low < 1e-2) ? "10^{%T}" : "%g")

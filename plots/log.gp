# log.gp - a logarithmic axis from low to high, in frame.gp's panel: with ticks
# at 1, 2 and 5 of each decade, or fewer where there is no room; but two at
# least, as a value cannot be read by one.

set logscale y
set yrange [low:high]
room = (frame_top - frame_bottom) / (34 * px)
decades = log10(1.0 * high / low)
density = 3 * decades <= room ? 3 : 2 * decades <= room ? 2 : 1
every = ceil(decades / room)
marks(density) = density == 1 ? "1" : density == 2 ? "1 3" : \
                 density == 3 ? "1 2 5" : "1 2 3 5 7"
ticks = 0
while (ticks < 2 && density <= 4) {
    set ytics ()
    ticks = 0
    steps = marks(density)
    do for [power=floor(log10(low)):floor(log10(high))] {
        if (power % every == 0) {
            do for [k in steps] {
                tick = k * 10.0**power
                set ytics add (tick)
                ticks = ticks + (tick >= low && tick <= high)
            }
        }
    }
    density = density + (every == 1)
    every = 1
}
# A short piece of the axis, which is nearly linear.
if (ticks < 2) {
    tick = 10.0**floor(log10((high - low) / 2))
    tick = tick * (10 * tick <= high - low ? 5 : 4 * tick <= high - low ? 2 : 1)
    set ytics ()
    do for [k=ceil(low / tick):floor(high / tick)] { set ytics add (k * tick) }
}
set format y (steps eq "1" && (high >= 1e5 || low < 1e-2) ? "10^{%T}" : "%g")

# versions.gp - time of all versions of one computation against the size, and
# how much faster each is than the first.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; title_text='...'; picture='X'" \
#       plots/versions.gp
#
# X.csv and X.gp come from versions.awk.  A version has one colour and one
# marker, filled; open where recorded.  Columns of X.csv:
at = 5
time = 9
speed_up = 12

load sources
load 'plots/curves.gp'

array colors[6] = [0x555555, 0xD55E00, 0x0072B2, 0x009E73, 0xCC79A7, 0x56B4E9]
array filled[6] = [5, 9, 7, 13, 11, 15]
nth(v) = (v - 1) % |colors| + 1
mark_size(i) = style_of[i] eq "recorded" ? 1.8 : 1.4
do for [i=1:curves] {
    open = style_of[i] eq "recorded"
    set style line i linecolor rgb colors[nth(version_of[i])] \
        linewidth (open ? 1.0 : 1.5) dashtype open + 1 \
        pointtype filled[nth(version_of[i])] - open
}

caption = sprintf("Filled: %s.", device) . sizes_fixed
if (recorded ne "") {
    caption = caption . \
        sprintf("\nOpen, dashed: reference on %s (measured).", recorded)
}
if (quartiles) {
    caption = caption . "  Bars: quartiles."
}
if (bands) {
    caption = caption . "  " . band_text
}
caption = caption . (gains \
    ? sprintf("\nSpeed-up: over %s at the same size, on the same device, by " . \
        "the same implementation.", first) \
    : sprintf("\nSpeed-up: not known, since %s was not timed.", first))

do for [kind in "png svg pdf"] {
    load 'plots/page.gp'

    set lmargin at screen 0.088
    set rmargin at screen 0.49
    set ylabel "time, \302\265s"
    drawn = time
    also = NaN
    load 'plots/log.gp'
    load 'plots/panel.gp'

    set lmargin at screen 0.593
    set rmargin at screen 0.995
    if (!gains) {
        unset multiplot
        unset output
        continue
    }
    set ylabel sprintf("speed-up over %s", first) noenhanced
    drawn = speed_up
    if (steep) {
        load 'plots/log.gp'
    } else {
        unset logscale y
        set ytics autofreq
        set format y "%g"
        set yrange [0:*]
    }
    load 'plots/panel.gp'
    unset multiplot
    unset output
}

# sweep.gp - time, bandwidth and sectors per request of one exercise against
# the size; of kernels that time their blocks, clocks in place of sectors.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; title_text='...'; picture='X'" \
#       plots/sweep.gp
#
# X.csv and X.gp come from sweep.awk.  Columns of X.csv, the first three with
# the ends of their bars after them:
at = 4
time = 8
bandwidth = 11
block_clocks = 14
sectors = 17

load sources
load 'plots/curves.gp'

# A curve's style by what it shows.
color(s) = s eq "student" ? 0xD55E00 : s eq "reference" ? 0x0072B2 : \
           s eq "serial" ? 0x555555 : s eq "openmp" ? 0xCC79A7 : \
           s eq "recorded" ? 0x009E73 : 0xBBBBBB
marker(s) = s eq "student" ? 9 : s eq "reference" ? 7 : \
            s eq "serial" ? 5 : s eq "openmp" ? 11 : s eq "recorded" ? 12 : 8
dashes(s) = s eq "student" ? 4 : s eq "reference" || s eq "attempt" ? 1 : \
            s eq "serial" ? 3 : s eq "openmp" ? 5 : 2
mark_size(i) = style_of[i] eq "recorded" ? 2.0 : \
               style_of[i] eq "attempt" ? 1.0 : 1.4

do for [i=1:curves] {
    set style line i linecolor rgb color(style_of[i]) \
        linewidth (style_of[i] eq "attempt" ? 1.0 : 1.5) \
        dashtype dashes(style_of[i]) pointtype marker(style_of[i])
}

# All attempts look alike: one of them stands in the key.
keyed = curves - attempts + (attempts > 0)

caption = sprintf("Device: %s.", device) . sizes_fixed
bars = (quartiles ? "quartiles" : "") . (quartiles && clocks ? "; " : "") . \
       (clocks ? "of clocks, the extremes" : "")
bars = bars eq "" ? "" : sprintf("Bars: %s.", bars)
bars = bars . (bands && bars ne "" ? "  " : "") . (bands ? band_text : "")
roofs = roof == roof ? sprintf("Dashed line: %s.  ", roof_title) \
    : "Its memory's rate is not in plots/devices.csv.  "
caption = caption . (bars . roofs eq "" ? "" : "\n" . roofs . bars)
if (processor ne "") {
    caption = caption . sprintf("\nSerial C: one core of %s (measured).", \
                                processor)
}
if (processors ne "") {
    caption = caption . sprintf("%sOpenMP: %s (measured).", \
                                processor ne "" ? "  " : "\n", processors)
}
if (notes ne "") {
    caption = caption . "\n" . notes
}

do for [kind in "png svg pdf"] {
    load 'plots/page.gp'

    set lmargin at screen 0.088
    set rmargin at screen 0.325
    set ylabel "time, \302\265s"
    drawn = time
    also = NaN
    load 'plots/log.gp'
    load 'plots/panel.gp'

    set lmargin at screen 0.425
    set rmargin at screen 0.662
    set ylabel "effective bandwidth, GB/s"
    if (roof == roof) {
        set arrow 1 from graph 0, first roof to graph 1, first roof nohead \
            back linecolor rgb 0x000000 dashtype 2 linewidth 0.9
        set label 3 sprintf("memory: %g GB/s", roof) \
            at graph 0.02, first roof offset 0,0.7 noenhanced
    }
    drawn = bandwidth
    also = roof * 2
    load 'plots/log.gp'
    load 'plots/panel.gp'
    unset arrow 1
    unset label 3

    set lmargin at screen 0.76
    set rmargin at screen 0.995
    unset logscale y
    set ytics autofreq
    set format y "%g"
    if (clocks) {
        set yrange [0:*]
        set ylabel "clocks of a block"
        drawn = block_clocks
    } else {
        set yrange [0:34]
        set ytics 0,4,32
        set ylabel "sectors per load request"
        drawn = sectors
    }
    load 'plots/panel.gp'
    unset multiplot
    unset output
}

# versions.gp - time of all versions of one computation against the size, or
# GFLOP/s, and how much faster each is than the first.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; title_text='...'; picture='X'" \
#       plots/versions.gp
#
# X.csv and X.gp come from versions.awk.  A version has one colour and one
# marker, filled; open where recorded.  Columns of X.csv:
at = 5
time = 9
speed_up = 12
gflops = 13

load sources
load 'plots/curves.gp'

array colors[10] = [0x555555, 0xD55E00, 0x0072B2, 0x009E73, 0xCC79A7, \
    0x56B4E9, 0xE69F00, 0x7A4B2A, 0x5B3A8E, 0x9AA400]
array filled[6] = [5, 9, 7, 13, 11, 15]

mark_size(i) = style_of[i] eq "recorded" ? 1.8 * open_scale : 1.4 * mark_scale
do for [i=1:curves] {
    open = style_of[i] eq "recorded"
    set style line i linecolor rgb colors[(version_of[i] - 1) % |colors| + 1] \
        linewidth (open ? 1.0 : 1.5) dashtype open + 1 \
        pointtype filled[(version_of[i] - 1) % |filled| + 1] - open
}
shown(i) = 1

do for [kind in kinds] {
    load 'plots/page.gp'
    frame_left = 0.078
    frame_right = gains ? 0.64 : 0.985
    frame_top = panel_top
    frame_bottom = panel_bottom
    named = 1
    heading = main eq "gflops" ? gflops_axis : time_axis
    load 'plots/frame.gp'
    low = main_low
    high = main_high
    load 'plots/log.gp'
    drawn = main eq "gflops" ? gflops : time
    bars = 1
    load 'plots/panel.gp'

    if (gains) {
        frame_left = 0.745
        frame_right = 0.985
        heading = gain_axis
        load 'plots/frame.gp'
        if (steep) {
            low = gain_low
            high = gain_high
            load 'plots/log.gp'
        } else {
            unset logscale y
            set ytics autofreq
            set format y "%g"
            set yrange [0:gain_high]
        }
        drawn = speed_up
        bars = 0
        load 'plots/panel.gp'
    }
    unset multiplot
    unset output
}

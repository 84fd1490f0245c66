# sweep.gp - time, bandwidth and sectors per request of one exercise against
# the size; of kernels that time their blocks, clocks in place of sectors.
#
#   gnuplot -e "data='X.dat'; sources='X.gp'; title='...'; picture='X'" sweep.gp
#
# X.dat and X.gp come from sweep.awk.  Colours are those of Okabe and Ito,
# which colour-blind readers can tell apart; markers and dashes differ too, for
# print without colour.

load sources
set encoding utf8

# A curve's style by what it shows: student, reference, serial, openmp, recorded.
color(s) = s eq "student" ? 0xD55E00 : s eq "reference" ? 0x0072B2 : \
           s eq "serial" ? 0x555555 : s eq "openmp" ? 0xCC79A7 : 0x009E73
marker(s) = s eq "student" ? 9 : s eq "reference" ? 7 : \
            s eq "serial" ? 5 : s eq "openmp" ? 11 : 12
dashes(s) = s eq "student" ? 4 : s eq "reference" ? 1 : \
            s eq "serial" ? 3 : s eq "openmp" ? 5 : 2
mark_size(s) = s eq "recorded" ? 2.0 : 1.4

do for [i=1:curves] {
    set style line i linecolor rgb color(style_of[i]) linewidth 1.5 \
        dashtype dashes(style_of[i]) pointtype marker(style_of[i]) \
        pointsize mark_size(style_of[i])
}
set style line 99 linecolor rgb 0xE0E0E0 linewidth 0.8
set xrange [0.6:sizes + 0.4]

caption = sprintf("Device: %s.", device)
if (roof == roof) caption = caption . sprintf("  Dashed line: %s.", roof_title)
bars = (quartiles ? "quartiles" : "") . (quartiles && clocks ? "; " : "") . \
       (clocks ? "least and most clocks" : "")
if (bars ne "") caption = caption . sprintf("  Bars: %s.", bars)
if (processor ne "") {
    caption = caption . sprintf("\nSerial C: one core of %s (measured).", \
                                processor)
}
if (processors ne "") {
    caption = caption . sprintf("%sOpenMP: %s (measured).", \
                                processor ne "" ? "  " : "\n", processors)
}

# The first curve is drawn last, to be seen where two are equal.
do for [kind in "png svg pdf"] {
    if (kind eq "pdf") {
        # 16 cm wide, as it stands in a report.
        set terminal pdfcairo size 16cm,8.18cm font "DejaVu Sans,7.5" \
            linewidth 1.3 pointscale 0.3 dashlength 0.7
        tic_font = ",6.5"
        title_font = ",9"
    } else { if (kind eq "png") {
        set terminal pngcairo size 1800,920 font "DejaVu Sans,21" \
            linewidth 1.9 dashlength 0.7
        tic_font = ",17"
        title_font = ",27"
    } else {
        set terminal svg size 1800,920 font "DejaVu Sans,27" linewidth 1.9 \
            dashlength 0.7
        tic_font = ",22"
        title_font = ",27"
    } }
    set output picture . "." . kind
    set multiplot

    # Title, caption and the key of all panels: a plot with nothing in it.
    set tmargin at screen 0.90
    set bmargin at screen 0.78
    set lmargin at screen 0.088
    set rmargin at screen 0.995
    unset border
    unset tics
    unset grid
    unset logscale
    unset xlabel
    unset ylabel
    set label 1 title at screen 0.088,0.955 left font title_font noenhanced
    set label 2 caption at screen 0.088,0.06 left noenhanced \
        textcolor rgb 0x555555
    set key at screen 0.082,0.92 left top Left reverse horizontal maxrows 2 \
        noenhanced samplen 3 width 1
    set yrange [0:1]
    plot for [i=1:curves] NaN with linespoints linestyle i title title_of[i]
    unset label 1
    unset label 2
    unset key

    set tmargin at screen 0.785
    set bmargin at screen 0.37
    set border 3 linecolor rgb 0x666666
    set tics out scale 0.6 textcolor rgb 0x222222
    set grid ytics linestyle 99
    set xtics nomirror rotate by 40 right font tic_font
    set ytics nomirror
    set xlabel xaxis offset 0,-0.2
    set yrange [*:*]

    set lmargin at screen 0.088
    set rmargin at screen 0.325
    set logscale y
    set format y "10^{%T}"
    set ylabel "time, \302\265s"
    plot for [i=curves:1:-1] data index i-1 \
             using 1:4:(0):($5 - $4) with vectors nohead \
             linecolor rgb color(style_of[i]) linewidth 3, \
         for [i=curves:1:-1] data index i-1 \
             using 1:3:xticlabels(2) with linespoints linestyle i

    set lmargin at screen 0.425
    set rmargin at screen 0.662
    set ylabel "effective bandwidth, GB/s"
    if (roof == roof) {
        set arrow 1 from graph 0, first roof to graph 1, first roof nohead \
            back linecolor rgb 0x000000 dashtype 2 linewidth 0.9
        set label 3 sprintf("memory: %g GB/s", roof) \
            at graph 0.02, first roof offset 0,0.7 noenhanced
        set yrange [*:roof * 3]
    }
    plot for [i=curves:1:-1] data index i-1 \
             using 1:6:xticlabels(2) with linespoints linestyle i
    unset arrow 1
    unset label 3

    set lmargin at screen 0.745
    set rmargin at screen 0.995
    unset logscale y
    set format y "%g"
    if (clocks) {
        set yrange [0:*]
        set ylabel "clocks of a block"
        plot for [i=curves:1:-1] data index i-1 \
                 using 1:9:(0):($10 - $9) with vectors nohead \
                 linecolor rgb color(style_of[i]) linewidth 3, \
             for [i=curves:1:-1] data index i-1 \
                 using 1:8:xticlabels(2) with linespoints linestyle i
    } else {
        set yrange [0:34]
        set ytics 0,4,32
        set ylabel "sectors per load request"
        plot for [i=curves:1:-1] data index i-1 \
                 using 1:7:xticlabels(2) with linespoints linestyle i
        set ytics autofreq
    }
    unset multiplot
    unset output
}

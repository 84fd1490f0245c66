# model.gp - modelled against measured times, both logarithmic.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; picture='X'" plots/model.gp
#
# X.csv and X.gp come from model.awk, a curve for each exercise.  Colours of
# Okabe and Ito; markers differ as well.

load sources
set encoding utf8
set datafile separator ","
colors = "0x0072B2 0xD55E00 0x009E73 0xCC79A7 0xE69F00 0x56B4E9 0x000000"
markers = "7 5 9 11 13 6 4 8 10 12 1 2 3"
nth(list, i) = int(word(list, (i - 1) % words(list) + 1))

set logscale xy
stats data skip 1 using 3:4 nooutput name "time"
low = (time_min_x < time_min_y ? time_min_x : time_min_y) / 1.5
high = (time_max_x > time_max_y ? time_max_x : time_max_y) * 1.5
set xrange [low:high]
set yrange [low:high]
set format "10^{%T}"
set xlabel sprintf("measured on %s, \302\265s", device)
set ylabel "modelled, \302\265s"
set title "Time of the reference kernels: modelled against measured"
set key outside right top Left reverse samplen 1
set grid linecolor rgb 0xE0E0E0
set style fill solid 0.15 noborder

do for [kind in "png svg pdf"] {
    if (kind eq "pdf") {
        set terminal pdfcairo size 16cm,10.7cm font "DejaVu Sans,10.5" \
            pointscale 0.4
    } else { if (kind eq "png") {
        set terminal pngcairo size 1800,1200 font "DejaVu Sans,21"
    } else {
        set terminal svg size 1800,1200 font "DejaVu Sans,26"
    } }
    mark_size = kind eq "svg" ? 0.9 : 1.8
    set output picture . "." . kind
    plot "+" using 1:($1 / 2):($1 * 2) with filledcurves \
            linecolor rgb 0x999999 title "factor of 2", \
        x with lines linecolor rgb 0x555555 linewidth 1.5 title "equal", \
        for [i=1:curves] data skip 1 every ::from[i]::to[i] using 3:4 \
            with points linecolor rgb nth(colors, i) \
            pointtype nth(markers, i) pointsize mark_size linewidth 1.5 \
            title title_of[i] noenhanced
    unset output
}

# model.gp - modelled against measured times, both logarithmic.
#
#   gnuplot -e "data='X.dat'; names='a b'; device='...'; picture='X'" model.gp
#
# X.dat comes from model.awk, a block for each exercise.  Colours of Okabe and
# Ito; markers differ as well.

set encoding utf8
colors = "0x0072B2 0xD55E00 0x009E73 0xCC79A7 0xE69F00 0x56B4E9 0x000000"
markers = "7 5 9 11 13 6 4 8 10 12 1 2 3"

set logscale xy
set xrange [2:2500]
set yrange [2:2500]
set xlabel sprintf("measured on %s, \302\265s", device)
set ylabel "modelled, \302\265s"
set title "Time of the reference kernels: modelled against measured"
set key outside right top Left reverse samplen 1
set grid linecolor rgb 0xE0E0E0
set style fill solid 0.15 noborder

do for [kind in "png svg"] {
    if (kind eq "png") {
        set terminal pngcairo size 1500,1000 font "DejaVu Sans,19"
    } else {
        set terminal svg size 1500,1000 font "DejaVu Sans,22"
    }
    set output picture . "." . kind
    plot "+" using 1:($1 / 2):($1 * 2) with filledcurves \
            linecolor rgb 0x999999 title "factor of 2", \
        x with lines linecolor rgb 0x555555 linewidth 1.5 title "equal", \
        for [i=1:words(names)] data index i - 1 using 2:3 with points \
            linecolor rgb int(word(colors, (i - 1) % words(colors) + 1)) \
            pointtype int(word(markers, (i - 1) % words(markers) + 1)) \
            pointsize 1.7 linewidth 1.5 title word(names, i) noenhanced
    unset output
}

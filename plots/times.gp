# times.gp - the set: modelled against measured times, both logarithmic.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; picture='X'" plots/times.gp
#
# X.csv and X.gp come from times.awk: a block of points for fitting, and one for
# judging.

load sources
set encoding utf8
set datafile separator ","
set logscale xy
stats data skip 1 using 3:4 nooutput name "time"
low = (time_min_x < time_min_y ? time_min_x : time_min_y) / 1.5
high = (time_max_x > time_max_y ? time_max_x : time_max_y) * 1.5
set xrange [low:high]
set yrange [low:high]
set format "10^{%T}"
set xlabel sprintf("measured on %s, \302\265s", device)
set ylabel "modelled, \302\265s"
set title "Time of the kernels of the set: modelled against measured"
set key bottom right Left reverse samplen 1
set grid linecolor rgb 0xE0E0E0
set style fill solid 0.15 noborder

do for [kind in "png svg pdf"] {
    if (kind eq "pdf") {
        set terminal pdfcairo size 14cm,14cm font "DejaVu Sans,10.5" \
            pointscale 0.3
    } else { if (kind eq "png") {
        set terminal pngcairo size 1400,1400 font "DejaVu Sans,21"
    } else {
        set terminal svg size 1400,1400 font "DejaVu Sans,26"
    } }
    set output picture . "." . kind
    plot "+" using 1:($1 / 1.5):($1 * 1.5) with filledcurves \
            linecolor rgb 0x999999 title "factor of 1.5", \
        x with lines linecolor rgb 0x555555 linewidth 1.5 title "equal", \
        data skip 1 index 0 using 3:4 with points linecolor rgb 0x0072B2 \
            pointtype 6 pointsize 0.9 title "for fitting", \
        data skip 1 index 1 using 3:4 with points linecolor rgb 0xD55E00 \
            pointtype 4 pointsize 0.9 title "for judging"
    unset output
}

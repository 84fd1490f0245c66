# times.gp - the set: modelled over measured times, against those that were
# measured.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; picture='X'" plots/times.gp
#
# X.csv and X.gp come from times.awk: a block of points for fitting, one for
# judging, and one of unseen kernels if there are any; names of kernels that are
# missed by more than 2, where they stand, and lines to those that do not stand
# beside their points.

load sources
set encoding utf8
set datafile separator ","

page_height = 1000
left = 0.078
bottom = 0.115
x_at(x) = left + x / 1800.0
y_at(y) = bottom + y / (1.0 * page_height)
set logscale xy
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set format x "%g"
set format y "%g"
set border 3 linecolor rgb 0x666666
set tics out scale 0.6 nomirror textcolor rgb 0x222222
set ytics (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)
set grid linecolor rgb 0xEEEEEE linewidth 0.7
set style fill solid 0.5 noborder

do for [kind in "png svg pdf"] {
    load 'plots/terminal.gp'
    set lmargin at screen left
    set rmargin at screen x_at(wide)
    set bmargin at screen bottom
    set tmargin at screen y_at(high)
    set xtics font tic_font
    set ytics font tic_font
    set label 1000 sprintf("measured on %s, \302\265s", device) \
        at screen x_at(wide / 2),0.028 center
    set label 1 "Kernels of the set: modelled time over measured time" \
        at screen left,0.955 left font title_font
    set key at screen 0.98,0.925 right top Left reverse horizontal samplen 1 \
        spacing key_spacing
    do for [i=1:names] {
        set label 1 + i name_of[i] at screen x_at(name_x[i]),y_at(name_y[i]) \
            left noenhanced font tic_font
    }
    do for [i=1:leaders] {
        set arrow i from screen x_at(lead_x[i]),y_at(lead_y[i]) \
            to screen x_at(lead_to_x[i]),y_at(lead_to_y[i]) \
            nohead back linecolor rgb 0x999999 linewidth 0.6
    }
    plot "+" using 1:(1 / 1.5):(1.5) with filledcurves \
            linecolor rgb 0xE8E8E8 title "within 1.5", \
        1 with lines linecolor rgb 0x555555 linewidth 1.5 title "equal", \
        for [k=1:2 + unseen] data skip 1 index k - 1 using 3:5 with points \
            linecolor rgb word("#0072B2 #D55E00 #009E73", k) \
            pointtype (word("6 4 8", k) + 0) pointsize 0.9 * mark_scale \
            title k == 1 ? "for fitting" : k == 2 ? "for judging" : "unseen"
    unset output
}

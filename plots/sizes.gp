# sizes.gp - bytes per second against the size of the matrix.
#
#   gnuplot -e "data='X.txt'; title_text='...'; cache=60; picture='X'" \
#       plots/sizes.gp
#
# X.txt is what make sizes writes; cache: MiB of L2.

set encoding utf8
page_height = 900
mb = 1.048576

do for [kind in "png svg pdf"] {
    load 'plots/terminal.gp'
    marks = 1.4 * mark_scale
    set label 1 "One call after the other with the same matrix: " . title_text \
        at screen 0.09,0.96 left font title_font noenhanced
    set lmargin at screen 0.09
    set rmargin at screen 0.985
    set tmargin at screen 0.80
    set bmargin at screen 0.15
    set border 3 linecolor rgb 0x666666
    set tics out scale 0.6 nomirror textcolor rgb 0x222222 font tic_font
    set grid ytics linecolor rgb 0xD8D8D8 linewidth 0.8
    set logscale x 2
    set xrange [1.6:5500]
    set yrange [0:*]
    set offsets 0,0,graph 0.1,0
    set xtics (2, 4, 8, 16, 32, 64, 128, 256, 512, "1 GB" 1024, \
        "2 GB" 2048, "4 GB" 4096)
    set xlabel "MB of A" offset 0,0.4
    set ylabel "GB/s that have to be moved" offset 0.5,0
    set key at screen 0.09,0.925 left top Left reverse vertical maxrows 2 \
        samplen 2 width 1 noenhanced spacing key_spacing

    # The sizes of the course, and the cache's.
    set object 1 rectangle from 2,graph 0 to 20,graph 1 behind \
        fillcolor rgb 0xF0F2F5 fillstyle solid noborder
    set label 2 "the seven sizes" at 6.3,graph 0.965 center font tic_font \
        textcolor rgb 0x555555
    set arrow 1 from cache * mb,graph 0 to cache * mb,graph 1 nohead \
        linecolor rgb 0x555555 dashtype 2
    set label 3 sprintf(" L2: %d MiB", cache) at cache * mb,graph 0.965 left \
        font tic_font textcolor rgb 0x555555

    plot data using 3:4 with linespoints linecolor rgb 0x555555 dashtype 3 \
            pointtype 5 pointsize marks title "copy", \
        data using 3:7 with linespoints linecolor rgb 0x009E73 pointtype 13 \
            pointsize marks title "A x V, a warp for each row (matvec_warp)", \
        data using 3:6 with linespoints linecolor rgb 0x0072B2 pointtype 7 \
            pointsize marks title "V x A, a thread for each column (vecmat)", \
        data using 3:5 with linespoints linecolor rgb 0xD55E00 pointtype 9 \
            pointsize marks title "A x V, a thread for each row (matvec)"
    unset output
}

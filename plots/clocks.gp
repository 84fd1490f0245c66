# clocks.gp - clocks of a block against blocks and threads, how long a load
# takes against how much is read, and pieces in several streams.
#
#   gnuplot -e "data='X.txt'; title_text='...'; picture='X'" plots/clocks.gp
#
# X.txt is what make clocks writes: tables with a head, two empty lines behind
# each, found by the first word of the head.

set encoding utf8
blue = 0x0072B2
orange = 0xD55E00
green = 0x009E73
grey = 0x555555
page_height = 1350

do for [kind in "png svg pdf"] {
    load 'plots/terminal.gp'
    marks = 1.4 * mark_scale
    set multiplot
    set label 1 "What clocks say: " . title_text at screen 0.07,0.97 left \
        font title_font noenhanced
    set border 3 linecolor rgb 0x666666
    set tics out scale 0.6 nomirror textcolor rgb 0x222222
    set grid ytics linecolor rgb 0xE0E0E0 linewidth 0.8
    set key samplen 2 width 1 noenhanced

    # ---- blocks ----
    set lmargin at screen 0.09
    set rmargin at screen 0.48
    set tmargin at screen 0.88
    set bmargin at screen 0.60
    set title "block_clock, 256 threads" noenhanced offset 0,-0.5
    set logscale x 2
    set xrange [0.8:3000]
    set yrange [0:*]
    set xtics (1, 8, 32, 132, 528, 2112) font tic_font
    set xlabel "blocks" offset 0,0.4
    set ylabel "clocks of a block" offset 0.5,0
    set key bottom right
    plot data index "blocks" using 1:4:6 with filledcurves \
            linecolor rgb blue fillstyle solid 0.15 noborder \
            title "least to most", \
        data index "blocks" using 1:5 with linespoints linecolor rgb blue \
            pointtype 7 pointsize marks title "median"
    unset label 1

    # ---- threads ----
    set lmargin at screen 0.60
    set rmargin at screen 0.985
    set title "block_clock, 512 elements a block" noenhanced offset 0,-0.5
    set logscale y
    set yrange [*:*]
    set ytics add autofreq
    set xrange [0.8:1500]
    set xtics (1, 32, 64, 128, 256, 512, "1024" 1024) font tic_font
    set xlabel "threads of a block" offset 0,0.4
    set key top right
    plot data index "threads8" using 2:5 with linespoints \
            linecolor rgb orange pointtype 9 pointsize marks \
            title "8 blocks for each SM", \
        data index "threads" using 2:5 with linespoints linecolor rgb blue \
            pointtype 7 pointsize marks title "1 block for each SM"

    # ---- the ladder ----
    set lmargin at screen 0.09
    set rmargin at screen 0.48
    set tmargin at screen 0.41
    set bmargin at screen 0.13
    set title "one load after the other, without pattern" offset 0,-0.5
    set xrange [6:1200000]
    set xtics ("8 KiB" 8, "256 KiB" 256, "8 MiB" 8192, "64 MiB" 65536, \
        "512 MiB" 524288) font tic_font
    set xlabel "bytes that are read" offset 0,0.4
    set ylabel "clocks of a load" offset 0.5,0
    plot data index "chase" using 1:2 with linespoints linecolor rgb green \
        pointtype 5 pointsize marks notitle

    # ---- streams ----
    set lmargin at screen 0.60
    set rmargin at screen 0.985
    set title "add_streams, 16.8 million elements, pinned" noenhanced offset 0,-0.5
    set yrange [2:90]
    set ytics (2, 3, 4, 5, 10, 20, 50)
    set xrange [0.8:6000]
    set xtics (1, 4, 16, 64, 256, 1024, 4096) font tic_font
    set xlabel "pieces" offset 0,0.4
    set ylabel "time, ms" offset 0.5,0
    set key top left Left reverse
    plot data index "streams" using 1:2 with linespoints linecolor rgb grey \
            dashtype 3 pointtype 5 pointsize marks title "1 stream", \
        data index "streams" using 1:3 with linespoints linecolor rgb orange \
            dashtype 2 pointtype 9 pointsize marks title "2 streams", \
        data index "streams" using 1:5 with linespoints linecolor rgb blue \
            pointtype 7 pointsize marks title "4 streams"
    unset multiplot
    unset output
    unset logscale
    unset title
    set ytics autofreq
    set key noreverse Right
}

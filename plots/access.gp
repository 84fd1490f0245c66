# access.gp - what one warp did: a panel for each access of the source,
# implementations beside each other.
#
#   gnuplot -e "data='X.dat'; sources='X.gp'; title_text='...'; picture='X'"
#       access.gp
#
# X.dat and X.gp come from access.awk.  All panels have one scale: a sector is
# as wide as a bank, so that a wide panel is an expensive request.

load sources
set encoding utf8

# In centimetres, on 16 x height: what stands on a page of a report.
panel_height = 3.3
head = 1.6
foot = 1.0
height = head + rows * panel_height + foot
wide = (16.0 - 0.9 - 0.15) / columns

caption = "Global: a column is a touched sector of 32 bytes, in address " . \
    "order; a gap: not neighbours in memory; dark: the bytes of a lane.\n" . \
    "Shared: colours are wavefronts, dark blue the first; above a bank, " . \
    "in how many of them it is busy."

do for [kind in "png svg pdf"] {
    if (kind eq "pdf") {
        set terminal pdfcairo size 16/2.54,height/2.54 font "DejaVu Sans,7"
        tic_font = ",6"
        small_font = ",4.2"
        title_font = ",9"
    } else { if (kind eq "png") {
        set terminal pngcairo size 1800,112.5*height font "DejaVu Sans,20"
        tic_font = ",17"
        small_font = ",12"
        title_font = ",26"
    } else {
        set terminal svg size 1800,112.5*height font "DejaVu Sans,26"
        tic_font = ",22"
        small_font = ",16"
        title_font = ",33"
    } }
    set output picture . "." . kind
    set multiplot

    # Headings: a plot with nothing in it.
    set lmargin at screen 0
    set rmargin at screen 1
    set tmargin at screen 1
    set bmargin at screen 0
    unset border
    unset tics
    unset key
    unset xlabel
    unset ylabel
    set label 1 title_text at screen 0.9/16,1 - 0.4/height left \
        font title_font noenhanced
    set label 2 caption at screen 0.9/16,0.6/height left font tic_font \
        noenhanced textcolor rgb 0x555555
    do for [c=1:columns] {
        set label 2 + c heading[c] left noenhanced \
            at screen (0.9 + (c - 1) * wide)/16,1 - 1.0/height
    }
    set xrange [0:1]
    set yrange [0:1]
    plot NaN notitle
    do for [i=1:2+columns] { unset label i }

    set border 3 linecolor rgb 0x666666 linewidth 0.7
    set style fill solid noborder
    set yrange [31.5:-3.2]
    set xrange [0:widest]
    set ytics out nomirror scale 0.4 (0, 8, 16, 24, 31) font tic_font
    do for [i=1:panels] {
        top = head + (row[i] - 1) * panel_height
        left = 0.9 + (column[i] - 1) * wide
        set lmargin at screen left/16
        set rmargin at screen (left + wide - (columns > 1 ? 0.5 : 0))/16
        set tmargin at screen 1 - (top + 0.5)/height
        set bmargin at screen 1 - (top + panel_height - 0.75)/height
        set title title[i] noenhanced offset 0,-0.6
        if (column[i] == 1) { set ylabel "lane" offset 1.5,0 font tic_font } \
        else { unset ylabel }
        if (space[i] eq "shared") {
            set xtics out nomirror scale 0.4 font tic_font offset 0,0.5 \
                ("bank 0" 0.5, "8" 8.5, "16" 16.5, "24" 24.5, "31" 31.5)
        } else {
            set xtics out nomirror scale 0.4 font tic_font offset 0,0.5 \
                ("sector 1" 0.5, "8" 7.5, "16" 15.5, "24" 23.5, "32" 31.5)
        }
        plot data index 2*i-2 \
                 using (($1 + $2)/2):(($3 + $4)/2):1:2:3:4:5 \
                 with boxxyerror linecolor rgb variable notitle, \
             data index 2*i-1 using 1:(-1.9):2 with labels \
                 font small_font notitle
    }
    unset multiplot
    unset output
    unset title
}

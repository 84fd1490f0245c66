# access.gp - what one warp did: a panel for each access of the source,
# implementations beside each other.
#
#   gnuplot -e "data='X.dat'; sources='X.gp'; title_text='...'; picture='X'"
#       access.gp
#
# X.dat and X.gp come from build/bin/access.  Pages are X.png, X_2.png, ... and the
# same as .svg and .pdf: none is higher than a page of a report.

load sources
load 'plots/wanted.gp'

# In centimetres, on 16 x height, where 1 pt is what it is in the report.
panel_height = 3.8
head = 1.7
line_height = 0.3
foot = 0.3 + line_height * (legend_lines + lines_said)
left_margin = 0.9
slot_width = (16.0 - left_margin) / 2
plot_width = slot_width - 0.65
plot_height = 2.2

page_of(i) = int((row[i] - 1) / per_page) + 1
rows_of(page) = page < pages ? per_page : rows - per_page * (pages - 1)
name_of(page) = picture . (page > 1 ? sprintf("_%d", page) : "")

do for [page=1:pages] { do for [kind in kinds] {
    height = head + rows_of(page) * panel_height + foot
    if (kind eq "pdf") {
        set terminal pdfcairo size 16/2.54,height/2.54 fontscale 0.75 \
            font "DejaVu Sans,7.5"
    } else { if (kind eq "png") {
        set terminal pngcairo size 1800,112.5*height fontscale 2.98 \
            linewidth 3 font "DejaVu Sans,7.5"
    } else {
        set terminal svg dynamic size 454,28.35*height \
            font "DejaVu Sans,7.5"
    } }
    set output name_of(page) . "." . kind
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
    set label 1 title_text . (pages > 1 ? \
        sprintf(page_word, page, pages) : "") \
        at screen left_margin/16,1 - 0.45/height left font ",8.5" noenhanced
    do for [i=1:legend_lines + lines_said] {
        set label 10 + i i > lines_said ? legend[i - lines_said] : said[i] \
            at screen left_margin/16, \
               (foot - 0.1 - line_height * (i - 1) \
                - (i > lines_said ? 0.1 : 0))/height left font ",6.5" \
            noenhanced textcolor rgb i > lines_said ? 0x555555 : 0x000000
    }
    do for [c=1:columns] {
        set label 2 + c heading[c] left noenhanced font ",8" \
            at screen (left_margin + (c - 1) * slot_width)/16,1 - 1.15/height
    }
    set xrange [0:1]
    set yrange [0:1]
    plot NaN notitle
    unset label

    set border 3 linecolor rgb 0x666666 linewidth 0.7
    set style fill solid noborder
    set yrange [31.5:-3.2]
    set ytics out nomirror scale 0.4 (0, 8, 16, 24, 31) font ",6.5"
    do for [i=1:panels] {
        if (page_of(i) != page) { continue }
        top = head + (row[i] - 1) % per_page * panel_height
        left = left_margin + slot[i] * slot_width
        set lmargin at screen left/16
        set rmargin at screen (left + plot_width)/16
        set tmargin at screen 1 - (top + 0.7)/height
        set bmargin at screen 1 - (top + 0.7 + plot_height)/height
        set xrange [0:range[i]]
        set label 1 code[i] at screen left/16,1 - (top + 0.1)/height left \
            noenhanced font "DejaVu Sans Mono,6.2"
        set label 2 title[i] at screen left/16,1 - (top + 0.47)/height left \
            noenhanced font ",7.5" textcolor rgb bad[i] ? 0xb03a00 : 0x000000
        if (slot[i] == 0) {
            set label 4 lane_word center rotate font ",6.5" \
                at screen 0.2/16,1 - (top + 0.7 + plot_height / 2)/height
        }
        set label 3 axis[i] at screen (left + plot_width)/16, \
            1 - (top + 0.7 + plot_height + 0.56)/height right noenhanced \
            font ",6.5"
        if (space[i] eq "shared") {
            set xtics out nomirror scale 0.4 font ",6.5" offset 0,0.4 \
                ("0" 0.5, "8" 8.5, "16" 16.5, "24" 24.5, "31" 31.5)
        } else {
            eval "set xtics out nomirror scale 0.4 font ',6.5' " . \
                "offset 0,0.4 " . tics[i]
        }
        plot data index 2*i-2 \
                 using (($1 + $2)/2):(($3 + $4)/2):1:2:3:4:5 \
                 with boxxyerror linecolor rgb variable notitle, \
             data index 2*i-1 using 1:(-1.9):2 with labels \
                 font ",5" textcolor rgb 0xb03a00 notitle
        do for [k=1:4] { unset label k }
    }
    unset multiplot
    unset output
} }

# roofline.gp - the kernels of a lab: GFLOP/s against FLOP per byte moved, under
# the roofs of memory, caches and arithmetic.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; title_text='...'; picture='X'" \
#       plots/roofline.gp
#
# X.gp comes from roofline.awk: places are in parts of the panel.

load sources
load 'plots/wanted.gp'

array faded[5] = [0xE08A4A, 0xEBA97C, 0xF0BE9C, 0xF4D0B7, 0xF7DECC]
shade(age) = age == 0 ? 0x333333 : age == 10 ? 0x009E73 : faded[age > 5 ? 5 : age]
own_color(student) = student ? 0xD55E00 : 0x0072B2

page_height = 1040
panel_left = 0.078
line = 33.0 / page_height
caption_at = 0.024 + line * (caption_lines - 1)
bottom = caption_at + 0.115
x_at(x) = panel_left + x / 1800.0
y_at(y) = bottom + y / (1.0 * page_height)
list_left = x_at(wide) + 0.045
list_top = y_at(high)
x_right = shares ? 0.85 : 0.91
y_right = shares ? 0.92 : 0.987

do for [kind in kinds] {
    load 'plots/terminal.gp'
    set multiplot
    set lmargin at screen panel_left
    set rmargin at screen x_at(wide)
    set bmargin at screen bottom
    set tmargin at screen y_at(high)
    set border 3 linecolor rgb 0x666666
    set tics out scale 0.6 nomirror textcolor rgb 0x222222 font tic_font
    set logscale xy
    set xrange [x_low:x_high]
    set yrange [y_low:y_high]
    set format x "%g"
    set format y "%g"
    set grid linecolor rgb 0xEEEEEE linewidth 0.7
    set label 4 x_axis \
        at screen (panel_left + x_at(wide)) / 2,bottom - 76.0 / page_height \
        center
    unset key

    set label 1 title_text at screen panel_left,1 - 0.045 left \
        font title_font noenhanced
    do for [i=1:caption_lines] {
        set label 100 + i caption[i] \
            at screen panel_left,caption_at - line * (i - 1) left noenhanced \
            textcolor rgb 0x555555
    }
    set label 3 y_axis at screen panel_left,y_at(high) + 0.026 left \
        font tic_font

    # Roofs, with what they are called beside them where they begin.
    slant = 180 / pi * atan2(high / log10(y_high / y_low), \
                             wide / log10(x_high / x_low))
    do for [i=1:slopes] {
        set arrow from screen x_at(slope_x[i]),y_at(slope_y[i]) \
            to screen x_at(ridge_x[i]),y_at(ridge_y[i]) nohead back \
            linecolor rgb 0x000000 linewidth 1.2
        set label slope_text[i] at screen \
            x_at(slope_x[i] + 22 * cos(slant * pi / 180) \
                            - 14 * sin(slant * pi / 180)), \
            y_at(slope_y[i] + 22 * sin(slant * pi / 180) \
                            + 14 * cos(slant * pi / 180)) \
            left rotate by slant font tic_font noenhanced
    }
    if (peak) {
        set arrow from screen x_at(peak_x),y_at(peak_y) \
            to screen x_at(wide),y_at(peak_y) nohead back \
            linecolor rgb 0x000000 linewidth 1.2
        set label peak_text at screen x_at(wide),y_at(peak_y + 18) right \
            font tic_font noenhanced
    }
    if (ceiling) {
        set arrow from screen x_at(ceiling_x),bottom \
            to screen x_at(ceiling_x),y_at(ceiling_y) nohead back \
            linecolor rgb 0xB03A00 dashtype 3 linewidth 1.2
        set arrow from screen x_at(ceiling_x),y_at(ceiling_y) \
            to screen x_at(wide),y_at(ceiling_y) nohead back \
            linecolor rgb 0xB03A00 dashtype 2 linewidth 1.2
        set label ceiling_text at screen x_at(wide), \
            y_at(ceiling_y + 16) right \
            font tic_font noenhanced textcolor rgb 0xB03A00
    }

    # What there was before, and beside.
    do for [i=1:arrows] {
        set arrow from screen x_at(arrow_x[i]),y_at(arrow_y[i]) \
            to screen x_at(arrow_to_x[i]),y_at(arrow_to_y[i]) \
            size screen 0.011,22 filled front \
            linecolor rgb shade(arrow_shade[i]) \
            linewidth (arrow_shade[i] ? 1.0 : 1.4)
    }
    do for [i=1:tries] {
        set label "" at screen x_at(try_x[i]),y_at(try_y[i]) point \
            pointtype 9 pointsize 1.3 * mark_scale \
            linecolor rgb shade(try_age[i])
    }
    do for [i=1:marks] {
        set label "" at screen x_at(mark_x[i]),y_at(mark_y[i]) point \
            pointtype (mark_kind[i] == 3 ? 6 : 12) \
            pointsize 1.8 * open_scale linewidth 1.4 \
            linecolor rgb mark_kind[i] == 1 ? 0x0072B2 : 0x009E73
    }
    do for [i=1:leaders] {
        set arrow from screen x_at(lead_x[i]),y_at(lead_y[i]) \
            to screen x_at(lead_to_x[i]),y_at(lead_to_y[i]) nohead back \
            linecolor rgb 0x999999 linewidth 0.6
    }
    do for [i=1:points] {
        set label "" at screen x_at(point_x[i]),y_at(point_y[i]) front \
            point pointtype 7 pointsize 1.5 * mark_scale \
            linecolor rgb own_color(own_of[i])
        set label sprintf("%d", i) \
            at screen x_at(label_x[i]),y_at(label_y[i]) left front \
            noenhanced font tic_font textcolor rgb own_color(own_of[i])
    }

    # The list.
    set label x_head at screen x_right,list_top + 0.026 right font tic_font
    set label y_axis at screen y_right,list_top + 0.026 right font tic_font
    if (shares) {
        set label share_head at screen 0.987,list_top + 0.026 right \
            font tic_font noenhanced
    }
    pitch = exercises > 17 ? 0.6 / exercises : 0.035
    do for [i=1:exercises] {
        row = list_top - 0.018 - pitch * (i - 1)
        set label sprintf("%d", i) at screen list_left,row right \
            noenhanced textcolor rgb own_color(own_of[i])
        set label name_of[i] at screen list_left + 0.01,row left \
            noenhanced textcolor rgb own_color(own_of[i])
        set label x_text[i] at screen x_right,row right noenhanced
        set label y_text[i] at screen y_right,row right noenhanced
        if (shares) {
            set label share_text[i] at screen 0.987,row right noenhanced
        }
    }
    plot NaN notitle
    unset label
    unset arrow
    unset object
    unset multiplot
    unset output
}

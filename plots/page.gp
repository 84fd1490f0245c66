# page.gp - what the pictures share: the page of kind (png, svg or pdf), and on
# it title, caption and the key of all panels; then the axes of the panels.
#
# Read inside the loop over kinds, after `load sources`, which says what the
# curves and sizes are; mark_size(i) is how large a curve's markers are on a
# page with ordinary ones, keyed how many curves stand in the key.
#
# Leaves panel_top and panel_bottom, between which the panels stand.

page_height = 860
px = 1.0 / page_height
load 'plots/terminal.gp'
do for [i=1:curves] {
    set style line i pointsize mark_size(i)
}
set multiplot

# As many entries beside each other as fit.
longest = 1
do for [i=1:keyed] {
    longest = title_width[i] > longest ? title_width[i] : longest
}
key_columns = floor(1640 / (18 * longest + 140))
key_columns = key_columns < 1 ? 1 : key_columns > keyed ? keyed : key_columns
key_rows = ceil(keyed / (1.0 * key_columns))
line_height = 33 * px
caption_at = 24 * px + line_height * (caption_lines - 1)

# Title, caption and the key: a plot with nothing in it, not even the labels of
# the page before it.
unset label
set tmargin at screen 0.90
set bmargin at screen 0.80
set lmargin at screen 0.078
set rmargin at screen 0.995
unset border
unset tics
unset grid
unset logscale
unset xlabel
unset ylabel
set label 1 title_text at screen 0.078,1 - 42 * px left font title_font \
    noenhanced
do for [i=1:caption_lines] {
    set label 100 + i caption[i] \
        at screen 0.078,caption_at - line_height * (i - 1) left noenhanced \
        textcolor rgb 0x555555
}
set key at screen 0.072,1 - 76 * px left top Left reverse horizontal \
    maxrows key_rows noenhanced samplen 3 width 1 spacing key_spacing
set yrange [0:1]
plot for [i=1:keyed] NaN with linespoints linestyle i title title_of[i]
unset label
unset key

# Sizes hang from the axis, so that its lower end depends on the longest.
longest = 0
do for [i=1:sizes] {
    longest = strlen(label_of[i]) > longest ? strlen(label_of[i]) : longest
}
panel_top = 1 - line_height * key_rows - 136 * px
panel_bottom = caption_at + (100 + 11.5 * longest) * px
set border 3 linecolor rgb 0x666666
set tics out scale 0.6 textcolor rgb 0x222222
set grid ytics linestyle 99
set ytics nomirror font tic_font
set xrange [0.6:sizes + 0.4]
set yrange [*:*]

# page.gp - what the pictures share: the page of kind (png, svg or pdf), and on
# it title, caption and the key of all panels; then the axes of the panels.
#
# Read inside the loop over kinds, after `load sources`, which says what the
# curves and sizes are; mark_size(i) is how large a curve's markers are on a
# page with ordinary ones.  16 cm wide, as it stands in a report, letters 7 points
# high: pdfcairo makes them two thirds of what it is told, and svg makes markers
# twice as large as the others.

if (kind eq "pdf") {
    set terminal pdfcairo size 16cm,8.9cm font "DejaVu Sans,10.5" \
        linewidth 1.3 pointscale 0.35 dashlength 0.7
    tic_font = ",9"
    title_font = ",13"
} else { if (kind eq "png") {
    set terminal pngcairo size 1800,1000 font "DejaVu Sans,21" \
        linewidth 1.9 dashlength 0.7
    tic_font = ",17"
    title_font = ",27"
} else {
    set terminal svg size 1800,1000 font "DejaVu Sans,26" linewidth 2.4 \
        dashlength 1.5
    tic_font = ",22"
    title_font = ",33"
} }
do for [i=1:curves] {
    set style line i pointsize mark_size(i) * (kind eq "svg" ? 0.5 : 1)
}
set output picture . "." . kind
set multiplot

# Title, caption and the key: a plot with nothing in it.
set tmargin at screen 0.90
set bmargin at screen 0.80
set lmargin at screen 0.088
set rmargin at screen 0.995
unset border
unset tics
unset grid
unset logscale
unset xlabel
unset ylabel
set label 1 title_text at screen 0.088,0.955 left font title_font noenhanced
set label 2 caption at screen 0.088,0.115 left noenhanced \
    textcolor rgb 0x555555
set key at screen 0.082,0.92 left top Left reverse horizontal \
    maxrows (keyed > 4 ? 3 : 2) \
    noenhanced samplen 3 width 1
set yrange [0:1]
plot for [i=1:keyed] NaN with linespoints linestyle i title title_of[i]
unset label 1
unset label 2
unset key

# Sizes hang from the axis, so that its lower end depends on the longest.
longest = 0
do for [i=1:sizes] {
    longest = strlen(label_of[i]) > longest ? strlen(label_of[i]) : longest
}
set tmargin at screen (keyed > 4 ? 0.775 : 0.80)
set bmargin at screen 0.25 + 0.0115 * longest
set border 3 linecolor rgb 0x666666
set tics out scale 0.6 textcolor rgb 0x222222
set grid ytics linestyle 99
set xtics () out scale 0.6 nomirror rotate by 40 right font tic_font \
    textcolor rgb 0x222222
set for [i=1:sizes] xtics add (label_of[i] i)
set ytics nomirror
set xrange [0.6:sizes + 0.4]
set xlabel xaxis offset 0,-0.2 noenhanced
set yrange [*:*]

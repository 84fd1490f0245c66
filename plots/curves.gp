# curves.gp - what the graphs share before the page is there: styles and the
# rows of the table that a curve is drawn from.
#
# Colours are those of Okabe and Ito, which colour-blind readers can tell
# apart; markers and dashes differ too, for print without colour.

load 'plots/wanted.gp'
set datafile separator ","
set style line 99 linecolor rgb 0xE0E0E0 linewidth 0.8

# Column c of a row; no number where the table has none.
known(c) = valid(c) ? column(c) : NaN

# terminal.gp - the page of kind (png, svg or pdf), page_height parts high of
# the 1800 that it is wide.
#
# 16 cm wide, as it stands in a report, letters 7 points high: pdfcairo makes
# them two thirds of what it is told, and svg makes markers twice as large as
# the others (mark_scale; open_scale of open ones).

if (kind eq "pdf") {
    set terminal pdfcairo size 16/2.54,16/2.54*page_height/1800.0 \
        font "DejaVu Sans,10.5" linewidth 1.3 pointscale 0.35 dashlength 0.7
    tic_font = ",9"
    title_font = ",13"
} else { if (kind eq "png") {
    set terminal pngcairo size 1800,page_height font "DejaVu Sans,21" \
        linewidth 1.9 pointscale 1.25 dashlength 0.7
    tic_font = ",17"
    title_font = ",27"
} else {
    set terminal svg size 1800,page_height font "DejaVu Sans,26" \
        linewidth 2.4 dashlength 1.5
    tic_font = ",22"
    title_font = ",33"
} }
mark_scale = kind eq "svg" ? 0.5 : 1
open_scale = kind eq "svg" ? 0.36 : 1
set output picture . "." . kind
key_spacing = kind eq "svg" ? 0.85 : 1

# frame.gp - a panel of the page: its place and its axis of sizes.
#
# frame_left, frame_right, frame_bottom and frame_top on the page, heading above
# it, named: do sizes and what they are stand below it?

set lmargin at screen frame_left
set rmargin at screen frame_right
set bmargin at screen frame_bottom
set tmargin at screen frame_top
set xtics () out scale 0.6 nomirror rotate by 40 right font tic_font \
    textcolor rgb 0x222222
if (named) {
    set for [i=1:sizes] xtics add (label_of[i] i)
    set label 8 xaxis at screen (frame_left + frame_right) / 2, \
        caption_at + 38 * px center noenhanced
} else {
    set for [i=1:sizes] xtics add ("" i)
    unset label 8
}
set label 9 heading at screen frame_left,frame_top + 24 * px left noenhanced \
    font tic_font textcolor rgb 0x222222

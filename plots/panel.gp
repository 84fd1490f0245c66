# panel.gp - one panel: column `drawn` against the size of all curves that are
# shown(i), with bars from the column after it to the one after that, where they
# are known; bands instead around a curve with band_of.
#
# The first curve is drawn last, to be seen where two are equal.

if (!bars) {
    plot for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
        using at:(shown(i) ? known(drawn) : NaN) with linespoints linestyle i
} else {
    plot for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
             using at:(shown(i) && band_of[i] ? known(drawn + 1) : NaN):\
                 (known(drawn + 2)) \
             with filledcurves fillstyle transparent solid 0.15 noborder \
             linestyle i, \
         for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
             using at:(shown(i) && !band_of[i] ? known(drawn + 1) : NaN):(0):\
                 (known(drawn + 2) - known(drawn + 1)) \
             with vectors nohead linestyle i linewidth 3 dashtype 1, \
         for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
             using at:(shown(i) ? known(drawn) : NaN) \
             with linespoints linestyle i
}
unset label 9

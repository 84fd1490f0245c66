# panel.gp - one panel: column `drawn` of all curves against the size, with
# bars from the column after it to the one after that, where they are known.
#
# The first curve is drawn last, to be seen where two are equal.

plot for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
         using at:(known(drawn + 1)):(0):(known(drawn + 2) - known(drawn + 1)) \
         with vectors nohead linestyle i linewidth 3 dashtype 1, \
     for [i=curves:1:-1] data skip 1 every ::from[i]::to[i] \
         using at:(known(drawn)) with linespoints linestyle i

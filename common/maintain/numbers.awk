# numbers.awk - the tables of a handout, with the times that were recorded.
#
#   awk -f numbers.awk plots/recorded/LAB_h200.csv... LAB/README.md
#
# prints the handout.  A table whose first row begins with "rows x columns" or
# "blocks" names exercises in backquotes, or is that of block_clock's clocks,
# with the blocks in its first row; rows that begin with `batch_...` hold the
# time of the largest batch.  Rows with the blocks alone have the most columns
# recorded.  Times have three digits, clocks none.

BEGIN {
    FS = ","
}
FNR == 1 {
    handout = FILENAME ~ /README.md$/
    FS = handout ? " *[|] *" : ","
    $0 = $0
    split("", at)
}
!handout && /^lab,/ {
    for (i = 1; i <= NF; i++)
        at[$i] = i
}
!handout && $at["impl"] == "reference" && !/^lab,/ && "impl" in at {
    size = $at["rows"] "x" $at["cols"]
    time[$at["exercise"], size] = $at["time_us"]
    if ($at["cols"] + 0 > most + 0)
        most = $at["cols"]
    if ($at["exercise"] == "block_clock") {
        clocks["least", $at["rows"]] = $at["clocks_min"]
        clocks["median", $at["rows"]] = $at["clocks_median"]
        clocks["most", $at["rows"]] = $at["clocks_max"]
    }
    if ($at["exercise"] ~ /^batch_/ && $at["rows"] == 512)
        batch["`" $at["exercise"] "`"] = $at["time_us"]
}

function digits(x) {
    return sprintf(x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2f", x)
}

# The row again, with another cell.
function put(i, text) {
    row = ""
    $i = text
    for (k = 2; k < NF; k++)
        row = row "| " $k " "
    line = row "|"
}

!handout {
    next
}
{
    line = $0
}
!/^\|/ {
    split("", name)
    split("", blocks)
}
/^\| (rows x columns|blocks) \|/ {
    for (i = 3; i < NF; i++)
        if (match($i, /`[a-z_]+`/))
            name[i] = substr($i, RSTART + 1, RLENGTH - 2)
        else if ($i ~ /^[0-9]+$/)
            blocks[i] = $i
}
/^\| [0-9]+(x[0-9]+)? \|/ {
    size = $2 ~ /x/ ? $2 : $2 "x" most
    for (i in name)
        put(i, digits(time[name[i], size]))
}
/^\| (least|median|most) \|/ {
    for (i in blocks)
        put(i, int(clocks[$2, blocks[i]]))
}
/^\| `batch_[a-z_]+` \| [0-9]+ \|/ && $2 in batch {
    put(3, sprintf("%.0f", batch[$2]))
}
{
    print line
}

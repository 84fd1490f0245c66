# numbers.awk - the tables of a handout, with the times that were recorded.
#
#   awk -f csv.awk -f numbers.awk plots/recorded/LAB_h200.csv... \
#       plots/recorded/clocks_h200.txt LAB/README.md
#
# prints the handout.  A table whose first row begins with "rows x columns" or
# "blocks" names exercises in backquotes, or is that of block_clock's clocks,
# with the blocks in its first row; rows that begin with `batch_...` hold the
# time of the largest batch, those with `reduce_...` that of the most elements
# and TB/s.  Rows with the blocks alone have the most columns recorded.  Times
# have three digits, clocks none.  A block of code whose first line is the head
# of a table of make clocks ("# ladder: ...") is that table.

BEGIN {
    FS = " *[|] *"
}

function take_row(    us) {
    us = value("time_us") + 0
    time[value("exercise"), value("rows") "x" value("cols")] = us
    if (value("cols") + 0 > most + 0)
        most = value("cols")
    if (value("exercise") == "block_clock" && value("inner") == 256) {
        clocks["least", value("rows")] = value("clocks_min")
        clocks["median", value("rows")] = value("clocks_median")
        clocks["most", value("rows")] = value("clocks_max")
    }
    if (value("exercise") ~ /^reduce_/ && value("cols") == 2^26) {
        sum["`" value("exercise") "`"] = us
        rate["`" value("exercise") "`"] = value("bytes") / us / 1e6
    }
    if (value("exercise") ~ /^batch_/ && value("rows") == 512)
        batch["`" value("exercise") "`"] = us
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

FILENAME ~ /clocks_[a-z0-9_]*\.txt$/ {
    if (/^# [a-z0-9]+: / && !/^# (device|toolkit|driver|date): /)
        table = $0
    if (table != "" && $0 != "")
        tables[table] = tables[table] $0 "\n"
    next
}
FILENAME !~ /README.md$/ {
    if (/^lab,/)
        read_names($0)
    else if (!/^#/) {
        read_row($0)
        if (value("impl") == "reference")
            take_row()
    }
    next
}
{
    line = $0
}
skipping {
    skipping = !/^```/
    if (!skipping)
        print
    next
}
/^# [a-z0-9]+: / && $0 in tables {
    printf "%s", tables[$0]
    skipping = 1
    next
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
/^\| `reduce_[a-z_]+` \| [0-9.]+ \|/ && $2 in sum {
    put(3, digits(sum[$2]))
    put(4, sprintf("%.2f", rate[$2]))
}
/^\| `batch_[a-z_]+` \| [0-9]+ \|/ && $2 in batch {
    put(3, sprintf("%.0f", batch[$2]))
}
{
    print line
}

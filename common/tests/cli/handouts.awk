# handouts.awk - which numbers of a handout's tables are not those recorded?
#
# Reads plots/recorded/LAB_h200.csv, then LAB/README.md files.  A table's first
# row names the exercises in backquotes; its rows begin with a size, RxC, or,
# where `cols` is given, with the rows alone.  Times have three digits.
# Prints how many it compared, and each that is another.

BEGIN { FS = "," }

FNR == 1 { handout = FILENAME ~ /README.md$/; FS = handout ? " *[|] *" : "," }

!handout && $3 == "reference" { time[$2, $4 "x" $5] = $8 }

function digits(x)
{
    return sprintf(x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2f", x)
}

function size_of(cell)
{
    if (cell ~ /^[0-9]+x[0-9]+$/)
        return cell
    return cols != "" && cell ~ /^[0-9]+$/ ? cell "x" cols : ""
}

handout && /^\| (rows x columns|blocks) \|.*`/ {
    split("", name)
    for (i = 3; i < NF; i++)
        if (match($i, /`[a-z_]+`/))
            name[i] = substr($i, RSTART + 1, RLENGTH - 2)
}

!/^\|/ { split("", name) }

handout && (size = size_of($2)) != "" {
    for (i in name) {
        compared++
        if ($i != digits(time[name[i], size]))
            print FILENAME ": " name[i] " " size ": " $i ", recorded " \
                digits(time[name[i], size])
    }
}

END { print compared + 0 " compared" }

# aims.awk - the champions against what was aimed at, of the rows that
# library.cu prints: of each champion and size, how many times as fast as the
# fastest library, and its share of the rate of the kernel that only reads.

BEGIN {
    print "## Against the libraries, and against reading alone\n"
    print "How many times as fast as the fastest library, and how much of " \
        "the rate of\n`read-only` (its time over the champion's): medians.\n"
    print "| champion | size | warm | cold | of reading, warm | cold |"
    print "|---|---|---:|---:|---:|---:|"
}

{
    at = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4
}

$5 == "read-only" {
    warm[at] = $7
    cold[at] = $11
}

$6 == "champion" {
    order[++count] = at
    name[at] = $5
    size[at] = $1 == "dot_best" ? $3 " elements" : $2 " x " $3
    if ($4 > 1)
        size[at] = size[at] " x " $4
    row[at] = sprintf("%.2f | %.2f", $8, $12)
    warm_us[at] = $7
    cold_us[at] = $11
}

END {
    for (i = 1; i <= count; i++) {
        at = order[i]
        printf "| %s | %s | %s |", name[at], size[at], row[at]
        if (name[at] == "matmul_best")
            print " | |"
        else
            printf " %.2f | %.2f |\n", warm[at] / warm_us[at], \
                cold[at] / cold_us[at]
    }
}

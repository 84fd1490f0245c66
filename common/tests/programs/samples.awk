# samples.awk - puts results of one release of nvcc into the table of
# SAMPLES.md.
#
#   awk -v release=13.0 -f samples.awk RESULTS SAMPLES.md
#
# RESULTS has a sample and its result a line, with a tab between.  The table
# begins with "| sample |"; what stands around it is copied.

FNR == NR {
    split($0, field, "\t")
    cell[field[1], release] = field[2]
    known[field[1]] = 1
    next
}

/^\| sample \|/ {
    columns = split($0, head, " *\\| *") - 2
    for (i = 2; i <= columns; i++)
        if (head[i + 1] == "nvcc " release)
            has = 1
    if (!has)
        head[++columns + 1] = "nvcc " release
    table = 1
    next
}

table == 1 && /^\|/ {
    n = split($0, field, " *\\| *")
    if (field[2] ~ /^-*$/)
        next
    known[field[2]] = 1
    for (i = 3; i < n; i++) {
        of = substr(head[i], 6)
        if (!((field[2], of) in cell))
            cell[field[2], of] = field[i]
    }
    next
}

table == 1 {
    write_table()
    table = 2
}

{ print }

END {
    if (table == 1)
        write_table()
}

function write_table(    i, line, rule, sort, sample) {
    line = "| sample |"
    rule = "|---|"
    for (i = 2; i <= columns; i++) {
        line = line " " head[i + 1] " |"
        rule = rule "---|"
    }
    print line
    print rule
    fflush()
    sort = "LC_ALL=C sort"
    for (sample in known) {
        line = "| " sample " |"
        for (i = 2; i <= columns; i++)
            line = line " " cell[sample, substr(head[i + 1], 6)] " |"
        print line | sort
    }
    close(sort)
}

# access.awk - what one warp did, as rectangles that gnuplot can draw.
#
#   awk -v sources=FILE -f csv.awk -f access.awk IMPL.csv... >X.dat
#
# Each CSV is a trace of ptxrun; its name is the heading of its column.  Of an
# access the execution with most sectors or wavefronts is drawn.  Accesses to
# the same array stand beside each other: rows are those of the last file, then
# what only the others have.
# Two blocks for each panel: rectangles "left right top bottom colour" and
# numbers above them "x number".  Global: a column is a sector, narrower where
# the next touched one is not its neighbour; a lane's bytes lie in it as in
# memory.  Shared: a column is a bank, a colour a wavefront.

BEGIN {
    SECTOR = 32
    WORD = 4
    LANES = 32
    widest = LANES
    split("0 35 75 125 180 234 254", red)
    split("34 66 97 131 172 214 232", green)
    split("78 107 125 120 103 70 56", blue)
}

FNR == 1 {
    columns++
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.csv$/, "", name)
    heading[columns] = name
    split_csv($0, head)
    for (i in head)
        at[head[i]] = i
    next
}

{
    split_csv($0, field)
    access = field[at["file"]] ":" field[at["line"]] ":" \
        field[at["column"]] " " field[at["kind"]] " " field[at["array"]]
    if (!((columns, access) in panel))
        new_panel()
    p = panel[columns, access]
    if (field[at["launch"]] == launch[p])
        keep(p, field[at["execution"]])
}

function new_panel(    what) {
    panel[columns, access] = ++panels
    launch[panels] = field[at["launch"]]
    place[columns] = "warp " field[at["warp"]] " of block " field[at["block"]]
    column[panels] = columns
    space[panels] = field[at["space"]]
    line[panels] = field[at["line"]]
    array[panels] = field[at["array"]]
    kind[panels] = field[at["kind"]]
    width[panels] = field[at["width"]]
    what = space[panels] " " kind[panels] " " array[panels]
    like[panels] = what " " ++alike[columns, what]
}

# Two of the columns "sector" and "bank, wavefront" are empty.
function keep(p, e,    n) {
    n = ++lanes[p, e]
    lane[p, e, n] = field[at["lane"]] + 0
    offset[p, e, n] = field[at["offset"]] + 0
    bank[p, e, n] = field[at["bank"]] + 0
    wave[p, e, n] = field[at["wavefront"]] + 0
    executions[p] = e + 0
    if (space[p] == "global") {
        touch(p, e, int(offset[p, e, n] / SECTOR))
        touch(p, e, int((offset[p, e, n] + width[p] - 1) / SECTOR))
    } else if (wave[p, e, n] > cost[p, e])
        cost[p, e] = wave[p, e, n]
}

# Sectors of an execution, sorted as they come.
function touch(p, e, sector,    i) {
    if ((p, e, sector) in touched)
        return
    touched[p, e, sector] = 1
    for (i = ++cost[p, e]; i > 1 && sectors[p, e, i - 1] > sector; i--)
        sectors[p, e, i] = sectors[p, e, i - 1]
    sectors[p, e, i] = sector
}

# The fewest that could serve the different words that the lanes want.
function ideal(p, e, bytes,    i, k, words, seen) {
    for (i = 1; i <= lanes[p, e]; i++)
        for (k = 0; k < width[p]; k += WORD)
            words += !seen[int((offset[p, e, i] + k) / WORD)]++
    return int((words * WORD + bytes - 1) / bytes)
}

function worst(p,    e, most) {
    most = 1
    for (e = 2; e <= executions[p]; e++)
        if (cost[p, e] > cost[p, most])
            most = e
    return most
}

function rectangle(left, right, top, bottom, color) {
    printf "%.4f %.4f %.2f %.2f %d\n", left, right, top, bottom, color
}

# Rank r's column; a slit towards a sector that is not its neighbour.
function left_of(p, e, r) {
    return r - 1 + (r > 1 && sectors[p, e, r - 1] != sectors[p, e, r] - 1) / 6
}

function right_of(p, e, r) {
    return r - (r < cost[p, e] && \
        sectors[p, e, r + 1] != sectors[p, e, r] + 1) / 6
}

function draw_global(p, e,    r, i, start, rank, left, wide, fetched, used) {
    fetched = column[p] == columns ? 14280432 : 16177604
    used = column[p] == columns ? 29362 : 13983232
    for (r = 1; r <= cost[p, e]; r++) {
        rank[sectors[p, e, r]] = r
        rectangle(left_of(p, e, r) + 0.02, right_of(p, e, r) - 0.02, -0.5,
                  LANES - 0.5, fetched)
    }
    for (i = 1; i <= lanes[p, e]; i++) {
        r = rank[int(offset[p, e, i] / SECTOR)]
        left = left_of(p, e, r)
        wide = (right_of(p, e, r) - left) / SECTOR
        start = left + offset[p, e, i] % SECTOR * wide
        rectangle(start, start + width[p] * wide, lane[p, e, i] - 0.5,
                  lane[p, e, i] + 0.5, used)
    }
    print "\n\n0 \"\"\n\n"
    if (cost[p, e] > widest)
        widest = cost[p, e]
}

# From dark blue to yellow over all wavefronts (Cividis: told apart by
# colour-blind readers, and by its lightness in print).
function shade(w, waves,    x, i, f) {
    x = waves > 1 ? (w - 1) / (waves - 1) * 6 : 0
    i = x < 6 ? int(x) + 1 : 6
    f = x - i + 1
    return int(mix(red, i, f)) * 65536 + int(mix(green, i, f)) * 256 + \
        int(mix(blue, i, f))
}

function mix(table, i, f) {
    return table[i] + f * (table[i + 1] - table[i])
}

function draw_shared(p, e,    i, k, b, passes, seen) {
    for (i = 1; i <= lanes[p, e]; i++) {
        rectangle(bank[p, e, i], bank[p, e, i] + width[p] / WORD,
                  lane[p, e, i] - 0.5, lane[p, e, i] + 0.5,
                  shade(wave[p, e, i], cost[p, e]))
        for (k = 0; k < width[p]; k += WORD) {
            b = bank[p, e, i] + k / WORD
            passes[b] += !seen[b, wave[p, e, i]]++
        }
    }
    print "\n"
    for (b = 0; b < LANES; b++)
        if (b in passes)
            print b + 0.5, "\"" passes[b] "\""
    print "\n"
}

function unit(n, space) {
    return n " " (space == "global" ? "sector" : "wavefront") \
        (n == 1 ? "" : "s")
}

function emit(p, row,    e) {
    e = worst(p)
    if (space[p] == "global")
        draw_global(p, e)
    else
        draw_shared(p, e)
    print "space[" ++drawn "] = \"" space[p] "\"" >sources
    print "column[" drawn "] = " column[p] >sources
    print "row[" drawn "] = " row >sources
    print "title[" drawn "] = \"line " line[p] ": " kind[p] " " array[p] \
        ", " unit(cost[p, e], space[p]) " in a request (ideal " \
        ideal(p, e, space[p] == "global" ? SECTOR : LANES * WORD) ")\"" >sources
}

END {
    count = panels + 0
    print "array space[" count "]\narray column[" count "]" >sources
    print "array row[" count "]\narray title[" count "]" >sources
    print "array heading[" columns "]" >sources
    for (c = columns; c >= 1; c--)
        for (p = 1; p <= panels; p++) {
            if (column[p] != c)
                continue
            if (!(like[p] in row_of))
                row_of[like[p]] = ++rows
            emit(p, row_of[like[p]])
        }
    for (c = 1; c <= columns; c++)
        print "heading[" c "] = \"" heading[c] ": " place[c] "\"" >sources
    print "columns = " columns "\nrows = " rows + 0 "\npanels = " count \
        "\nwidest = " widest >sources
}

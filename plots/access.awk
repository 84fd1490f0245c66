# access.awk - what one warp did, as rectangles that gnuplot can draw.
#
#   LC_ALL=C awk -v sources=X.gp -f csv.awk -f access.awk IMPL.csv... >X.dat
#
# Each CSV is a trace of ptxrun; its name is the heading of its column.  Of an
# access the execution with most sectors or wavefronts is drawn; accesses of
# one line to one array that cost the same are drawn once.  Accesses to the
# same array stand beside each other: rows are those of the last file, then
# what only the others have.  A single file fills both places of a row.
# Two blocks for each panel: rectangles "left right top bottom colour" and
# numbers above them "x number".  Global: a column is a sector, narrower where
# the next touched one is not its neighbour; a lane's bytes lie in it as in
# memory.  Shared: a column is a bank, a colour a wavefront.
# Texts go to gnuplot between single quotes, where nothing is substituted.

BEGIN {
    SECTOR = 32
    WORD = 4
    LANES = 32
    NARROW = 8    # sectors that a panel has room for at least
    PER_PAGE = 5  # rows of panels
    TEXT = 43     # characters of a source line above a panel
    TICS = 4      # labels below a panel
    THIN = 160    # a lane's bytes are drawn this part of a panel wide at least
    FRAME = 8363440
    split("0 35 75 125 180 234 254", red)
    split("34 66 97 131 172 214 232", green)
    split("78 107 125 120 103 70 56", blue)
}

FNR == 1 {
    columns++
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.csv$/, "", name)
    heading[columns] = name ".cu"
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

function new_panel() {
    panel[columns, access] = ++panels
    launch[panels] = field[at["launch"]]
    place[columns] = "warp " field[at["warp"]] " of block " field[at["block"]]
    column[panels] = columns
    space[panels] = field[at["space"]]
    file[panels] = field[at["file"]]
    line[panels] = field[at["line"]] + 0
    array[panels] = field[at["array"]]
    kind[panels] = field[at["kind"]]
    width[panels] = field[at["width"]]
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
function ideal(p, e,    bytes, i, k, words, seen) {
    bytes = space[p] == "global" ? SECTOR : LANES * WORD
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

# ---- global memory ---------------------------------------------------------

# Rank r's column; a slit towards a sector that is not its neighbour.
function left_of(p, e, r) {
    return r - 1 + (r > 1 && sectors[p, e, r - 1] != sectors[p, e, r] - 1) / 6
}

function right_of(p, e, r) {
    return r - (r < cost[p, e] && \
        sectors[p, e, r + 1] != sectors[p, e, r] + 1) / 6
}

function border(x, range) {
    rectangle(x - range / 640, x + range / 640, -0.5, LANES - 0.5, FRAME)
}

# A lane's bytes: where they are, and wide enough to be seen.
function draw_lane(p, e, i, range, left, wide, color,    start, more) {
    start = left + offset[p, e, i] % SECTOR * wide
    more = range / THIN - width[p] * wide
    more = more > 0 ? more / 2 : 0
    rectangle(start - more, start + width[p] * wide + more,
              lane[p, e, i] - 0.5, lane[p, e, i] + 0.5, color)
}

function draw_global(p, e, range,    r, i, rank, left, wide, color) {
    color = column[p] == columns
    for (r = 1; r <= cost[p, e]; r++) {
        rank[sectors[p, e, r]] = r
        rectangle(left_of(p, e, r), right_of(p, e, r), -0.5, LANES - 0.5,
                  color ? 14280432 : 16177604)
    }
    for (i = 1; i <= lanes[p, e]; i++) {
        r = rank[int(offset[p, e, i] / SECTOR)]
        left = left_of(p, e, r)
        wide = (right_of(p, e, r) - left) / SECTOR
        draw_lane(p, e, i, range, left, wide, color ? 29362 : 13983232)
    }
    for (r = 1; r <= cost[p, e]; r++) {
        border(left_of(p, e, r), range)
        border(right_of(p, e, r), range)
    }
    print "\n\n0 \"\"\n\n"
}

# Where sectors begin, in bytes from the start of the array.
function tics(p, e, range,    r, step, text) {
    step = range / TICS
    for (r = 1; r <= cost[p, e]; r++)
        text = text (r > 1 ? ", " : "") "\"" \
            ((r - 1) % step == 0 ? sectors[p, e, r] * SECTOR : "") "\" " \
            left_of(p, e, r)
    return "(" text ")"
}

# ---- shared memory ---------------------------------------------------------

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

# In how many wavefronts each bank is busy.
function count_passes(p, e, passes,    i, k, b, seen) {
    for (i = 1; i <= lanes[p, e]; i++)
        for (k = 0; k < width[p]; k += WORD) {
            b = bank[p, e, i] + k / WORD
            passes[b] += !seen[b, wave[p, e, i]]++
        }
}

function draw_shared(p, e, needed,    i, b, passes) {
    count_passes(p, e, passes)
    for (b = 0; b < LANES; b++)
        rectangle(b + 0.04, b + 0.96, -0.5, LANES - 0.5,
                  passes[b] > needed ? 16570563 : 16053492)
    for (i = 1; i <= lanes[p, e]; i++)
        rectangle(bank[p, e, i], bank[p, e, i] + width[p] / WORD,
                  lane[p, e, i] - 0.5, lane[p, e, i] + 0.5,
                  shade(wave[p, e, i], cost[p, e]))
    print "\n\n0 \"\""
    for (b = 0; b < LANES; b++)
        if (passes[b] > needed)
            print b + 0.5, "\"" passes[b] "\""
    print "\n"
}

# ---- panels ----------------------------------------------------------------

# A line of a student's file may hold anything.
function quote(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}

function set(name, i, value) {
    print name "[" i "] = " value >sources
}

function source_text(name, number,    text, n) {
    for (n = 0; n < number && (getline text <name) > 0; )
        n++
    close(name)
    if (n < number || number == 0)
        return ""
    gsub(/[ \t\r]+/, " ", text)
    sub(/^ /, "", text)
    if (length(text) > TEXT) {
        text = substr(text, 1, TEXT - 3)
        sub(/[\300-\377][\200-\277]*$/, "", text) # may be half a character
        text = text "..."
    }
    return text
}

function words(p, e, needed,    n, unit) {
    n = cost[p, e]
    unit = space[p] == "global" ? "sector" : "wavefront"
    return kind[p] " of " array[p] ": " n " " unit (n == 1 ? "" : "s") \
        " a request" (n > needed ? ", ideal " needed : "")
}

# A request for 32 neighbours that begin inside a sector takes one more: that
# is not held against it.
function emit(p, e, slot, range,    needed) {
    needed = ideal(p, e)
    if (space[p] == "global")
        draw_global(p, e, range)
    else
        draw_shared(p, e, needed)
    drawn++
    set("space", drawn, quote(space[p]))
    set("slot", drawn, slot)
    set("row", drawn, row_of[p])
    set("range", drawn, range)
    set("code", drawn, quote(line[p] ": " source_text(file[p], line[p])))
    set("title", drawn, quote(words(p, e, needed)))
    set("bad", drawn, (cost[p, e] > needed + (space[p] == "global")))
    set("tics", drawn, quote(space[p] == "global" ? tics(p, e, range) : ""))
    set("axis", drawn, quote(space[p] == "global" ? "byte of " array[p] : \
        "bank"))
}

# Panels that are drawn, and their rows.
function arrange(    c, p, e, what, same, nth, twins, kept) {
    for (c = columns; c >= 1; c--)
        for (p = 1; p <= panels; p++) {
            if (column[p] != c)
                continue
            e = of[p] = worst(p)
            what = space[p] " " kind[p] " " array[p]
            same = c " " line[p] " " what " " cost[p, e] " " ideal(p, e) \
                " " lanes[p, e]
            if (twins[same]++)
                continue
            what = what " " ++nth[c, what]
            if (columns == 1)
                row_of[p] = int((kept++ + 2) / 2)
            else {
                if (!(what in like))
                    like[what] = ++rows
                row_of[p] = like[what]
            }
            if (row_of[p] > rows)
                rows = row_of[p]
            if (space[p] == "global" && cost[p, e] > most[row_of[p]])
                most[row_of[p]] = cost[p, e]
        }
}

# Both panels of a row are as wide, so that the dearer one is seen to be it.
function range_of(p,    range) {
    if (space[p] == "shared")
        return LANES
    for (range = NARROW; range < most[row_of[p]]; )
        range *= 2
    return range
}

END {
    split("space slot row range code title bad tics axis", names, " ")
    arrange()
    for (i = 1; i in names; i++)
        print "array " names[i] "[" panels + 0 "]" >sources
    print "array heading[" columns "]" >sources
    for (p = 1; p <= panels; p++)
        if (p in row_of)
            emit(p, of[p], columns == 1 ? in_row[row_of[p]]++ : column[p] - 1,
                 range_of(p))
    for (c = 1; c <= columns; c++)
        set("heading", c, quote(heading[c] ": " place[c]))
    pages = int((rows + PER_PAGE - 1) / PER_PAGE)
    print "columns = " columns "\nrows = " rows + 0 "\npanels = " drawn + 0 \
        "\npages = " pages "\nper_page = " \
        (pages ? int((rows + pages - 1) / pages) : 0) >sources
}

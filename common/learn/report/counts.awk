# counts.awk - what was predicted and counted of one exercise, from the facts
# of `grader profile --facts`.
#
#   awk -F '\t' -v exercise=matvec -v table=3 -f word.awk \
#       -f words.awk -f counts.awk FACTS
#
# A row for each quantity that was predicted or could be better; columns:
# predicted, counted, their quotient, the least.  Sentences, which html and pdf
# have beside the table: on the others, and on the line that wastes most.  They
# are all where nothing was predicted and every quantity is what it could be, be
# it that a line wastes so little that this is seen in none of them; of what
# launches no kernel there is nothing to say.

function quantity(key, title) {
    order[++quantities] = key
    name[key] = title
}

function cell(cells, key) {
    return " " (key in cells && cells[key] != "" ? cells[key] : \
        "\342\200\223") " |"
}

function array(text) {
    if (sub(/^parameter /, "", text))
        return say(word("parameter {number}"), "number", text)
    return "`" text "`"
}

# What has no row of its own.
function named(key) {
    if (key == "time_us")
        return word("time") ", " us()
    if (sub(/^times_as_fast_as_/, "", key))
        return say(word("times as fast as {version}"), "version", "`" key "`")
    gsub(/_/, " ", key)
    return word(key)
}

# "blocks 100, threads 96", in the report's language.
function named_size(text,    n, part, pair, k, done) {
    n = split(text, part, ", ")
    done = ""
    for (k = 1; k <= n; k++) {
        if (split(part[k], pair, " ") == 2)
            part[k] = word(pair[1]) " " pair[2]
        done = done (k > 1 ? ", " : "") part[k]
    }
    return done
}

function worst_line(    text) {
    if (!line)
        return
    if (kind == "load" && space == "shared")
        text = word("Line {line} loads {array}; wavefronts a request: {each}.")
    else if (kind == "load")
        text = word("Line {line} loads {array}; sectors a request: {each}.")
    else if (space == "shared")
        text = word("Line {line} stores {array}; wavefronts a request: {each}.")
    else
        text = word("Line {line} stores {array}; sectors a request: {each}.")
    text = text " " word("It could do with {least}.")
    return say(text, "line", line, "array", array(what), "each", \
        digits(each), "least", digits(least))
}

BEGIN {
    quantity("global_load_sectors_per_request", \
        word("sectors per load request"))
    quantity("global_load_efficiency", word("loaded bytes used, %"))
    quantity("global_store_sectors_per_request", \
        word("sectors per store request"))
    quantity("shared_load_wavefronts_per_request", \
        word("wavefronts per shared load"))
    quantity("shared_load_bank_conflicts", word("bank conflicts, loads"))
    quantity("shared_store_bank_conflicts", word("bank conflicts, stores"))
}

$2 != exercise {
    next
}

$1 == "kernel" {
    kernel = $3
    size = $4
    gsub(/ x /, " \303\227 ", size)
    size = named_size(size)
}

$1 == "metric" {
    counted[$3] = digits($4)
    ideal[$3] = digits($5)
}

$1 == "worst" {
    line = $3
    kind = $4
    what = $5
    space = $6
    each = $7
    least = $8
}

$1 == "predicted" {
    predicted[$3] = digits($4)
    if (!($3 in name))
        quantity($3, named($3))
    if ($5 != "")
        counted[$3] = digits($5)
    off[$3] = digits($6)
    predictions++
    if ($7)
        late = 1
}

# What may be left out of the table: it is what it could be, and nobody has
# said before what it would be.
function is_plain(key) {
    return !(key in predicted) && counted[key] == ideal[key]
}

# "sectors per load request: 4; loaded bytes used: 100 %".
function plain_ones(    i, key, text, done) {
    done = ""
    for (i = 1; i <= quantities; i++) {
        key = order[i]
        if (counted[key] == "" || !is_plain(key) || \
            (key ~ /conflicts/ && counted[key] == 0))
            continue
        text = name[key] ": " counted[key]
        if (sub(/(, |\357\274\214)%:/, ":", text))
            text = text "\302\240%"
        done = done (done == "" ? "" : "; ") text
    }
    return done
}

# Is there a quantity that a table would show?
function has_rows(    i) {
    for (i = 1; i <= quantities; i++)
        if (!is_plain(order[i]))
            return 1
    return 0
}

function print_table(    i, key) {
    print "| |" (predictions ? " " word("predicted") " |" : "") \
        " " word("counted") " |" (predictions ? " " \
        word("predicted / counted") " |" : "") " " word("at best") " |"
    print "|----------------------------------|" \
        (predictions ? "-------------:|" : "") "-------------:|" \
        (predictions ? "-------------:|" : "") "-------------:|"
    for (i = 1; i <= quantities; i++) {
        key = order[i]
        if (is_plain(key))
            continue
        print "| " name[key] " |" (predictions ? cell(predicted, key) : "") \
            cell(counted, key) (predictions ? cell(off, key) : "") \
            cell(ideal, key)
    }
    caption(table, say(word("`{kernel}` at {size}"), \
        "kernel", kernel, "size", size))
}

END {
    if (kernel == "")
        exit
    best = plain_ones()
    nothing = line ? word("`{kernel}` at {size}") " \342\200\223" : \
        word("`{kernel}` at {size}: no line wastes anything.")
    is_table = (predictions || line) && has_rows()
    if (is_table) {
        print ":::: {.counted}\n::: {.numbers}"
        print_table()
        print ":::"
    }
    print "::: {.note custom-style=\"Note\"}"
    if (!is_table)
        printf "%s ", say(nothing, "kernel", kernel, "size", size)
    if (best != "")
        print say(word("At best already: {counts}."), "counts", best)
    if (late)
        print word("Predicted after the first profile.")
    print worst_line() "\n:::\n" (is_table ? "::::\n" : "")
}

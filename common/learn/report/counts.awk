# counts.awk - what was predicted and counted of one exercise, from the facts
# of `grader profile --facts`.
#
#   awk -F '\t' -v exercise=matvec -v table=3 -f words.awk -f counts.awk FACTS
#
# A column for each quantity; rows: predicted, counted, the error, the least.
# Then a sentence on the line that wastes most, and one on the time.

function quantity(key, title) {
    order[++columns] = key
    name[key] = title
}

function row(title, cells,    i, text) {
    text = "| " title " |"
    for (i = 1; i <= shown; i++)
        text = text " " (column_of[i] in cells && \
            cells[column_of[i]] != "" ? cells[column_of[i]] : \
            "\342\200\223") " |"
    print text
}

function array(text) {
    if (sub(/^parameter /, "", text))
        return say(word("parameter {number}"), "number", text)
    return "`" text "`"
}

# What has no column of its own.
function named(key) {
    if (key == "time_us")
        return word("time") ", " us()
    if (sub(/^times_as_fast_as_/, "", key))
        return say(word("times as fast as {version}"), "version", "`" key "`")
    gsub(/_/, " ", key)
    return word(key)
}

# The bound of a time, in a word or two.
function bound(name) {
    if (name == "issue")
        return word("instructions")
    if (name == "L1")
        return word("requests to L1 and shared memory")
    if (name == "L2")
        return word("the way to L2")
    if (name == "DRAM")
        return word("memory")
    if (name == "waiting")
        return word("waiting for results")
    if (name == "atomics")
        return word("atomics on one address")
    return word("launching")
}

function worst_line(    text) {
    if (!line)
        return
    if (kind == "load")
        text = space == "shared" ? \
word("Line {line} loads shared {array}: {each} wavefronts, not {least}.") : \
word("Line {line} loads {array}: {each} sectors a request, not {least}.")
    else
        text = space == "shared" ? \
word("Line {line} stores to shared {array}: {each} wavefronts, not {least}.") : \
word("Line {line} stores to {array}: {each} sectors a request, not {least}.")
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

$1 == "none" {
    print "*" say(word("No kernel ran: `{command}` says why."), "command", \
        "make check EX=" exercise) "*\n"
    exit
}

$1 == "kernel" {
    kernel = $3
    size = $4
    gsub(/ x /, " \303\227 ", size)
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

$1 == "time" {
    time = decimal($4) " " us() " (" decimal($5 "\342\200\223" $6) ")"
    gpu = $3
    by = bound($7)
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

END {
    if (kernel == "")
        exit
    for (i = 1; i <= columns; i++)
        if (order[i] in counted || order[i] in predicted)
            column_of[++shown] = order[i]
    if (!shown)
        exit
    head = "| |"
    rule = "|-----------|"
    for (i = 1; i <= shown; i++) {
        head = head " " name[column_of[i]] " |"
        rule = rule "--------:|"
    }
    print head "\n" rule
    if (predictions)
        row(word("predicted"), predicted)
    row(word("counted"), counted)
    if (predictions)
        row(word("predicted / counted"), off)
    row(word("at best"), ideal)
    caption(table, \
        say(word("`{kernel}` at {size}, counted on the emulated device"), \
            "kernel", kernel, "size", size))
    if (late)
        print word("Predicted after the first profile.")
    print worst_line()
    if (time != "")
        print \
            say(word("Modelled for {gpu}: {time}; most of it goes to {by}."), \
                "gpu", gpu, "time", time, "by", by)
}

# listing.awk - program text as a report shows it: what is longer than a few
# lines in two columns, which takes half the paper.
#
#   awk -f listing.awk FILE
#
# What is too long for a column is folded, a statement as a whole.  Columns end
# at a blank line where one is near the middle; what is longer than a part of a
# page is parted likewise.  Html and pdf know columns by their class; of a docx
# they are the cells of a table.

BEGIN {
    width = 60   # characters that a column has
    whole = 96   # and a page
    short = 11   # lines, not worth two columns
    tallest = 18 # lines of a column, so that it finds room on a page
    apart = 5    # lines that a part costs, as it is not read on
}

function indent_of(text) {
    match(text, /^ */)
    return RLENGTH
}

function add(text) {
    line[++lines] = text
}

# Where a comment begins; 0 if there is none.
function comment_at(text) {
    return match(text, /\/\/ /)
}

# Code is rather broken behind a comma, or before && and ||.
function is_good(text, at) {
    return substr(text, at - 1, 1) ~ /[,;]/ || \
        substr(text, at + 1, 2) ~ /^(&&|[|][|])$/
}

# The last space that leaves at most so many characters before it; 0 if none.
function break_of(text, most, first, is_comment,    at, good, k) {
    for (k = first; k <= most + 1; k++)
        if (substr(text, k, 1) == " ") {
            at = k
            good = is_good(text, k) ? k : good
        }
    return !is_comment && good > most * 0.6 ? good : at
}

# What comes after the first line hangs, behind `mark` in a comment.
function wrap(text, most, hang, mark,    at) {
    while (length(text) > most && (at = break_of(text, most, \
        hang + length(mark) + 2, mark != ""))) {
        add(substr(text, 1, at - 1))
        text = spaces(hang) mark substr(text, at + 1)
    }
    add(text)
}

function spaces(n) {
    return sprintf("%" n "s", "")
}

function fold(text, most,    at, indent, code) {
    indent = indent_of(text)
    at = length(text) > most ? comment_at(text) : 0
    if (at > indent + 1) {
        code = substr(text, 1, at - 1)
        sub(/ +$/, "", code)
        wrap(code, most, indent + 4, "")
        indent += 4
        text = spaces(indent) substr(text, at)
    }
    wrap(text, most, at ? indent : indent + 4, at ? "// " : "")
}

# How many parentheses a line leaves open.
function opened(text,    left, right) {
    left = gsub(/\(|<<</, "", text)
    right = gsub(/\)|>>>/, "", text)
    return left - right
}

# Is there nothing but a comment, as far to the right as on the line before?
function goes_on(i) {
    return text_of[i] ~ /^ *\/\/ / && indent_of(text_of[i]) == \
        indent_of(text_of[i - 1])
}

# Of a statement: the line where its parentheses are closed; of a comment: its
# last.
function last_of(first,    i, open) {
    if (text_of[first] ~ /^ *\/\/ /) {
        for (i = first + 1; i <= given && goes_on(i); i++)
            ;
        return i - 1
    }
    for (i = first; i <= given; i++) {
        open += opened(text_of[i])
        if (open <= 0)
            return i
    }
    return first
}

function is_too_long(first, last, most,    i) {
    for (i = first; i <= last; i++)
        if (length(text_of[i]) > most)
            return 1
    return 0
}

# A comment behind code, a string: what cannot be joined with the next line.
function must_stay(first, last,    i, text) {
    for (i = first; i <= last; i++) {
        text = text_of[i]
        sub(/^extern "C"/, "", text)
        if (text ~ /"/ || comment_at(text) > indent_of(text) + 1)
            return 1
    }
    return 0
}

function joined(first, last,    text, next_line, i) {
    text = text_of[first]
    for (i = first + 1; i <= last; i++) {
        next_line = text_of[i]
        sub(/^ *(\/\/ )?/, "", next_line)
        text = text (text ~ /\($/ ? "" : " ") next_line
    }
    return text
}

function fold_all(most,    i, last) {
    lines = 0
    for (i = 1; i <= given; i++) {
        last = last_of(i)
        if (!is_too_long(i, last, most) || must_stay(i, last))
            last = i
        fold(joined(i, last), most)
        i = last
    }
}

# ---- columns -----------------------------------------------------------------

# How bad it is to part the text behind line i: within a statement, behind a
# comment on what follows, within a paragraph, within a function.
function harm(i) {
    if (line[i] ~ /^ *\/\/ / || line[i] !~ /[;{}]$|^$/)
        return 8
    if (line[i] == "" || line[i + 1] == "")
        return line[i + 1] line[i + 2] ~ /^[^ ]/ ? 0 : 1
    return line[i + 1] ~ /^ *}/ ? 6 : 3
}

# How high these lines are; a blank one is half a line in html and pdf.
function height(first, last) {
    return high[last] - high[first - 1]
}

# Where a part has the end of its first column; its height becomes `least`.
function middle_of(first, last,    i, left, right, cost, best) {
    least = -1
    for (i = first; i < last || least < 0; i++) {
        left = height(first, i)
        right = height(i + 1, last)
        if (right > left + 8 && i + 1 < last)
            continue
        cost = (left > right ? left : right) + (i < last ? harm(i) : 0)
        if (least < 0 || cost < least) {
            least = cost
            best = i
        }
    }
    return best
}

# Parts that take the least paper, from the last line to the first: what begins
# at line i ends at end_of[i], its first column at middle[i].
function choose_parts(    i, k, at, cost) {
    for (i = 1; i <= lines; i++)
        high[i] = high[i - 1] + (line[i] == "" ? 0.5 : 1)
    for (i = lines; i >= 1; i--)
        for (k = i; k <= lines && height(i, k) <= 2 * tallest; k++) {
            at = middle_of(i, k)
            cost = least + apart + (k < lines ? harm(k) + whole_cost[k + 1] : 0)
            if (k == i || cost < whole_cost[i]) {
                whole_cost[i] = cost
                end_of[i] = k
                middle[i] = at
            }
        }
}

function print_block(first, last,    i) {
    while (line[first] == "")
        first++
    while (last > first && line[last] == "")
        last--
    print "~~~~~~cpp"
    for (i = first; i <= last; i++)
        print line[i]
    print "~~~~~~\n"
}

function docx(text) {
    print "```{=openxml}\n" text "\n```\n"
}

function print_columns(first, last, middle,    cell) {
    cell = "<w:tc><w:tcPr><w:tcW w:type=\"pct\" w:w=\"2500\"/></w:tcPr>"
    docx("<w:tbl><w:tblPr><w:tblStyle w:val=\"Listing\"/>" \
        "<w:tblW w:type=\"pct\" w:w=\"5000\"/>" \
        "<w:tblLayout w:type=\"fixed\"/></w:tblPr><w:tblGrid>" \
        "<w:gridCol w:w=\"4700\"/><w:gridCol w:w=\"4700\"/></w:tblGrid>" \
        "<w:tr><w:trPr><w:cantSplit/></w:trPr>" cell)
    print ":::: {.listing}\n::: {.column}"
    print_block(first, middle)
    print ":::"
    docx("</w:tc>" cell)
    print "::: {.column}"
    print_block(middle + 1, last)
    print ":::\n::::\n"
    docx("</w:tc></w:tr></w:tbl>")
}

{
    text_of[++given] = $0
}

END {
    if (!given)
        exit
    fold_all(given > short ? width : whole)
    if (given <= short) {
        print_block(1, lines)
        exit
    }
    choose_parts()
    for (first = 1; first <= lines; first = end_of[first] + 1)
        print_columns(first, end_of[first], middle[first])
}

# words.awk - a report's words, numbers and markup, for
# awk -f word.awk -f words.awk -f ...
#
# lang is "en", "ru", "zh", ...  say(text, name, value, ...) puts values in the
# places {name} of a text.

# The values are put in from the right, so that a place in one stays a text.
function say(text, a, x, b, y, c, z, d, w) {
    if (d != "")
        text = put_in(text, d, w)
    if (c != "")
        text = put_in(text, c, z)
    if (b != "")
        text = put_in(text, b, y)
    return put_in(text, a, x)
}

# A number, or two with a dash: a comma is what Russian has for the point.
function decimal(x) {
    if (lang == "ru")
        gsub(/\./, ",", x)
    return x
}

# Microseconds.
function us() {
    return lang == "ru" ? "\320\274\320\272\321\201" : "\302\265s"
}

# 31.65 -> "31.6", 5158000 -> "5158000": three digits, as more are noise.
function digits(x) {
    if (x == "")
        return ""
    x += 0
    return decimal(x == int(x) ? sprintf("%d", x) : x >= 100 ? \
        sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : sprintf("%.2f", x))
}

# No character is markup.
function plain(text,    k, c, done) {
    for (k = 1; k <= length(text); k++) {
        c = substr(text, k, 1)
        done = done (index("][\\`*_{}()#+.!<>|$~^@\"-", c) ? "\\" c : c)
    }
    return done
}

function caption(table, text) {
    print "\n: " say(word("Table {number}. {text}."), "number", table, \
        "text", text) "\n"
}

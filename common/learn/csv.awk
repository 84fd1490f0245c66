# csv.awk - records of RFC 4180, for awk -f csv.awk -f ...

# Splits a record into field[1..]; returns their number.
function split_csv(line, field,    n, text, more) {
    n = 0
    do {
        if (match(line, /^"([^"]|"")*"/)) {
            text = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", text)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        field[++n] = text
        more = substr(line, RLENGTH + 1, 1) == ","
        line = substr(line, RLENGTH + 2)
    } while (more)
    return n
}

# The row with the names of the columns, and then each row, which value() asks.
function read_names(line,    i) {
    split("", column)
    for (i = split_csv(line, field); i > 0; i--)
        column[field[i]] = i
}

function read_row(line) {
    split_csv(line, field)
}

# "" if there is no such column.
function value(name) {
    return name in column ? field[column[name]] : ""
}

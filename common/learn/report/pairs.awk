# pairs.awk - pictures of a report, two beside each other in html and pdf.
#
#   awk -f pairs.awk MARKDOWN
#
# Two are a pair where nothing but blank lines stands between them.

function flush() {
    if (first != "")
        print first "\n"
    first = ""
}

/^!\[/ {
    if (first == "")
        first = $0
    else {
        print "::: {.pair}\n" first "\n\n" $0 "\n:::\n"
        first = ""
    }
    next
}

/[^ \t]/ {
    flush()
}

first == "" {
    print
}

END {
    flush()
}

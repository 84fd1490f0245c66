# beside.awk - what was counted, and the picture of it beside that in html and
# pdf.
#
#   awk -f beside.awk MARKDOWN
#
# Where nothing but blank lines stands between the two.

function flush() {
    printf "%s", block
    block = ""
}

/^:::: [{][.]counted[}]$/ {
    flush()
    inside = 1
}

block != "" && !inside && /^!\[/ {
    print "::::: {.beside}\n" block "\n" $0 "\n\n:::::"
    block = ""
    next
}

block != "" && !inside && /[^ \t]/ {
    flush()
}

inside || block != "" {
    block = block $0 "\n"
    if ($0 == "::::")
        inside = 0
    next
}

{
    print
}

END {
    flush()
}

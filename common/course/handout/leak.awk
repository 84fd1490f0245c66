# leak.awk - finds three consecutive lines of a solution in other files.
#
#   awk -f leak.awk kind=known STUBS kind=solution reference.cu... answers.md... \
#       kind=edition FILES...
#
# Lines that are no more than braces and the like do not count, nor does what
# stands around a line: spaces, quotes of strings, marks of lists and patches.
# Of a reference.cu only what stands between BEGIN and END SOLUTION is the
# solution; what stands in a stub is known anyway.
# Prints a line for each place; exit status 1 if there is any.

function bare(text) {
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&amp;/, "\\&", text)
    gsub(/\\n/, "", text)
    gsub(/[ \t\r]/, "", text)
    sub(/^[-+>|"'`*#\/]+/, "", text)
    sub(/[|"'`,\\]+$/, "", text)
    return text ~ /[A-Za-z0-9\200-\377]/ ? text : ""
}

FNR == 1 {
    first = second = ""
    inside = FILENAME !~ /reference\.cu$/ || kind == "edition"
}

kind == "solution" && /^[ \t]*\/\/ (BEGIN|END) SOLUTION/ {
    inside = /BEGIN/
    first = second = ""
    next
}

!inside || (text = bare($0)) == "" {
    next
}

{
    three = first "\n" second "\n" text
    if (second != "" && first != "") {
        if (kind == "known")
            known[three] = 1
        else if (kind == "solution" && !(three in known))
            solution[three] = FILENAME ":" FNR - 2
        else if (kind == "edition" && (three in solution)) {
            print FILENAME ":" FNR ": lines of " solution[three]
            found = 1
        }
    }
    first = second
    second = text
}

END {
    exit found
}

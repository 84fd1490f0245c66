# headings.awk - the text of a student's report in the report's language.
#
#   awk -v exercises="matvec vecmat" -f text.awk -f word.awk \
#       -f words.awk -f headings.awk REPORT
#
# Headings that are the workbook's are translated; what the student wrote stays.
# Left out are the head, remarks, and sections of open exercises that were not
# begun, unless the student wrote something there.

# Titles of exercises begin with a capital here.
function translation(text,    small) {
    small = tolower(substr(text, 1, 1)) substr(text, 2)
    return word(text) == text && word(small) != small ? word(small) : \
        word(text)
}

function heading(    mark, name) {
    mark = name = ""
    match($0, /^#+ +/)
    mark = substr($0, 1, RLENGTH)
    $0 = substr($0, RLENGTH + 1)
    if (match($0, / \(`[A-Za-z0-9_]+`\)[ \t]*$/)) {
        name = substr($0, RSTART)
        $0 = substr($0, 1, RSTART - 1)
    }
    return mark translation($0) name
}

function flush() {
    if (!optional || own)
        printf "%s", section
    section = ""
}

!in_text() {
    next
}

!in_code && /^#+ / {
    flush()
    own = 0
    optional = match($0, /\(`[A-Za-z0-9_]+`\)/) && !index(" " exercises " ", \
        " " substr($0, RSTART + 2, RLENGTH - 4) " ")
    $0 = heading()
}

!/^#+ / && !/^[{][{].*[}][}]$/ && !/^[ \t]*(\.\.\.)?[ \t]*$/ {
    own = 1
}

{
    section = section $0 "\n"
}

END {
    flush()
}

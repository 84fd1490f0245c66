# judge.awk - what was said of one fault, against what is expected.
#
#     awk -v folder=SAID -v file=FILE -v fault=NAME -f judge.awk EXPECTED
#
# EXPECTED is what expected.awk writes.  Prints a row, tab separated: file,
# fault, the checks that have to find it, what each of compute-sanitizer's four
# tools said, what ptxrun said, then what the former and the latter said of the
# program without the fault.  What is said is
#     -         nothing
#     ?         it was not run
#     hang      nothing until it was stopped
#     refused   that the instruction is not supported
#     call      only that a call of the API failed
#     other     a fault, at another line or at none
#     line      a fault, at a line that is expected

BEGIN {
    split("? - hang refused call other line", word, " ")
    for (i in word)
        rank[word[i]] = i
}

function better(a, b) {
    return rank[a] < rank[b] ? b : a
}

function said_by(tool, how) {
    return folder "/" file "." fault "." tool "." how
}

# Of a run that said nothing: had it come to its end?
function silent(tool, how,    name, row) {
    name = said_by(tool, how) ".status"
    row = "?"
    getline row < name
    close(name)
    return row == "status 124" || row == "status 137" ? "hang" : \
        row == "?" ? "?" : "-"
}

# What the first line of a block of compute-sanitizer's says.
function kind_of(row) {
    if (row ~ /SUMMARY|COMPUTE-SANITIZER|Target application|No attachable/)
        return "-"
    return row ~ /^ Program hit/ ? "call" : "other"
}

# A block begins with a word right behind "========= "; what belongs to it is
# indented.
function by_sanitizer(tool, how,    name, row, line, kind, found) {
    name = said_by(tool, how)
    found = "-"
    while ((getline row < name) > 0) {
        if (!sub(/^=========/, "", row))
            continue
        if (row ~ /^ [A-Z]/)
            kind = kind_of(row)
        found = better(found, kind)
        while (kind != "-" && match(row, file "\\.cu:[0-9]+")) {
            line = substr(row, RSTART, RLENGTH)
            sub(/.*:/, "", line)
            if (kind == "other" && (line in expected))
                found = "line"
            row = substr(row, RSTART + RLENGTH)
        }
    }
    close(name)
    return found == "-" ? silent(tool, how) : found
}

# Columns 5 and 8 are the lines, 12 is the title.
function by_ptxrun(how,    name, row, field, found) {
    name = said_by("ptxrun", how)
    found = "-"
    while ((getline row < name) > 0) {
        split(row, field, "\t")
        if (field[1] == "tool")
            continue
        if (field[12] ~ /is not supported/)
            found = better(found, "refused")
        else
            found = better(found, field[5] in expected || \
                field[8] in expected ? "line" : "other")
    }
    close(name)
    return found == "-" ? silent("ptxrun", how) : found
}

{
    expected[$1]
    if (!($2 in wanted))
        checks = checks (checks ? "," : "") $2
    wanted[$2]
}

END {
    printf "%s\t%s\t%s", file, fault, checks
    alarm = "-"
    tools = split("memcheck initcheck racecheck synccheck", tool, " ")
    for (i = 1; i <= tools; i++) {
        printf "\t%s", by_sanitizer(tool[i], "wrong")
        alarm = better(alarm, by_sanitizer(tool[i], "fixed"))
    }
    printf "\t%s\t%s\t%s\n", by_ptxrun("wrong"), alarm, by_ptxrun("fixed")
}

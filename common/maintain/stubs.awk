# stubs.awk - makes a student's stub of a reference.cu.
#
# Idea: the first comment of the file becomes the stub's own; each part between
# BEGIN SOLUTION and END SOLUTION becomes a TODO.  The parameters of a function
# that lost its body are named once, (void)x, so that no compiler warns.
# Guarantee: an unpaired mark is an error that names its line (exit status 3).
# Variables: lab, the folder's name.

function fail(line, text)
{
    printf "%s:%d: error: %s\n", FILENAME, line, text > "/dev/stderr"
    failed = 1
    exit 3
}

# "double (*now)(void)" becomes "double now".
function plain(text,    name)
{
    while (match(text, /\(\*[A-Za-z0-9_]+\)\([^()]*\)/)) {
        name = substr(text, RSTART + 2, RLENGTH - 2)
        sub(/\).*/, "", name)
        text = substr(text, 1, RSTART - 1) name substr(text, RSTART + RLENGTH)
    }
    return text
}

# "(void)a, (void)n;" for the parameter list that ends the text, in lines of 80
# columns at most.
function silence(text, indent,    list, count, i, name, out, column)
{
    text = plain(text)
    if (!match(text, /\([^()]*\)[^()]*$/))
        return ""
    list = substr(text, RSTART + 1)
    sub(/\).*/, "", list)
    count = split(list, parameters, ",")
    out = ""
    for (i = 1; i <= count; i++) {
        name = parameters[i]
        gsub(/\[[^]]*\]|[ \t]+$/, "", name)
        sub(/^.*[^A-Za-z0-9_]/, "", name)
        if (name == "" || name == "void")
            continue
        # What stands behind it is a comma or a semicolon.
        if (out == "") {
            out = indent
            column = length(out)
        } else if (column + length(", (void)" name) < 80) {
            out = out ", "
            column += 2
        } else {
            out = out ",\n" indent "    "
            column = length(indent) + 4
        }
        out = out "(void)" name
        column += length("(void)" name)
    }
    return out == "" ? "" : out ";"
}

function header()
{
    print "/*"
    print " * student.cu - YOU EDIT THIS."
    print " *"
    print " * README.md in this folder explains the tasks.  Write the parts"
    print " * marked TASK in place of their TODO lines, in any order, then"
    print " *"
    print " *     make check LAB=" lab
    print " *"
    print " * Stuck?  make hint LAB=" lab " EX=... gives one step at a time."
    print " * @NUMBER@"
    print " */"
}

NR == 1 && /^\/\*/ { in_header = 1 }
in_header {
    if (/\*\//) {
        in_header = 0
        header()
    }
    next
}

/BEGIN SOLUTION/ {
    if (begun)
        fail(NR, "BEGIN SOLUTION again: the one of line " begun " is open")
    begun = NR
    match($0, /^ */)
    indent = substr($0, 1, RLENGTH)
    voids = signature == "" ? "" : silence(signature, indent)
    print indent "// TODO: your code here" \
        (voids == "" ? "." : ", instead of the next line.\n" voids)
    signature = ""
    next
}
/END SOLUTION/ {
    if (!begun)
        fail(NR, "END SOLUTION without BEGIN SOLUTION")
    begun = 0
    next
}
begun { next }

# A function starts in column 1; its text up to the brace is its signature.
/^[A-Za-z_]/ { signature = ""; in_signature = 1 }
/^\{/ { in_signature = 0 }
/^\}/ { signature = "" }
in_signature { signature = signature " " $0 }
/;[ \t]*$/ && in_signature { in_signature = 0 }
{ print }

END {
    if (begun && !failed)
        fail(begun, "BEGIN SOLUTION without END SOLUTION")
}

# mutants.awk - faults in a reference.cu, made by machine, one at a time.
#
#   awk -f mutants.awk reference.cu reference.cu
#
# Idea: every line of every solution is changed in every way of a fixed list:
# comparisons, operators, terms, constants, names, conditions, statements.
# What does not compile costs little, so few pains are taken to avoid it.
# Types are left alone: only arrays of more than INT_MAX elements would tell a
# size_t from an int.
# The file is named twice, as it is read twice: names only take the place of
# others if the exercise has them.
# Prints a line for each, in fields separated by tabs: exercise, number of the
# line, "kernel" or "host", the line, the changed line (both without comment
# and indentation), the changed line in full.  The second line of an exercise
# that reads the same has " #2" behind it, and so on.
# Variables: only, an exercise; "" for all.

BEGIN {
    OFS = "\t"
    operand = "(\\([a-z_]+\\))?[A-Za-z0-9_.]+(\\[[^]]*\\])?"
    compared = "[A-Za-z0-9_.][A-Za-z0-9_. +]*( (<|>|<=|>=|==|!=) " operand ")?"
}

function bare(text)
{
    sub(/^ */, "", text)
    return text
}

function emit(text)
{
    if (text != code && !((FNR, text) in emitted))
        print exercise, FNR, side, name, bare(text), text
    emitted[FNR, text] = 1
}

# Each place where the pattern matches, one at a time; the replacement is
# taken as it is.
function change(pattern, replacement,    at, rest)
{
    at = 0
    rest = code
    while (match(rest, pattern)) {
        emit(substr(code, 1, at + RSTART - 1) replacement \
            substr(rest, RSTART + RLENGTH))
        at += RSTART + RLENGTH - 1
        rest = substr(code, at + 1)
    }
}

# Is the n characters long text at this place a word, not declared here?
function stands_alone(at, n,    ahead)
{
    ahead = substr(code, 1, at - 1)
    return ahead !~ /[A-Za-z0-9_.]$/ &&
        ahead !~ /(size_t|int|float|double|dim3) [*]?$/ &&
        substr(code, at + n) !~ /^[A-Za-z0-9_.]/
}

function rename(word, other,    at, found)
{
    for (at = 1; found = index(substr(code, at), word); at += found)
        if (stands_alone(at + found - 1, length(word)))
            emit(substr(code, 1, at + found - 2) other \
                substr(code, at + found - 1 + length(word)))
}

function exchange(word, other)
{
    if ((exercise, word) in words && (exercise, other) in words) {
        rename(word, other)
        rename(other, word)
    }
}

# Constants have names of capitals; single letters are arrays and sizes.
function constants(    rest, at, word)
{
    at = 0
    rest = code
    while (match(rest, /[A-Z][A-Z]+/)) {
        word = substr(rest, RSTART, RLENGTH)
        if (word != "NULL" && stands_alone(at + RSTART, RLENGTH))
            emit(substr(code, 1, at + RSTART - 1) "(" word " - 1)" \
                substr(rest, RSTART + RLENGTH))
        at += RSTART + RLENGTH - 1
        rest = substr(code, at + 1)
    }
}

# if (...) on one line: always true, and asked the other way round.
function conditions(    i, depth, start)
{
    if (!match(code, /if \(/))
        return
    start = RSTART + 3
    for (i = start; i <= length(code); i++) {
        depth += (substr(code, i, 1) == "(") - (substr(code, i, 1) == ")")
        if (depth == 0)
            break
    }
    if (depth > 0)
        return
    emit(substr(code, 1, start) "true" substr(code, i))
    emit(substr(code, 1, start) "!" substr(code, start, i - start + 1) \
        substr(code, i))
}

function comparisons()
{
    change(" < ", " <= ")
    change(" <= ", " < ")
    change(" > ", " >= ")
    change(" >= ", " > ")
    change(" == ", " != ")
    change(" && ", " || ")
    change(" [|][|] ", " && ")
    change(compared " && ", "")
    change(" && " compared, "")
    change(compared " [|][|] ", "")
    change(" [|][|] " compared, "")
    change(compared " [?] ", "true ? ")
    change(compared " [?] ", "false ? ")
}

function arithmetic()
{
    change(" [+] ", " - ")
    change(" - ", " + ")
    change(" [*] ", " + ")
    change(" / ", " * ")
    change(" % ", " / ")
    change(" [+*/%-] " operand, "")
    change(operand " [+*] ", "")
    change(operand " [*] " operand " [+] ", "")
    change("[+]=", "=")
    change("[+]=", "-=")
    change("/=", "-=")
    change("[+][+]", " += 2")
}

function values()
{
    constants()
    rename("0", "1")
    rename("1", "0")
    rename("1", "2")
    rename("2", "3")
    rename("0.0f", "1.0f")
    rename("0.0", "1.0")
    rename("0xffffffffu", "0x7fffffffu")
}

function names()
{
    change("[.]x", ".y")
    change("[.]y", ".x")
    exchange("x", "y")
    exchange("row", "col")
    exchange("rows", "cols")
    exchange("inner", "cols")
    exchange("inner", "rows")
    exchange("i", "j")
    exchange("lane", "warp")
    exchange("lane", "slice")
    exchange("thread", "lane")
    exchange("L", "M")
    exchange("L", "N")
    exchange("M", "N")
    exchange("a", "b")
    exchange("d_a", "d_b")
    change("blockDim", "gridDim")
    change("gridDim", "blockDim")
    change("__shfl_down_sync", "__shfl_up_sync")
    change("fminf", "fmaxf")
    change("HostToDevice", "DeviceToHost")
    change("DeviceToHost", "HostToDevice")
}

function statements()
{
    change("__syncthreads\\(\\);", ";")
    change("return;", ";")
    if (before ~ /[;{})]$|^$/ && code ~ /^ *[A-Za-z_][^;]*[=(][^;]*;$/ &&
        code !~ /^ *(size_t|int|float|double|bool|const|dim3|long|extern) / &&
        code !~ /^ *(__s|if|for|return)/)
        emit(substr(code, 1, match(code, /[A-Za-z_]/) - 1) ";")
}

/^\/\/ ---- / {
    exercise = $3
}

FNR == NR {
    gsub(/[^A-Za-z0-9_]/, " ")
    for (i = split($0, word, " "); i > 0; i--)
        words[exercise, word[i]] = 1
    next
}

/^[a-z_].*\(/ { side = /__(global|device)__/ ? "kernel" : "host" }
/BEGIN SOLUTION/ { solving = 1; before = "" }
/END SOLUTION/ { solving = 0 }

solving && (only == "" || only == exercise) {
    code = $0
    sub(/ *\/\/.*/, "", code)
    if (code == "")
        next
    name = bare(code)
    if (times[exercise, name]++)
        name = name " #" times[exercise, name]
    comparisons()
    arithmetic()
    values()
    names()
    conditions()
    statements()
    before = code
}

# bounds.awk - LLVM code behind loops.awk: loops that are to be one piece, and
# have bounds, get a way out for which the number of turns is known.
#
#     LC_ALL=C awk -f bounds.awk [-v without=" N N"] CODE CODE
#
# nvcc makes one piece of "k < min(8, n - i)" and "k < 8 && i + k < n", with a
# way out after each turn, if k is the index of an array of the thread, which
# then is registers, or the source says "#pragma unroll"; clang 14 of no loop
# whose number of turns is not the same each time.  So "k < 8" and the rest are
# kept apart; for the former a "k < 8" is added, by the size of the array, which
# never ends the loop.  Where clang does not find that out, words of PTX are
# left, "// unbounded N", and all is to be done again without those.
# Guarantee: where none of them is left, the code does what it did.
# Source: LLVM 14, computeUnrollCount.

# "%12," without the comma
function name(word) {
    sub(/,$/, "", word)
    return word
}

BEGIN {
    most = 64 # elements
    barrier = "call void asm sideeffect \"\", \"\"() " \
        "inaccessiblememonly nounwind"
}

# What is said of loops stands behind them.
NR == FNR {
    if (/^![0-9]+ = distinct /)
        said[$1] = $0
    else if (/"llvm\.loop\.unroll\.(enable|full)"/)
        full[$1] = 1
    next
}

# Is a loop to be one piece?
function is_whole(loop,    of, i, count) {
    count = split(said[loop], of, /[ ,{}]+/)
    for (i = 4; i <= count; i++)
        if (of[i] in full)
            return 1
    return 0
}

# Two conditions, of which one is such a way out, are to stay two.
function stay_apart(block) {
    if (block)
        line[begins[block]] = line[begins[block]] "\n  " barrier
}

# A way out in the place of a branch that leads into the loop.
function leave(at, header,    of, new, text) {
    count++
    if (index(without " ", " " count " ") || !(header in counter) || !size ||
        size > most)
        return
    new = "%bound" count
    split(line[at], of)
    text = line[at]
    sub(/label %[^,]*,/, "label " new ",", text)
    line[at] = text "\n\nbound" count ":\n  " \
        "%bound" count ".k = load " type[header] ", " pointer[header] "\n  " \
        "%bound" count ".c = icmp slt " type[header] " %bound" count ".k, " \
        size "\n  " barrier "\n  br i1 %bound" count ".c, label " \
        of[5] " label %bound" count ".end\n\nbound" count ".end:\n  " \
        "call void asm sideeffect \"// unbounded " count \
        "\", \"\"() inaccessiblememonly nounwind\n  br label " name(of[7])
}

/^define / {
    n = 0
    inside = 1
    split("", begins)
    split("", ends)
    split("", counter)
    split("", joined)
    split("", second)
    split("", constant)
    split("", elements)
    split("", made_of)
    split("", index_of)
    block = ""
}

inside { line[++n] = $0 }

/^[^ ;}!@]*:/ {
    block = "%" $1
    sub(/:.*/, "", block)
    begins[block] = n
}

$3 == "alloca" && $4 ~ /^\[/ { elements[$1] = substr($4, 2) + 0 }

# The first number that a block looks at.
$3 == "load" && !(block in counter) && $4 ~ /^i(32|64),$/ {
    counter[block] = name($6)
    type[block] = name($4)
    pointer[block] = $5 " " name($6)
}

$3 == "load" { made_of[$1] = name($6) }
$3 == "sext" || $3 == "zext" { made_of[$1] = made_of[name($5)] }

$3 == "getelementptr" {
    for (i = 4; i <= NF && !(name($i) in elements); i++)
        continue
    for (last = NF; i <= NF && $last !~ /^%/; last--)
        continue
    if (i <= NF)
        index_of[made_of[name($last)]] = elements[name($i)]
}

$1 == "br" && $2 == "i1" { ends[block] = n }

$3 == "icmp" && name($7) ~ /^[0-9]+$/ && name($7) + 0 <= most {
    constant[block] = 1
}

$3 == "phi" && $4 == "i1" && $6 == "false," {
    joined[name($7)] = block
    second[name($7)] = name($11)
}

$1 == "br" && $2 == "label" && begins[name($3)] && is_whole($NF) {
    header = name($3)
    size = index_of[counter[header]]
    at = header in joined ? joined[header] : header
    if (header in constant || \
        (header in second && second[header] in constant))
        stay_apart(second[header])
    else
        leave(ends[at], header)
}

inside && /^}/ {
    for (i = 1; i <= n; i++)
        print line[i]
    inside = 0
    next
}

!inside { print }

# one_block.awk - a solution whose kernels are all launched with one block.
#
#   awk [-v threads=1] -f one_block.awk SOLUTION
#
# Idea: between <<< and >>>, what stands before the first comma that is in no
# brackets is the grid, and what stands before the next one the block, which
# threads takes the place of if it is given.

# How much of text belongs to its first argument.
function first(text,    i, c, depth)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (depth == 0 && (c == "," || substr(text, i, 3) == ">>>"))
            break
        depth += (c == "(") - (c == ")")
    }
    return i - 1
}

{ rest = rest $0 "\n" }

END {
    while (at = index(rest, "<<<")) {
        printf "%s1", substr(rest, 1, at + 2)
        rest = substr(rest, at + 3)
        rest = substr(rest, first(rest) + 1)
        if (threads != "" && rest ~ /^,/)
            rest = ", " threads substr(rest, first(substr(rest, 2)) + 2)
    }
    printf "%s", rest
}

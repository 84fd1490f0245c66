# copies.awk - LLVM code of kernels, optimized: what is copied from memory to
# memory goes 16 bytes at a time where it may.
#
#     LC_ALL=C awk -f copies.awk CODE
#
# A float4 that is copied and not looked at clang copies as 16 bytes, by words
# of 8, for it knows no integer of more; nvcc by one load of four.  So such
# copies are written out as loads and stores of vectors.
# The code has the order of uses in it (-emit-llvm-uselists), on which it hangs
# what becomes of addresses; what is said of a value that is changed here goes,
# and of constants.

# vectors(N): of 16 bytes, in a copy of N that is written out; 0: none.
function vectors(bytes) {
    return bytes % 16 == 0 && bytes <= 64 ? bytes / 16 : 0
}

# A pointer to the vector i of what begins at a value: its name.
function pointer(type, value, i,    at, space) {
    if (i) {
        at = "%copy." copies "." ++made
        print "  " at " = getelementptr i8, " type " " value ", i64 " 16 * i
        value = at
    }
    if (type !~ /^i8/)
        return type " " value
    space = type
    sub(/^i8/, "", space)
    at = "%copy." copies "." ++made
    print "  " at " = bitcast " type " " value " to <4 x i32>" space
    return "<4 x i32>" space " " at
}

# "i8 addrspace(3)* align 16 %5": its type, value and alignment.
function read_argument(words,    n, of, i) {
    type = ""
    if (match(words, /^(ptr|i8)( addrspace\([0-9]+\))?[*]?/))
        type = substr(words, 1, RLENGTH)
    n = split(words, of, " ")
    value = of[n]
    alignment = 0
    for (i = 1; i < n; i++)
        if (of[i] == "align")
            alignment = of[i + 1]
}

# Writes a copy out, if it is one that may be.
function write_out(    arguments, of, n, i, to, to_type, from, from_type,
    label) {
    arguments = $0
    sub(/^.*@llvm\.memcpy[^(]*\(/, "", arguments)
    n = split(arguments, of, ", ")
    if (!sub(/^i64 /, "", of[3]) || !vectors(of[3]) || of[4] !~ /^i1 false/)
        return 0
    read_argument(of[1])
    to = value
    to_type = type
    if (alignment < 16 || to !~ /^%/ || to_type == "")
        return 0
    read_argument(of[2])
    from = value
    from_type = type
    if (alignment < 16 || from !~ /^%/ || from_type == "")
        return 0
    n = vectors(of[3])
    label = match($0, /, !dbg ![0-9]+/) ? substr($0, RSTART, RLENGTH) : ""
    copies++
    made = 0
    changed[to] = changed[from] = 1
    for (i = 0; i < n; i++)
        print "  %copied." copies "." i " = load <4 x i32>, " \
            pointer(from_type, from, i) ", align 16" label
    for (i = 0; i < n; i++)
        print "  store <4 x i32> %copied." copies "." i ", " \
            pointer(to_type, to, i) ", align 16" label
    return 1
}

/^define / { split("", changed) }

/call void @llvm\.memcpy\./ && write_out() { next }

# Of constants there are other uses now; of assembly clang 14 writes what it
# cannot read.
$1 == "uselistorder" {
    value = $0
    sub(/, [{].*/, "", value)
    sub(/.* /, "", value)
    if (value in changed || value !~ /^[%@]/ || /@llvm\.memcpy\./)
        next
}

{ print }

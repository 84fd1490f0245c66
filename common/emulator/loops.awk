# loops.awk - LLVM code of kernels as clang writes it, not optimized yet: says
# of loops what nvcc's optimizer takes for granted.
#
#     LC_ALL=C awk -f loops.awk CODE
#
# "i < n; i += stride" ends if the stride is not 0 and i does not run over.  Of
# signed numbers nvcc takes that for granted, unrolls the loop, and divides to
# know how often it turns.  Of unsigned ones, of "i <= n" and of all other loops
# that may have no end it does not, nor are those left out.
# "i < n && row < rows", of which no turn changes the second half, clang asks
# before the loop and unrolls what is left; nvcc does so when it has unrolled
# loops already: it is left as it is.
# A loop whose turns are counted by what is an index of an array of the thread
# becomes one piece with nvcc, if the number of turns is known, long or not: the
# array then is registers.  Of one without a constant that bounds it nothing is
# said: clang would unroll it as any other, and then have ptxas leave it alone.
# "#pragma unroll" is for nvcc: as a whole, or as without it.  Clang would
# unroll the inner one of two loops by some turns before it knows how many there
# are.
# A loop that is to be unrolled once is not to be unrolled, by ptxas neither: so
# the PTX says "nounroll" of it (older clangs say so of "#pragma nounroll"
# alone).
# warpSize is what a register holds, not 32, though ptxas knows: its loops are
# not unrolled as those of constants.
# A loop around another one is unrolled as a whole or not at all, if the source
# does not say so: as a whole only if that is short, the loops inside unrolled
# before, which clang does afterwards.
# A loop of a constant number of turns that is too long for one piece, and odd,
# is one of any number for nvcc: four turns at a time, and others for the rest.
# Clang would take three.  Not so if the source says how it is to be unrolled,
# or an array of the thread is to become registers.
# What expf returns hangs on its argument alone, whoever calls beside: a loop
# with it may be unrolled.  So it is with logarithms; nvcc has others in line,
# too, but they are too long for a loop to be unrolled.
# A root is worked out by those that need it alone, as with nvcc; that of a
# constant is a constant if it stands in the call ("float x = 2; sqrtf(x)", of
# which the optimizer finds out later, stays a root).
# Source: LLVM Language Reference, "llvm.loop", "convergent".

# What is said of unrolling in the source stands behind the loops.
function find_pragmas(file,    line, of, i, count) {
    while ((getline line < file) > 0) {
        if (line !~ /^![0-9]+ = (distinct )?![{]/)
            continue
        count = split(line, of, /[ ,{}]+/)
        if (line ~ /"llvm\.loop\.unroll/)
            pragma[of[1]] = 1
        else if (line ~ /= distinct/)
            for (i = 4; i <= count; i++)
                names[of[1]] = names[of[1]] " " of[i]
    }
    close(file)
}

# Does the source say how a loop is to be unrolled?
function has_pragma(loop,    of, i, count) {
    count = split(names[loop], of)
    for (i = 1; i <= count; i++)
        if (of[i] in pragma)
            return 1
    return 0
}

BEGIN {
    find_pragmas(ARGV[1])
    short = 64 # turns, of which none are left
    piece = 75 # operations of a loop inside, in all turns of the one around it
    long = 112 # turns, of which the shortest make one piece
    apart = 1000000 # more than any number that clang gives
    ends = "!" apart
    alone = "!" 2 * apart
    whole = "!" 3 * apart
}

# "%12," without the comma
function name(word) {
    sub(/,$/, "", word)
    return word
}

# Is what is compared at its beginning stepped at its end?
function is_stepped(from,    count, of, i) {
    count = split(loads[from], of)
    for (i = 1; i <= count; i++)
        if ((block, of[i]) in stepped)
            return stepped[block, of[i]] == 1 || !(cached > begins[from])
    return 0
}

# Does each turn ask, in one of two blocks, what none changes: numbers alone
# that are stored to before the loop begins?
function asks_the_same(from,    i, k, count, of, same) {
    if (!(from in both))
        return 0
    for (i = 1; i <= 2; i++) {
        same = i == 1 ? from : both[from]
        count = split(loads[same], of)
        same = count && !(same in others)
        for (k = 1; k <= count; k++)
            same = same && !(stored[of[k]] > begins[from])
        if (same)
            return 1
    }
    return 0
}

# Is what is compared there an index of an array of the thread's?
function counts_elements(from,    count, of, i) {
    count = split(loads[from], of)
    for (i = 1; i <= count; i++)
        if (indexed[of[i]] > begins[from])
            return 1
    return 0
}

# Is there a constant beyond which it does not count?
function has_limit(from) {
    return (from in limit) || ((from in both) && (both[from] in limit))
}

# Does a loop turn a constant number of times?
function is_counted(from) {
    return (from in limit) && (from in first)
}

# Are its turns, counted up one by one, odd and too many for one piece, and is
# it left to the compiler what becomes of it?
function is_odd(from, loop,    count) {
    if (!is_counted(from) || !(from in compares) || has_pragma(loop) || \
        !(counts[loads[from]] > begins[from]) || counts_elements(from))
        return 0
    count = limit[from] - first[from]
    return count > long && count % 2
}

# What it counts to becomes what a register holds.
function hide(from,    at) {
    at = compares[from]
    sub(/, -?[0-9]+/, ", %hidden" at, row[at])
    row[at] = "  %hidden" at " = call i32 asm \"mov.u32 $0, " written[from] \
        ";\", \"=r\"() nounwind readnone\n" row[at]
}

# Does a loop that begins there, and ends here, have another one in it, neither
# of which may be unrolled as a whole?
function is_outer(from,    i) {
    for (i = 1; i <= loops && !is_counted(from); i++)
        if (begins[head[i]] > begins[from] &&
            !(is_counted(head[i]) && limit[head[i]] <= short))
            return 1
    return 0
}

# Does a loop, which stands in another one, turn as often as that one's counter
# says: "j < k", or from "j = k + 1" on?
function hangs_on(inner, outer,    count, of, i) {
    count = split(loads[outer], of)
    for (i = 1; i <= count; i++)
        if (index(loads[inner] starts[inner] " ", " " of[i] " "))
            return 1
    return 0
}

# The constant that it counts to.
function bound(from) {
    return (from in limit) ? limit[from] : limit[both[from]]
}

# Is there such a loop in it, and would it be too long as straight code?  Seen
# of nvcc, of loops from 0: 17 turns become one piece, 18 do not; with two such
# loops 6 and 7 (of ints that are sorted, of matrices that are made triangular).
function is_too_long(from,    i, inner) {
    for (i = 1; i <= loops; i++)
        inner += begins[head[i]] > begins[from] && !is_counted(head[i]) && \
            hangs_on(head[i], from)
    return inner && bound(from) > (inner == 1 ? 17 : 6)
}

# Does it ask for another turn with a number?
function goes_on(from, number,    asks, to) {
    asks = substr(predicate[from], length(predicate[from]) - 1)
    to = written[from] + 0
    return asks == "lt" ? number < to : asks == "le" ? number <= to : \
        asks == "gt" ? number > to : asks == "ge" ? number >= to : \
        asks == "ne" && number != to
}

# What a turn makes of a number that it counts with.
function stepped_by(op, number, by) {
    return op == "add" ? number + by : op == "sub" ? number - by : \
        op == "mul" ? number * by : op == "shl" ? number * 2 ^ by : \
        op ~ /div/ ? int(number / by) : int(number / 2 ^ by)
}

# The turns of a loop of a constant number of these, or more than `most`; those
# that count by ones if it is not known what it counts by.
function turns(from, most,    of, number, count) {
    if (split(loads[from], of) != 1 || !(changed[of[1]] > begins[from]))
        return limit[from] - first[from]
    number = first[from] + 0
    for (count = 0; count <= most && goes_on(from, number); count++)
        number = stepped_by(change[of[1]], number, amount[of[1]])
    return count
}

# Is there a way out of a loop, which ends here, but where it asks for another
# turn?
function has_exit(from,    at) {
    for (at in jumps)
        if (at + 0 > begins[from] && jumped[at] != else_to[from] && \
            !begins[jumps[at]])
            return 1
    return 0
}

# Does a loop, which ends here, count its turns one by one to no constant, and
# hang on that alone, so that it is unrolled four times, and turns are left?
# Not "a[i] > 0", "i < n && a[i] > 0", nor "i < j" where both change.
function is_unrolled(from,    count, of, i, one, more) {
    if (is_counted(from) || (from in both) || has_pragma(says[from]) || \
        ((from in then_to) && (from in others)) || has_exit(from))
        return 0
    count = split(loads[from], of)
    for (i = 1; i <= count; i++)
        if (changed[of[i]] > begins[from] && of[i] != one) {
            more += one != "" || change[of[i]] !~ /^(add|sub)$/ || \
                amount[of[i]] ^ 2 != 1
            one = of[i]
        }
    return one != "" && !more
}

# Is a loop of a constant number of turns too long as straight code for those
# inside that are unrolled before?  Seen of nvcc, of 2 to 12 turns: 7 make one
# piece and 8 do not where there are 10 operations inside, 4 and 5 with 16, 3
# and 4 with 22.  What ended last comes first, so that none is counted twice, be
# it in another one or back at its beginning from several places.
function is_too_much(from,    i, inner, behind) {
    behind = NR
    for (i = loops; i > 0 && is_counted(from); i--)
        if (begins[head[i]] > begins[from] && begins[head[i]] < behind && \
            unrolled[head[i]]) {
            inner += size[head[i]]
            behind = begins[head[i]]
        }
    return inner && inner * turns(from, piece) > piece
}

/^define / {
    loops = 0
    operations = 0
    split("", boxes)
    split("", made_before)
    split("", size)
    split("", says)
    split("", limit)
    split("", first)
    split("", compares)
    split("", written)
    split("", predicate)
    split("", change)
    split("", changed)
    split("", amount)
    split("", step_op)
    split("", step_by)
    split("", odd)
    split("", counts)
    split("", next_one)
    split("", constant)
    split("", begins)
    split("", both)
    split("", then_to)
    split("", else_to)
    split("", jumps)
    split("", jumped)
    split("", unrolled)
    split("", others)
    split("", stored)
    split("", locals)
    split("", arrays)
    split("", indexed)
    split("", made_of)
    split("", loads)
    split("", starts)
    split("", from_made)
    split("", less)
    split("", steps)
    split("", stepped)
    split("", warps)
    split("", of_warps)
    block = ""
}

/^[^ ;}!@]*:/ {
    block = "%" $1
    sub(/:.*/, "", block)
    begins[block] = NR
    made_before[block] = operations
}

$3 == "alloca" { boxes[$1] = 1 }

# What is left of the code once its numbers are in registers.
($2 == "=" && $3 !~ /^(alloca|bitcast)$/ && \
    !($3 == "load" && (name($6) in boxes))) || \
    $1 == "br" || ($1 == "store" && !(name($5) in boxes)) { operations++ }

$3 == "alloca" && $4 ~ /^i(8|32|64),$/ { locals[$1] = 1 }

$3 == "alloca" && /alloca \[/ { arrays[$1] = 1 }

# Of which numbers another one is made.
$3 == "load" && (name($6) in locals) { made_of[$1] = " " name($6) }

$3 ~ /^(add|sub|mul|shl|[al]shr|[su]div|[su]rem|and|or|xor|[sz]ext|trunc)$/ {
    for (i = 4; i <= NF; i++)
        made_of[$1] = made_of[$1] made_of[name($i)]
}

# From an array to an element, or to an array in it.
$3 == "getelementptr" {
    for (i = 4; i <= NF && !(name($i) in arrays); i++)
        continue
    if (i <= NF) {
        arrays[$1] = 1
        for (i++; i <= NF; i++) {
            count = split(made_of[name($i)], of)
            for (k = 1; k <= count; k++)
                indexed[of[k]] = NR
        }
    }
}

# What is compared is numbers, and no memory is looked at.
($3 == "load" && !(name($6) in locals)) || / call / { others[block] = 1 }

$1 == "store" {
    stored[name($5)] = NR
    from_made[name($5)] = made_of[name($3)]
    constant[name($5)] = name($3) # if it is one
    if (name($3) in next_one)
        counts[" " name($5)] = NR
    if (name($3) in step_op && made_of[name($3)] == " " name($5)) {
        change[name($5)] = step_op[name($3)]
        amount[name($5)] = step_by[name($3)]
        changed[name($5)] = NR
    }
}

$3 == "add" && $5 == "i32" && name($7) == "1" { next_one[$1] = 1 }

# A number and a constant: "%5 = add nsw i32 %4, 2".
$3 ~ /^(add|sub|mul|shl|[al]shr|[su]div)$/ {
    for (i = 4; i < NF - 1 && $i !~ /^i[0-9]+$/; i++)
        continue
    if (name($(i + 2)) ~ /^-?[0-9]+$/ && name($(i + 2)) != 0) {
        step_op[$1] = $3
        step_by[$1] = name($(i + 2))
    }
}

# Of "a && b": where b is worked out, if a holds.
$1 == "br" && $2 == "i1" {
    then_to[block] = name($5)
    else_to[block] = name($7)
}

$1 == "br" && $2 == "label" {
    jumps[NR] = name($3)
    jumped[NR] = block
}

$3 == "phi" && $4 == "i1" && $5 == "[" && $6 == "false," {
    if (then_to[name($7)] == name($11))
        both[name($7)] = name($11)
}

$3 == "load" {
    loads[block] = loads[block] " " name($6)
    starts[block] = starts[block] from_made[name($6)]
}

$3 == "icmp" && ($4 == "slt" || $4 == "sgt") { less[block] = 1 }

# By what is no constant.
($3 == "add" || $3 == "sub") && $4 == "nsw" && $6 ~ /^%/ && $7 ~ /^%/ {
    steps[$1] = 1
    of_warps[$1] = (name($6) in warps) || (name($7) in warps)
}

# nvcc reads warpSize again behind __ldg and its kin, which may have changed it
# for all that it knows.
/ = load i32, .*@warpSize / { warps[$1] = 1 }

/ call .*@[^ (]*[0-9]__(ld|st)(g|c[agsv]|lu|cv|wb|wt)[A-Z]/ { cached = NR }

$1 == "store" && name($3) in steps {
    stepped[block, name($5)] = 1 + of_warps[name($3)]
}

# Is a function called with a float that stands there?
function has_literal() {
    return /\((float|double) (noundef )?[-0-9]/
}

# What is said of a loop: there are such words if it has lines for debuggers.
function say(what) {
    if ($(NF - 1) != "!llvm.loop") {
        made++
        loop[made] = "!" (apart + made)
        $0 = $0 ", !llvm.loop " loop[made]
    }
    said[$NF] = said[$NF] ", " what
}

# A number that is compared with a constant, not the sum of two, and what it had
# before the block.
$3 == "icmp" && name($7) ~ /^-?[0-9]+$/ && \
    split(made_of[name($6)], of) < 2 {
    limit[block] = name($7) + ($4 ~ /le$/)
    written[block] = name($7)
    predicate[block] = $4
    if ($5 == "i32")
        compares[block] = NR
    else
        delete compares[block] # of one before
}

$3 == "load" && constant[name($6)] ~ /^-?[0-9]+$/ {
    first[block] = constant[name($6)]
}

# Back to where the loop begins, maybe one way of several: all of it is known
# with the last.
$1 == "br" && $2 == "label" { odd[name($3)] = is_odd(name($3), $NF) }

$1 == "br" && $2 == "label" && asks_the_same(name($3)) { say(alone) }

$1 == "br" && $2 == "label" && name($3) in less && is_stepped(name($3)) {
    say(ends)
}

$1 == "br" && $2 == "label" && begins[name($3)] && \
    begins[name($3)] < NR && has_limit(name($3)) && \
    counts_elements(name($3)) && /!llvm\.loop/ {
    if (!is_too_long(name($3)))
        say(whole)
    else if (!has_pragma($NF))
        say(alone)
}

# One around another loop.
$1 == "br" && /!llvm\.loop/ {
    to = name($2 == "label" ? $3 : $5)
    if (begins[to] && begins[to] < NR) {
        if ((is_outer(to) || is_too_much(to)) && !has_pragma($NF) && \
            index(said[$NF], whole) == 0)
            say(alone)
        head[++loops] = to
        size[to] = operations - made_before[to]
        says[to] = $NF
        unrolled[to] = is_unrolled(to)
    }
}

/^![0-9]+ = distinct ![{]/ && $1 in said { sub(/}$/, said[$1] "}") }

/"llvm\.loop\.unroll\.enable"}/ { sub(/enable/, "full") }

/"llvm\.loop\.unroll\.count", i32 1}/ {
    sub(/"llvm\.loop\.unroll\.count", i32 1}/, "\"llvm.loop.unroll.disable\"}")
}

# Attributes of such calls, and those without "convergent".
/ @__nv_(exp|log)(2|10)?f\(/ && match($0, / #[0-9]+/) {
    group = substr($0, RSTART + 2, RLENGTH - 2)
    calls[group + apart] = group
    sub(/ #[0-9]+/, " #" group + apart)
}

/^attributes #/ { attributes[substr($2, 2)] = $0 }

# The root of a constant is one: the optimizer finds it.
/ = call .*@_ZL(4sqrt|5sqrtf|10__[fd]sqrt_rn)[fd]\(/ && has_literal() {
    sub(/@[^ (]*/, "@llvm.nvvm.sqrt.rn." (/\(float / ? "f" : "d"))
}

# A root is worked out where it stands if only some lanes need it: clang would
# have all do so, and throw some away.
/ = call .*@llvm\.nvvm\.sqrt\.rn\.[fd]\(/ && !has_literal() {
    types = /\.rn\.d/ ? "f64 $0, $1;\", \"=d,d" : "f32 $0, $1;\", \"=f,f"
    sub(/@llvm\.nvvm\.sqrt\.rn\.[fd]/, "asm \"sqrt.rn." types "\"")
    sub(/[)]/, ") nounwind readnone")
}

# By reference it is a number as any other.
/^@warpSize = external / {
    sub(/external/, "internal")
    sub(/ i32/, " i32 32")
}

/ = load i32, .*@warpSize / {
    sub(/load i32, .*@warpSize [^!]*/,
        "call i32 asm \"mov.u32 $0, WARP_SZ;\", \"=r\"() nounwind readnone, ")
    sub(/, $/, "")
}

# Rows may change until their function ends.
function print_rows(    i, from) {
    for (from in odd)
        if (odd[from])
            hide(from)
    split("", odd)
    for (i = printed + 1; i <= NR; i++)
        print row[i]
    printed = NR
    split("", row)
}

{ row[NR] = $0 }

/^}/ { print_rows() }

END {
    print_rows()
    print ends " = !{!\"llvm.loop.mustprogress\"}"
    print alone " = !{!\"llvm.loop.unroll.count\", i32 1}"
    print whole " = !{!\"llvm.loop.unroll.full\"}"
    for (i = 1; i <= made; i++)
        print loop[i] " = distinct !{" loop[i] said[loop[i]] "}"
    for (group in calls) {
        $0 = attributes[calls[group]]
        sub(/#[0-9]+/, "#" group)
        sub(/ convergent/, "")
        print
    }
}

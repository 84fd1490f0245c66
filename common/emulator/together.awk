# together.awk - LLVM code of kernels, optimized: lets loops be unrolled where
# lanes or warps meet.
#
#     LC_ALL=C awk -v step=hide [-v only=' F G '] -f together.awk CODE
#     LC_ALL=C awk -v step=grown -f together.awk HIDDEN UNROLLED
#     LC_ALL=C awk -v step=show -f together.awk UNROLLED
#
# clang unrolls no loop with a barrier or a shuffle if there may be turns left
# over, for it does not know that all lanes turn as often; nvcc does.  Who has a
# barrier of the whole block in a loop, or a shuffle of the whole warp, is wrong
# if they do not: such calls are hidden under another name, as if nobody met
# there, while loops are unrolled and not much else is done.  (Not those of some
# lanes: __shfl_sync(__activemask(), x, 0).)
# hide: in the functions F and G, or in all that have such calls; the others are
# to stay as they are.  grown: names those that have more of them then, so that
# nothing changes in those that were not unrolled.  show: as it was called.
# Source: LLVM Language Reference, "convergent", "nomerge".

function is_hidden(row) {
    return row ~ /call void @llvm\.nvvm\.(bar\.sync\(i32 0|barrier0\()/ || \
        row ~ /@llvm\.nvvm\.(bar\.warp|shfl|vote)\.[^(]*\(i32 -1[,)]/
}

# "@llvm.nvvm.bar.sync", without what stands beside
function called(row) {
    match(row, /@[A-Za-z0-9_.$]+/)
    return substr(row, RSTART, RLENGTH)
}

function hide(i) {
    sub(/@llvm\.nvvm\./, "@llvm.met.", row[i])
    sub(/( #[0-9]+)?(, !|$)/, " nomerge nounwind&", row[i])
    sub(/ nounwind #[0-9]+/, " nounwind", row[i])
    used[called(row[i])] = 1
}

BEGIN {
    LONGEST = 120     # lines of a loop, of which half may be unrolled
    ALONE = "!1000000" # more than any number that clang gives
}

# Of globals and constants there are other uses now.
/^uselistorder / { next }

step == "grown" {
    if (/^define /)
        f = substr(called($0), 2)
    if (/ call .*@llvm\.met\./)
        count[f] += FNR == NR ? -1 : 1
    next
}

step == "show" {
    gsub(/@llvm\.met\./, "@llvm.nvvm.")
    if (/^attributes /)
        gsub(/ (noinline|optnone)/, "")
    if (!/^declare / || !declared[called($0)]++)
        print
    next
}

/^define / {
    split("", begins)
    split("", meets)
    rows = last = back = short = 0
    f = substr(called($0), 2)
    inside = 1
}

inside { row[++rows] = $0 }

inside && is_hidden($0) && (only == "" || index(only, " " f " ")) {
    meets[last = rows] = 1
}

inside && /^[^ ;}!@]*:/ {
    label = $1
    sub(/:.*/, "", label)
    begins["%" label] = rows
}

# Back to where a loop begins, and not where it leads on to, which may stand
# before as well: one that has loops in it is left alone, as nvcc does; is it
# short, and has it such a call?
inside && $1 == "br" && $(NF - 1) == "!llvm.loop" {
    head = 0
    for (i = 2; i < NF; i++) {
        label = $(i + 1)
        sub(/,$/, "", label)
        if ($i == "label" && label !~ /_crit_edge|loopexit/ &&
            begins[label] > head)
            head = begins[label]
    }
    if (back > head)
        left_alone[$NF] = 1
    else if (last > head && rows - head <= LONGEST)
        short = 1
    back = rows
}

inside && /^}/ {
    for (i = 1; i <= rows; i++) {
        if (short && i in meets)
            hide(i)
        else if (!short && i == 1)
            sub(/ #[0-9]+/, " noinline optnone&", row[i])
        print row[i]
    }
    inside = 0
    next
}

inside { next }

/^![0-9]+ = distinct ![{]/ && $1 in left_alone { sub(/}$/, ", " ALONE "}") }

# All that is to be inlined has been.
/^attributes / { gsub(/ alwaysinline/, "") }

/^declare .*@llvm\.nvvm\./ { declaration[called($0)] = $0 }

{ print }

END {
    for (f in count)
        if (count[f] > 0)
            printf " %s ", f
    if (step == "hide")
        print ALONE " = !{!\"llvm.loop.unroll.count\", i32 1}"
    for (name in declaration) {
        $0 = declaration[name]
        sub(/@llvm\.nvvm\./, "@llvm.met.")
        if (!(called($0) in used))
            continue
        what = /\.bar/ ? "" : " inaccessiblememonly"
        sub(/( #[0-9]+)?$/, what " nounwind willreturn")
        print
    }
}

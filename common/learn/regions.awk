# regions.awk - what a student wrote in place of each solution region.
#
#   awk -v work=DIR -f regions.awk LAB/reference.cu
#   diff -d DIR/frame DIR/student | awk -v work=DIR -f regions.awk \
#       DIR/frame - DIR/student
#
# Idea: the first call takes the solution regions out of the reference; what is
# left, with a mark for each of them, is the frame that every student's file
# has as well (DIR/frame).  The second one finds, by how diff pairs both, the
# lines that stand where a mark stands.  Region N becomes DIR/N.reference and
# DIR/N.student; both calls print a line for each region:
#   N EXERCISE FIRST-LINE COUNT
# of the reference.cu, and of DIR/student.  The comments at the head of the
# files take no part: the frame begins after them.

function is_blank(text) {
    return text ~ /^[ \t\r]*$/
}

function region_at(n) {
    return match(frame[n], /^@@ region [0-9]+ @@$/) ? \
        substr(frame[n], 11) + 0 : 0
}

# ---- the reference ----

FILENAME ~ /reference\.cu$/ {
    if (FNR == 1 && /^\/\*/)
        in_head = 1
    if (in_head) {
        in_head = !/\*\//
        next
    }
    if (/^\/\/ ---- /)
        exercise = $3
    if (/^[ \t]*\/\/ BEGIN SOLUTION/) {
        open = 1
        first = FNR + 1
        print "@@ region " ++count " @@" >(work "/frame")
        printf "" >(work "/" count ".reference")
    } else if (/^[ \t]*\/\/ END SOLUTION/) {
        open = 0
        print count, exercise == "" ? "-" : exercise, first, FNR - first
    } else {
        print >(work (open ? "/" count ".reference" : "/frame"))
    }
    next
}

# ---- the student's file ----

FNR == 1 {
    part++
}

part == 1 {
    frame[FNR] = $0
    next
}

# A region's lines are those of a hunk that its mark is part of, and of hunks
# that only blank lines part from it, as diff may pair any of these.
part == 2 && /^[0-9]+(,[0-9]+)?[acd][0-9]+(,[0-9]+)?$/ {
    kind = $0
    gsub(/[0-9,]/, "", kind)
    split($0, side, kind)
    split(side[1], old, ",")
    split(side[2], new, ",")
    from = old[1]
    to = 2 in old ? old[2] : from
    if (kind == "a")
        from++
    begin = new[1] + (kind == "d")
    end = kind == "d" ? new[1] : 2 in new ? new[2] : begin
    before = from - 1
    while (before > 0 && is_blank(frame[before]))
        before--
    after = to + 1
    while (after in frame && is_blank(frame[after]))
        after++
    for (i = before; i <= after; i++) {
        if (!(r = region_at(i)))
            continue
        if (!(r in starts)) {
            starts[r] = begin
            regions++
        }
        ends[r] = end
        begin = end + 1 # what follows in the same hunk has nothing left
    }
    next
}

part == 3 {
    line[FNR] = $0
}

END {
    for (r = 1; r <= regions; r++) {
        printf "" >(work "/" r ".student")
        for (i = starts[r]; i <= ends[r]; i++)
            print line[i] >(work "/" r ".student")
        print r, "-", starts[r] + 0, ends[r] - starts[r] + 1
    }
}

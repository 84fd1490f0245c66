# before.awk - rows of the student in a sweep, as recorded ones of another name.
#
#   awk -v what="with tile[32][32]" -v date=2026-11-22 -f csv.awk \
#       -f before.awk SWEEP
#
# Exit status: 1 if there are none.

/^lab,/ {
    head = $0
    read_names($0)
    next
}

{
    read_row($0)
}

value("impl") == "student" {
    if (!rows++) {
        print "# device: " value("device")
        print "# date: " date
        print "# command: make before"
        print head
    }
    sub(/,student,/, "," what ",")
    print
}

END {
    exit !rows
}

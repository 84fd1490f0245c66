# poor_report.awk - what right solutions that are worth little earned; of one
# lab.
#
# Reads fields separated by tabs: verdict, score, exercise, 0, "poor", fault,
# the per cent that it may earn.  Variables: lab, page, built.
# Exit status 1 if one earned more, or was not right: then it tells nothing.

BEGIN {
    FS = "\t"
    print "# Right, but worth little: " lab "\n\n" \
        "Written by `make mutants`: not edited by hand.  Right results that one\n" \
        "thread, one warp, one block or one lane of each computed, or the kernel\n" \
        "of the exercise before (`common/maintain/poor.sh`); and what they may\n" \
        "earn at most.\n\nEmulated device, " built ".\n\n" \
        "| exercise | solution | at most | earned |\n|---|---|---:|---:|" >page
}

{
    gsub(/_/, " ", $6)
    printf "| %s | %s | %d %% | %s |\n", $3, $6, $7, $2 >page
    count++
    if ($1 == "wasteful")
        next
    bad++
    print lab ": " $3 ", " $6 ": " ($1 == "survived" \
        ? "earned " $2 ", may earn " $7 " % at most" : "not right: " $1)
}

END {
    if (count > 0)
        print lab ": " count " solutions worth little, " bad + 0 \
            " of them not told"
    exit bad > 0
}

# figure.awk - a picture with its number and caption.
#
#   awk -v what=graph -v number=3 -v file=PATH.png -v exercise=matvec
#       -f word.awk -f words.awk -f figure.awk
#
# What it was measured on stands in the picture.

BEGIN {
    if (what == "access")
        text = word("What one warp asks of memory in {exercise}")
    else if (what == "roofline")
        text = word("Where the kernels stand under the roofs of the GPU")
    else if (what == "versions")
        text = word("{exercise}, its later versions, and their speed-up")
    else
        text = word("{exercise} against the size")
    text = say(text, "exercise", "`" exercise "`")
    print "![" say(word("Figure {number}. {text}."), "number", number, \
        "text", text) "](" file "){width=" width "}\n"
}

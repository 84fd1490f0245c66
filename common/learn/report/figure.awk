# figure.awk - a picture with its number and caption.
#
#   awk -v what=graph -v number=3 -v file=PATH.png -v exercise=matvec
#       -v device="NVIDIA H200, modelled" -f word.awk -f words.awk -f figure.awk

BEGIN {
    if (what == "access")
        text = \
            word("What one warp asks of memory in {exercise} (emulated device)")
    else if (what == "roofline")
        text = \
            word("Where the kernels stand under the roofs of the GPU: {device}")
    else if (what == "versions")
        text = \
            word("{exercise}, its later versions, and their speed-up: {device}")
    else
        text = word("{exercise} against the size: {device}")
    text = say(text, "exercise", "`" exercise "`", "device", plain(device))
    print "![" say(word("Figure {number}. {text}."), "number", number, \
        "text", text) "](" file "){width=" width "}\n"
}

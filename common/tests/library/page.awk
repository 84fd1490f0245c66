# page.awk - the table of library.md, of the rows that library.cu prints.
#
# Variables: gpu, what stands beneath the title; steps, 1 to show the steps on
# the way to a champion as well.

BEGIN {
    print "# The champions against cuBLAS and CUB\n"
    print gpu ". Made by `make library`.\n"
    print "Microseconds of one launch inside a CUDA graph of launches one " \
        "behind the other,\nmedians of five turns. Warm: the same arrays " \
        "again and again. Cold: copies in\nrotation, more than four times " \
        "the L2 between two uses of one. Behind each time,\nhow many times " \
        "as fast it is as the fastest library in the same turn: median,\n" \
        "and the least and most of the turns. Products in float stay in " \
        "float (no TF32).\n`read-only` sums up the inputs and writes " \
        "nothing: the fastest of some ways to\nread. An empty kernel is " \
        "what a launch costs. Each result was compared with the\n" \
        "library's after it was timed."
}

NR == 1 || ($6 == "step" && !steps) {
    next
}

{
    size = $2 " x " $3 ($4 > 1 || $1 == "matmul_best" ? " x " $4 : "")
    if ($1 == "dot_best")
        size = $3 " elements"
    if ($1 != exercise) {
        print "\n## " ($1) "\n"
        print "| size | who | warm | times as fast | cold | times as fast |"
        print "|---|---|---:|---:|---:|---:|"
    }
    exercise = $1
    name = $6 == "champion" ? "**" $5 "**" : $5
    printf "| %s | %s | %.2f | %.2f (%.2f-%.2f) | %.2f | %.2f (%.2f-%.2f) |%s\n",
        size, name, $7, $8, $9, $10, $11, $12, $13, $14,
        $15 == "no" ? " **differs**" : ""
}

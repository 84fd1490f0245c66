# machine.awk - what a report was made with, from rows of a name and a text.

function tool(name, text) {
    if (text ~ /[^ ,]/)
        print "* " name ": " plain(text)
}

{
    of[$1] = $2
    if ($1 == "counters")
        counted = $2
}

END {
    tool(word("System"), of["system"])
    tool(word("Processor"), of["processor"])
    tool(word("GPU"), of["gpu"])
    tool(word("CUDA C"), of["compiler"])
    tool(word("Workbook"), of["workbook"])
    tool(word("Times of kernels"), of["times"])
    tool(word("Counters"), word(counted))
}

# expected.awk - what is expected of one fault (diagnostics/hazards.h): a row
# "LINE TOOL" for each EXPECT that names it; its line is the first below that
# is no EXPECT.
#
#     awk -v fault=NAME -f expected.awk FILE.cu

match($0, /\/\/ EXPECT(-HOST)? /) {
    split(substr($0, RSTART + RLENGTH), word, /[ :]+/)
    if (word[1] == fault)
        tool[++count] = word[2]
    next
}

{
    while (told < count)
        print FNR " " tool[++told]
}

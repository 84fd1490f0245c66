# text.awk - what is text in a student's report, for awk -f text.awk -f ...
#
# in_text() reads the line $0.  True for a line of the report's body, with
# remarks taken out of it; in_code then says whether it is part of a block of
# code, where nothing has a meaning.  False in the head (between the first two
# lines of dashes), whose values are in head[] by their names as far as they
# were read, and their lines in head_line[]; and for lines that were a remark.

function in_text(    rest, mark) {
    sub(/\r$/, "")
    if (FNR == 1)
        in_head = in_remark = in_code = 0
    if ((FNR == 1 || in_head) && /^---[ \t]*$/) {
        in_head = !in_head
        return 0
    }
    if (in_head) {
        if (/^[a-z]+:/)
            take_head()
        return 0
    }
    if (!in_remark && match($0, /^ *(````*|~~~~*)/)) {
        mark = substr($0, 1, RLENGTH)
        sub(/^ */, "", mark)
        rest = substr($0, RLENGTH + 1)
        if (!in_code)
            fence = mark
        else if (index(mark, fence) != 1 || rest ~ /[^ \t]/)
            return 1
        in_code = !in_code
        return 1
    }
    return in_code || without_remarks()
}

# Remarks may begin and end within a line.
function without_remarks(    text, place, had) {
    had = in_remark
    text = ""
    while (1) {
        place = index($0, in_remark ? "-->" : "<!--")
        if (!in_remark)
            text = text (place ? substr($0, 1, place - 1) : $0)
        if (!place)
            break
        $0 = substr($0, place + (in_remark ? 3 : 4))
        in_remark = !in_remark
        had = 1
    }
    $0 = text
    return !had || text ~ /[^ \t]/
}

# "student: "Anna"" in the head: the value, without quotes.
function take_head(    key, text) {
    key = text = $0
    sub(/:.*/, "", key)
    sub(/^[a-z]+:[ \t]*/, "", text)
    sub(/[ \t\r]+$/, "", text)
    if (text ~ /^".*"$/ || text ~ /^'.*'$/)
        text = substr(text, 2, length(text) - 2)
    head[key] = text
    head_line[key] = FNR
}

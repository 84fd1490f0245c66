# title.awk - the head of a report for pandoc and, where that is the custom, its
# title page.
#
#   awk -v today=2026-11-22 -f text.awk -f words.awk -f title.awk REPORT
#
# Each line of a title page is a paragraph with a style of docx/word/styles.xml,
# which is also its class in report.css.

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

function author(text) {
    if (text != "")
        print "- " quoted(text)
}

# One line of the page; letters that would be markup are text.
function line(style, text,    class) {
    class = tolower(style)
    gsub(/ /, "-", class)
    print "::: {." class " custom-style=\"" style "\"}"
    print text == "" ? "\302\240" : text
    print ":::\n"
}

function entry(label, text) {
    line("Title Field", label " [" (text == "" ? "\302\240" : plain(text)) \
        "]{.underline}")
}

function russian() {
    line("Title Top", plain(of["ministry"] != "" ? of["ministry"] : \
        word("Ministry of Science and Higher Education")))
    line("Title Top", plain(of["university"]))
    line("Title Top", plain(of["department"]))
    line("Title Name", word("Report"))
    if (lab != "")
        line("Title Sub", say(word("on lab {number}"), "number", lab))
    line("Title Sub", say(word("\"{title}\""), "title", plain(title)))
    line("Title Sub", say(word("in the discipline \"{title}\""), "title", \
        plain(of["discipline"])))
    line("Title Right", word("Done by:"))
    line("Title Signed", say(word("student of group {group}"), "group", \
        plain(of["group"])))
    line("Title Signed", plain(of["student"]) (of["number"] == "" ? "" : \
        ", \342\204\226\302\240" plain(of["number"])))
    line("Title Right", word("Checked by:"))
    line("Title Signed", plain(of["teacher"]))
    line("Title Bottom", plain(of["city"]) " " substr(date, 1, 4))
}

function chinese() {
    line("Title Top", plain(of["university"]))
    line("Title Name", word("Report"))
    entry(word("Course:"), of["discipline"])
    entry(word("Experiment:"), (lab == "" ? "" : \
        say(word("on lab {number}"), "number", lab) " ") title)
    entry(word("Department:"), of["department"])
    entry(word("Group:"), of["group"])
    entry(word("Name:"), of["student"])
    entry(word("Student number:"), of["number"])
    entry(word("Checked by:"), of["teacher"])
    entry(word("Date:"), date)
}

function plain_head(    label) {
    print "author:"
    author(of["university"])
    author(of["department"])
    author(of["discipline"])
    author(of["student"] (of["number"] == "" ? "" : ", " of["number"]))
    author(of["group"])
    if (of["teacher"] != "")
        author(word("Checked by:") " " of["teacher"])
    print "date: " quoted(date)
}

{
    in_text()
}

in_head && /^[a-z]+:/ {
    key = $0
    sub(/:.*/, "", key)
    of[key] = head_value()
}

END {
    date = of["date"] == "" ? today : of["date"]
    title = of["title"]
    if (match(title, /^Lab [0-9]+: /)) {
        lab = substr(title, 5, RLENGTH - 6)
        title = word(substr(title, RLENGTH + 1))
    }
    whole = lab == "" ? title : say(word("Lab {number}: {title}"), "number", \
        lab, "title", title)
    paged = lang == "ru" || lang == "zh"
    print "---\n" (paged ? "pagetitle: " : "title: ") quoted(whole)
    if (!paged)
        plain_head()
    print "lang: " quoted(lang) "\n---\n"
    if (!paged)
        exit
    if (lang == "ru")
        russian()
    else
        chinese()
    line("New Page", "")
}

# title.awk - the head of a report for pandoc and, where that is the custom, its
# title page.
#
#   awk -v today=2026-11-22 -f text.awk -f word.awk -f words.awk \
#       -f title.awk REPORT
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
    line("Title Top", plain(head["ministry"] != "" ? head["ministry"] : \
        word("Ministry of Science and Higher Education")))
    line("Title Top", plain(head["university"]))
    line("Title Top", plain(head["department"]))
    line("Title Name", word("Report"))
    if (lab != "")
        line("Title Sub", say(word("on lab {number}"), "number", lab))
    line("Title Sub", say(word("\"{title}\""), "title", plain(title)))
    line("Title Sub", say(word("in the discipline \"{title}\""), "title", \
        plain(head["discipline"])))
    line("Title Right", word("Done by:"))
    line("Title Signed", say(word("student of group {group}"), "group", \
        plain(head["group"])))
    line("Title Signed", plain(head["student"]) (head["number"] == "" ? "" : \
        ", \342\204\226\302\240" plain(head["number"])))
    line("Title Right", word("Checked by:"))
    line("Title Signed", plain(head["teacher"]))
    line("Title Bottom", plain(head["city"]) " " substr(date, 1, 4))
}

function chinese() {
    line("Title Top", plain(head["university"]))
    line("Title Name", word("Report"))
    entry(word("Course:"), head["discipline"])
    entry(word("Experiment:"), (lab == "" ? "" : \
        say(word("on lab {number}"), "number", lab) " ") title)
    entry(word("Department:"), head["department"])
    entry(word("Group:"), head["group"])
    entry(word("Name:"), head["student"])
    entry(word("Student number:"), head["number"])
    entry(word("Checked by:"), head["teacher"])
    entry(word("Date:"), date)
}

function plain_head(    label) {
    print "author:"
    author(head["university"])
    author(head["department"])
    author(head["discipline"])
    author(head["student"] (head["number"] == "" ? "" : ", " head["number"]))
    author(head["group"])
    if (head["teacher"] != "")
        author(word("Checked by:") " " head["teacher"])
    print "date: " quoted(date)
}

{
    in_text()
}

END {
    date = head["date"] == "" ? today : head["date"]
    title = head["title"]
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

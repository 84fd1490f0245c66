# mutants_report.awk - lists survivors, counts verdicts, prints the score; of
# one lab.
#
#   awk ... -f mutants_report.awk LIST VERDICTS
#
# Reads its faults as mutants.sh writes them; then, for each that was tried,
# fields separated by tabs: lab, verdict, exercise, number of the line, side,
# the line, the changed line; side "none": without a fault.
# Variables: explained, the file of faults that are none; all, if every fault
# of the list was tried; page, where the report goes; built, what compiled;
# day; order, names of the lab's exercises; kept, a page before, whose rows of
# exercises that are not in LIST stay.
# Guarantee: an entry in that file that is no fault of a listed exercise, or,
# if all were tried, that no survivor needs, is an error too, so that it stays
# true.  An entry is also needed if this compiler makes the same kernel of it,
# since another may not.

BEGIN { FS = "\t" }

function complain(text)
{
    print text
    wrong = 1
}

# name[1 ... n]: "LAB EXERCISE: LINE => CHANGED" for each exercise of the
# heading "LAB EXERCISE EXERCISE ...".
function faults(line, name,    head, word, n, i)
{
    match(line, /: /)
    head = substr(line, 1, RSTART - 1)
    n = split(head, word, " ")
    for (i = 2; i <= n; i++)
        name[i - 1] = word[1] " " word[i] substr(line, RSTART)
    return n - 1
}

# Those that end without a reason explain nothing.
function read_explanations(    line, name, n, i, entries, before)
{
    reasons = 1
    while ((getline line < explained) > 0) {
        if (line ~ /^[a-z0-9_]+( [a-z0-9_]+)+: /) {
            if (before == "reason")
                reasons++
            n = faults(line, name)
            for (i = 1; i <= n; i++) {
                if (name[i] in group)
                    complain(explained ": twice:\n" name[i])
                group[name[i]] = reasons
                entry[++entries] = name[i]
            }
            before = "entry"
        } else if (line ~ /^ +[^ ]/) {
            sub(/^ +/, "", line)
            if (before == "reason")
                line = reason[reasons] "\n" line
            reason[reasons] = line
            before = "reason"
        }
    }
    return entries
}

# "| lab | exercise | made | ... | survived | tried |", and what explains it.
function keep_row(line, before,    cell, exercise, n, i)
{
    n = split(line, cell, / *\| */)
    exercise = cell[2] " " cell[3]
    if (cell[2] != lab || exercise in made)
        return
    made[exercise] = cell[4]
    total += cell[4]
    order = order " " cell[3] " "
    tried[exercise] = n > 13 ? cell[13] : before
    for (i = 1; i <= 7; i++) {
        count[exercise, verdicts[i]] = cell[place[i]]
        count["all", verdicts[i]] += cell[place[i]]
    }
    for (i = 1; i <= entries; i++)
        if (index(entry[i], exercise ": ") == 1)
            used[entry[i]] = 1
}

function keep_rows(    line, before)
{
    split("refused same wrong faulty wasteful explained survived", verdicts,
        " ")
    split("5 6 7 8 9 11 12", place, " ")
    while (kept && (getline line < kept) > 0) {
        if (line ~ /^Emulated device/ && match(line, /[0-9]+-[0-9]+-[0-9]+/))
            before = substr(line, RSTART, RLENGTH)
        if (index(line, "| " lab " | ") == 1)
            keep_row(line, before)
    }
}

FNR == 1 && NR == 1 {
    entries = read_explanations()
}

# The list of faults.
FILENAME == ARGV[1] {
    lab = $1
    exercise = $1 " " $2
    if (!(exercise in made))
        order = order $2 " "
    made[exercise] += 0
    listed[exercise ": " $5 " => " $6] = 1
    next
}

$5 == "none" {
    if ($2 != "survived")
        complain($1 ": " $3 ": not full marks without any fault")
    next
}

{
    exercise = $1 " " $3
    fault = exercise ": " $6 " => " $7
    verdict = $2
    made[exercise]++
    if (verdict == "same")
        used[fault] = 1
    if (verdict == "survived" && group[fault] in reason) {
        used[fault] = 1
        verdict = "explained"
    } else if (verdict == "survived") {
        complain($1 "/reference.cu:" $4 ": full marks with\n" fault)
        survivor[++survivors] = fault
    }
    count[exercise, verdict]++
    count["all", verdict]++
    total++
}

function check_entries(    i, exercise)
{
    for (i = 1; i <= entries; i++) {
        exercise = entry[i]
        sub(/:.*/, "", exercise)
        if (!(exercise in made))
            continue
        if (!(entry[i] in listed))
            complain(explained ": there is no such fault:\n" entry[i])
        else if (!(group[entry[i]] in reason))
            complain(explained ": no reason stands below it:\n" entry[i])
        else if (all && !(entry[i] in used))
            complain(explained ": no survivor needs this:\n" entry[i])
    }
}

function killed(who)
{
    return count[who, "wrong"] + count[who, "faulty"] + count[who, "wasteful"]
}

# Noticed, of those that are faults.
function score(who)
{
    return killed(who) " of " killed(who) + count[who, "survived"]
}

function row(title, who, n, day)
{
    printf "| %s | %d" \
        " | %d | %d | %d | %d | %d | %d | %d | %d | %s |\n", title, \
        n, count[who, "refused"], count[who, "same"], \
        count[who, "wrong"], count[who, "faulty"], count[who, "wasteful"], \
        killed(who), count[who, "explained"], count[who, "survived"], day >page
}

function title_of(exercise)
{
    sub(/ /, " | ", exercise)
    return exercise
}

function paragraph(text)
{
    printf "\n%s\n", text >page
}

# "LAB EXERCISE: LINE => CHANGED" as an item.
function item(fault,    head, line)
{
    head = line = fault
    sub(/:.*/, "", head)
    sub(/^[^:]*: /, "", line)
    sub(/ => /, "` => `", line)
    printf "* %s: `%s`\n", head, line >page
}

function page_head(    i, n, name, who)
{
    print "# Mutants of " lab "\n\n" \
        "Written by `make mutants`: not edited by hand.  Every line of every\n" \
        "solution in `reference.cu` is changed in every way that\n" \
        "`common/maintain/mutants.awk` lists, one change at a time; what comes out is\n" \
        "compiled and graded like a `student.cu`.  A fault that costs no\n" \
        "points is a hole in the checks, or it is no fault:\n" \
        "`mutants.equivalent` says which are none, and why." >page
    paragraph("Emulated device, " built ".")
    paragraph("**Score: " score("all") " faults noticed.**")
    paragraph("| lab | exercise | made | not compiled | same kernel " \
        "| wrong result | memory, race, error | counters only | killed " \
        "| equivalent | survived | tried |\n" \
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    n = split(order, name, " ")
    for (i = 1; i <= n; i++) {
        who = lab " " name[i]
        if (!(who in made) || printed[who]++)
            continue
        row(title_of(who), who, made[who], who in tried ? tried[who] : day)
    }
    row("all | ", "all", total, "")
    paragraph("*Same kernel*: the compiler makes of it what it makes of the " \
        "reference.  *Killed*\nis the sum of the three columns before it, " \
        "each fault in the first that it\nbelongs to: a wrong result; a right " \
        "one with a memory error, a race or an error of\nCUDA that was not " \
        "reported; all right, but more accesses, barriers or threads\nthan " \
        "are needed.")
}

function page_faults(    i, g, head)
{
    if (survivors > 0)
        paragraph("## Survivors\n")
    for (i = 1; i <= survivors; i++)
        item(survivor[i])
    paragraph("## Equivalent")
    for (g = 1; g <= reasons; g++) {
        head = 0
        for (i = 1; i <= entries; i++) {
            if (group[entry[i]] != g || !(entry[i] in used))
                continue
            if (!head++)
                paragraph(reason[g] "\n")
            item(entry[i])
        }
    }
}

END {
    check_entries()
    keep_rows()
    page_head()
    page_faults()
    printf "%s: %d faults: %d not compiled, %d the same to the compiler, " \
        "%d equivalent\n", lab, total, count["all", "refused"], \
        count["all", "same"], count["all", "explained"]
    print "Score: " score("all") " noticed"
    exit wrong
}

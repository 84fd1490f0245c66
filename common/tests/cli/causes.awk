# causes.awk - does what is said first of a wrong solution name its cause?
#
#     awk -f causes.awk causes.classes CAUSES FIRST [CAUSES FIRST]...
#
# CAUSES are of round.sh, FIRST of first_lines.awk for the same round.
# For each mistake a line: exercise, name, verdict, what was done, what was
# said first, separated by tabs.  The verdict:
#   named  a class of the cause is said, or one of its words
#   vague  neither, and nothing that is not so
#   FALSE  a class is said that is neither the cause nor true as well
#   missed nothing is said: full marks
# A cause is CLASS... | CLASS...: WORDS, WORDS: the cause, what is true as
# well, and other words that name it.

BEGIN { FS = OFS = "\t" }

FILENAME == ARGV[1] {
    if ($0 ~ /^@/)
        asked = substr($0, 2)
    else if ($0 !~ /^(#|$)/) {
        name = $0
        sub(/ .*/, "", name)
        regex = $0
        sub(/^[a-z]+ +/, "", regex)
        class[++classes] = name
        says[classes] = regex
        of_asked[classes] = asked != ""
        known[name] = 1
    }
    next
}

FNR == 1 { is_causes = !is_causes }
is_causes {
    if (FNR == 1)
        mistakes = 0
    exercise[++mistakes] = $1
    mistake[mistakes] = $2
    done[mistakes] = $3
    cause[mistakes] = $4
    next
}

{
    for (i = 1; i <= mistakes; i++)
        if (exercise[i] == $1)
            print $1, mistake[i], verdict(cause[i], $2, mistake[i]), \
                done[i], $2 ? $2 : "-"
}

function verdict(cause, line, name,    words, i, n, part, fits, true, not_said, is)
{
    if (!line)
        return "missed"
    line = tolower(line)
    words = ""
    if ((i = index(cause, ":")) > 0) {
        words = substr(cause, i + 1)
        cause = substr(cause, 1, i - 1)
    }
    n = split(cause, part, /[ |]+/)
    for (i = 1; i <= n; i++) {
        if (part[i] && !(part[i] in known)) {
            print "causes.awk: no class " part[i] " (" name ")" >"/dev/stderr"
            exit 2
        }
        true[part[i]] = 1
    }
    sub(/\|.*/, "", cause)
    n = split(cause, part, / +/)
    for (i = 1; i <= n; i++)
        fits[part[i]] = 1
    is = "vague"
    n = split(words, part, /, */)
    for (i = 1; i <= n; i++) {
        sub(/^ +/, "", part[i])
        if (part[i] && index(line, tolower(part[i])))
            is = "named"
    }
    for (i = 1; i <= classes; i++)
        if (of_asked[i] == (index(line, asked) > 0) && says[i] ~ /^!/ &&
            line ~ substr(says[i], 2))
            not_said[class[i]] = 1
    for (i = 1; i <= classes; i++)
        if (of_asked[i] == (index(line, asked) > 0) && line ~ says[i] &&
            !(class[i] in not_said)) {
            if (!(class[i] in true))
                return "FALSE " class[i]
            if (class[i] in fits)
                is = "named"
        }
    return is
}

# status.awk - a table of points, and the next step.  Four parts, with an
# empty line between: `grader list --tsv`, and behind it --cases with a column
# more; a line "LAB,CHECKSUM" for each lab that is asked for, and
# "LAB/cases/CASE,CHECKSUM" for its cases; "LAB,EXERCISE,1" for each that
# lacks a prediction, 0 where no point hangs on it; `grader progress`.

function bar(score, max_score,    i, text) {
    for (i = 1; i <= 20; i++)
        text = text (i * max_score <= score * 20 ? "#" : ".")
    return "[" text "]"
}

# To have a file again.  A student edition cannot make it.
function remedy(lab) {
    return edition ? "git checkout " lab "/student.cu" : "make stubs LAB=" lab
}

# The folder of its student.cu.
function folder() {
    return is_case[$1, $2] ? $1 "/cases/" $2 : $1
}

# What is to be said of an exercise beside its points.
function remark() {
    if (now[folder()] == "" && is_case[$1, $2])
        return "not begun: make case CASE=" $2
    if (now[folder()] == "")
        return "there is no student.cu: " remedy($1)
    if ($3 == "")
        return "not checked yet"
    return $5 == now[folder()] ? "" : "student.cu changed since"
}

# "17/20"; of an open exercise, which has no points, its medal.
function earned() {
    if ($4 > 0)
        return sprintf("%3s/%d", $3 == "" ? "-" : $3, $4)
    return sprintf("%3s", $7 == "" ? "-" : $7)
}

function end_lab() {
    if (lab == "")
        return
    printf "%s%-47s %s %3d/%d\n%s", shown++ ? "\n" : "", \
        lab ": " title[lab], bar(score, max_score), score, max_score, rows
    all += score
    all_max += max_score
}

# Is that its one point that is missing?
function lacks_prediction() {
    return unpredicted[$1, $2] && $6 && $3 == $4 - 1
}

# The first that has not all points, else the first not checked as it is.
function consider(note) {
    if ($3 + 0 == $4 + 0 && (note == "" || next_lab != ""))
        return
    if (next_lab == "" || (next_is_done && $3 + 0 != $4 + 0)) {
        next_lab = $1
        next_exercise = $2
        next_folder = folder()
        next_is_to_predict = lacks_prediction()
        next_is_done = $3 + 0 == $4 + 0
    }
}

BEGIN {
    FS = "\t"
}

/^$/ {
    part++
    FS = ","
    next
}

part == 0 {
    heading[$1, $2] = $3
    title[$1] = $8
    is_case[$1, $2] = NF > 9
    next
}

part == 1 {
    now[$1] = $2
    next
}

part == 2 {
    unpredicted[$1, $2] = $3
    next
}

!($1 in now) {
    next
}

$1 != lab {
    end_lab()
    lab = $1
    rows = ""
    score = max_score = 0
}

{
    note = remark()
    consider(note)
    score += $3
    max_score += $4
    row = sprintf("  %-24s %-6s  %s", $2, earned(), note)
    sub(/ +$/, "", row)
    rows = rows row "\n"
}

END {
    end_lab()
    if (shown > 1)
        printf "\n%-47s %s %3d/%d\n", "All labs", bar(all, all_max), all, \
            all_max
    if (next_lab == "") {
        print "\nAll points are there.  Next: make report, make submit"
        exit
    }
    which = "LAB=" next_lab " EX=" next_exercise
    printf "\nNext: %s in %s/student.cu\n  %s\n", next_exercise, \
        next_folder, heading[next_lab, next_exercise]
    if (is_case[next_lab, next_exercise]) {
        print "  make case CASE=" next_exercise
        exit
    }
    if (now[next_lab] == "")
        print "  " remedy(next_lab)
    if (next_is_to_predict)
        print "  make predict " which
    print "  make check " which
    if (!next_is_to_predict)
        print "  make hint " which
}

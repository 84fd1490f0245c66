# mutants_report.awk - lists survivors, counts verdicts, prints the score.
#
# Reads lines of fields separated by tabs: lab, verdict, exercise, number of
# the line, side, the line, the changed line; side "none": without a fault.
# Variables: explained, the file of faults that are none; all, if every fault
# of the labs was tried.
# Guarantee: if all were tried, an entry in that file that no survivor needs
# is an error too, so that it stays true.

function complain(text)
{
    print text
    wrong = 1
}

# entry[fault]: 1 once a reason stands below it.
function read_explanations(    line, fault, open)
{
    while ((getline line < explained) > 0) {
        if (line ~ /^[a-z0-9_]+: /)
            open[line] = entry[line] = 0
        for (fault in open)
            if (line ~ /^ +[^ ]/) {
                entry[fault] = 1
                delete open[fault]
            }
    }
}

BEGIN {
    print "" # behind the dots
    read_explanations()
}

{ labs[$1] = 1 }

$5 == "none" {
    if ($2 != "survived")
        complain($1 ": " $3 ": not full marks without any fault")
    next
}

{
    made++
    count[$2]++
}

$2 == "survived" {
    fault = $1 ": " $6 " => " $7
    if (fault in entry && entry[fault]) {
        used[fault] = 1
        known++
    } else {
        complain($1 "/reference.cu:" $4 ": " $3 ": full marks with\n" fault)
    }
}

END {
    for (fault in entry) {
        lab = fault
        sub(/:.*/, "", lab)
        if (all && lab in labs && !(fault in used))
            complain(explained ": no survivor needs this, or no reason " \
                "stands below it:\n" fault)
    }
    holes = count["survived"] - known
    printf "%d faults: %d refused by the compiler, %d the same to it, ", \
        made, count["refused"], count["same"]
    printf "%d survived of which %d are explained\n", count["survived"], known
    printf "Score: %d of %d noticed\n", count["lost"], count["lost"] + holes
    exit wrong
}

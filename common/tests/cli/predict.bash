# predict.bash - who predicts, in tests.
#
# Needs build/bin/grader.  Used by .bats files and what they load.

# predict FOLDER LAB: all that make predict asks for was answered there.
predict() {
    rm -f "$1/$2/predictions.csv"
    build/bin/grader list --questions | awk -F '\t' -v lab="$2" '
        BEGIN { print "exercise,metric,value,made" }
        $1 == lab { print $2 "," $3 ",1,2026-01-01 00:00" }' \
        >"$1/$2/predictions.csv"
}

# causes.bash - wrong solutions, graded, and whether the first line that is
# said names the cause: what wrong_LAB.bats and make causes have in common.
#
# Needs: everything that `make check` needs is built; classroom.bash.

# grade_rounds LAB ROOM ROUNDS [ARGUMENTS]: what each round of wrong solutions
# came to, check.json beside what round.sh writes, in ROUNDS/1, ROUNDS/2 ...
# The classroom ROOM is made.  every=N: of all but the first only every Nth, from
# one by lot on; the others are made and not graded.
grade_rounds() {
    local lab=$1 room=$2 rounds=$3 n=1 status=0
    local lot=$((RANDOM % ${every:-1}))
    shift 3
    classroom "$room" "$lab"
    while mkdir -p "$rounds/$n" &&
        sh common/tests/cli/round.sh "$lab" $n "$rounds/$n" ${kind:-}; do
        if [ $n -gt 1 ] && [ $((n % ${every:-1})) != $lot ]; then
            rm -r "${rounds:?}/$n"
            n=$((n + 1))
            continue
        fi
        cp "$rounds/$n/student.cu" "$room/$lab"
        grade "$room" LAB="$lab" "$@" >"$rounds/$n/output" 2>&1 || true
        mv "$room/build/results/check.json" "$rounds/$n"
        n=$((n + 1))
    done
    sh common/tests/cli/round.sh "$lab" $n "$rounds/$n" ${kind:-} || status=$?
    rm -r "${rounds:?}/$n"
    [ $status -eq 1 ] # there are no more; not that one went wrong
}

# earned ROUNDS: of each poor solution its exercise, name, points, the most
# that there are, and the percentage of them that it may have.
earned() {
    local folder exercise name what most
    for folder in "$1"/*; do
        while IFS=$'\t' read -r exercise name what most; do
            printf '%s\t%s\t%s\t%s\t%s\n' "$exercise" "$name" \
                "$(points "$folder" "$exercise" score)" \
                "$(points "$folder" "$exercise" max_score)" "$most"
        done <"$folder/causes"
    done
}

points() { # FOLDER EXERCISE score|max_score
    awk -v exercise="$2" -v want="$3" -f common/tests/cli/check_json.awk \
        "$1/check.json"
}

# verdicts ROUNDS: a line for each mistake, as causes.awk writes them.
verdicts() {
    local folder files=()
    for folder in "$1"/*; do
        awk -f common/tests/cli/first_lines.awk "$folder/check.json" \
            >"$folder/first"
        files+=("$folder/causes" "$folder/first")
    done
    awk -f common/tests/cli/causes.awk common/tests/cli/causes.classes \
        "${files[@]}"
}

# hold_verdicts < VERDICTS: says which are not named, and how many; fails if
# less than nine in ten are.  That none is FALSE make causes asks for: here
# inputs are others each time.
hold_verdicts() {
    awk -F '\t' '
        { split($3, word, " "); count[word[1]]++ }
        $3 !~ /^named/ { print $1 " " $2 ": " $3 ": " $5 }
        END {
            printf "%d named, %d vague, %d FALSE, %d missed of %d\n",
                count["named"], count["vague"], count["FALSE"],
                count["missed"], NR
            exit !(NR && count["named"] >= 0.9 * NR)
        }'
}

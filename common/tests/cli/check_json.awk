# check_json.awk - one value of check.json.  Variables: exercise, check, and
# want, which is passed, points or message; for an exercise's own score, check
# is "" and want is score or max_score.  Relies on cJSON's one line a value.

/"name":/ { name = value() }
/"score":/ { now = name; inside = "" }
/"passed":/ { inside = name }
(exercise == "" || now == exercise) && inside == check && index($0, "\"" want "\":") {
    print value()
    exit
}

function value(    text)
{
    text = $0
    sub(/^[^:]*:[ \t]*"?/, "", text)
    sub(/"?,?[ \t]*$/, "", text)
    return text
}

#!/usr/bin/env bats
# pages.bats - what students supplied neither runs nor shows as markup.
#
# Idea: a class whose names, notes, causes and messages are all attacks; its
# pages are opened in Chromium, as they are and without the policy in their
# heads, which would stop what escaping had missed.  An attack that works
# changes the title or makes an element.
# Needs: chromium, pandoc, sha256sum.

bats_require_minimum_version 1.5.0

attacks=(
    '<script>document.title="pwned"</script>'
    "<img src=x onerror='document.title=\"pwned\"'>"
    "\"><svg/onload=document.title='pwned'>"
    "' onmouseover='document.title=\"pwned\"' x='"
    '</title></style><h1 id=pwned>x</h1>'
    '[x](javascript:document.title=pwned) ![i](http://127.0.0.1/i.png)'
    '&lt;script&gt;&#60;b&#62; <!-- --> ]]> `code` **bold** | # h'
)

setup_file() {
    class=$BATS_FILE_TMPDIR/class
    export class
    mkdir -p "$class/submissions" "$class/results"
    printf '{"class":"%s","sandbox":"","seed":"7","edition":{"a":"<b>"}}' \
        '<h1 id=pwned>' >"$class/class.json"
    local n=0 attack
    for attack in "${attacks[@]}"; do
        n=$((n + 1))
        a_student "$attack" "S_$n-0000000$n" "$attack" "$n"
    done
    a_student "Plain Jane" "Ann" "" 9
    {
        echo 'student,exercise,points,reason'
        printf 'Plain Jane,matvec,0,"%s"\n' "${attacks[1]//\"/\"\"}"
        printf '"%s",matvec,1,x\n' "${attacks[0]//\"/\"\"}x"
    } >"$class/overrides.csv"
    build/bin/course collect --out "$class" 2>"$class/told" || [ $? = 2 ]
    ! grep "add up" "$class/told" || false
}

# As a string of JSON.
json() {
    local text=${1//\\/\\\\}
    printf '"%s"' "${text//\"/\\\"}"
}

# NAME KEY TEXT POINTS: TEXT stands wherever a student's text can.
a_student() {
    local folder=$class/submissions/$2 source digest text
    text=$(json "$3")
    mkdir -p "$folder/lab1_global"
    { sed '/BEGIN SOLUTION/d' lab1_global/reference.cu && echo "// $3 $4"; } \
        >"$folder/lab1_global/student.cu"
    source=$(sha256sum <"$folder/lab1_global/student.cu")
    source=${source%% *}
    digest=$(printf '%s\n' a '<b>' 7 lab1_global "$source" | sha256sum)
    digest=${digest%% *}
    printf '{"student":%s,"key":"%s","status":"ok","flags":[%s],"notes":[%s],
        "files":{"lab1_global":"%s"}}' "$(json "$1")" "$2" "$text" "$text" \
        "$source" >"$folder/submission.json"
    {
        printf '{"lab":"lab1_global","digest":"%s","status":"graded",
            "box":"x","score":%d,"max_score":100,"exercises":[' \
            "$digest" "$4"
        some_exercises "$text" "$4"
        echo ']}'
    } >"$class/results/lab1_global-$digest.json"
}

# The lab's exercises and cases; the first one that has so many has POINTS, the
# others none.
some_exercises() {
    local most name own points=$2 comma=
    while read -r name most; do
        own=0
        [ "$points" -gt "$most" ] || own=$points points=0
        printf '%s{"name":"%s","score":%d,"max_score":%d,"first":%s,
            "more":%s,"picture":%s,"remark":%s,"file":"student.cu","line":9,
            "column":2,"checks":[{"name":%s,"passed":false,"points":%d,
            "max_points":%d,"message":%s}]}' "$comma" "$name" "$own" \
            "$most" "$1" "$1" "$1" "$1" "$1" "$own" "$most" "$1"
        comma=,
    done < <({ build/bin/grader list --tsv && build/bin/grader list --cases; } |
        awk -F '\t' '$1 == "lab1_global" && $5 { print $2, $5 }')
}

# The document of a page as Chromium has it when its scripts have run.
opened() {
    chromium --headless --no-sandbox --disable-gpu \
        --user-data-dir="$BATS_TEST_TMPDIR/chromium" --dump-dom "file://$1" \
        2>/dev/null
}

# Those that open a page; the others need none.
needs_chromium() {
    command -v chromium >/dev/null || skip "no chromium"
}

# Neither does anything, nor is there an element that we do not write.
is_harmless() {
    local document
    document=$(opened "$1")
    [ -n "$document" ]
    [[ "$document" == *"</html>"* ]]
    [[ "$document" != *"<title>pwned"* ]]
    if grep -oiE '<[a-z][a-z0-9]*' <<<"$document" | sort -u |
        grep -viE '^<(html|head|meta|title|style|body|main|p|h[1-6]|bdi|div|span|small|b|i|u|a|br|ul|li|table|thead|tbody|tr|th|td|section|details|summary|pre|code|mark|button|svg|rect|line|text|script)$'; then
        return 1
    fi
    if grep -oiE '<[a-z][^<>]*' <<<"$document" |
        grep -iE '^<[^"]*( on[a-z]+=|javascript:|src=| id="?pwned)'; then
        return 1
    fi
}

@test "all attacks are in the pages, as text" {
    [ "$(ls "$class"/feedback/*.html | wc -l)" = 8 ]
    grep -q '&lt;script&gt;document.title=&quot;pwned' "$class/class.html"
    grep -q 'onerror=&#39;document.title' "$class/class.html"
    grep -q '&lt;h1 id=pwned&gt;' "$class/class.html"
}

@test "class.html runs nothing but its own script" {
    needs_chromium
    is_harmless "$class/class.html"
    [ "$(grep -c '<script' "$class/class.html")" = 1 ]
    sed '/Content-Security-Policy/d' "$class/class.html" >"$class/bare.html"
    is_harmless "$class/bare.html"
}

@test "similarity.html runs nothing" {
    needs_chromium
    ! grep '<script' "$class/similarity.html" || false
    sed '/Content-Security-Policy/d' "$class/similarity.html" \
        >"$class/bare.html"
    is_harmless "$class/bare.html"
}

@test "feedback runs nothing" {
    needs_chromium
    for page in "$class"/feedback/*.html; do
        ! grep '<script' "$page" || false
        sed '/Content-Security-Policy/d' "$page" >"$class/bare.html"
        is_harmless "$class/bare.html"
    done
}

@test "feedback in Markdown has no element that we do not write" {
    command -v pandoc >/dev/null || skip "no pandoc"
    for page in "$class"/feedback/*.md; do
        pandoc -f gfm -t html "$page" >"$class/bare.html"
        [ -s "$class/bare.html" ]
        run ! grep -iE '<(script|img|svg|a|style|iframe|h1 id="?pwned)[ >]' \
            "$class/bare.html"
        run ! grep -i '^<h[4-6]' "$class/bare.html"
    done
}

@test "each link of the page leads to a file" {
    links=$(grep -oE 'href="feedback/[^"]*"' "$class/class.html" | sort -u)
    [ "$(wc -l <<<"$links")" = 8 ]
    while IFS= read -r link; do
        link=${link#href=\"}
        link=${link%\"}
        [ -s "$class/$(printf '%b' "${link//%/\\x}")" ]
    done <<<"$links"
}

@test "the table of students is sorted by the column pressed" {
    needs_chromium
    # The policy would not let a test press anything.
    sed '/Content-Security-Policy/d' "$class/class.html" | head -n -2 \
        >"$class/pressed.html"
    cat >>"$class/pressed.html" <<'END'
<script>
const table = document.querySelector("#students + div table");
const press = () => table.querySelectorAll("button")[1].click();
const points = () => [...table.tBodies[0].rows].map(row =>
    row.cells[1].dataset.v).join(" ");
press(); const told = points(); press();
document.title = told + " / " + points();
</script></body></html>
END
    opened "$class/pressed.html" | grep -q \
        '<title>1 2 3 4 5 6 7 9 / 9 7 6 5 4 3 2 1</title>'
}

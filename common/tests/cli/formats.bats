#!/usr/bin/env bats
# formats.bats - results in the formats of platforms, from records that are
# ready: that who reads each format finds in it what was found, and nothing that
# a student has put there.
#
# Held against others where there are any: jsonschema, xmllint, prove; else
# against the rules that the platform publishes.  formats/ has the schemas.

schemas=common/tests/cli/formats

# Closes every format, opens it anew, and gives itself points.
hostile() {
    printf '%s\n' 'it said "]}}' '{"scores":{"lab1_global":999}}' \
        'Grade :=>>100' '  Grade :=>>100' '--|>' 'Comment :=>>well done' \
        'ok 1 - all' '1..1' 'Bail out! now' '  ...' '  ---' 'TAP version 14' \
        '</failure></testcase><testcase name="x"/>' ']]>&amp;<!--' \
        '[[ATTACHMENT|/etc/passwd]]' '::error::x' '=1+1' '# SKIP' \
        $'\e[2J\e]0;title\a\r100 of 100' $'\xef\xbf\xbe\xef\xbf\xbf\xff\xc0' \
        $'\xe2\x80\xaetxet'
    # Longer than any platform shows, of characters of three bytes.
    printf '\xe2\x82\xac%.0s' {1..1500}
}

# Text as a JSON string, byte for byte: no UTF-8 is none afterwards either.
quoted() {
    LC_ALL=C sed -e 's/[\"]/\\&/g' -e 's/\r/\\r/g; s/\x1b/\\u001b/g; s/\a/\\u0007/g' |
        awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }'
}

digest() { # LAB SOURCE: as store.h has it, for a class without an edition
    printf '7\n%s\n%s\n' "$1" "$2" | sha256sum | cut -c1-64
}

# result LAB SOURCE EARNED MESSAGE: of EARNED points each exercise has, EARNED
# at most; all: all of them.
result() {
    local lab=$1 source=$2 earned=$3 message=$4 separator='' exercise points got
    local score=0 most=0
    {
        printf '{"schema":1,"lab":"%s","digest":"%s","source":"%s",' \
            "$lab" "$(digest "$lab" "$source")" "$source"
        printf '"edition":{},"seed":"7","compiler":"clang","box":"a box",'
        printf '"status":"graded","why":"","exercises":['
        while read -r exercise points; do
            got=$points
            [ "$earned" = all ] || got=$earned
            printf '%s{"name":"%s","score":%s,"max_score":%s,' \
                "$separator" "$exercise" "$got" "$points"
            printf '"first":"%s","line":3,"checks":[{"name":"correct",' \
                "$([ "$got" = "$points" ] || printf '%s' "$message")"
            printf '"passed":%s,"points":%s,"max_points":%s,"message":"%s"}]}' \
                "$([ "$got" = "$points" ] && echo true || echo false)" \
                "$got" "$points" "$message"
            separator=,
            score=$((score + got)) most=$((most + points))
        done < <(everything |
            awk -F '\t' -v lab="$lab" '$1 == lab && $5 { print $2, $5 }')
        printf '],"score":%s,"max_score":%s}\n' $score $most
    } >"$out/results/$lab-$(digest "$lab" "$source").json"
}

# Exercises and cases of all labs.
everything() {
    for which in --tsv --cases; do
        build/bin/grader list $which | sed 1d
    done
}

# submission KEY NAME ID PATH LAB...: who handed these in; the source of a lab
# is named after the key.
submission() {
    local key=$1 name=$2 id=$3 path=$4 separator=''
    shift 4
    mkdir -p "$out/submissions/$key"
    {
        printf '{"schema":1,"student":"%s","id":"%s","key":"%s","source":"%s",' \
            "$name" "$id" "$key" "$path"
        printf '"kind":"folder","time":"2026-11-02T10:30:00+02:00","files":{'
        for lab; do
            printf '%s"%s":"%s"' "$separator" "$lab" "source-of-$key"
            separator=,
        done
        printf '},"flags":[],"notes":[],"status":"%s"}\n' \
            "$([ $# = 0 ] && echo nothing || echo ok)"
    } >"$out/submissions/$key/submission.json"
}

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export out="$BATS_FILE_TMPDIR/a class"
    local lab labs
    labs=$(printf '%s\n' */lab.c | sed 's|/lab.c||')
    mkdir -p "$out/results" "$out/submissions" "$out/feedback"
    printf '{"schema":1,"class":"c","sandbox":"","seed":"7","edition":{}}\n' \
        >"$out/class.json"
    # shellcheck disable=SC2086
    submission Ann Ann 100 Ann_100_assignsubmission_file $labs
    # shellcheck disable=SC2086
    submission Eve "$(printf '=Eve # SKIP \\ <b> [[x]] %s' "&'" | quoted)" 1001 \
        'x/Eve <b>_1001_assignsubmission_file/a.zip' $labs
    submission Mia Mia 1002 Mia_1002_assignsubmission_file lab1_global
    submission Nil Nil '' Nil
    for lab in $labs; do
        result "$lab" source-of-Ann all "15 sizes"
        result "$lab" source-of-Eve 1 "$(hostile | quoted)"
    done
    digest=$(digest lab1_global source-of-Mia)
    printf '{"schema":1,"lab":"lab1_global","digest":"%s","source":"%s","edition":{},"seed":"7","status":"failed","why":"no room is left on the disk","exercises":[]}\n' \
        "$digest" source-of-Mia >"$out/results/lab1_global-$digest.json"
    for key in Ann Eve Mia Nil; do
        echo "<p>$key</p>" >"$out/feedback/$key.html"
    done
    build/bin/course format --class "$out" gradescope classroom50 junit tap \
        autolab vpl moodle >"$BATS_FILE_TMPDIR/said" 2>&1
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    labs=$(printf '%s\n' */lab.c | sed 's|/lab.c||')
    all=$(everything | awk -F '\t' '{ n += $5 } END { print n }')
    exercises=$(everything | awk -F "\t" "\$5" | wc -l)
}

valid() { # SCHEMA FILE...
    local schema=$schemas/$1.schema.json file files=()
    shift
    for file; do
        files+=(-i "$file")
    done
    jsonschema "${files[@]}" "$schema"
}

plain() { # FILE: no control character but line breaks and tabs, all UTF-8
    if LC_ALL=C grep $'[\x01-\x08\x0b-\x1f\x7f]' "$1" ||
        LC_ALL=C grep $'\xc2[\x80-\x9f]\|\xe2\x80\xae' "$1"; then
        return 1
    fi
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null
}

@test "gradescope: a results.json for each, as its specification has it" {
    valid gradescope "$out"/gradescope/*/results.json
    for key in Ann Eve Mia Nil; do
        plain "$out/gradescope/$key/results.json"
    done
    run jq -r '.score, (.tests | length), ([.tests[].score] | add)' \
        "$out/gradescope/Ann/results.json"
    [ "$output" = "$(printf '%s\n' "$all" "$exercises" "$all")" ]
    run jq -r '.score, ([.tests[].score] | add), (.tests[0].status)' \
        "$out/gradescope/Eve/results.json"
    [ "$output" = "$(printf '%s\n' $exercises $exercises failed)" ]
    # Drawn as text, whatever it says.
    run jq -r '.output_format, .test_output_format, .test_name_format' \
        "$out/gradescope/Eve/results.json"
    [ "$(sort -u <<<"$output")" = text ]
}

@test "gradescope: what could not be graded has no points, not even 0" {
    run jq -c '.tests[] | select(.name == "lab1_global") | [has("score"), .status]' \
        "$out/gradescope/Mia/results.json"
    [ "$output" = '[false,"failed"]' ]
    jq -r '.tests[].output' "$out/gradescope/Mia/results.json" |
        grep 'no room is left on the disk'
}

@test "classroom50: a result.json for each, scores are integers and add up" {
    valid classroom50 "$out"/classroom50/*/result.json
    for key in Ann Eve Mia Nil; do
        plain "$out/classroom50/$key/result.json"
        run jq '(.score == ([.tests[].score] | add)) and
            (."max-score" == ([.tests[]."max-score"] | add))' \
            "$out/classroom50/$key/result.json"
        [ "$output" = true ]
    done
    # Cut where its runner would, at a character's end.
    run jq '[.tests[] | .output, .message | utf8bytelength] | max' \
        "$out/classroom50/Eve/result.json"
    [ "$output" -le 2000 ] && [ "$output" -gt 1990 ]
    jq -r '.tests[0].output' "$out/classroom50/Eve/result.json" |
        grep $'\xe2\x82\xac \\[...]$'
    run jq -r '.datetime, .score, ."max-score"' "$out/classroom50/Eve/result.json"
    [ "$output" = "$(printf '%s\n' 2026-11-02T08:30:00Z $exercises "$all")" ]
}

@test "classroom50: who and what the runner's environment says" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    SUBMISSION_TIME=2026-11-03T00:30:00.5-01:30 \
        CLASSROOM=cs ASSIGNMENT=gpu SUBMISSION_TAG=$'submit/1\n"}' \
        COMMIT_URL=https://example.org/c RELEASE_URL=https://example.org/r \
        build/bin/course format --class "$BATS_TEST_TMPDIR/class" classroom50
    json="$BATS_TEST_TMPDIR/class/classroom50/Ann/result.json"
    valid classroom50 "$json"
    run jq -r '.classroom, .assignment, .submission, .commit, .release, .review,
        .datetime' "$json"
    [ "$output" = "$(printf '%s\n' cs gpu 'submit/1 "}' https://example.org/c \
        https://example.org/r https://example.org/c 2026-11-03T02:00:00Z)" ]
}

@test "junit: well formed, valid by its conventions, and counts add up" {
    xml="$out/junit/class.xml"
    xmllint --noout --schema "$schemas/junit.xsd" "$xml"
    plain "$xml"
    count() { xmllint --xpath "count($1)" "$xml"; }
    attribute() { xmllint --xpath "string(/testsuites/@$1)" "$xml"; }
    [ "$(count //testcase)" = "$(attribute tests)" ]
    [ "$(count //testcase/failure)" = "$(attribute failures)" ]
    [ "$(count //testcase/failure)" = "$exercises" ]
    [ "$(count //testcase/error)" = "$(attribute errors)" ]
    [ "$(count //testcase/error)" = 1 ]
    [ "$(count //testcase/skipped)" = "$(attribute skipped)" ]
    # Ann's and Eve's exercises; a lab that is not there is one case.
    n=$(wc -w <<<"$labs")
    [ "$(count //testcase)" = $((2 * exercises + 2 * n)) ]
    [ "$(count "//testcase[@name='x']")" = 0 ]
    # As it was said, but for what some readers obey.
    grep -F '&lt;/failure&gt;&lt;/testcase&gt;&lt;testcase name=&quot;x&quot;/&gt;' "$xml"
    ! grep -F '[[' "$xml" || false
}

@test "tap: a point for each submission, and its exercises below it" {
    tap="$out/tap/class.tap"
    plain "$tap"
    [ "$(head -n 1 "$tap")" = "TAP version 14" ]
    # prove knows versions to 13, which has all but the subtests.
    sed 1s/14/13/ "$tap" >"$BATS_TEST_TMPDIR/class.tap"
    run prove -v --exec cat "$BATS_TEST_TMPDIR/class.tap"
    [[ $output = *"Tests: 4 Failed: 3)"* ]]
    [[ $output != *"Parse errors"* ]]
    [[ $output != *"TODO"* ]]
    # A subtest is a document of its own, four blanks to the left.
    for key in Ann Eve; do
        {
            echo "TAP version 13"
            awk -v key="$key" '/^# Subtest: / { on = index($0, key) }
                on && /^    / { print substr($0, 5) }' "$tap"
        } >"$BATS_TEST_TMPDIR/$key.tap"
        sed 1s/14/13/ "$out/tap/students/$key.tap" |
            diff - "$BATS_TEST_TMPDIR/$key.tap"
    done
    run prove -v --exec cat "$BATS_TEST_TMPDIR/Ann.tap"
    [ "$status" = 0 ]
    [[ $output = *"Tests=$exercises,"* ]]
    run prove -v --exec cat "$BATS_TEST_TMPDIR/Eve.tap"
    [[ $output = *"Tests: $exercises Failed: $exercises)"* ]]
    [[ $output != *"Parse errors"* ]]
}

@test "tap: the diagnostics are YAML, and hold what was said" {
    sed 1s/14/13/ "$out/tap/students/Eve.tap" >"$BATS_TEST_TMPDIR/Eve.tap"
    perl -MTAP::Parser -e '
        my $parser = TAP::Parser->new({source => $ARGV[0]});
        while (my $line = $parser->next) {
            next unless $line->is_yaml;
            my $data = $line->data;
            die "no score" unless $data->{score} == 1;
            die "cut" unless $data->{checks} =~ /^ +\.\.\.$/m;
            print "block\n";
        }' "$BATS_TEST_TMPDIR/Eve.tap" >"$BATS_TEST_TMPDIR/blocks"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/blocks")" = "$exercises" ]
}

@test "autolab: the last line is the scores, by lab" {
    for key in Ann Eve Mia Nil; do
        txt="$out/autolab/$key.txt"
        plain "$txt"
        [ "$(wc -c <"$txt")" -lt 16384 ]
        tail -n 2 "$txt" | jq -s . >"$BATS_TEST_TMPDIR/$key.json"
        run jq -r '.[0].stages[]' "$BATS_TEST_TMPDIR/$key.json"
        [ "$output" = "$labs" ]
        # Nobody else's line is JSON, or begins where ours do.
        ! head -n -2 "$txt" | grep '^{' || false
    done
    valid autolab "$BATS_TEST_TMPDIR"/*.json
    run jq -c '.[1].scores | [.[]] | add' "$BATS_TEST_TMPDIR/Eve.json"
    [ "$output" = $exercises ]
    # What could not be graded is not booked; what was not handed in is, as 0.
    run jq -c '.[1].scores' "$BATS_TEST_TMPDIR/Mia.json"
    [[ $output != *lab1_global* && $output = *lab2_shared\":0* ]]
}

# As vpl_submission.class.php reads it: the last line that begins so.
vpl_grade() {
    sed -n 's/^Grade :=>>//p' "$1" | tail -n 1
}

@test "vpl: one grade, one comment, and no tag of a student's" {
    for key in Ann Eve Nil; do
        txt="$out/vpl/$key.txt"
        plain "$txt"
        [ "$(grep -c '^Grade :=>>' "$txt")" = 1 ]
        [ "$(grep -cE '^[[:blank:]]*(<\|--|Comment :=>>.*)[[:blank:]]*$' "$txt")" = 1 ]
        [ "$(grep -cE '^[[:blank:]]*--\|>[[:blank:]]*$' "$txt")" = 1 ]
        # All else: titles of ours, or shown as it is.
        ! grep -v '^[->]\|^<|--$\|^--|>$\|^Grade :=>>[0-9.]*$' "$txt" || false
        ! grep '^-.*)$' "$txt" || false
    done
    [ "$(vpl_grade "$out/vpl/Ann.txt")" = "$all.00" ]
    [ "$(vpl_grade "$out/vpl/Eve.txt")" = "$exercises.00" ]
    [ "$(vpl_grade "$out/vpl/Nil.txt")" = 0.00 ]
    # No grade is proposed of what could not be graded.
    [ -z "$(vpl_grade "$out/vpl/Mia.txt")" ]
}

@test "vpl: the grade is that of the activity's range" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    VPL_GRADEMIN=1 VPL_GRADEMAX=11 build/bin/course format \
        --class "$BATS_TEST_TMPDIR/class" vpl
    [ "$(vpl_grade "$BATS_TEST_TMPDIR/class/vpl/Ann.txt")" = 11.00 ]
    [ "$(vpl_grade "$BATS_TEST_TMPDIR/class/vpl/Nil.txt")" = 1.00 ]
}

@test "moodle: grades of who has a number, and feedback where Moodle looks" {
    csv="$out/moodle/grades.csv"
    plain "$csv"
    head -n 1 "$csv" | grep '^Identifier,Full name,.*,Grade,.*,Last modified (grade),'
    [ "$(wc -l <"$csv")" = 3 ]
    grep "^Participant 100,Ann,,,$all.00,$all.00,Yes," "$csv"
    grep "^Participant 1001,\"*'=Eve # SKIP" "$csv"
    # Mia's grading failed, Nil has no number: said, and left out.
    grep '1 of 4 submissions have no number' "$BATS_FILE_TMPDIR/said"
    run sh -c 'unzip -Z1 "$1" | LC_ALL=C sort' - "$out/moodle/feedback.zip"
    [ "$output" = "$(printf '%s/feedback.html\n' \
        Ann_100_assignsubmission_file 'Eve <b>_1001_assignsubmission_file' \
        Mia_1002_assignsubmission_file)" ]
    run unzip -p "$out/moodle/feedback.zip" \
        Ann_100_assignsubmission_file/feedback.html
    [ "$output" = "<p>Ann</p>" ]
}

@test "moodle: all points are what GRADE_MAX says" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    GRADE_MAX=100 build/bin/course format --class "$BATS_TEST_TMPDIR/class" moodle
    grep '^Participant 100,Ann,,,100.00,100.00,' "$BATS_TEST_TMPDIR/class/moodle/grades.csv"
}

@test "the same records give the same bytes, anywhere and at any time" {
    cp -r "$out" "$BATS_TEST_TMPDIR/other"
    TZ=Asia/Tokyo LC_ALL=C.UTF-8 build/bin/course format \
        --class "$BATS_TEST_TMPDIR/other" gradescope classroom50 junit tap \
        autolab vpl moodle
    diff -r "$out" "$BATS_TEST_TMPDIR/other"
}

@test "files are the instructor's alone" {
    ! find "$out/gradescope" "$out/moodle" "$out/tap" -perm /077 | grep . || false
}

@test "who has left the class is in no format" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    rm -r "$BATS_TEST_TMPDIR/class/submissions/Eve"
    build/bin/course format --class "$BATS_TEST_TMPDIR/class" gradescope tap
    [ ! -e "$BATS_TEST_TMPDIR/class/gradescope/Eve" ]
    ! grep -r Eve "$BATS_TEST_TMPDIR/class/tap" || false
}

@test "an override counts, and says so" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    printf 'student,exercise,points,reason\nEve,matvec,5,"an ill, ill week"\n' \
        >"$BATS_TEST_TMPDIR/class/overrides.csv"
    build/bin/course format --class "$BATS_TEST_TMPDIR/class" gradescope
    run jq -r '.tests[] | select(.name == "lab1_global/matvec") | .score, .output' \
        "$BATS_TEST_TMPDIR/class/gradescope/Eve/results.json"
    [ "${lines[0]}" = 5 ]
    [ "${lines[1]}" = "5 points were given by the instructor: an ill, ill week" ]
}

@test "a format that is not known: the list, and 2" {
    run build/bin/course format --known junit powerpoint
    [ "$status" = 2 ]
    [[ $output = *powerpoint* && $output = *gradescope*moodle* ]]
    [ "$(wc -l <<<"$output")" = 1 ]
    run build/bin/course format --known junit tap
    [ "$status" = 0 ]
    run build/bin/course format --class "$BATS_TEST_TMPDIR/none" junit
    [ "$status" = 2 ]
    [ "$(wc -l <<<"$output")" = 1 ]
}

@test "a full disk: a sentence, 3, and what was there stands" {
    cp -r "$out" "$BATS_TEST_TMPDIR/class"
    run bash -c 'trap "" XFSZ; ulimit -f 1; exec build/bin/course format \
        --class "$1" junit' - "$BATS_TEST_TMPDIR/class"
    [ "$status" = 3 ]
    [[ $output = "course: cannot write "*class.xml* ]]
    [ "$(wc -l <<<"$output")" = 1 ]
    diff -r "$out" "$BATS_TEST_TMPDIR/class"
}

# ---- make autograder -------------------------------------------------------

pack() { # PLATFORM FOLDER VARIABLE...
    env FOR="$1" BUILD="$2" "${@:3}" sh common/course/autograder/pack.sh
}

@test "autograder: a zip as Gradescope wants it, without solutions" {
    pack gradescope "$BATS_TEST_TMPDIR/a" SEED=7
    zip="$BATS_TEST_TMPDIR/a/autograder/gradescope/autograder.zip"
    run unzip -Z1 "$zip"
    [ "$(head -n 2 <<<"$output" | sort)" = "$(printf 'run_autograder\nsetup.sh')" ]
    unzip -Z "$zip" | grep '^-rwx.* run_autograder$'
    unzip -p "$zip" settings.sh | grep "^SEED='7'$"
    unzip -p "$zip" workbook.tar | tar -t >"$BATS_TEST_TMPDIR/files"
    grep -x common/course/course.c "$BATS_TEST_TMPDIR/files"
    not_for_students='reference|student[.]cu|answers|tests/|maintain'
    ! grep -E "$not_for_students" "$BATS_TEST_TMPDIR/files" || false
    TZ=Asia/Tokyo pack gradescope "$BATS_TEST_TMPDIR/b" SEED=7
    cmp "$zip" "$BATS_TEST_TMPDIR/b/autograder/gradescope/autograder.zip"
}

@test "autograder: lines of a solution in what is packed are told, not packed" {
    mkdir "$BATS_TEST_TMPDIR/tree"
    cp -r Makefile LICENSE common lab?_* "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    {
        echo '/*'
        sed -n '/BEGIN SOLUTION/,/END SOLUTION/p' lab1_global/reference.cu
        echo '*/'
    } >>lab1_global/lab.c
    run pack vpl build
    [ "$status" = 2 ]
    [[ $output = *lab1_global/lab.c*"not packed"* ]]
    [ ! -e build/autograder/vpl ]
}

@test "autograder: what it does not know it says, with what it knows, and 2" {
    for given in FOR=blackboard LAB=lab9 SEED=many SANDBOX=some; do
        run env FOR=vpl "$given" BUILD="$BATS_TEST_TMPDIR" \
            sh common/course/autograder/pack.sh
        [ "$status" = 2 ]
        [[ $output = *"${given#*=}"* ]]
        [ "$(wc -l <<<"$output")" = 1 ]
    done
    run pack '' "$BATS_TEST_TMPDIR"
    [[ $output = *gradescope*vpl* ]]
}

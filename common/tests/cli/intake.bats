#!/usr/bin/env bats
# intake.bats - course intake: classes in the forms that platforms hand out, and
# submissions that want to do harm.
#
# ../course/class.bash makes classes, ../course/pack.c archives that ordinary
# tools do not make.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    export made="$BATS_FILE_TMPDIR"
    load ../course/class
    grep -q '^HAVE_COURSE' build/config.mk || return 0
    CLASS_LABS="lab1_global lab2_shared" class_students "$made/students" 3 \
        honest right wrong
    gcc -std=c17 -D_GNU_SOURCE -O1 common/tests/course/pack.c -larchive \
        -o "$made/pack"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    grep -q '^HAVE_COURSE' build/config.mk || skip "no libarchive here"
    load ../course/class
    class="$BATS_TEST_TMPDIR/class"
    out="$BATS_TEST_TMPDIR/out"
    source=lab1_global/reference.cu
    mkdir "$class"
}

take() {
    run build/bin/course intake --class "$class" --out "$out" "$@"
    [ "$status" -eq 0 ]
}

# of KEY WORD: a member of its submission.json; flags and notes as they stand.
of() {
    # the key may be a pattern, as its digits are not known here
    # shellcheck disable=SC2086
    awk -v word="\"$2\":" '$1 == word {
        sub(/^[^:]*:[ \t]*/, "")
        sub(/,$/, "")
        gsub(/^"|"$/, "")
        print
    }' "$out"/submissions/$1/submission.json
}

# same KEY NAME: it has the files of that student.
same() {
    local lab
    for lab in lab1_global lab2_shared; do
        # shellcheck disable=SC2086
        cmp "$out"/submissions/$1/$lab/student.cu \
            "$made/students/$2/$lab/student.cu"
    done
}

# Keys of all that was taken in.
keys() {
    ls "$out/submissions"
}

# By name: of a person and of its key.
is_taken() { # NAME
    local key
    key=$(grep -l "\"student\":.\"$1\"," "$out"/submissions/*/submission.json)
    key=${key%/submission.json}
    same "${key##*/}" "$1"
    [ "$(of "${key##*/}" status)" = ok ]
    [ "$(of "${key##*/}" flags)" = "[]" ]
}

@test "a class comes in each form that platforms hand out" {
    local form name
    for form in folder repository zip tar submit moodle moodle.zip gradescope \
        gradescope.zip git; do
        rm -rf "$class" "$out"
        class_pack "$made/students" $form "$class"
        take --jobs 2
        [ "$(keys | wc -l)" -eq 3 ]
        while IFS=$'\t' read -r name _; do
            echo "$form: $name"
            is_taken "$name"
        done <"$made/students/.kinds"
    done
    [[ "$output" == "3 submissions: 3 to grade (3 taken in now, 0 unchanged)" ]]
}

@test "the platform's number, time and claims are kept" {
    rm -rf "$class"
    class_pack "$made/students" gradescope "$class"
    take --deadline 2026-10-31
    [ "$(of Ann_Smith-* id)" = 1001 ]
    [ "$(of Ann_Smith-* time)" = 2026-11-01T12:00:01Z ]
    [ "$(of Ann_Smith-* flags)" = '["late"]' ]
    sed -i "s/^  - :name: \"Ann Smith\"/  - :name: Group Mate\n&/" \
        "$class/submission_metadata.yml"
    take --deadline 2026-12-31
    [[ "$(of Group_Mate-* notes)" == *"together with Ann Smith"* ]]
    cmp "$out"/submissions/Group_Mate-*/lab1_global/student.cu \
        "$out"/submissions/Ann_Smith-*/lab1_global/student.cu
    rm -rf "$class" "$out"
    class_pack "$made/students" submit "$class"
    take
    [ "$(of Ann_Smith id)" = 1001 ]
    grep -A 1 '"claimed"' "$out/submissions/Ann_Smith/submission.json" |
        grep -q '"score":.100,'
}

@test "unchanged submissions are not read again, changed and gone ones are renewed" {
    local before
    rm -rf "$class"
    class_pack "$made/students" zip "$class"
    take
    before=$(stat -c %Y.%i "$out"/submissions/*/submission.json)
    take
    [[ "$output" == *"(0 taken in now, 3 unchanged)" ]]
    [ "$before" = "$(stat -c %Y.%i "$out"/submissions/*/submission.json)" ]
    rm "$class/Ann Smith.zip"
    mkdir "$class/New One"
    cp $source "$class/New One/student.cu"
    printf 'file\tlab1_global/student.cu\t%s\n' Makefile |
        "$made/pack" zip "$class"/Zo*.zip
    take
    [[ "$output" == *"(2 taken in now, 1 unchanged, 1 gone)" ]]
    cmp "$out"/submissions/Zo*/lab1_global/student.cu Makefile
    [ ! -e "$out"/submissions/Zo*/lab2_shared ]
    [ ! -e "$out"/submissions/Ann_Smith-* ]
}

records() {
    find "$out/submissions" -name submission.json 2>/dev/null | wc -l
}

@test "killed in the middle, it goes on and leaves nothing half" {
    local i pid kept=0
    rm -rf "$class"
    for i in 1 2 3 4 5 6 7 8; do
        mkdir -p "$class/student $i/lab1_global"
        cp $source "$class/student $i/lab1_global/student.cu"
        cp -a "$class/student $i" "$class/other $i"
        (cd "$class/other $i" && zip -q -r "../again $i.zip" .)
    done
    for _ in 1 2 3; do
        build/bin/course intake --class "$class" --out "$out" &
        pid=$!
        while [ -e /proc/$pid ] && [ "$(records)" -le $kept ]; do
            sleep 0.01
        done
        kill -9 $pid 2>/dev/null || :
        wait $pid || :
        kept=$(records)
        # whoever has a record has its file
        for i in "$out"/submissions/*/submission.json; do
            [ ! -e "$i" ] || cmp "${i%/*}/lab1_global/student.cu" $source
        done
    done
    take
    [ "$(keys | wc -l)" -eq 24 ]
    [[ "$output" == *"($((24 - kept)) taken in now, $kept unchanged)" ]]
    [ -z "$(ls -A "$out/rooms")" ]
    ! readlink /proc/[0-9]*/fd/0 | grep -F "$class" || false
}

@test "the last commit before the deadline is taken, of clones and bare ones" {
    rm -rf "$class"
    CLASS_LABS=lab1_global class_of "$class" git 1 honest
    mv "$class/Ann Smith" "$class/a"
    echo "// late" >>"$class/a/lab1_global/student.cu"
    class_commit "$class/a" Late 2026-10-09T12:00:00Z
    git clone -q --bare "$class/a" "$class/b"
    echo "// not committed" >>"$class/a/lab1_global/student.cu"
    take
    [ "$(tail -n 1 "$out/submissions/a/lab1_global/student.cu")" = \
        "// not committed" ]
    [ "$(tail -n 1 "$out/submissions/b/lab1_global/student.cu")" = "// late" ]
    take --deadline 2026-10-02T12:00:00Z
    for key in a b; do
        [[ "$(tail -n 1 "$out/submissions/$key/lab1_global/student.cu")" == \
            "// handed in by"* ]]
        [ "$(of $key time)" = 2026-10-02T12:00:00Z ]
        [ "$(of $key commit)" = "$(git -C "$class/a" rev-parse HEAD~1)" ]
    done
    take --deadline 2026-10-02T11:59:59Z
    [ "$(of a status)" = nothing ]
    take --deadline 2026-01-01
    [ "$(of b flags)" = '["late"]' ]
    [[ "$(of b notes)" == *"first commit came after the deadline"* ]]
}

@test "a clone's configuration, hooks, filters and borrowed objects are nobody's" {
    local git
    rm -rf "$class"
    CLASS_LABS=lab1_global class_of "$class" git 1 honest
    mv "$class/Ann Smith" "$class/config"
    git="$class/config/.git"
    cp -a "$class/config" "$class/alternates"
    cp -a "$class/config" "$class/linked"
    cp -a "$class/config" "$class/broken"
    cat >>"$git/config" <<END
[core]
	fsmonitor = touch "$BATS_TEST_TMPDIR/owned"
	hooksPath = $BATS_TEST_TMPDIR/hooks
[alias]
	rev-list = !touch "$BATS_TEST_TMPDIR/owned"
	ls-tree = !touch "$BATS_TEST_TMPDIR/owned"
[include]
	path = /dev/zero
END
    echo '* filter=x' >"$git/info/attributes"
    echo "$PWD/.git/objects" >"$class/alternates/.git/objects/info/alternates"
    mv "$class/linked/.git" "$BATS_TEST_TMPDIR/elsewhere"
    ln -s "$BATS_TEST_TMPDIR/elsewhere" "$class/linked/.git"
    find "$class/broken/.git/objects" -type f -exec chmod u+w {} + \
        -exec cp /dev/null {} \;
    take --deadline 2026-12-01
    [ ! -e "$BATS_TEST_TMPDIR/owned" ]
    [ "$(of config status)" = ok ]
    [ "$(of alternates status)" = refused ]
    [[ "$(of alternates notes)" == *"borrows objects from elsewhere"* ]]
    [[ "$(of linked notes)" == *".git is no repository that can be read"* ]]
    [ "$(of broken status)" = refused ]
}

@test "names of files say who and which lab, in any encoding" {
    local cyrillic=$'\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0'
    mkdir "$class/in"
    {
        printf 'file\t\\x80\\xad\\xad\\xa0_1_assignsubmission_file_/s.cu\t%s\n' \
            $source # Anna, in code page 866
        printf 'file\tAnn Lee_2_assignsubmission_file_/lab1.cu\t%s\n' $source
        printf 'file\tAnn Lee_3_assignsubmission_file_/student (1).cu\t%s\n' \
            $source
        printf 'file\tAnn Lee_3_assignsubmission_onlinetext_/a.html\t%s\n' \
            README.md
        printf 'file\tText_4_assignsubmission_onlinetext_/a.html\t%s\n' \
            README.md
        printf 'file\tFlat_5_assignsubmission_file_lab1_student.cu\t%s\n' \
            $source
    } | LC_ALL=C.UTF-8 "$made/pack" zip "$class/class.zip"
    class="$class/class.zip" take
    grep -q "\"student\":.\"$cyrillic\"" "$out"/submissions/*/submission.json
    [ "$(of Ann_Lee__2_-* flags)" = '["name_twice"]' ]
    [ "$(of Ann_Lee__3_-* flags)" = '["name_twice"]' ]
    [ "$(of Text status)" = nothing ]
    cmp "$out/submissions/Flat/lab1_global/student.cu" $source
    [ "$(cat "$out"/submissions/*/lab1_global/student.cu |
        cksum)" = "$(cat $source $source $source $source | cksum)" ]
}

@test "a class lies in a folder of its archive, however it is called" {
    mkdir -p "$class/build/tests"
    cp -a "$made/students/." "$class/build/tests"
    rm "$class/build/tests/.kinds"
    (cd "$class" && zip -q -r ../whole.zip .)
    class="$BATS_TEST_TMPDIR/whole.zip" take
    is_taken "Ann Smith"
    class="$BATS_TEST_TMPDIR/whole.zip" take
    [[ "$output" == *"(0 taken in now, 3 unchanged)" ]]
}

@test "a submission may be a class of its own" {
    rm -rf "$class"
    class_pack "$made/students" submit "$class"
    class="$class/Ann_Smith.zip" take
    same Ann_Smith "Ann Smith"
    [ "$(of Ann_Smith student)" = "Ann Smith" ]
    rm -rf "$out"
    class="$made/students/Ann Smith/" take --one "Some Body"
    same "Some_Body-*" "Ann Smith"
}

@test "a student.cu beside others is one of a class" {
    cp $source "$class/student.cu"
    cp lab2_shared/reference.cu "$class/Ann.cu"
    (cd "$made/students/Ann Smith" && zip -q -r - .) >"$class/Ann Smith.xyz"
    take
    [ "$(keys | wc -l)" -eq 3 ]
    cmp "$out/submissions/student/lab1_global/student.cu" $source
    cmp "$out/submissions/Ann/lab2_shared/student.cu" lab2_shared/reference.cu
    is_taken "Ann Smith" # by what it is, not by what it is called
}

@test "of several archives the last counts, and it is said" {
    mkdir "$class/a"
    printf 'file\tlab1_global/student.cu\t%s\n' Makefile |
        "$made/pack" zip "$class/a/z.zip"
    printf 'file\tlab1_global/student.cu\t%s\n' $source |
        "$made/pack" zip "$class/a/b.zip"
    printf 'file\tlab2_shared/student.cu\t%s\n' $source |
        "$made/pack" zip "$class/a/c.zip"
    touch -d 2026-01-01 "$class/a/z.zip"
    take
    cmp "$out/submissions/a/lab1_global/student.cu" $source
    [ -e "$out/submissions/a/lab2_shared/student.cu" ]
    [[ "$(of a notes)" == *"b.zip: lab1_global/student.cu was taken, not z.zip"* ]]
}

# hostile NAME FLAG STATUS [SENTENCE]: what became of it.
hostile() {
    echo "$1: $(of "$1" flags) $(of "$1" status) $(of "$1" notes)"
    [[ "$(of "$1" flags)" == "$2" ]]
    [ "$(of "$1" status)" = "$3" ]
    [[ "$(of "$1" notes)" == *"${4:-}"* ]]
}

@test "archives that leave, link, explode or break off harm nobody and are told" {
    local i secret="$BATS_TEST_TMPDIR/secret" good='lab1_global/student.cu'
    echo "root of all" >"$secret"
    pack() {
        LC_ALL=C.UTF-8 "$made/pack" "$1" "$class/$2"
    }
    printf 'file\t../../../escaped/%s\t%s\n' $good $source | pack tar dots.tar
    printf 'file\t%s/escaped/%s\t%s\n' "$BATS_TEST_TMPDIR" $good $source |
        pack tar absolute.tar
    printf 'file\tC:\\lab1_global\\student.cu\t%s\n' $source | pack zip drive.zip
    printf 'link\t%s\t%s\n' $good "$secret" | pack tar link.tar
    printf 'link\tlab1_global\t%s\nfile\t%s\t%s\n' "$BATS_TEST_TMPDIR" $good \
        $source | pack tar through.tar
    printf 'hard\t%s\t%s\n' $good "$secret" | pack tar hard.tar
    printf 'device\t%s\t-\npipe\tlab2_shared/student.cu\t-\n' $good |
        pack tar device.tar
    printf 'setuid\t%s\t%s\n' $good $source | pack tar setuid.tar
    printf 'zeros\t%s\t300000\n' $good | pack tar.gz large.tar.gz
    printf 'zeros\t%s\t20000000\n' $good | pack zip bomb.zip
    printf 'zeros\ta.bin\t80000000\nfile\t%s\t%s\n' $good $source |
        pack zip swollen.zip
    mkdir "$class/docx" "$class/rar"
    echo text >"$class/docx/a.docx"
    printf 'Rar!\x1a\x07\x01\x00garbage' >"$class/rar/a.rar"
    printf 'many\tlab1_global/x\t100001\n' | pack tar.gz many.tar.gz
    printf 'file\t%s\t%s\nfile\t%s\tMakefile\n' $good $source $good |
        pack zip twice.zip
    printf 'folder\t%s\t-\n' $good | pack tar folder.tar
    printf 'file\tlab1_global/stu\\x0a\\x1b[2Jdent.cu\t%s\n' $source |
        pack tar control.tar
    printf 'file\t%s\t%s\n' $good $source | pack zip nested0.zip
    for i in 1 2 3 4 5; do
        (cd "$class" && zip -q -m nested$i.zip nested$((i - 1)).zip)
    done
    mkdir "$BATS_TEST_TMPDIR/plain" "$BATS_TEST_TMPDIR/plain/lab1_global"
    cp $source "$BATS_TEST_TMPDIR/plain/$good"
    (cd "$BATS_TEST_TMPDIR/plain" && zip -q -r -P secret "$class/locked.zip" . &&
        tar -czf "$class/whole.tar.gz" .)
    head -c 1000 "$class/whole.tar.gz" >"$class/cut.tar.gz"
    echo "no archive" >"$class/text.zip"
    : >"$class/empty.zip"
    take --jobs 2
    hostile dots '["path_left_out"]' refused "../../../escaped"
    hostile absolute '["path_left_out"]' refused
    hostile drive '["path_left_out"]' refused
    hostile link '["link_left_out"]' refused "is a link"
    hostile through '["link_left_out"]' ok
    cmp "$out/submissions/through/$good" $source
    hostile hard '["link_left_out"]' refused "hard link"
    hostile device '["odd_file"]' refused
    hostile setuid '["odd_archive"]' ok setuid
    [ ! -u "$out/submissions/setuid/$good" ]
    hostile large '["too_large"]' refused
    hostile bomb '["bomb"]' refused
    hostile swollen '["bomb"]' ok "100 times its size"
    hostile docx '[]' nothing "no student.cu in it, but a.docx"
    hostile rar '["odd_archive"]' refused
    hostile many '["many_files"]' ok
    hostile twice '["odd_archive"]' ok "the last was taken"
    cmp "$out/submissions/twice/$good" Makefile
    hostile folder '["odd_file"]' refused
    hostile control '[]' ok
    hostile nested5 '["bomb"]' refused "too deep"
    hostile locked '["odd_archive"]' refused "encrypted"
    hostile cut '["odd_archive"]' refused
    hostile text '["odd_archive"]' refused "no archive"
    hostile empty '["odd_file"]' refused "is empty"
    hostile whole '[]' ok
    [ ! -e "$BATS_TEST_TMPDIR/escaped" ]
    ! grep -r -q "root of all" "$out" || false
    [ -z "$(find "$out" ! -type f ! -type d)" ]
    [ -z "$(find "$out" -perm /077)" ]
    ! pgrep -f "$out" >/dev/null || false
}

@test "what lies in a folder is not followed, waited for or executed" {
    local name secret="$BATS_TEST_TMPDIR/secret"
    echo "root of all" >"$secret"
    for name in link pipe folder hard large zero deep; do
        mkdir -p "$class/$name/lab1_global"
    done
    ln -s "$secret" "$class/link/lab1_global/student.cu"
    ln -s "$BATS_TEST_TMPDIR" "$class/whole"
    ln -s "$secret" "$class/alone.cu"
    mkfifo "$class/pipe/lab1_global/student.cu" "$class/named.zip"
    mkdir "$class/folder/lab1_global/student.cu"
    ln "$secret" "$class/hard/lab1_global/student.cu"
    head -c 300000 Makefile /dev/zero >"$class/large/lab1_global/student.cu"
    : >"$class/zero/lab1_global/student.cu"
    name="$class/deep"
    for _ in {1..140}; do
        name=$name/a
    done
    mkdir -p "$name/lab1_global"
    cp $source "$name/lab1_global/student.cu"
    name=$'a"b\'c\n$(touch owned)`touch owned` =1+1 <b>'
    mkdir -p "$class/$name"
    cp $source "$class/$name/student.cu"
    take
    hostile link '["link_left_out"]' refused
    hostile whole '["link_left_out"]' refused
    hostile alone '["link_left_out"]' refused
    hostile pipe '["odd_file"]' refused
    hostile named '["odd_file"]' refused
    hostile folder '["odd_file"]' refused
    hostile hard '["link_left_out"]' refused
    hostile large '["too_large"]' refused
    hostile zero '[]' ok
    hostile deep '["bomb"]' refused
    hostile 'a_b*' '[]' ok
    ! grep -r -q "root of all" "$out" || false
    [ ! -e owned ]
}

@test "what no class is is told in one sentence, and what was finished stands" {
    local before
    mkdir "$class/a"
    cp $source "$class/a/student.cu"
    take
    before=$(cksum "$out/submissions/a/submission.json")
    refused() { # WORDS ARGUMENT...
        local words=$1
        shift
        run build/bin/course intake --out "$out" "$@"
        echo "$output"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ "$output" == *"$words"* ]]
    }
    mkdir "$BATS_TEST_TMPDIR/empty"
    echo text >"$BATS_TEST_TMPDIR/text.zip"
    printf 'file\ta/student.cu\t%s\n' $source |
        "$made/pack" tar "$BATS_TEST_TMPDIR/cut.tar"
    truncate -s 3000 "$BATS_TEST_TMPDIR/cut.tar"
    refused "there is no CLASS=" --class "$BATS_TEST_TMPDIR/missing"
    refused "is empty" --class "$BATS_TEST_TMPDIR/empty"
    refused "is no archive" --class "$BATS_TEST_TMPDIR/text.zip"
    refused "is damaged" --class "$BATS_TEST_TMPDIR/cut.tar"
    (cd "$class" && zip -q -r -P secret ../locked.zip .)
    refused "is encrypted" --class "$BATS_TEST_TMPDIR/locked.zip"
    (cd "$class" && zip -q -r -0 ../damaged.zip .)
    printf X | dd of="$BATS_TEST_TMPDIR/damaged.zip" bs=1 seek=2000 \
        conv=notrunc status=none
    refused "is damaged" --class "$BATS_TEST_TMPDIR/damaged.zip"
    refused "is what make grade writes" --class "$out"
    refused "is what make grade writes" --class "$out/submissions"
    refused "neither a folder nor an archive" --class /dev/null
    refused "is no date" --class "$class" --deadline tomorrow
    [ "$before" = "$(cksum "$out/submissions/a/submission.json")" ]
}

@test "a disk that is full is told, and what was finished stands" {
    unshare -rm true || skip "no namespace of mounts here"
    mkdir -p "$class/a" "$class/b/lab1_global" "$out"
    cp $source "$class/a/student.cu"
    head -c 200000 /dev/zero >"$class/b/lab1_global/student.cu"
    run unshare -rm sh -c "mount -t tmpfs -o size=128k none '$out' &&
        build/bin/course intake --class '$class' --out '$out' --jobs 1; echo \$?
        cat '$out/submissions/a/lab1_global/student.cu' | cksum
        ls '$out/submissions'"
    echo "$output"
    [[ "$output" == *"No space left on device"*"run this again"*2* ]]
    [[ "$output" == *"$(cksum <$source)"* ]]
    [ "${lines[-1]}" = a ]
}

#!/bin/sh
# handout.sh - the student edition: the workbook without its solutions, as a
# git repository of its own.
#
#   BUILD=build OUT=folder sh common/course/handout.sh "[LAB]..."
#
# Idea: the edition is put together in a folder of its own, from what
# handout/files names, and looked through for solutions; then OUT is made equal
# to it.  What stands in it, with checksums, is kept in its
# common/edition/files: by that a second run knows which files are its own,
# which of them somebody has changed, and which have left.
# Guarantee: a new edition is there as a whole or not at all.  A student.cu
# that is there is not written to, nor any file that is not the edition's; what
# a student changed in one that is, is kept beside it.  Where three lines of a
# solution were to be handed out, nothing is.  The same workbook gives the same
# edition, byte for byte, and the same first commit.
# Exit status: 0, 2 wrong use or something in the way, 3 a solution was found.

# `a && b || fail`: fail ends the script, so that a failing b is meant, too.
# shellcheck disable=SC2015

build=${BUILD:-build}
out=${OUT:-build/handout}
here=common/course/handout
list=common/edition/files
author='CUDA lab workbook'

fail() {
    printf '%s\n' "handout: $1" >&2
    exit "${2:-2}"
}

# Names that are no command's options.
case $out in
/*) ;;
*) out=./$out ;;
esac
out=${out%/}
place=$out # what OUT is called, while it is made elsewhere

# ---- which labs ------------------------------------------------------------

all=$(printf '%s\n' */lab.c |
    sed -n 's|^\([A-Za-z0-9_]*\)/lab\.c$|\1|p' | paste -sd ' ' -)
labs=
for lab in $1; do
    lab=${lab%/}
    case " $all " in
    *" $lab "*) labs="$labs$lab " ;;
    *) fail "there is no lab \"$lab\"; LABS= takes of these: $all" ;;
    esac
done
# In the order of the folders, each once.
labs=$(for lab in ${labs:-$all}; do echo "$lab"; done | sort -u |
    paste -sd ' ' -)

# ---- what there is ---------------------------------------------------------

# Paths of this workbook, a line each; of a copy without git, all that is there.
workbook() {
    if [ "$(git rev-parse --show-prefix 2>/dev/null)" = "" ] &&
        git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard
    else
        find . -path ./build -prune -o -type f -print | sed 's|^\./||'
    fi | while IFS= read -r path; do
        [ ! -f "$path" ] || printf '%s\n' "$path"
    done | LC_ALL=C sort -u
}

# Of these, those that handout/files names.
chosen() {
    workbook | awk -v labs="$labs" '
        # The pattern as a regular expression.
        function regular(text) {
            gsub(/[.+^$(){}|\\]/, "\\\\&", text)
            gsub(/[*]/, ".*", text)
            return "^" text "$"
        }
        function add(text, out, i) {
            if (text !~ /(^|\/)LAB(\/|_)/) {
                pattern[++n] = regular(text)
                leaves[n] = out
                return
            }
            for (i = 1; i <= count; i++) {
                pattern[++n] = text
                sub(/LAB/, lab[i], pattern[n])
                pattern[n] = regular(pattern[n])
                leaves[n] = out
            }
        }
        BEGIN { count = split(labs, lab, " ") }
        FILENAME != "-" {
            if (/^[^# ]/)
                add(/^!/ ? substr($0, 2) : $0, /^!/)
            next
        }
        {
            wanted = 0
            for (i = 1; i <= n; i++)
                if ($0 ~ pattern[i])
                    wanted = !leaves[i]
            if (wanted)
                print
        }' "$here/files" -
}

# ---- the edition, put together ---------------------------------------------

put() { # FILE PATH
    mkdir -p "$stage/${2%/*}" && cp "$1" "$stage/$2" ||
        fail "cannot write to $stage"
}

# Its README names the first lab, and says what each is about.
readme() {
    for lab in $labs; do
        printf '%-19s %s\n' "$lab/" \
            "$(sed -n '1s/^# \(Lab [0-9]*: \)*//p' "$lab/README.md")"
    done >"$work/titles"
    sed -e "/{{labs}}/r $work/titles" -e '/{{labs}}/d' \
        -e "s/LAB_1/${labs%% *}/g" "$here/README.md"
}

# Goals of a Makefile and its chapters that help tells of.
goals() {
    sed -n 's/^\([a-z-]*\):.*## [A-Z].*/\1/p' "$@" | sort -u
}

goals_missing() {
    goals Makefile common/*/*.mk >"$work/goals"
    (cd "$stage" && goals Makefile common/*/*.mk) |
        comm -23 "$work/goals" - | grep -v -x diagnostics
}

stubs() {
    for lab in $all; do
        sh common/maintain/stubs.sh --print "$lab" >"$work/$lab.stub" || exit 3
    done
}

put_together() {
    chosen >"$work/chosen"
    mkdir "$stage" && tr '\n' '\0' <"$work/chosen" |
        xargs -0 cp --parents -t "$stage" || fail "cannot write to $stage"
    for lab in $labs; do
        put "$work/$lab.stub" "$lab/student.cu"
        put "$build/recorded/$lab.csv" "plots/recorded/reference/$lab.csv"
        for file in "$build/recorded/access/${lab}"_*.csv; do
            put "$file" "plots/recorded/access/${file##*/}"
        done
    done
    readme >"$work/readme"
    put "$work/readme" ./README.md
    put "$here/gitignore" ./.gitignore
    missing=$(goals_missing | paste -sd ' ' -)
    sed "s/@GOALS@/$missing/" "$here/edition.mk" >"$work/edition.mk"
    put "$work/edition.mk" common/edition/edition.mk
    edition >"$work/edition.txt"
    put "$work/edition.txt" ./.edition
    find "$stage" -type f ! -perm -u=x -exec chmod 644 {} +
    find "$stage" -type f -perm -u=x -exec chmod 755 {} +
}

# What decides points, as make says it, but the compiler, which is each
# machine's own; where it does not, what is handed out.
edition() {
    if [ -s "$build/edition.txt" ]; then
        sed '/^compiler /d' "$build/edition.txt"
    else
        echo "workbook $(sums "$stage" | sha256sum | cut -c 1-64)"
    fi
}

# Checksums of all files of a folder, but student.cu: "SUM  PATH".
sums() {
    (cd "$1" && find . -type f ! -path './.git/*' ! -name student.cu |
        LC_ALL=C sort | sed 's|^\./||' | tr '\n' '\0' |
        xargs -0 sha256sum)
}

# ---- into its folder -------------------------------------------------------

# But for what another run left that was killed.
is_empty() {
    [ -z "$(find "$out" -mindepth 1 -maxdepth 1 \
        -not -name '.making.*' 2>/dev/null)" ]
}

# May this folder be made, or made anew?
look_at_out() {
    if [ -L "$out" ] || { [ -e "$out" ] && [ ! -d "$out" ]; }; then
        fail "$out is no folder: OUT= names a new or empty one, or an edition"
    fi
    [ -d "$out" ] || return
    [ -r "$out" ] && [ -w "$out" ] || fail "$out cannot be written to"
    [ -f "$out/.edition" ] || is_empty || fail \
        "$out is something else than a student edition (it has no .edition): $(
        )choose a new or empty folder by OUT="
}

# No folder on the way to this path of OUT leads elsewhere.
no_way_out() { # PATH
    case /$1/ in
    *//* | */../* | */./* | */.git/*) return 1 ;;
    esac
    part=$1
    while [ "$part" != "${part%/*}" ]; do
        part=${part%/*}
        [ ! -L "$out/$part" ] || return 1
    done
}

sum_of() { # FILE
    sha256sum <"$1" | cut -c 1-64
}

# What somebody has changed since it was handed out, or has put there, is kept
# under another name.
keep_changes() { # PATH
    file=$out/$1
    [ -f "$file" ] && [ ! -L "$file" ] || return 0
    ! grep -q -x -F -e "$(sum_of "$file")  $1" "$work/before" || return 0
    mv "$file" "$file.old" &&
        echo "  $1 was changed here: that one is $1.old by now"
}

# Whole at any moment: written beside, then renamed.
take_over() { # PATH
    no_way_out "$1" || fail "$out/$1 leads out of $out: remove what is there"
    rm -f "$out/$1.new"
    mkdir -p "$out/$(dirname "$1")" && cp "$stage/$1" "$out/$1.new" &&
        chmod "$(stat -c %a "$stage/$1")" "$out/$1.new" &&
        mv "$out/$1.new" "$out/$1" && return
    rm -f "$out/$1.new"
    fail "cannot write $place/$1; run this again when that can be done"
}

# A new edition is made in a folder beside OUT, or in OUT if that is there, and
# gets its name when it is whole.
begin() {
    beside=$place
    [ -d "$place" ] || beside=$(dirname "$place")
    mkdir -p "$beside" && making=$(mktemp -d "$beside/.making.XXXXXX") &&
        chmod 755 "$making" || fail "cannot make $place"
    out=$making
    cp -R "$stage/." "$out" 2>"$work/log" || {
        tail -n 1 "$work/log" >&2
        fail "$place was not made: there is no room for it"
    }
    for lab in $labs; do
        echo "$lab/student.cu" >>"$work/added"
    done
}

publish() {
    out=$place
    if [ -d "$out" ]; then
        mv "$making"/* "$making"/.[!.]* "$out" && rm -rf "$out"/.making.*
    else
        mv "$making" "$out"
    fi || fail "cannot make $out"
}

update_files() {
    sums "$stage" >"$work/now"
    cp "$out/$list" "$work/before" 2>/dev/null || : >"$work/before"
    # Most are as they were: only others are looked at one by one.
    cut -c 67- "$work/now" | tr '\n' '\0' |
        (cd "$out" && xargs -0 sha256sum 2>/dev/null) |
        grep -v -x -F -f - "$work/now" >"$work/other"
    while read -r sum path; do
        keep_changes "$path"
        take_over "$path"
    done <"$work/other"
    cp "$work/now" "$stage/$list"
    leave
    take_over "$list"
    student_files
}

# Files of before that are none any more go, and the folders they leave empty.
leave() {
    while read -r sum path; do
        [ "$path" != student.cu ] && [ "${path##*/}" != student.cu ] || continue
        [ ! -e "$stage/$path" ] && [ -f "$out/$path" ] &&
            no_way_out "$path" || continue
        if [ "$(sum_of "$out/$path")" != "$sum" ]; then
            echo "  $path left the edition; it was changed here and stays"
            continue
        fi
        rm "$out/$path"
        echo "$path" >>"$work/gone"
        (cd "$out" && rmdir -p "$(dirname "$path")" 2>/dev/null)
    done <"$work/before"
}

# One that is there stays; if it began as another stub, the new one is put
# beside it.
student_files() {
    for lab in $labs; do
        if [ ! -e "$out/$lab/student.cu" ] && [ ! -L "$out/$lab/student.cu" ]
        then
            take_over "$lab/student.cu"
            echo "$lab/student.cu" >>"$work/added"
        elif [ -n "$(stub_of "$out/$lab/student.cu")" ] &&
            [ "$(stub_of "$out/$lab/student.cu")" != \
                "$(stub_of "$stage/$lab/student.cu")" ]; then
            cp "$stage/$lab/student.cu" "$out/$lab/student.cu.new" &&
                echo "  $lab/student.cu stays; its tasks have changed since:" \
                    "see $lab/student.cu.new"
        fi
    done
}

stub_of() {
    [ -f "$1" ] && sed -n 's/^ \* Stub number \([0-9]*\).*/\1/p' "$1"
}

# ---- its history -----------------------------------------------------------

# Nothing that a folder's own settings name is run, and nobody else's settings
# count, so that the same files make the same commit.
git_there() {
    GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 \
        GIT_AUTHOR_NAME=$author GIT_AUTHOR_EMAIL=workbook@localhost \
        GIT_COMMITTER_NAME=$author GIT_COMMITTER_EMAIL=workbook@localhost \
        GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date \
        git -C "$out" --literal-pathspecs -c core.hooksPath=/dev/null \
        -c core.fsmonitor=false -c core.autocrlf=false -c safe.directory='*' \
        -c commit.gpgSign=false -c gc.auto=0 "$@"
}

# What is the edition's: files that are there, and those gone that git knew.
paths() {
    {
        cut -c 67- "$work/now"
        echo "$list"
        cat "$work/added" 2>/dev/null
    } | LC_ALL=C sort -u
    [ ! -e "$work/gone" ] || git_there ls-files | grep -x -F -f "$work/gone"
}

unchanged() {
    paths >"$work/names"
    set --
    while IFS= read -r path; do
        set -- "$@" "$path"
    done <"$work/names"
    git_there diff --cached --quiet -- "$@"
}

commit() {
    command -v git >/dev/null || {
        echo "  No git here: the edition has no history of its own."
        return
    }
    [ -e "$out/.git" ] || git_there init -q --template= -b main . ||
        fail "git init failed in $place"
    message='Update the workbook'
    git_there rev-parse -q --verify HEAD >/dev/null ||
        message='Begin the workbook'
    paths | tr '\n' '\0' >"$work/paths"
    if git_there add -A -f --pathspec-from-file="$work/paths" \
        --pathspec-file-nul >"$work/log" 2>&1; then
        unchanged || git_there commit -q --no-verify -m "$message" \
            --pathspec-from-file="$work/paths" --pathspec-file-nul \
            >"$work/log" 2>&1
    else
        false
    fi && return
    head -n 1 "$work/log" >&2
    fail "git could not commit in $place"
}

# ---- all -------------------------------------------------------------------

# Three lines of a solution, in any file of the edition, are found.
look_through() {
    set -- kind=known "$work"/*.stub kind=solution
    for lab in $all; do
        for file in "$lab"/reference.cu "$lab"/answers.md; do
            [ ! -e "$file" ] || set -- "$@" "$file"
        done
    done
    find "$stage" -type f >"$work/staged"
    set -- "$@" kind=edition
    while IFS= read -r file; do
        set -- "$@" "$file"
    done <"$work/staged"
    LC_ALL=C awk -f "$here/leak.awk" "$@" >"$work/leaks" && return
    sed "s|$stage/||" "$work/leaks" >&2
    fail "nothing was handed out, as the above is part of a solution" 3
}

umask 022
work=$(mktemp -d) || exit 2
making=
trap 'rm -rf "$work" ${making:+"$making"}' EXIT
trap 'exit 2' HUP INT TERM
stage=$work/edition
date="@$(git log -1 --format=%ct 2>/dev/null || echo 315532800) +0000"

look_at_out
stubs
put_together
look_through
# The variables of a git that runs this, such as for a hook.
# shellcheck disable=SC2046 # words
unset $(git rev-parse --local-env-vars 2>/dev/null)
if is_empty; then
    begin
    update_files
    commit
    publish
else
    update_files
    commit
fi
echo "The student edition ($labs) stands in ${out#./}."

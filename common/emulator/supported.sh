#!/bin/sh
# supported.sh LIBCUDART - what the emulated device runs and refuses, as
# Markdown: the text of SUPPORTED.md.
#
# Asks the sources, through the preprocessor where macros write the tables,
# and the library for what it exports.

cd "$(dirname "$0")/../.." || exit 2
here=common/emulator
library=${1:?the libcudart to ask}
preprocess="${CC:-gcc} -E -P -x c -I $here -I $here/include -D_GNU_SOURCE"

# Strings side by side are one: "add" ".u16".
joined() {
    sed 's/" *"//g'
}

operations() {
    $preprocess -D'OP(id,name)=ROW name' -D'ALIAS(id,name)=ROW name' \
        $here/code/ops.def | sed 's/ROW/\n&/g' | joined |
        sed -n 's/^ROW "\([^"]*\)".*/op \1/p'
}

# Entries of tables of functions, {"name", function}: functions PREFIX FILE
functions() {
    $preprocess "$2" | joined | grep -o '{"[^"]*", *[a-z]*_[A-Za-z0-9_]*}' |
        sed "s/{\"\([^\"]*\)\".*/function $1\1/"
}

# words KIND FIRST: the strings from the line that has FIRST to the "}".
words() {
    awk -v kind="$1" -v first="$2" '
        index($0, first) { on = 1 }
        on {
            text = $0
            while (match(text, /"[^"]*"/)) {
                print kind, substr(text, RSTART + 1, RLENGTH - 2)
                text = substr(text, RSTART + RLENGTH)
            }
        }
        on && /};/ { exit }' $here/code/resolve*.c
}

tables() {
    operations
    functions '' $here/machine/builtins.c
    functions __nv_ $here/machine/builtins_math.c
    sed -n 's/^    {"\([a-z]*\)", emit_.*/emitter \1/p' $here/code/resolve*.c
    sed -n 's/^    {"\(%[^"]*\)", SPECIAL_.*/special \1/p
            s/.*\.name = "\(%[^"]*\)".*/special \1/p' $here/code/resolve*.c
    sed -n 's/^    {"\([a-z]*\)", "\([a-z0-9 ]*\)"},/atomic \1 \2/p' \
        $here/code/resolve*.c
    words harmless 'harmless[] ='
    words order 'names[] = {"relaxed"'
    sed -n 's/^X(\(.*\))/refused \1/p' $here/runtime/unsupported.def
    sed -n 's/^\([a-zA-Z0-9_]*\) = .*/alias \1/p' $here/runtime/aliases.ld
    nm -D --defined-only "$library" |
        sed -n 's/.* T \(cuda[A-Za-z0-9_]*\).*/call \1/p' | sort -u
}

{ tables && cat $here/isa.txt; } | LC_ALL=C awk -f $here/supported.awk

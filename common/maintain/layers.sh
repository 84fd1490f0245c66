#!/bin/sh
# layers.sh - does the code keep to its plan?
#
#   sh common/maintain/layers.sh FOLDER OBJECTS
#
# FOLDER/layers names the folders of FOLDER, a line each, the lowest first: a
# folder may include from, and call, those above it in that list and itself.
# "only FOLDER A B/C" narrows that: of other folders, it includes what stands in
# A and the file B/C alone.
# What is included from elsewhere stands in a line "outside FOLDER/A ...".
# No files may call each other in a circle, but those that stand together in a
# line "circle FOLDER/A FOLDER/B [FOLDER/C]  WHY", three at most.
# Idea: includes are read from the sources, calls from the symbols of the
# objects (nm); circles are found by tsort.
# Guarantee: each wrong direction is told with both files; exit status 1 then.

set -u
LC_ALL=C
export LC_ALL
folder=$1 objects=$2
layers=$folder/layers
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Every include of a file of the plan: FILE INCLUDED KIND, without endings.
includes() {
    (cd "$folder" && grep -sn '^ *#include "' -- */*.c */*.h */*.def) |
        sed -n 's/#include "//
            s/^\([^:]*\)\.\([a-z]*\):[0-9]*: *\([^"]*\)\..*/\1 \3 \2/p' |
        awk 'index($2, "/") == 0 {
                 split($1, own, "/")
                 $2 = own[1] "/" $2
             }
             { print $1, $2, "includes", $3 }'
}

# The objects of the plan, FILE OBJECT; what is built once for each compiler
# lies a folder deeper.
built() {
    (cd "$folder" && printf '%s\n' */*.c) | while IFS= read -r file; do
        for object in "$objects/${file%.c}.o" "$objects"/*/"${file%.c}.o"; do
            [ -e "$object" ] || continue
            printf '%s %s\n' "${file%.c}" "$object"
            break
        done
    done
}

# Every call or use of a symbol of another file: FILE DEFINER NAME.
calls() {
    built | while read -r file object; do
        nm -g "$object" | sed "s|^|$file |"
    done | awk '
        $(NF - 1) == "U" { used[$1 " " $NF]; next }
        NF == 4 { definer[$NF] = $1 }
        END {
            for (use in used) {
                split(use, part, " ")
                if (part[2] in definer && definer[part[2]] != part[1])
                    print part[1], definer[part[2]], part[2]
            }
        }'
}

# Both lists, held against the order.
directions() {
    awk -v layers="$layers" '
        FILENAME == layers && $1 == "only" {
            narrow[$2]
            for (i = 3; i <= NF; i++)
                may[$2, $i]
            next
        }
        FILENAME == layers && $1 == "outside" {
            for (i = 2; i <= NF; i++)
                outside[$i]
            next
        }
        FILENAME == layers {
            if ($1 != "" && $1 != "circle" && $1 !~ /^#/)
                rank[$1] = ++count
            next
        }
        {
            split($1, user, "/")
            split($2, used, "/")
            if (user[1] in narrow && user[1] != used[1] && $3 == "includes" &&
                !((user[1], used[1]) in may) && !((user[1], $2) in may))
                print $1 " -> " $2 " (an include): " layers \
                    " does not list that for " user[1]
            if (!(user[1] in rank))
                print $1 ": its folder does not stand in " layers
            else if (!(used[1] in rank) && !($2 in outside))
                print $1 " -> " $2 " (an include): outside the plan, and " \
                    layers " does not list it"
            else if (used[1] in rank && rank[used[1]] > rank[user[1]])
                print $1 " -> " $2 ($3 == "includes" ? " (an include)" \
                    : " (calls " $3 ")") ": " user[1] \
                    " stands below " used[1] " in " layers
        }' "$layers" "$work/includes" "$work/calls" | sort -u
}

# Lines of the plan that allow too much.
allowances() {
    awk -v layers="$layers" '
        $1 != "circle" { next }
        $5 ~ /\// { print layers ": a circle of more than three files" }
        $NF ~ /\// { print layers ": a circle without a reason: " $0 }
        ' "$layers"
}

# Files that may form a circle become one.  tsort names the files of a loop, of
# calls or of headers that include each other.
circles() {
    awk -v layers="$layers" '
        FILENAME == layers {
            if ($1 == "circle")
                for (i = 2; i <= 4 && $i ~ /\//; i++)
                    joined[$i] = $2
            next
        }
        {
            a = $1 in joined ? joined[$1] : $1
            b = $2 in joined ? joined[$2] : $2
            if (a != b)
                print a, b
        }' "$layers" "$1" | sort -u | tsort 2>&1 >/dev/null |
        awk -v verb="$2" '
            /contains a loop/ { print (n++ ? "\n" : "") "a circle:"; next }
            { printf "  %s %s the next of these\n", $2, verb }'
}

includes >"$work/includes"
grep ' h$' "$work/includes" >"$work/headers"
calls >"$work/calls"
[ -s "$work/calls" ] || {
    echo "layers: no objects in $objects: make emulator first" >&2
    exit 2
}
{
    allowances
    directions
    circles "$work/calls" calls
    circles "$work/headers" includes
} >"$work/wrong"
cat "$work/wrong"
[ ! -s "$work/wrong" ]

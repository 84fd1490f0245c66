# shellcheck shell=sh
# line_of.sh - what somebody typed, as one line of text.

# Control characters are spaces, and spaces are single.
line_of() { # TEXT
    printf '%s' "$1" | iconv -c -f UTF-8 -t UTF-8 2>/dev/null |
        LC_ALL=C tr '\000-\037\177' ' ' |
        LC_ALL=C sed 's/   */ /g; s/^ //; s/ $//'
}

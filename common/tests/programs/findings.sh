#!/bin/sh
# findings.sh - what ptxrun found, in few words; for samples.sh and folder.sh.

# findings FILE: how many of which tool, "1 memcheck, 2 racecheck"; what only
# says where a kernel was when its time was over is no finding
findings() {
    sed -n '/was told to end, by SIG/d
        s/.*\(error\|warning\): .*\[\(.*check\)\]$/\2/p' "$1" | sort |
        uniq -c | awk '{ printf "%s%s %s", n++ ? ", " : "", $1, $2 }'
}

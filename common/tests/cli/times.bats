#!/usr/bin/env bats
# times.bats - the set: rows of launches become cases, cases a page.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    at="$BATS_TEST_TMPDIR"
}

@test "cases: launches behind a times_case add up, the longest bounds them" {
    printf '%s\n' add/plain,10,coalesced 'dot/two,5x6,two kernels' >"$at/list"
    cat >"$at/counters" <<'END'
kernel,modelled_us,modelled_low_us,modelled_high_us,launch_us,bound,note
times_case,1,1,1,0.6,launch,
"f<1, 2>",3,2,4,0.6,L1,
times_case,1,1,1,0.6,launch,
g,10,9,12,0.6,waiting,
h,2,1,3,0.6,launch,"it waits, so to say"
END
    run awk -f common/learn/csv.awk -f common/tests/times/cases.awk \
        "$at/list" "$at/counters"
    [ "${lines[1]}" = \
        'add/plain,10,coalesced,1,3.000,2.000,4.000,0.600,L1,""' ]
    two='dot/two,5x6,two kernels,2,12.000,10.000,15.000,0.600,waiting'
    [ "${lines[2]}" = "$two,\"it waits, so to say\"" ]
    [ ${#lines[@]} -eq 3 ]
}

# A page of rows CASE,SIZE,MEASURED,MODELLED,LOW,HIGH,BOUND,NOTE.
page() {
    {
        echo '# device: NVIDIA H200'
        echo case,size,kind,kernels,time_us,time_p25_us,time_p75_us
        awk -F, '$3 != "" { print $1 "," $2 ",kind,1," $3 "," $3 "," $3 }' \
            "$at/rows"
    } >"$at/recorded"
    {
        echo case,size,kind,kernels,time_us,time_low_us,time_high_us,bound,note
        awk -F, -v OFS=, '{ print $1, $2, "kind", 1, $4, $5, $6, $7, $8 }' \
            "$at/rows"
    } >"$at/modelled"
    printf 'add/slow\tit is slow\n' >"$at/reasons"
    run awk -f common/learn/csv.awk -f plots/places.awk \
        -f plots/times.awk -v csv="$at/csv" \
        -v sources="$at/gp" "$at/reasons" "$at/recorded" "$at/modelled"
}

# shows TEXT: a line of the page.
shows() {
    grep -q -x -F -e "$1" <<<"$output" || { echo "no line: $1"; return 1; }
}

@test "page: factors, intervals, pairs, the worst with its reason" {
    cat >"$at/rows" <<'END'
add/a,10,10,10,9,11,L1,
add/b,10,20,22,20,24,L1,
add/slow,10,100,9,8,10,L2,
add/c,20,100,99,98,101,L2,it waits
add/left,20,,5,4,6,L2,
add/left,30,,5,4,6,L2,
add/new,20,,5,4,6,L2,
END
    page
    [ "$status" -eq 0 ]
    shows '| all | 4 | 1.01 | 75 % | 1 | 1 | 11.1 | 75 % |'
    shows '| all | 1 of 3 | 0 of 0 |'
    grep -q '^| add/slow | 10 | .* | 100.00 | 9.00 | 0.09 | L2 | it is slow |$' \
        <<<"$output"
    left='as it cannot be captured or came to the set later'
    shows "Not measured on this GPU, $left: add/left add/new."
    grep -q '^device = "NVIDIA H200"$' "$at/gp"
    [ "$(grep -c , "$at/csv")" -eq 5 ]
    grep -q '^add/slow,10,100,9,0.09$' "$at/csv"
    # Outliers stand in the graph by name.
    grep -q '^names = 1$' "$at/gp"
    grep -q '^name_of\[1\] = "add/slow"$' "$at/gp"
}

@test "page: what a program unseen_* modelled is a part of its own" {
    printf '%s\n' add/a,10,10,10,9,11,L1, add/b,10,20,9,20,24,L1, >"$at/rows"
    page
    [[ $output != *nseen* ]]
    cp "$at/modelled" "$at/unseen_labs.csv"
    run awk -f common/learn/csv.awk -f plots/places.awk \
        -f plots/times.awk -v csv="$at/csv" \
        -v sources="$at/gp" "$at/reasons" "$at/recorded" "$at/unseen_labs.csv"
    shows '| unseen | 2 | 1.00 | 50 % | 1 | 1 | 2.2 | 100 % |'
    shows '| unseen | 0 of 1 | 0 of 0 |'
    [[ $output == *'Unseen: written by somebody who had not seen the model'* ]]
    shows '| all | 2 | 1.00 | 50 % | 1 | 1 | 2.2 | 100 % |'
    # The third block of points, of which the graph is told.
    grep -q '^unseen = 1$' "$at/gp"
    awk '!NF { empty++ } /^add/ && empty != 4 { exit 1 }' "$at/csv"
}

@test "page: nothing to compare is an error" {
    echo add/left,20,,5,4,6,L2, >"$at/rows"
    page
    [ "$status" -eq 1 ]
    [[ $output == *'nothing to compare' ]]
}

@test "a kernel's sizes fall to one half, and halves are about equal" {
    awk -F, '!/^#/ && NR > 5 { print $1 }' plots/recorded/times_h200.csv |
        sort -u >"$at/names"
    awk -v OFS=, '{ print $1, 1, 5, 5, 4, 6, "L2", ""
        print $1, 2, 5, 5, 4, 6, "L2", "" }' "$at/names" >"$at/rows"
    page
    awk -F ' *[|] *' '/^## All/ { all = 1 }
        all && $3 ~ /^[12]$/ { half[$2, $4]++; n[$4]++ }
        END { for (k in half) if (half[k] % 2) exit 1
              exit n["fit"] < 1.5 * n["judge"] &&
                  n["judge"] < 1.5 * n["fit"] ? 0 : 1 }' <<<"$output"
    [ "$(wc -l <"$at/names")" -ge 200 ]
}

@test "a GPU that nothing was recorded on: said, and how to record it" {
    run sh common/tests/times/times.sh v100 build/times/lab1.clang
    [ "$status" -eq 2 ]
    [[ $output == *'plots/recorded/times_v100.csv'*'DEVICE=gpu'* ]]
}

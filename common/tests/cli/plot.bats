#!/usr/bin/env bats
# plot.bats - from a sweep to pictures, and to the data alone.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    times=$'\303\227' micro=$'\302\265'
    export BUILD="$BATS_TEST_TMPDIR/build"
    mkdir -p "$BUILD/results" "$BUILD/bin"
    ln -s "$PWD/build/bin/grader" "$BUILD/bin"
    roofs="$BUILD/devices.csv"
    {
        echo 'NVIDIA H200,4000,8000,60000000,30000,60000,30000'
        awk -f plots/roofs.awk plots/devices.csv
    } >"$roofs"
    sweep="$BUILD/results/lab9_test_sweep.csv"
    head="lab,exercise,impl,rows,cols,device,time_source,time_us"
    head="$head,time_min_us,time_p25_us,time_p75_us,samples,bytes,flops"
    echo "$head,global_load_requests,global_load_sectors" >"$sweep"
    row reference 1000 500 '"NVIDIA H200"' modelled 20
    row reference 2000 500 '"NVIDIA H200"' modelled 40
    row serial 1000 500 '"A, ""B"" CPU"' measured 500
    row serial 2000 500 '"A, ""B"" CPU"' measured 1000
}

row() { # IMPL ROWS COLS DEVICE SOURCE TIME
    echo "lab9_test,matvec,$1,$2,$3,$4,$5,$6,$6,$6,$6,1,2000000,9,100,1650"
} >>"$sweep"

# The table of curves: the sweep, then FILE...
curves() {
    awk -v exercise=matvec -v sources="$BATS_TEST_TMPDIR/vars" \
        -f common/learn/csv.awk -f common/learn/report/word.awk \
        -f plots/rows.awk -f plots/sweep.awk \
        "$roofs" "$sweep" "$@"
}

# A file of what was recorded on a GPU: without a row yet; sweep="$recorded" row
# adds one.
recorded_begins() {
    recorded="$BATS_TEST_TMPDIR/recorded.csv"
    { echo "# device: NVIDIA H200"; head -1 "$sweep"; } >"$recorded"
}

# What sweep.gp or versions.gp is told: NAME = VALUE.
told() {
    grep -q -x -F "$1" "$BATS_TEST_TMPDIR/vars"
}

@test "curves: time, bandwidth in GB/s, sectors per request, GFLOP/s" {
    run curves
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" = "curve,device,time_source,position,rows,cols,inner,"* ]]
    [ "${lines[1]}" = \
        'reference,NVIDIA H200,modelled,1,1000,500,0,20,,,100,,,,,,16.5,,0.00045,,' ]
    [[ "$output" == *'
serial,"A, ""B"" CPU",measured,1,1000,500,0,500,500,500,4,4,4,,,,16.5,,1.8e-05,'* ]]
    [[ "$output" != *openmp* ]]
    told 'caption[1] = "GPU: NVIDIA H200 (modelled).  Bars: quartiles.  '"Serial C: \
one core of A, 'B' CPU.\""
    told 'has_cpu = 1'
    told "label_of[1] = \"1000${times}500\""
    told "xaxis = \"size, rows $times columns\""
}

@test "OpenMP: a curve of its own, processor and threads named" {
    row openmp 1000 500 '"A CPU, 2 threads"' measured 250
    run curves
    [[ "$output" == *'
openmp,"A CPU, 2 threads",measured,1,1000,500,0,250,250,250,8,'* ]]
    told 'style_of[3] = "openmp"'
    command -v gnuplot || skip "no gnuplot"
    sh common/learn/plot.sh lab9_test
    grep -q -F 'OpenMP: A CPU, 2 threads.' \
        "$BUILD/plots/lab9_test_matvec.svg"
}

@test "bars: quartiles of what was measured, of time and of bandwidth" {
    {
        printf 'lab9_test,matvec,student,1000,500,H200,measured,20,'
        echo '18,16,25,9,2000000,9,100,1650'
    } >>"$sweep"
    run curves
    [ "${lines[1]}" = \
        'student,H200,measured,1,1000,500,0,20,16,25,100,80,125,,,,16.5,,'\
'0.00045,0.00036,0.0005625' ]
    grep -q 'Bars: quartiles' "$BATS_TEST_TMPDIR/vars"
}

@test "bands: the interval of what was modelled, its doubts; not of attempts" {
    sed -i '1s/$/,time_low_us,time_high_us,note/; 2,$s/$/,,,/' "$sweep"
    sed -i '2s/,,,$/,16,25,"it prints"/' "$sweep"
    old="$BATS_TEST_TMPDIR/attempts.csv"
    sed 's/^/1,/; 1s/1/attempt/; s/reference/student/' "$sweep" >"$old"
    run curves "$old"
    [ "${lines[1]}" = \
        'reference,NVIDIA H200,modelled,1,1000,500,0,20,16,25,100,80,125,,,,'\
'16.5,,0.00045,0.00036,0.0005625' ]
    [[ "$output" == *$'\nattempt -1,NVIDIA H200,modelled,1,1000,500,0,20,,,'* ]]
    grep -q 'Bands: .*Bars: quartiles' "$BATS_TEST_TMPDIR/vars"
    told 'band_of[1] = 1'
    told 'band_of[2] = 0'
    grep -q 'reference: it prints' "$BATS_TEST_TMPDIR/vars"
}

@test "a doubt of several kernels is said once" {
    sed -i '1s/$/,note/; 2,$s/$/,/; 2s/,$/,"it prints"/' "$sweep"
    student=$(sed -n '2s/reference/student/p' "$sweep")
    echo "$student" >>"$sweep"
    curves >/dev/null
    grep -q '"[^"]*reference, student: it prints' "$BATS_TEST_TMPDIR/vars"
}

@test "clocks of blocks; dimensions that never change leave the axis" {
    {
        echo "$head,inner,clocks_min,clocks_median,clocks_max,dimensions"
        for blocks in 8 32; do
            printf '%s' "lab9_test,matvec,reference,$blocks,1048576,H200,"
            printf '%s' measured,20,20,20,20,1,2000000,9,256,1432,1458.5,1478
            echo ",blocks x n x threads"
        done
    } >"$sweep"
    run curves
    [ "${lines[1]}" = 'reference,H200,measured,1,8,1048576,256,20,20,20,'\
'100,100,100,1458.5,1432,1478,,,0.00045,0.00045,0.00045' ]
    told 'label_of[1] = "8"'
    told 'xaxis = "blocks"'
    told $'fixed = "n = 2\302\262\342\201\260, threads = 256"'
    told 'main = "clocks"'
    told 'card_column[1] = 8'
}

@test "clocks: a curve for each number of threads, on an axis of blocks" {
    {
        echo "$head,inner,clocks_min,clocks_median,clocks_max,dimensions"
        for size in 8,512,256 32,512,256 32,512,64; do
            printf '%s' "lab9_test,matvec,reference,${size%,*},H200,"
            printf '%s' measured,20,20,20,20,1,2000000,9,"${size##*,}"
            echo ",1432,1458,1478,blocks x n x threads"
        done
    } >"$sweep"
    run curves
    [[ "${lines[3]}" = '"reference, 64 threads",H200,measured,2,32,512,64,'* ]]
    told 'sizes = 2'
    told 'title_of[2] = "reference, 64 threads"'
}

@test "clocks: who has none is named, and times begin where the curves do" {
    {
        echo "$head,inner,clocks_min,clocks_median,clocks_max,dimensions"
        for impl in student reference; do
            printf '%s' "lab9_test,matvec,$impl,8,512,NVIDIA H200,modelled,20,"
            echo ",,,1,2000,9,256,,,,blocks x n x threads"
        done
        printf '%s' "lab9_test,matvec,serial,8,512,CPU,measured,20,"
        echo ",,,1,2000,9,256,,,,blocks x n x threads"
    } >"$sweep"
    {
        echo "# device: NVIDIA H200"
        head -1 "$sweep"
        printf '%s' "lab9_test,matvec,reference,8,512,NVIDIA H200,measured,20,"
        echo "20,20,20,1,2000,9,256,1432,1458,1478,blocks x n x threads"
    } >"$BATS_TEST_TMPDIR/recorded.csv"
    curves "$BATS_TEST_TMPDIR/recorded.csv"
    grep caption "$BATS_TEST_TMPDIR/vars"
    grep -q 'caption.*student, reference: clocks are not modelled, times are' \
        "$BATS_TEST_TMPDIR/vars"
    told 'floor_seen = 0'
}

@test "where a dimension starts anew, a curve is parted by an empty row" {
    sed -i 1q "$sweep"
    row student 8 1000 X modelled 90
    row student 32 1000 X modelled 30
    row student 8 9000 X modelled 800
    run curves
    [ "${#lines[@]}" -eq 5 ]
    [ "$(cut -d , -f 4 <<<"$output" | paste -sd ' ' -)" = "position 1 2  3" ]
    told 'to[1] = 3'
}

@test "a recorded sweep is a curve of its own, at this sweep's sizes" {
    recorded_begins
    sweep="$recorded" row reference 2000 500 '"NVIDIA H200"' measured 30
    sweep="$recorded" row reference 9000 500 '"NVIDIA H200"' measured 90
    sweep="$recorded" row serial 2000 500 x measured 30
    run curves "$recorded"
    [[ "$output" == *'
recorded on NVIDIA H200,NVIDIA H200,measured,2,2000,500,0,30,30,30,'* ]]
    [[ "$output" != *9000* ]]
    [ "$(grep -c ^serial <<<"$output")" -eq 2 ]
    told 'title_of[3] = "reference on NVIDIA H200, measured"'
}

@test "the floor is the device's own, not a recorded one's" {
    sed -i '2,3s/NVIDIA H200/Tesla V100-SXM2-16GB/' "$sweep"
    recorded_begins
    sweep="$recorded" row reference 2000 500 '"NVIDIA H200"' measured 30
    sed -i '2,$s/,2000000,/,18000000,/' "$sweep" "$recorded"
    sed -i '/,1000,500,/s/,18000000,/,6300000,/' "$sweep"
    curves "$recorded" >/dev/null
    told 'floor_of[1] = 7'
    awk '$1 == "gpu_low" && $3 <= 7 { found = 1 } END { exit !found }' \
        "$BATS_TEST_TMPDIR/vars"
    grep -q 'Dotted: the least its memory needs, by data sheet' \
        "$BATS_TEST_TMPDIR/vars"
}

@test "a device whose roof is not known: the caption says where to add it" {
    command -v gnuplot || skip "no gnuplot"
    sed -i 's/NVIDIA H200/Other GPU/' "$sweep"
    sh common/learn/plot.sh lab9_test
    grep -q 'not in plots/devices.csv' "$BUILD/plots/lab9_test_matvec.svg"
}

@test "a kernel that the exercise asks for first is drawn as it was recorded" {
    recorded_begins
    sweep="$recorded" row student 2000 500 '"NVIDIA H200"' measured 30
    sed -n '/^#/!p' "$recorded" | awk -v what="with t[32]" -v date=2026-11-22 \
        -f common/learn/csv.awk -f common/maintain/before.awk - \
        >"$BATS_TEST_TMPDIR/before.csv"
    run curves "$BATS_TEST_TMPDIR/before.csv"
    [[ "$output" == *'"recorded on NVIDIA H200, with t[32]",'* ]]
    told 'title_of[3] = "with t[32], measured"'
    told 'card_text[3] = "t[32]: 16.5"'
}

@test "sizes for a GPU only stand on the axis, with what was recorded" {
    sed -i '1s/$/,warp_instructions/; 2,$s/$/,7/' "$sweep"
    recorded_begins
    sweep="$recorded" row reference 9000 500 '"NVIDIA H200"' measured 90
    sed -i '$s/$/,/' "$recorded"
    curves "$recorded" >/dev/null
    told 'sizes = 3'
    told "label_of[3] = \"9000${times}500\""
}

@test "cards: what hardly changes is a number, what does a panel" {
    sed -i '1s/$/,shared_load_requests,shared_load_wavefronts/' "$sweep"
    sed -i '2s/$/,10,320/; 3s/$/,10,10/; 4,$s/$/,,/' "$sweep"
    curves >/dev/null
    told 'card_title[1] = "sectors per load request"'
    told 'card_panel[1] = 0'
    told 'card_text[1] = "reference: 16.5"'
    told 'card_title[2] = "wavefronts per shared load"'
    told 'card_panel[2] = 1'
}

@test "many FLOP of a byte: GFLOP/s, under what arithmetic can do" {
    sed -i 's/,2000000,9,/,2000000,40000000,/' "$sweep"
    run curves
    [[ "${lines[1]}" = *,16.5,,2000,, ]]
    told 'main = "gflops"'
    told 'peak = 60000'
}

# ---- earlier attempts --------------------------------------------------------

# A student's kernel that took TIME at the first size.
attempt() { # TIME SECTORS
    sed -i '/,student,/d' "$sweep"
    {
        printf 'lab9_test,matvec,student,1000,500,"NVIDIA H200",modelled,'
        echo "$1,,,,0,2000000,9,100,$2"
    } >>"$sweep"
    sh common/learn/plot.sh lab9_test >/dev/null
}

kept() {
    awk -F, '{ print $1, $9 }' "$BUILD/results/attempts/lab9_test_matvec.csv"
}

@test "attempts: the newest first, each kernel once, five before the present" {
    attempt 90 3200
    attempt 80 1600
    attempt 80 1600
    [ "$(kept)" = $'attempt time_us\n0 80\n1 90' ]
    attempt 90 3200
    [ "$(kept)" = $'attempt time_us\n0 90\n1 80' ]
    for time in 70 60 50 40 30 20; do
        attempt $time 400
    done
    [ "$(kept | tr '\n' ' ')" = \
        'attempt time_us 0 20 1 30 2 40 3 50 4 60 5 70 ' ]
}

@test "attempts: faint curves of their own, one of them in the key" {
    attempt 90 3200
    attempt 80 1600
    attempt 70 800
    table="$BUILD/plots/lab9_test_matvec.csv"
    grep -q '^student,NVIDIA H200,modelled,1,1000,500,0,70,' "$table"
    grep -q '^attempt -1,NVIDIA H200,modelled,1,1000,500,0,80,' "$table"
    grep -q '^attempt -2,NVIDIA H200,modelled,1,1000,500,0,90,' "$table"
    command -v gnuplot || skip "no gnuplot"
    [ "$(grep -c "<text>student, earlier attempts, modelled" \
        "$BUILD/plots/lab9_test_matvec.svg")" -eq 1 ]
}

@test "attempts: those of a kernel that is wrong now stay, all earlier" {
    attempt 90 3200
    sed -i '/,student,/d' "$sweep"
    sh common/learn/plot.sh lab9_test
    [ "$(kept)" = $'attempt time_us\n1 90' ]
    grep -q '^attempt -1,' "$BUILD/plots/lab9_test_matvec.csv"
}

@test "attempts: measured times alone do not make another kernel" {
    for time in 30 31; do
        sed -i '/,student,/d' "$sweep"
        row student 1000 500 '"NVIDIA H200"' measured $time
        sh common/learn/plot.sh lab9_test
    done
    [ "$(kept)" = $'attempt time_us\n0 31' ]
}

# ---- versions ----------------------------------------------------------------

version() { # LAB EXERCISE IMPL SOURCE TIME FIRST
    echo "$1,$2,$3,1000,500,GPU,$4,$5,,,,0,2000000,9,$6"
}

versions() { # FILE...
    awk -v lab=lab9_test -v first=matvec -v sources="$BATS_TEST_TMPDIR/vars" \
        -f common/learn/csv.awk -f common/learn/report/word.awk \
        -f plots/rows.awk -f plots/versions.awk \
        "$roofs" "$@"
}

@test "versions: speed-up over the reference's first, however slow is one's own" {
    {
        echo "$head,first"
        version lab9_test matvec reference modelled 60 matvec
        version lab9_test matvec serial measured 600 matvec
        version lab9_test matvec student modelled 90 matvec
        version lab9_test warp reference modelled 6 matvec
        version lab9_test other reference modelled 6 other
        version lab9_test tiled reference modelled 20 matvec
        version lab9_test tiled student modelled 45 matvec
    } >"$sweep"
    run versions "$sweep"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[1]}" = \
        'matvec,student,GPU,modelled,1,1000,500,0,90,,,0.666667,0.0001,,' ]
    [ "${lines[2]}" = \
        'warp,reference,GPU,modelled,1,1000,500,0,6,,,10,0.0015,,' ]
    [ "${lines[3]}" = \
        'tiled,student,GPU,modelled,1,1000,500,0,45,,,1.33333,0.0002,,' ]
    grep -q 'Filled: GPU (modelled)' "$BATS_TEST_TMPDIR/vars"
}

@test "versions: the first may be of another lab, and not timed at all" {
    {
        echo "$head,first"
        version lab9_test tiled reference modelled 20 matvec
    } >"$sweep"
    other="$BUILD/results/lab8_test_sweep.csv"
    {
        echo "$head,first"
        version lab8_test matvec reference modelled 60 matvec
        version lab8_test slow reference modelled 50 matvec
        version lab8_test warp reference modelled 6 matvec
    } >"$other"
    run versions "$sweep" "$other"
    # Of the other lab the first version, and the fastest.
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[2]}" = \
        'tiled,reference,GPU,modelled,1,1000,500,0,20,,,3,0.00045,,' ]
    [[ "${lines[3]}" = warp,* ]]
    sed -i s/modelled/measured/ "$other"
    run versions "$sweep" "$other"
    [ "${lines[2]}" = \
        'tiled,reference,GPU,modelled,1,1000,500,0,20,,,,0.00045,,' ]
    command -v gnuplot || skip "no gnuplot"
    for others in "$other" ''; do
        rm -f -- $others
        sh common/learn/plot.sh lab9_test
        [ -s "$BUILD/plots/lab9_test_matvec_versions.pdf" ]
    done
    grep -q 'Speed-up: not known, since matvec was not timed' \
        "$BUILD/plots/lab9_test_matvec_versions.svg"
}

@test "versions: recorded ones are held against what was recorded with them" {
    {
        echo "$head,first"
        version lab9_test matvec reference modelled 60 matvec
        version lab9_test tiled reference modelled 20 matvec
    } >"$sweep"
    recorded="$BATS_TEST_TMPDIR/recorded.csv"
    {
        echo "# device: GPU"
        echo "$head"
        version lab9_test matvec reference measured 50 | sed 's/,$//'
        version lab9_test tiled reference measured 10 | sed 's/,$//'
    } >"$recorded"
    run versions "$sweep" "$recorded"
    [[ "$output" == *'tiled,GPU,GPU,measured,1,1000,500,0,10,,,5,'* ]]
    grep -q 'Open, dashed: reference on GPU' "$BATS_TEST_TMPDIR/vars"
}

# ---- roofline ----------------------------------------------------------------

roofline() { # FILE...
    awk -v lab=lab9_test -v sources="$BATS_TEST_TMPDIR/vars" \
        -v copying=moves -v in_double="$doubles" -f common/learn/csv.awk \
        -f common/learn/report/word.awk -f plots/rows.awk \
        -f plots/places.awk -f plots/roofline.awk "$roofs" "$@"
}

rung() { # LAB EXERCISE IMPL TIME SECTORS FIRST
    echo "$1,$2,$3,1000,500,\"NVIDIA H200\",modelled,$4,,,,0,1000000,500000,$5,$6"
}

product() { # SIZE SOURCE TIME BYTES,FLOP,SECTORS
    echo "lab9_test,mm,reference,$1,$1,\"NVIDIA H200\",$2,$3,,,,0,$4,mm"
}

columns="lab,exercise,impl,rows,cols,device,time_source,time_us,time_min_us"
columns="$columns,time_p25_us,time_p75_us,samples,bytes,flops"
columns="$columns,global_load_sectors,first"

@test "roofline: FLOP per byte of sectors, arrows along the student's ladder" {
    {
        echo "$columns"
        rung lab9_test start student 100 250000 start
        rung lab9_test after student 20 31250 start
        rung lab9_test alone reference 20 31250 alone
        rung lab9_test moves reference 900 31250 moves
    } >"$sweep"
    run roofline "$sweep"
    [ "${#lines[@]}" -eq 4 ]
    grep -q 'Not here: moves, whose time is that of copies' \
        "$BATS_TEST_TMPDIR/vars"
    [ "${lines[1]}" = 'start,student,NVIDIA H200,modelled,1000,500,0,500000,'\
'8000000,0.0625,5' ]
    [ "${lines[2]}" = 'after,student,NVIDIA H200,modelled,1000,500,0,500000,'\
'1000000,0.5,25' ]
    told 'arrows = 1'
    # Two kernels at one place, each with its number beside it.
    told 'points = 3'
    [ "$(grep -c '^label_x' "$BATS_TEST_TMPDIR/vars")" -eq 3 ]
    # 4 of 32 bytes: an eighth of FLOP per byte, under the L2 cache's rate.
    grep -q 'Red: start, .* 500 GFLOP/s' "$BATS_TEST_TMPDIR/vars"
}

@test "roofline: a column of points is told apart by how near the roof is" {
    {
        echo "$columns"
        rung lab9_test start reference 100 16000 start
        rung lab9_test after reference 20 15625 start
    } >"$sweep"
    run roofline "$sweep"
    told 'ceiling = 0' # nothing is wasted
    told 'shares = 1'
    told 'share_text[2] = "1"' # 25 of 4430 GFLOP/s
}

@test "roofline: what is recorded at a size too large to be counted" {
    {
        echo "$columns"
        product 512 modelled 33 3145728,268435456,1000000
    } >"$sweep"
    recorded="$BATS_TEST_TMPDIR/recorded.csv"
    {
        echo "# device: NVIDIA H200"
        echo "$columns"
        product 512 measured 33 3145728,268435456,1000000
        product 1024 measured 242 12582912,2147483648,
    } >"$recorded"
    run roofline "$sweep" "$recorded"
    told 'marks = 2'
    told 'mark_kind[2] = 3'
    grep -q "circles: at 1024 ${times} 1024" "$BATS_TEST_TMPDIR/vars"
}

@test "roofline: float and double have pictures of their own" {
    {
        echo "$columns,flops_single,flops_double"
        echo "$(rung lab9_test small student 100 250000 small),5,0"
        echo "$(rung lab9_test large student 100 250000 large),0,5"
    } >"$sweep"
    run roofline "$sweep"
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[1]}" = small,* ]]
    doubles=1
    run roofline "$sweep"
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[1]}" = large,* ]]
    grep -q 'Red: .*8 of 32 bytes' "$BATS_TEST_TMPDIR/vars"
    ! grep -q '4 of 32 bytes' "$BATS_TEST_TMPDIR/vars" || false
}

@test "roofline: a ladder begins in another lab; attempts lead to the present" {
    {
        echo "$columns"
        rung lab9_test after student 20 31250 start
    } >"$sweep"
    other="$BATS_TEST_TMPDIR/other.csv"
    {
        echo "$columns"
        rung lab8_test more student 10 31250 start
        rung lab8_test start student 100 250000 start
    } >"$other"
    old="$BATS_TEST_TMPDIR/attempts.csv"
    {
        echo "attempt,$columns"
        echo "1,$(rung lab9_test after student 60 62500 start)"
        echo "2,$(rung lab9_test after student 80 125000 start)"
    } >"$old"
    run roofline "$sweep" "$other" "$old"
    [ "${#lines[@]}" -eq 3 ]
    [[ "${lines[1]}" = start,* ]]
    told 'tries = 2'
    told 'arrows = 3'
}

@test "roofline: a GPU whose roofs are not known is drawn without" {
    command -v gnuplot || skip "no gnuplot"
    sed -i 's/NVIDIA H200/Other GPU/' "$sweep"
    sh common/learn/plot.sh lab9_test
    grep -q 'Its roofs are not known' "$BUILD/plots/lab9_test_roofline.svg"
}

# ---- pictures ----------------------------------------------------------------

# ticks LOW HIGH: their labels, of an axis of 110 points.
ticks() {
    gnuplot -e "set terminal svg size 600,600; set output 'axis.svg';
        low = $1; high = $2; px = 1 / 600.0; frame_bottom = 0.1;
        frame_top = frame_bottom + 110 * px; unset xtics; unset key;
        set tmargin at screen frame_top; set bmargin at screen frame_bottom;
        load '$PLOTS/log.gp'; plot [0:1] low"
    sed -n 's/.*<tspan[^>]*>\([0-9.]*\)<.*/\1/p' axis.svg | paste -sd ' ' -
}

@test "an axis has two ticks or more, whatever its ends" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    PLOTS=$PWD/plots
    cd "$BATS_TEST_TMPDIR" || return
    [ "$(ticks 1 100)" = "1 10 100" ]
    [ "$(ticks 14.4 42.2)" = "20 30" ]
    [ "$(ticks 12 900)" = "30 100 300" ]
    [ "$(ticks 31 49)" = "35 40 45" ]
    [ "$(ticks 0.82 0.98)" = "0.85 0.9 0.95" ]
    for low in 0.11 0.4 1 1.7 2.1 3.1 7.5 99; do
        for ratio in 1.3 1.96 2.5 4.6 7 20 300 2000 30000; do
            ticks $low "$low*$ratio" >labels
            shown=$(grep -c '<text>' axis.svg)
            echo "$low x $ratio: $shown"
            [ "$shown" -ge 2 ]
        done
    done
}

@test "pictures as PNG, SVG and PDF with units, device and modelled" {
    command -v gnuplot || skip "no gnuplot"
    run sh common/learn/plot.sh lab9_test
    [ "$status" -eq 0 ]
    [[ "$(head -c 4 "$BUILD/plots/lab9_test_matvec.png")" == *PNG ]]
    [ "$(head -c 4 "$BUILD/plots/lab9_test_matvec.pdf")" = %PDF ]
    svg="$BUILD/plots/lab9_test_matvec.svg"
    for text in 'time, '"$micro"'s, GPU' 'time, '"$micro"'s, CPU' \
        'sectors per load request' 'GPU: NVIDIA H200 (modelled)' \
        "1000${times}500"; do
        grep -q -F "$text" "$svg"
    done
    roofline="$BUILD/plots/lab9_test_roofline"
    [ -s "$roofline.png" ] && [ -s "$roofline.pdf" ]
    grep -q -F 'single precision: 65 TFLOP/s' "$roofline.svg"
    grep -q -F 'memory 4.43 TB/s' "$roofline.svg"
}

@test "of recorded GPUs the one that is modelled is drawn, else all" {
    mkdir -p "$BATS_TEST_TMPDIR/tree/plots/recorded"
    for id in H200 H100; do
        file="$BATS_TEST_TMPDIR/tree/plots/recorded/lab9_test_$id.csv"
        { echo "# device: NVIDIA $id"; head -1 "$sweep"; } >"$file"
        sweep="$file" row reference 2000 500 "\"NVIDIA $id\"" measured 30
    done
    ln -s "$PWD"/common "$BATS_TEST_TMPDIR/tree"
    ln -s "$PWD"/plots/*.* "$BATS_TEST_TMPDIR/tree/plots"
    cd "$BATS_TEST_TMPDIR/tree"
    sh common/learn/plot.sh lab9_test
    table="$BUILD/plots/lab9_test_matvec.csv"
    grep -q 'recorded on NVIDIA H200' "$table"
    [ "$(grep -c 'recorded on NVIDIA H100' "$table")" -eq 0 ]
    sed -i 's/NVIDIA H200/NVIDIA A100/' "$sweep"
    sh common/learn/plot.sh lab9_test
    grep -q 'recorded on NVIDIA H200' "$table"
    grep -q 'recorded on NVIDIA H100' "$table"
}

@test "without gnuplot: the data, and the command that draws it" {
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir -p "$bin"
    for tool in sh awk cat tr mkdir mv rm sed; do
        ln -s "$(command -v "$tool")" "$bin"
    done
    run env PATH="$bin" sh common/learn/plot.sh lab9_test
    [ "$status" -eq 0 ]
    [[ "$output" == *"No gnuplot here"* ]]
    [[ "$output" == *"gnuplot -e \"data="*"plots/sweep.gp"* ]]
    [ -s "$BUILD/plots/lab9_test_matvec.csv" ]
}

@test "without a sweep: says which command writes it" {
    run sh common/learn/plot.sh lab8_none
    [ "$status" -eq 1 ]
    [[ "$output" == *"make sweep LAB=lab8_none"* ]]
}

@test "versions: a size for a GPU only, also of a first version elsewhere" {
    {
        echo "$head,first"
        version other matvec reference modelled 60 matvec
        version lab9_test tiled reference modelled 20 matvec
    } >"$BATS_TEST_TMPDIR/rows"
    {
        echo "# device: NVIDIA H200"
        echo "$head,first,warp_instructions"
        version other matvec reference measured 90 matvec
        version lab9_test tiled reference measured 30 matvec
    } | sed 's/,1000,500,/,9000,500,/; /^[^#].*matvec$/s/$/,/' \
        >"$BATS_TEST_TMPDIR/recorded"
    run versions "$BATS_TEST_TMPDIR/rows" "$BATS_TEST_TMPDIR/recorded"
    echo "$output"
    [ "$(grep -c ',9000,500,' <<<"$output")" -eq 2 ]
    [[ "$output" == *'tiled,GPU,GPU,measured,2,9000,500,0,30,,,3,'* ]]
}

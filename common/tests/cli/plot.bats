#!/usr/bin/env bats
# plot.bats - from a sweep to pictures, and to the data alone.

setup() {
    cd "$BATS_TEST_DIRNAME/../../.."
    times=$'\303\227' micro=$'\302\265'
    export BUILD="$BATS_TEST_TMPDIR/build"
    mkdir -p "$BUILD/results"
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

curves() {
    awk -v exercise=matvec -v sources="$BATS_TEST_TMPDIR/vars" \
        -f common/csv.awk -f plots/sweep.awk plots/devices.csv "$sweep" "$@"
}

@test "curves: time, bandwidth in GB/s, sectors per request" {
    run curves
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "# reference, modelled" ]
    [ "${lines[1]}" = "1 \"1000${times}500\" 20 NaN NaN 100 16.5 NaN NaN NaN" ]
    [[ "$output" == *'# serial C on the CPU, measured'* ]]
    [[ "$output" != *OpenMP* ]]
    grep -q '^processors = ""$' "$BATS_TEST_TMPDIR/vars"
    grep -q '^roof = 4800$' "$BATS_TEST_TMPDIR/vars"
    grep -q "processor = \"A, 'B' CPU\"" "$BATS_TEST_TMPDIR/vars"
}

@test "OpenMP: a curve of its own, processor and threads named" {
    row openmp 1000 500 '"A CPU, 2 threads"' measured 250
    run curves
    [[ "$output" == *'# OpenMP on the CPU, measured
1 "1000'"$times"'500" 250 250 250 8 '* ]]
    grep -q '^processors = "A CPU, 2 threads"$' "$BATS_TEST_TMPDIR/vars"
    grep -q '^style_of\[3\] = "openmp"$' "$BATS_TEST_TMPDIR/vars"
    grep -q '^device = "NVIDIA H200 (modelled)"$' "$BATS_TEST_TMPDIR/vars"
    command -v gnuplot || skip "no gnuplot"
    sh common/plot.sh lab9_test
    grep -q -F 'OpenMP: A CPU, 2 threads (measured)' \
        "$BUILD/plots/lab9_test_matvec.svg"
}

@test "clocks of blocks; sizes under the names the lab gives them" {
    {
        echo "$head,inner,clocks_min,clocks_median,clocks_max,dimensions"
        printf '%s' lab9_test,matvec,reference,8,1048576,H200,measured,20,
        echo "20,20,20,1,2000000,9,256,1432,1458.5,1478,blocks x n x threads"
    } >"$sweep"
    run curves
    [ "${lines[1]}" = "1 \"8${times}1.05M${times}256\" 20 20 20 100 NaN \
1458.5 1432 1478" ]
    grep -q "^xaxis = \"blocks $times n $times threads\"$" \
        "$BATS_TEST_TMPDIR/vars"
    grep -q '^clocks = 1$' "$BATS_TEST_TMPDIR/vars"
}

@test "a recorded sweep is a curve of its own, at this sweep's sizes" {
    recorded="$BATS_TEST_TMPDIR/recorded.csv"
    { echo "# device: NVIDIA H200"; head -1 "$sweep"; } >"$recorded"
    sweep="$recorded" row reference 2000 500 '"NVIDIA H200"' measured 30
    sweep="$recorded" row reference 9000 500 '"NVIDIA H200"' measured 90
    sweep="$recorded" row serial 2000 500 x measured 30
    run curves "$recorded"
    [[ "$output" == *'# reference on NVIDIA H200, measured
2 "2000'"$times"'500" 30 30 30 '* ]]
    [[ "$output" != *9000* ]]
    [ "$(grep -c serial <<<"$output")" -eq 1 ]
}

@test "pictures as PNG, SVG and PDF with units, device and modelled" {
    command -v gnuplot || skip "no gnuplot"
    run sh common/plot.sh lab9_test
    [ "$status" -eq 0 ]
    [[ "$(head -c 4 "$BUILD/plots/lab9_test_matvec.png")" == *PNG ]]
    [ "$(head -c 4 "$BUILD/plots/lab9_test_matvec.pdf")" = %PDF ]
    svg="$BUILD/plots/lab9_test_matvec.svg"
    for text in 'time, '"$micro"'s' 'effective bandwidth, GB/s' \
        'sectors per load request' 'Device: NVIDIA H200 (modelled)' \
        '4800 GB/s' "1000${times}500"; do
        grep -q -F "$text" "$svg"
    done
}

@test "without gnuplot: the data, and the command that draws it" {
    bin="$BATS_TEST_TMPDIR/bin"
    mkdir -p "$bin"
    for tool in sh awk tr mkdir; do
        ln -s "$(command -v "$tool")" "$bin"
    done
    run env PATH="$bin" sh common/plot.sh lab9_test
    [ "$status" -eq 0 ]
    [[ "$output" == *"No gnuplot here"* ]]
    [[ "$output" == *"gnuplot -e \"data="*"plots/sweep.gp"* ]]
    [ -s "$BUILD/plots/lab9_test_matvec.dat" ]
}

@test "without a sweep: says which command writes it" {
    run sh common/plot.sh lab8_none
    [ "$status" -eq 1 ]
    [[ "$output" == *"make sweep LAB=lab8_none"* ]]
}

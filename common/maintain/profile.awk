# profile.awk - a profile (struct gpu, common/emulator/base/gpu.h) made of what
# common/maintain/constants printed on a GPU, and of what its set says of
# launches, if that has been measured there.
#
#   awk -v id=h100 -f profile.awk constants_h100.txt [times_h100.csv] >h100.def

function abs(x) {
    return x < 0 ? -x : x
}

function need(name) {
    if (!(name in figure)) {
        print "profile.awk: no " name " in " figures >"/dev/stderr"
        exit (failed = 1)
    }
    return figure[name]
}

# Three digits are what a repetition agrees in.
function rounded(x) {
    return sprintf("%.3g", x) + 0
}

# A line of the profile, and what it is made of.
function field(name, value, source,    text) {
    text = sprintf("%s.%s = %.10g,", indent, name, value)
    printf source == "" ? "%s\n" : "%-35s /* %s */\n", text, source
}

function open_group(name) {
    print indent "." name " = {"
    indent = indent "    "
}

function close_group() {
    indent = substr(indent, 5)
    print indent "},"
}

function told(name) {
    field(name, need(name))
}

# As measured.
function same(name, from) {
    field(name, rounded(need(from)), from)
}

# The same without what stands beside it in the chain.
function less(name, value, from, other) {
    field(name, rounded(value - need(other)), from " - " other)
}

# Clocks that one of so many a clock keeps its scheduler's pipe.
function pipe(name, from) {
    field(name, rounded(schedulers / need(from)), schedulers " / " from)
}

# Of an mma of doubles 4 deep, by m16n8k8, which goes through the pipe as two
# of them.  Where nobody has measured it: the clocks that ptxas has from one to
# the next on sm_90, and for the result as much again.
function matrices(group,    rate, latency, each) {
    rate = "mma_f64_m16n8k8_rate"
    latency = "mma_f64_m16n8k8_latency"
    if (!(rate in figure) || !(latency in figure))
        field("matrix", group == "pipe" ? 16 : 32, "not measured")
    else {
        each = schedulers / figure[rate] / 2
        if (group == "pipe")
            field("matrix", rounded(each), schedulers " / 2 / " rate)
        else
            field("matrix", rounded(figure[latency] - each),
                latency ", less a half")
    }
}

FNR == NR && /^# / {
    device = substr($0, 3)
    gpu = device
    sub(/, CUDA.*/, "", gpu)
}
FNR == NR { figures = FILENAME }
FNR == NR && NF == 3 && !/^#/ {
    figure[$1] = $2
}
# The set: the last column is an empty kernel's time in the row's run.
FNR < NR && split($0, row, ",") == 9 && row[9] + 0 > 0 {
    set_launch += row[9]
    set_rows++
}

function head() {
    print "/*"
    print " * " id ".def - " gpu " (struct gpu, common/emulator/base/gpu.h)."
    print " *"
    print " * Made by `make gpu ID=" id "` (common/maintain/profile.awk) of what"
    print " * common/maintain/constants told and measured on one, " \
        substr(device, length(gpu) + 3) ":"
    print " * plots/recorded/constants_" id ".txt; beside a figure, of which."
    print " */"
    print ".name = \"" gpu "\","
}

function limits() {
    split("major minor multiprocessors threads blocks registers " \
        "shared_bytes block_shared_optin block_shared_reserved l2_bytes " \
        "clock_khz memory_clock_khz memory_bus_bits single_to_double", names)
    for (i = 1; i in names; i++)
        told(names[i])
    schedulers = int(need("fma_f32_rate") + 0.5)
    field("warp_schedulers", schedulers, "fma_f32_rate")
    field("l1_sectors_per_clock",
        int(32 / need("l1_load_4_stride_32_warps_32") + 0.5),
        "32 / l1_load_4_stride_32_warps_32")
    field("link_bytes_per_ms", rounded(1e3 * need("link")), "link")
    peak = need("memory_clock_khz") * 2 * need("memory_bus_bits") / 8
    field("memory_bytes_per_ms", rounded(peak), "both edges of the clock")
    field("least_launch_ms", rounded(need("launch_1_32") / 1e3), "launch_1_32")
}

# Of DRAM: without misses of the tables of pages.
function waits() {
    open_group("wait")
    same("arithmetic", "fma_f32_latency")
    same("in_double", "fma_f64_latency")
    same("special", "ex2_f32_latency")
    same("convert", "f32_to_s32_latency")
    same("shuffle", "shuffle_latency")
    matrices("wait")
    same("shared", "shared_latency")
    same("shared_atomic", "shared_atomic_s32_latency")
    same("l1", "load_16_KiB")
    same("l2", "load_4096_KiB")
    same("dram", "load_262144_KiB")
    less("atomic", need("atomic_latency"), "atomic_latency",
        "mul_wide_u32_latency")
    less("constant", need("constant_latency"), "constant_latency",
        "fma_f32_latency")
    less("branch", need("turn_1_warps"), "turn_1_warps", "fma_f32_latency")
    per_warp = (need("barrier_32_warps") - need("barrier_4_warps")) / 28
    field("barrier", rounded(need("barrier_4_warps") - 4 * per_warp),
        "barrier_4_warps, less its warps")
    field("barrier_warp", rounded(per_warp), "barrier_4 to 32_warps")
    close_group()
}

function pipes() {
    open_group("pipe")
    pipe("fma", "fma_f32_rate")
    pipe("alu", "lop_b32_rate")
    pipe("in_double", "fma_f64_rate")
    pipe("special", "ex2_f32_rate")
    pipe("convert", "f32_to_s32_rate")
    pipe("shuffle", "shuffle_rate")
    matrices("pipe")
    close_group()
}

# Requests that hit, stores, and what goes between a multiprocessor and L2.
function caches() {
    field("l1_store_sector",
        rounded(need("store_1_sm_sector_of_32_bytes") / 32),
        "store_1_sm_sector_of_32_bytes / 32")
    field("l1_misses",
        rounded(need("read_by_1_sms") * need("load_4096_KiB") / 32),
        "read_by_1_sms x load_4096_KiB / 32")
    field("shared_pass", rounded(need("shared_store_32_way") / 32),
        "shared_store_32_way / 32")
    same("sm_bytes", "read_by_1_sms")
}

# Of all multiprocessors at once.
function whole() {
    sms = need("multiprocessors")
    clock = need("clock")
    same("l2_bytes_per_us", "read_16_MiB")
    field("l2_store_bytes_per_us",
        rounded(128 * sms * clock / need("store_all_whole")),
        "128 to a request, store_all_whole")
    field("l2_part_us", rounded(need("red_u32_one_by_one_lane") / 1e3),
        "red_u32_one_by_one_lane")
    field("l2_atomics_per_us", rounded(32e3 / need("red_u32_sectors")),
        "32 to a request, red_u32_sectors")
    same("dram_bytes_per_us", "read_1024_MiB")
    same("dram_store_bytes_per_us", "write_1024_MiB")
}

# Blocks, warps and arrays by lines through two sizes each.
function launches() {
    # A run takes half a microsecond, another one 20 % more: of many, the mean.
    if (set_rows)
        field("launch_us", rounded(set_launch / set_rows), "times_" id ".csv")
    else
        same("launch_us", "launch_1_32")
    field("constant_launch_us",
        rounded(need("launch_constant_1_32") - need("launch_1_32")),
        "launch_constant_1_32 - launch_1_32")
    grew = need("blocks_1351680_of_32") - need("blocks_337920_of_32")
    field("blocks_per_us", rounded((1351680 - 337920) / grew),
        "blocks_337920 to 1351680_of_32")
    same("block_start", "wave_16_blocks_of_128")
    grew = need("blocks_1351680_of_1024") - need("blocks_337920_of_1024")
    field("warp_start",
        rounded(grew / (1351680 - 337920) * sms * clock / 32),
        "blocks_337920 to 1351680_of_1024")
    bytes = 3 * (16384 - 2048) * 1024
    grew = need("three_arrays_16384_KiB") - need("three_arrays_2048_KiB")
    field("array_us", rounded((need("three_arrays_2048_KiB") - \
        grew / bytes * 3 * 2048 * 1024) / 3), "three_arrays_2048, 16384_KiB")
    field("copy_bytes_per_us", rounded(bytes / grew), "of the same")
}

END {
    if (failed || gpu == "")
        exit 1
    head()
    limits()
    open_group("model")
    waits()
    pipes()
    caches()
    whole()
    launches()
    close_group()
}

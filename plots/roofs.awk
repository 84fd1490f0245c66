# roofs.awk - what GPUs can do at most: a line for each in CSV.
#
#   cat plots/recorded/constants_*.txt plots/devices.csv |
#       awk -f plots/roofs.awk
#
# name, GB/s of its memory, of its L2 cache, bytes of that, GB/s of all L1
# caches, GFLOP/s in single and in double precision: measured by `make gpu`
# (constants_ID.txt).  Of a GPU of devices.csv only its memory is known, by data
# sheet.

BEGIN {
    OFS = ","
    warp = 32
    request = 32 * 4 # bytes of a warp that reads neighbours
}

function put_measured(    clocks) {
    if (name == "")
        return
    clocks = known["multiprocessors"] * known["clock"] * 1e-3
    print name, known["read_1024_MiB"] * 1e-3, known["read_16_MiB"] * 1e-3,
        known["l2_bytes"],
        request / known["l1_load_4_stride_4_warps_32"] * clocks,
        known["fma_f32_rate"] * 2 * warp * clocks,
        known["fma_f64_rate"] * 2 * warp * clocks
}

# A file begins with "# NAME, CUDA VERSION".
/^# .*, CUDA / {
    put_measured()
    name = substr($0, 3)
    sub(/, CUDA .*/, "", name)
}

/^#/ || /^[ \t]*$/ {
    next
}

/,/ {
    print $0 ",,,,,"
    next
}

{
    known[$1] = $2
}

END {
    put_measured()
}

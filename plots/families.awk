# families.awk - names the first versions that have later ones in the sweep.
#
#   awk -f csv.awk -f rows.awk -f families.awk devices.csv SWEEP

value("first") != "" && value("first") != value("exercise") && \
    !(value("first") in named) {
    named[value("first")] = 1
    print value("first")
}

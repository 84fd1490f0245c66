# sass.awk - a line for each loop in what nvdisasm -c prints: its kernel,
# machine instructions, loads, loads in front of the first use of one.
/^\.text\./ { name = substr($1, 7); sub(/:$/, "", name); n = 0; delete at }
/^\.L_x_[0-9]+:/ { label = $1; sub(/:/, "", label); at[label] = n }
/^ +\/\*[0-9a-f]+\*\// {
    gsub(/\/\*[0-9a-f]+\*\/|;.*/, "")
    gsub(/^ +/, "")
    line[n] = $0
    if (/BRA/ && match($0, /\.L_x_[0-9]+/)) {
        label = substr($0, RSTART, RLENGTH)
        if (label in at && at[label] < n)
            loop(at[label], n)
    }
    n++
}

function loop(first, last,   i, k, text, op, rest, loads, ahead, used, wide) {
    delete loaded
    for (i = first; i <= last; i++) {
        text = line[i]
        sub(/^@!?U?P[0-9T]+ +/, "", text)
        op = text
        sub(/ .*/, "", op)
        if (op ~ /^BRA/ && i < last)
            return # not the innermost, or not straight
        gsub(/UR[0-9]+/, "", text)
        rest = text
        if (op !~ /^(ST|RED)/)
            sub(/^[^,]*,?/, "", rest)
        while (!used && match(rest, /R[0-9]+/)) {
            used = substr(rest, RSTART, RLENGTH) in loaded
            rest = substr(rest, RSTART + RLENGTH)
        }
        if (op !~ /^LD[GSL]/)
            continue
        loads++
        ahead += !used
        wide = op ~ /\.128/ ? 4 : op ~ /\.64/ ? 2 : 1
        match(text, /R[0-9]+/)
        for (k = 0; k < wide; k++)
            loaded["R" substr(text, RSTART + 1, RLENGTH - 1) + k] = 1
    }
    print name, last - first + 1, loads + 0, ahead + 0
}

# shellcheck shell=sh
# on_gpu.sh - figures that only a GPU gives: measured here, or recorded of one;
# read by the scripts that show them.
#
# Uses BUILD and GPU.  Leaves in $file where the figures are.

. common/learn/gnuplot.sh

build=${BUILD:-build}

# dated FIGURES: with the driver and the day behind the two lines of their
# head.
dated() {
    sed -n 1,2p "$1"
    ! command -v nvidia-smi >/dev/null 2>&1 ||
        echo "# driver: $(nvidia-smi --id=0 --format=csv,noheader \
            --query-gpu=driver_version)"
    date -u '+# date: %Y-%m-%d'
    sed 1,2d "$1"
}

# recorded NAME: of GPU, where there is none.  False: nothing was.
recorded() {
    file=plots/recorded/$1_${GPU:-h200}.txt
    if [ ! -e "$file" ]; then
        echo "$1: nothing was recorded of \"${GPU:-h200}\"; GPU= takes of" \
            "these: $(echo plots/recorded/"$1"_*.txt |
                sed "s|[^ ]*/$1_||g; s/\.txt//g")" >&2
        return 1
    fi
    echo "No GPU here: these are recorded ($file)."
}

# show NAME [VARIABLES]: the figures, and plots/NAME.gp's picture of them.
show() {
    cat "$file"
    mkdir -p "$build/plots"
    cp "$file" "$build/plots/$1.txt"
    : >"$build/plots/$1.gp"
    echo
    explain_missing "$build/plots"
    picture "plots/$1.gp" "$build/plots/$1.txt" \
        "title_text='$(word_of "$(sed -n 's/^# device: //p' "$file")")'; $2"
}

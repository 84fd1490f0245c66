#!/bin/sh
# shellcheck disable=SC2015 # what fails behind && is no success either
# task.sh - one task of an array job: what sbatch runs on a node.
#
#   task.sh KIT OUT JOB
#
# Makes the node ready, tries it, and becomes `course task`.  A node that cannot
# grade as the machine does where the job comes from says why in
# OUT/slurm/nodes/NODE, a sentence, and grades nothing: its compiler is another
# one, its system runs no programs of ours, what they make is not the same.
# Libraries that the node lacks it gets from the kit, and those only, so that
# its compilers find their own.
# Exit status: as course task; 1 if the node grades nothing.

set -u
kit=$1 out=$2 job=$3
node=${SLURMD_NODENAME:-$(uname -n)}
room=$out/slurm/rooms/$job.${SLURM_ARRAY_TASK_ID:-0}.$node.$$
BUILD=build
export BUILD

# refuse SENTENCE
refuse() {
    mkdir -p "$out/slurm/nodes" &&
        printf '%s\n' "$1" >"$out/slurm/nodes/.$node.$$" &&
        mv "$out/slurm/nodes/.$node.$$" "$out/slurm/nodes/$node"
    echo "$node grades nothing: $1"
    exit 1
}

# The folder may come into sight late.
enter_kit() {
    tries=60
    until cd "$kit" 2>/dev/null && [ -e "$out/slurm/jobs/$job/work" ]; do
        [ $((tries -= 1)) -gt 0 ] || {
            echo "there is no $kit on $node"
            exit 1
        }
        sleep 1
    done
}

# What our programs need and the system does not have; the dynamic linker says.
missing() {
    for program in build/bin/* build/emulator/place_of; do
        [ ! -e "$program" ] || LD_TRACE_LOADED_OBJECTS=1 "$program"
    done 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' |
        sort -u
}

# Those have needs of their own.
add_libraries() {
    old=none new=$(missing)
    while [ -n "$new" ] && [ "$new" != "$old" ]; do
        mkdir -p "$room/lib"
        for library in $new; do
            [ ! -e "lib/$library" ] ||
                ln -sf "$kit/lib/$library" "$room/lib/$library"
        done
        LD_LIBRARY_PATH=$room/lib${users_path:+:$users_path}
        export LD_LIBRARY_PATH
        old=$new new=$(missing)
    done
    [ -z "$new" ] || refuse "it lacks libraries: $(echo "$new" | tr '\n' ' ')"
}

try_programs() {
    said=$(build/bin/course 2>&1)
    [ $? = 2 ] || refuse "it does not run our programs (${said%%
*})"
}

try_compiler() {
    # shellcheck source=/dev/null # make writes it
    . build/compile.conf
    command -v "$CC" >/dev/null || refuse "it has no $CC"
    command -v "$CLANG" >/dev/null || refuse "it has no $CLANG"
    here=$("$CLANG" --version | head -n 1)
    there=$(cat compiler)
    [ "$here" = "$there" ] ||
        refuse "its compiler is $here, and the edition's is $there"
}

# A right solution earns its points here, too: of the first exercise, with a
# compiler, a folder to run programs from and a device as they are at work.
solve() {
    ln -s "$kit/common" "$kit/build" . && mkdir -p "programs/$1" || return
    sh common/harness/compile.sh --lab --boxed clang "$1/student.cu" \
        "programs/$1/student.clang" || return
    cat "programs/$1/student.clang.log"
    exercise=$(build/bin/grader list --tsv |
        awk -F '\t' -v lab="$1" '$1 == lab { print $2; exit }')
    build/bin/grader check --lab "$1" --ex "$exercise" --device emu \
        --compiler clang --seed 1 --programs programs --threads 1 \
        --color never --json check.json --predicted
}

try_solution() {
    lab=$(basename "$(echo probe/*)")
    mkdir -p "$room/try" && cp -R probe/* "$room/try" ||
        refuse "it cannot write to $room"
    (cd "$room/try" && solve "$lab") >"$room/said" 2>&1 && return
    cat "$room/said"
    refuse "a right solution of $lab is not right on it: $(grep . "$room/said" |
        head -n 1)"
}

# Once a node and run.
try_node() {
    tried=$out/slurm/nodes/.$node.tried
    [ ! -e "$tried" ] || return
    try_programs
    try_compiler
    try_solution
    : >"$tried"
}

enter_kit
users_path=${LD_LIBRARY_PATH-}
trap 'rm -rf "$room"' EXIT
trap 'exit 1' TERM INT
mkdir -p "$room" || refuse "it cannot write to $out/slurm"
add_libraries
try_node
[ ! -e "$out/slurm/nodes/$node" ] || exit 1
# In the place of this shell, so that its parent is Slurm's process: it sees
# when that dies.  It removes the room.
exec build/bin/course task "$out" "$job" "$room"

# root.bash - a fresh Debian in a folder, for tests of what happens there.
#
# Idea: debootstrap makes it, with the packages' sources of this machine.
# Needs: root, debootstrap, the network that apt has.  Used by .bats files.

# root_needed: skips the test where there is no way to make one.
root_needed() {
    [ "$(id -u)" = 0 ] || skip "needs root"
    command -v debootstrap >/dev/null || skip "no debootstrap"
}

# root_make FOLDER: Debian's smallest, as an image of a container has it.
root_make() {
    local source
    source=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources \
        /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^URIs: *\([^ ]*\).*/\1/p
            s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' | head -n 1)
    debootstrap --variant=minbase bookworm "$1" "$source" >"$1.log" 2>&1 ||
        { tail -n 5 "$1.log"; return 1; }
    rm -rf "$1/etc/apt"
    cp -a /etc/apt "$1/etc/apt"
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
    root_open "$1"
}

# root_open FOLDER, root_close FOLDER: with what a system has at run time.
root_open() {
    local each
    mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
    for each in sys dev; do
        mountpoint -q "$1/$each" || mount --rbind "/$each" "$1/$each"
        mount --make-rslave "$1/$each"
    done
}

root_close() {
    local each
    for each in proc sys dev; do
        ! mountpoint -q "$1/$each" || umount -R -l "$1/$each"
    done
}

# in_root FOLDER USER DIRECTORY COMMAND: a line for a shell there, in a clean
# environment; names of variables to set may stand before it.
in_root() {
    local folder=$1 user=$2 directory=$3
    shift 3
    chroot --userspec="$user" "$folder" env -i HOME=/tmp LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        "${@:1:$#-1}" sh -c "cd '$directory' && ${*: -1}" </dev/null
}

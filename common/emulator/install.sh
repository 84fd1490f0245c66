#!/bin/sh
# install.sh - copies what programs elsewhere need of the emulated device.
#
#   sh common/emulator/install.sh BUILT FOLDER
#
#   FOLDER/bin                ptxrun, ptxcc
#   FOLDER/lib/ptxrun         the libraries, the headers that clang needs
#   FOLDER/share/man/man1     their pages
#   FOLDER/share/doc/ptxrun   SUPPORTED.md: what runs, what is refused
#
# Nothing in these names the folder, so that it may be moved; no root is needed
# where it may be written to.  BUILT is build/emulator.

built=$1 folder=$2 from=common/emulator
bin=$folder/bin lib=$folder/lib/ptxrun man=$folder/share/man/man1
doc=$folder/share/doc/ptxrun

# What an older one had is not left behind.
if ! rm -rf "$lib" || ! mkdir -p "$bin" "$lib" "$man" "$doc"; then
    echo "install: cannot write to $folder; PREFIX=\$HOME/.local needs no" \
        "root" >&2
    exit 2
fi
settings() {
    # shellcheck source=/dev/null # make writes it
    . "${built%/*}/compile.conf"
    printf "%s='%s'\n" CLANG "$CLANG" CLANG_LOOPS "$CLANG_LOOPS" \
        CLANG_TOGETHER "$CLANG_TOGETHER"
}
cp -P "$built"/lib*.so* "$lib" && rm -f "$lib"/*.map &&
    cp -R $from/include $from/clang.sh $from/copies.awk $from/loops.awk \
        $from/together.awk $from/said.awk $from/release "$built/gpus" "$lib" &&
    settings >"$lib/settings" &&
    cp $from/ptxrun $from/ptxcc "$bin" &&
    cp $from/man/ptxrun.1 $from/man/ptxcc.1 "$man" &&
    cp $from/SUPPORTED.md "$doc" || exit 2
[ ! -e "$built/place_of" ] || cp "$built/place_of" "$lib" || exit 2

echo "$bin/ptxrun and ptxcc, $lib, $man"
case :$PATH: in
*":$bin:"*) ;;
*) echo "to type their names alone: export PATH=\"$bin:\$PATH\"" ;;
esac

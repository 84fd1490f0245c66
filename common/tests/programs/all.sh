#!/bin/sh
# all.sh - writes one .cu file with all programs of this folder in it, each in
# a namespace, which runs the one named as its argument: so that nvcc, which
# takes seconds a file, takes them once.  No argument: all programs.

folder=$(dirname -- "$0")
names=$(for file in "$folder"/*.cu; do basename "$file" .cu; done)

# Headers come first, outside of the namespaces.
echo '#include "check.h"'
sed -n '/^#include </p' "$folder"/*.cu | sort -u
for name in $names; do
    cat <<END
#define main ${name}_main
namespace in_$name {
#include "$name.cu"
}
#undef main
END
done
cat <<'END'
int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    bool all = argc == 1;
    int known = 0, wrong = 0;
END
for name in $names; do
    echo "    if (all || !strcmp(name, \"$name\"))"
    echo "        known++, wrong |= in_$name::${name}_main();"
done
cat <<'END'
    return known ? wrong : 2;
}
END

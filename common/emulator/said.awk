# said.awk - what clang and the linker say of themselves, as what is wrong with
# the program; what they say of the program stays as it is.
#
#     LC_ALL=C awk -v source=FILE.cu -f said.awk SAID
#
# A clang that fails prints its stack and asks for a report; the linker speaks
# of sections and mangled objects.

# The first line of the source with a letter that is not of ASCII, outside of
# comments and strings, as ":LINE:COLUMN"; "" if there is none.
function foreign_letter(    row, line, commented, bare, at) {
    while ((getline row < source) > 0) {
        line++
        bare = bare_code(row)
        at = match(bare, /[\200-\377]/)
        if (at) {
            close(source)
            return ":" line ":" at
        }
    }
    close(source)
    return ""
}

# The line with blanks for what is comment or string.
function bare_code(row,    i, two, c, bare, quote) {
    for (i = 1; i <= length(row); i++) {
        c = substr(row, i, 1)
        two = substr(row, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
                bare = bare " "
            }
            c = " "
        } else if (quote) {
            if (c == "\\") {
                i++
                bare = bare " "
            } else if (c == quote)
                quote = ""
            c = " "
        } else if (two == "/*") {
            in_comment = 1
            c = " "
        } else if (two == "//")
            return bare
        else if (c == "\"" || c == "'") {
            quote = c
            c = " "
        }
        bare = bare c
    }
    return bare
}

# Of clang's own failure one sentence, and no stack.
function clang_failed(reason) {
    if (failed++)
        return
    if (reason ~ /unsupported characters/)
        print source foreign_letter() ": error: PTX has no such letters: " \
            "write names of kernels, device functions, types and variables " \
            "with a-z, A-Z, 0-9 and _"
    else
        print source ": error: clang itself fails on this" \
            (reason ? ": " reason : "; another version may not, " \
            "or a kernel made smaller until it is found what it fails on")
}

function between(text, before, behind,    at) {
    at = index(text, before)
    if (!at)
        return ""
    text = substr(text, at + length(before))
    at = index(text, behind)
    return at ? substr(text, 1, at - 1) : text
}

# "FILE:LINE" at the end of a name of the linker's, which may begin with the
# object's; "" if it knows sections only.
function place(text) {
    sub(/: *$/, "", text)
    sub(/^.*\.o:/, "", text)
    return text ~ /:[0-9]+$/ ? text : ""
}

function linker(text, message,    where) {
    where = place(text)
    print (where ? where ": " : "") "error: " message
    linked++
}

/^fatal error: error in backend: / {
    reason = substr($0, length("fatal error: error in backend: ") + 1)
    clang_failed(reason)
    stack = 1
    next
}

/^PLEASE submit a bug report/ || /^Stack dump:/ {
    clang_failed("")
    stack = 1
    next
}

# Behind its stack clang says who it is, and where it left what for a report.
stack { next }

# What CUDA 12 has taken away, and what is refused: by the name that clang does
# not know.
BEGIN {
    reference = "'(texture|surface|cudaBind(Texture(2D|ToArray)?|" \
        "SurfaceToArray)|cudaUnbindTexture)'"
    layered = "'(tex|surf)((1D|2D|Cubemap)Layered|Cubemap)" \
        "(Lod|Grad|read|write)?'"
}

$0 ~ " error: .*" reference {
    sub(/ error: .*/, " error: texture and surface references are not " \
        "supported (CUDA 12 has none): make a texture object with " \
        "cudaCreateTextureObject, and read it by tex2D<float>(object, x, y)")
}

$0 ~ " error: .*" layered {
    sub(/ error: .*/, " error: layered textures and cubemaps are not " \
        "supported on the emulated device; those of one, two and three " \
        "dimensions are")
}

/: in function `.*':$/ { next }

/undefined reference to `/ {
    name = between($0, "undefined reference to `", "'")
    linker(substr($0, 1, index($0, "undefined reference") - 1),
        name == "main" ? "there is no main, where a program begins" : \
        name " is called, but there is none: is a source or library missing?")
    next
}

/multiple definition of `/ {
    other = place(between($0, "; ", ": first defined here"))
    linker(substr($0, 1, index($0, "multiple definition") - 1),
        between($0, "multiple definition of `", "'") " is defined twice" \
        (other ? ", first at " other : ", also in what is linked with it"))
    next
}

/cannot find -l/ {
    name = between($0, "cannot find -l", ":")
    linker("", "there is no library " name " here (-l" name ")")
    next
}

linked && /^collect2: error: ld returned|ld returned 1 exit status/ { next }
linked && /linker command failed with exit code/ { next }

{ print }

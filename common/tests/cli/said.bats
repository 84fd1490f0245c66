#!/usr/bin/env bats
# said.bats - compilers and linkers that speak of themselves: a sentence about
# the program instead.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../../.."
    command -v clang >/dev/null || return 0
    greek=$(printf '\316\273') # in UTF-8
    export folder="$BATS_FILE_TMPDIR/a $greek"
    mkdir "$folder" && cd "$folder"
    cat >whole.cu <<'END'
__global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
END
    { # a letter in a comment or string is none of the program's
        echo '/* % */ const char *text = "%\"%"; // %'
        echo '__global__ void %(int *p) { *p = 1; }'
        echo 'int main() { %<<<1, 1>>>(nullptr); }'
    } | sed "s/%/$greek/g" >letters.cu
    { echo 'void nowhere(int);' && sed 's/k</nowhere(1); k</' whole.cu
    } >missing.cu
    sed '$a extern "C" void _start() {}' whole.cu >twice.cu
    sed 2d whole.cu >no_main.cu
}

setup() {
    command -v clang >/dev/null || skip "no clang"
    cd "$BATS_TEST_DIRNAME/../../.."
}

compile() {
    run sh common/harness/compile.sh clang "$folder/$1.cu" "$folder/program"
}

@test "a folder's name may have any letters" {
    compile whole
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ -x "$folder/program" ]
    [ ! -e "$folder/program.d" ] # make could not read it
}

@test "letters that PTX does not have: the line, and no stack" {
    compile letters
    [ "$status" -ne 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"/letters.cu:2:"*": error: PTX has no such letters"* ]]
}

@test "the linker: what is missing, what is there twice" {
    compile missing
    [ "$status" -ne 0 ]
    [[ "$output" == *"/missing.cu:3: error: nowhere(int) is called, but there is none"* ]]
    [ "${#lines[@]}" -eq 1 ]
    compile twice
    [ "$status" -ne 0 ]
    [[ "$output" == *"/twice.cu:3: error: _start is defined twice"* ]]
    compile no_main
    [ "$output" = "error: there is no main, where a program begins" ]
}

@test "what CUDA has taken away, and what is refused: what to do instead" {
    cat >"$folder/gone.cu" <<'END'
texture<float, 2> image;
__global__ void k(float *p, cudaTextureObject_t t)
{
    *p = tex2DLayered<float>(t, 0, 0, 1);
}
END
    compile gone
    [ "$status" -ne 0 ]
    [[ "$output" == *"gone.cu:1:1: error: texture and surface references are "*"cudaCreateTextureObject"* ]]
    [[ "$output" == *"gone.cu:4:10: error: layered textures and cubemaps are not"* ]]
}

@test "what is said of the program stays, and so does its order" {
    printf '%s\n' "a.cu:1:2: warning: w" "    code" "1 warning generated." \
        >"$folder/said"
    run awk -v source=a.cu -f common/emulator/said.awk "$folder/said"
    [ "$output" = "$(cat "$folder/said")" ]
    printf '%s\n' "a.cu:1:2: warning: w" "PLEASE submit a bug report" \
        "Stack dump:" "0.	Program" " #0 0x1 llvm" >"$folder/said"
    run awk -v source=a.cu -f common/emulator/said.awk "$folder/said"
    [ "${lines[0]}" = "a.cu:1:2: warning: w" ]
    [[ "${lines[1]}" == "a.cu: error: clang itself fails on this"* ]]
    [ "${#lines[@]}" -eq 2 ]
}

#!/usr/bin/env bats
# explained.bats - the page of make explain, in Chromium, from a folder.
#
# Idea: scripts of the test's own stand behind the page's, click and type, and
# leave what they saw in an element.  What the page says of sectors and
# wavefronts is held against what the emulated device counted, step by step.
# Needs: chromium.

bats_require_minimum_version 1.5.0
load ../cli/classroom

setup_file() {
    command -v chromium >/dev/null || return 0
    share_inputs
    for lab in lab1_global lab2_shared lab3_reduction; do
        classroom "$BATS_FILE_TMPDIR/$lab" "$lab"
        rm -rf "$BATS_FILE_TMPDIR/$lab/build/plots"
        ln -s "$PWD/plots" "$BATS_FILE_TMPDIR/$lab"
    done
    # What a student writes is text, also where it looks like markup.
    hostile='</pre><script>document.title="pwned"</script><h1 id=pwned>'
    sed -e '/^__global__ void matmul_tiled_kernel/,/^}/{
            /read before refilled/d; }' \
        -e "s|^extern \"C\" void matmul_tiled|// $hostile\n&|" \
        lab2_shared/reference.cu \
        >"$BATS_FILE_TMPDIR/lab2_shared/lab2_shared/student.cu"
    cp lab3_reduction/reference.cu \
        "$BATS_FILE_TMPDIR/lab3_reduction/lab3_reduction/student.cu"
    cp lab1_global/reference.cu \
        "$BATS_FILE_TMPDIR/lab1_global/lab1_global/student.cu"
    explain lab1_global matvec
    sed '/^__global__ void vecmat_kernel/,/^}/s/\* cols + col/& + rows * cols/' \
        lab1_global/reference.cu \
        >"$BATS_FILE_TMPDIR/lab1_global/lab1_global/student.cu"
    explain lab1_global vecmat
    explain lab2_shared matmul_tiled
    explain lab2_shared matvec_transposed_tile
    explain lab3_reduction batch_coalesced
}

explain() {
    make -s -C "$BATS_FILE_TMPDIR/$1" explain EX="$2" DEVICE=emu >/dev/null
}

setup() {
    command -v chromium >/dev/null || skip "no chromium"
}

# seen LAB EXERCISE <SCRIPT: the page with that script behind its own; what it
# returned.
seen() {
    local page=$BATS_FILE_TMPDIR/$1/build/plots/$1_$2.html
    {
        cat "$page"
        echo '<pre id="seen"></pre><script>'
        echo 'document.getElementById("seen").textContent = (() => {'
        cat
        echo '})();</script>'
    } >"$BATS_TEST_TMPDIR/page.html"
    chromium --headless --no-sandbox --disable-gpu \
        --user-data-dir="$BATS_TEST_TMPDIR/chromium" --dump-dom \
        "file://$BATS_TEST_TMPDIR/page.html" \
        2>/dev/null >"$BATS_TEST_TMPDIR/dom"
    sed -n 's|.*<pre id="seen">\(.*\)</pre>.*|\1|p' "$BATS_TEST_TMPDIR/dom"
}

@test "each step has as many sectors and wavefronts as were counted" {
    for page in 'lab2_shared matmul_tiled' \
        'lab2_shared matvec_transposed_tile' 'lab3_reduction batch_coalesced'; do
        # shellcheck disable=SC2086 # two words
        run seen $page <<'END'
            let right = 0, wrong = [];
            for (const s of page.steps) {
                const at = s.offsets.map((o) => o === null ? null : o + s.start);
                const n = s.space === "shared" ? page.wavesOf(at, s.bytes).waves
                    : s.space === "global" ? page.sectorsOf(at, s.bytes).size : -1;
                if (n === s.passes) right++;
                else if (n >= 0) wrong.push(s.step);
            }
            return right > 20 && !wrong.length ? "all" : right + "/" + wrong;
END
        echo "$page: $output"
        [ "$output" = all ]
    done
}

@test "a tile's column: 32 wavefronts, with a padding of 1 one" {
    run seen lab2_shared matmul_tiled <<'END'
        const found = [], count = () => document.querySelector("#result [data-count]")
            .dataset.count;
        const type = (name, value) => {
            const input = document.querySelector(`#variables [data-name=${name}]`);
            input.value = value;
            input.oninput();
        };
        found.push(count());
        type("padding", 1);
        found.push(count());
        type("columns", 15);
        found.push(count());
        return found.join(" ");
END
    echo "$output"
    [ "$output" = "32 1 16" ]
}

@test "rows of a matrix: 32 sectors, its columns 4, and doubles 8" {
    run seen lab2_shared matmul_tiled <<'END'
        const $ = (id) => document.getElementById(id), found = [];
        const say = (text, width) => {
            $("memory").value = "global";
            $("width").value = width;
            $("expression").value = text;
            $("expression").oninput();
            const p = document.querySelector("#result [data-count]");
            found.push(p ? p.dataset.count : $("wrong").textContent);
        };
        say("A[threadIdx.x * cols + j]", 4);
        say("A[j * cols + threadIdx.x]", 4);
        say("A[threadIdx.x]", 8);
        say("A[threadIdx.x *", 4);
        say("A[7 / zero]", 4);
        say("<img src=x onerror=document.title=1>", 4);
        return found.join("; ") + (document.images.length ? " image" : "");
END
    echo "$output"
    [ "$output" = "32; 4; 8; something is missing at the end; a division by 0; \
what is &lt;?" ]
}

@test "where an array is: an argument has sectors, what is declared shared banks" {
    run seen lab2_shared matvec_transposed_tile <<'END'
        const $ = (id) => document.getElementById(id), found = [$("memory").value];
        for (const text of ["A[threadIdx.x * cols + j]", "tile[threadIdx.x][j]",
            "V[j]", "other[j][threadIdx.x]"]) {
            $("expression").value = text;
            $("expression").oninput();
            found.push($("memory").value);
        }
        $("memory").value = "global"; // by hand
        $("expression").value = "other[j][threadIdx.x + 1]";
        $("expression").oninput();
        return found.concat($("memory").value).join(" ");
END
    echo "$output"
    [ "$output" = "shared global shared global shared global" ]
    run seen lab1_global matvec <<'END'
        return document.getElementById("memory").value + " " +
            document.querySelector("#result [data-count]").textContent;
END
    echo "$output"
    [[ "$output" == "global 32 sectors "* ]]
}

@test "it begins where it differs, and goes on by keys, beside the line" {
    run seen lab2_shared matmul_tiled <<'END'
        const words = () => document.getElementById("words").textContent;
        const line = () => document.querySelector("#source .now").dataset.line;
        const key = (name) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: name, bubbles: true }));
        const step = (text) => page.steps.find((s) => text.startsWith("Step " +
            s.step + ","));
        const first = words(), begin = Number(line()) === step(first).line;
        key("ArrowRight");
        const next = words(), goes = Number(line()) === step(next).line;
        key("ArrowLeft");
        return [document.getElementById("words").className, begin, goes,
            first !== next, words() === first].join(" ");
END
    echo "$output"
    [ "$output" = "alarm true true true true" ]
    grep -q 'multiplies A\[.*goes with B\[' "$BATS_TEST_TMPDIR/dom"
}

@test "what a student wrote stands there as text" {
    run seen lab2_shared matmul_tiled <<'END'
        return document.title.trim().slice(0, 12) + " " +
            document.querySelectorAll("#pwned").length + " " +
            document.getElementById("source").textContent.includes("</pre>");
END
    echo "$output"
    [ "$output" = "matmul_tiled 0 true" ]
}

@test "an access past the end is a step: marked, and gone to at once" {
    run seen lab1_global vecmat <<'END'
        return [document.querySelector("#words").textContent,
            document.querySelector("#words").className,
            document.querySelectorAll(".lane.fault").length,
            document.querySelector("#told").className].join(", ");
END
    echo "$output"
    [ "$output" = "Step 2, lanes 0-31: read of 4 bytes past the end of A, alarm, 32, alarm" ]
}

/* rows.h - the rows of lab 3's detective cases in the table of lab.c. */

    {
        .name = "row_peaks",
        .title = "case: a third of the song",
        .buffers = {{"A", INPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM},
                    {"peaks", OUTPUT, ELEMENT_F32, linear_rows, NULL,
                     FILL_UNIFORM}},
        CASE(peaks_sizes, oracle_peaks, flops_of_case),
        .shares = {.correct = 1},
        .traced = {64, 1000, 1},
        /* 64 x 1000 elements have to be read.  A warp: some 200 instructions
         * for its part of a row; one alone 40000. */
        .caps = {CAP_READ(256000, 64, 1000, 1), CAP_WARP(6000, 64, 1000, 1)},
        .hints =
            {"Which of the author's numbers is the greatest, and in which "
             "thread does it begin?",
             "Halve 96 until 1 is left and write the numbers down.  Which of "
             "them is odd, and what becomes of the last one then?",
             "Either half is rounded up, and who has no partner waits; or the "
             "tree begins with a power of two and who is above it adds to "
             "nobody.  With other threads, mind the array's length."},
        .lesson = "96, 48, 24, 12, 6, 3: there half is 1, and the third of "
                  "three is left behind with all it has gathered, a third of "
                  "the row.  The test could not tell, as its peak stood in "
                  "the first place of each row: test data must be able to "
                  "fail.",
    },
    {
        .name = "histogram",
        .title = "case: more pixels from picture to picture",
        .buffers = {{"x", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"counts", OUTPUT, ELEMENT_I32, count_bins, NULL,
                     FILL_UNIFORM}},
        CASE(histogram_sizes, oracle_histogram, flops_of_case),
        .shares = {.correct = 1},
        .traced = {1, 1000, 1},
        .caps = {CAP_READ(160000, 1, 40000, 1), CAP_WARP(4000, 1, 40000, 1)},
        .hints =
            {"The first picture is right.  What is another one at the second "
             "call than at the first?",
             "Who gives counts its first value?  The author's program does, "
             "once.",
             "The launcher has to, before its kernel: cudaMemset, or a kernel "
             "that stores 0.  In the kernel that counts it would be a race "
             "between blocks."},
        .lesson = "What is only ever added to needs a first value, at each "
                  "call: += and atomicAdd read what is there.  Memory that is "
                  "fresh is often 0, so the first run looks right.  Fill "
                  "outputs with something else in tests, and call twice.",
    },
    {
        .name = "count_wrong",
        .title = "case: passed without doing anything",
        .buffers = {{"results", INPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM},
                    {"expected", INPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM},
                    {"wrong", OUTPUT, ELEMENT_I32, count_one, NULL,
                     FILL_UNIFORM}},
        .prepare = prepare_wrong,
        CASE(wrong_sizes, oracle_wrong, flops_of_case),
        .shares = {.correct = 1},
        .traced = {1, 1000, 1},
        .caps = {CAP_READ(240000, 1, 40000, 1), CAP_WARP(4000, 1, 40000, 1)},
        .hints =
            {"Each byte of the mark is 0xff.  Which float is that?  Print "
             "one.",
             "What does a comparison give when one side is no number (NaN)? "
             " All of <, <=, > and >=.",
             "Ask whether it is right, and count where the answer is no."},
        .lesson = "Every comparison with a NaN is false, so \"wrong if it is "
                  "off by more\" calls each NaN right.  Write what is right, "
                  "and negate that: !(error <= bound).  A check is not done "
                  "before it has failed once, on purpose.",
    },

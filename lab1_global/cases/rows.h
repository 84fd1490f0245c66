/* rows.h - the rows of lab 1's detective cases in the table of lab.c. */

    {
        .name = "add_scaled",
        .title = "case: the letter that was there all along",
        .buffers = {{"A", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"B", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"C", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        CASE(scaled_sizes, oracle_scaled, linear_vector_flops),
        .shares = {.correct = 1},
        .traced = {1, 40000, 1},
        .caps = {CASE_CAPS(320000, 1, 40000, 1)},
        .hints =
            {"The compiler is right, and so are your eyes: both names look "
             "alike.  Do they consist of the same bytes, too?",
             "LC_ALL=C grep -n '[^ -~]' FILE shows each line of a file that "
             "has a byte beyond ASCII.",
             "Delete that letter and type it again, with the keyboard set to "
             "Latin letters."},
        .lesson = "A Cyrillic letter (U+0421) looked like the Latin one.  "
                  "What is copied from a page or a pdf brings such letters "
                  "along, and dashes and quotes too.  When a compiler does "
                  "not know a name that you see declared, look at the bytes.",
    },
    {
        .name = "stir",
        .title = "case: fine for years",
        .buffers = {{"from", INPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM},
                    {"to", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        CASE(stir_sizes, oracle_stir, linear_vector_flops),
        .shares = {.correct = 1, .clean = 1},
        .traced = {1, 50000, 1},
        .caps = {CASE_CAPS(800012, 1, 200003, 1)},
        .hints =
            {"Which is the first i that goes wrong?  The checker names a "
             "thread: work its index out by hand.",
             "How large can a product of two ints be?  What comes out when it "
             "is larger, and what is the remainder of that?",
             "One of the factors has to be of a wider type before they are "
             "multiplied; unsigned gains one bit only."},
        .lesson = "An int ends at 2147483647.  A product beyond that becomes "
                  "another number, often a negative one, and no error is "
                  "reported.  row * cols of a matrix of 50000 x 50000 is such "
                  "a product as well.  Make one factor a long long before you "
                  "multiply, and test at the largest size that is promised.",
    },
    {
        .name = "add_bias",
        .title = "case: the test that always passes",
        .buffers = {{"A", INPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM},
                    {"bias", INPUT, ELEMENT_F32, linear_rows, NULL,
                     FILL_UNIFORM},
                    {"B", OUTPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM}},
        CASE(bias_sizes, oracle_bias, linear_vector_flops),
        .shares = {.correct = 1},
        .traced = {50, 40, 1},
        .caps = {CASE_CAPS(160000, 200, 200, 1)},
        .hints =
            {"What do all rows of the author's test have in common?  Which "
             "mistakes can it not see?",
             "Take the 2 x 3 of the colleague and thread (i, j) = (1, 0): "
             "which element does it take, and which bias?",
             "A matrix is row-major here: where does element (i, j) of one "
             "with cols columns stand?"},
        .lesson = "Each element was visited, but by another thread than was "
                  "meant.  With one bias for all rows, a symmetric matrix or "
                  "nothing but ones, a test cannot tell: its data must differ "
                  "in every position.  (And down a column a warp asks for 32 "
                  "sectors, along a row for 4.)",
    },

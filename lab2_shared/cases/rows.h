/* rows.h - the rows of lab 2's detective cases in the table of lab.c. */

    {
        .name = "differences",
        .title = "case: the half that did not wait",
        .buffers = {{"in", INPUT, ELEMENT_F32, count_one_more, NULL,
                     FILL_UNIFORM},
                    {"out", OUTPUT, ELEMENT_F32, linear_cols, NULL,
                     FILL_UNIFORM}},
        CASE(differences_sizes, oracle_differences, flops_of_case),
        .traced = {1, 300, 1},
        .shares = {.correct = 2, .clean = 1, .race_free = 1},
        /* 40000 results: as many subtractions; a warp alone takes 1250 times
         * two dozen instructions.  Through shared memory, 1250 loads of it at
         * least for either operand. */
        .caps = {CAP_COMPUTED(40000, 1, 40000, 1), CAP_WARP(3000, 1, 40000, 1),
                 CAP_STEP("shared_load_requests", 2000, NAN,
                          "Half of a block is to bring what the other half "
                          "works with, through shared memory.",
                          1, 40000, 1)},
        .hints =
            {"Which threads come to the barrier, and which never do?",
             "Who does not come to a barrier does not wait at it: nothing "
             "says that what is read there has been brought.",
             "The barrier belongs where all threads of the block pass: "
             "between the two halves' work, outside of both branches."},
        .lesson = "A barrier holds who comes to it.  In a branch that half of "
                  "a block takes it holds that half; the other one reads what "
                  "nobody has written yet.  __syncthreads() stands where all "
                  "threads of a block pass, as often as each other.",
    },
    {
        .name = "distances",
        .title = "case: two per cent too much",
        .buffers = {{"x", INPUT, ELEMENT_F32, linear_rows, NULL, FILL_UNIFORM},
                    {"y", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},
                    {"sums", OUTPUT, ELEMENT_F32, linear_rows, NULL,
                     FILL_UNIFORM}},
        CASE(distances_sizes, oracle_distances, flops_of_case),
        .traced = {300, 1000, 1},
        .shares = {.correct = 2, .clean = 1},
        /* 10000 x 20 distances: two operations each, at least one.  A warp:
         * some 200 instructions for 32 results; one alone 60000. */
        .caps = {CAP_COMPUTED(200000, 10000, 20, 1),
                 CAP_WARP(6000, 10000, 20, 1),
                 CAP_STEP("shared_load_requests", 1500, NAN,
                          "The points are to come through shared memory, a "
                          "tile at a time.",
                          10000, 20, 1)},
        .hints =
            {"1000 points give the sum of 1024, 300 that of 512: what do the "
             "numbers of too many have in common?",
             "How long is the last tile, and what stands in the rest of it?",
             "Either the loop ends with the last point of the tile, or what "
             "stands behind it must add nothing."},
        .lesson = "The last tile was shorter, and behind it stood the points "
                  "of the tile before; in the first one, what somebody else "
                  "had left.  A result that is 2 % off is no rounding, which "
                  "is some 0.0001 % here.  And points that are all alike "
                  "would hide it at 1024: test with a size that is no "
                  "multiple.",
    },
    {
        .name = "blur",
        .title = "case: wide pictures only",
        .buffers = {{"in", INPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM},
                    {"out", OUTPUT, ELEMENT_F32, linear_matrix, linear_cols,
                     FILL_UNIFORM}},
        CASE(blur_sizes, oracle_blur, flops_of_case),
        .traced = {40, 300, 1},
        .shares = {.correct = 1, .race_free = 2},
        /* 40 x 1000 results of two additions.  A warp: four chunks, some 40
         * instructions each; one alone 50000.  Three loads from the tile. */
        .caps = {CAP_COMPUTED(80000, 40, 1000, 1), CAP_WARP(3000, 40, 1000, 1),
                 CAP_STEP("shared_load_requests", 2500, NAN,
                          "Neighbours are to be read from the tile in shared "
                          "memory.",
                          40, 1000, 1)},
        .hints =
            {"Up to 256 columns all is well.  What happens for the first time "
             "with 257?",
             "One warp may be in the next round while another is still in "
             "this one.  What does each of them do with the tile?",
             "Two barriers a round: before the first one writes the tile "
             "anew, the last one must have read it."},
        .lesson = "Filling waits for nobody: a fast warp begins the next "
                  "chunk while a slow one still reads this one.  A tile that "
                  "is used again needs two barriers: filled, and read.  On an "
                  "H200 this one was never seen, in 60 runs; the emulated "
                  "device has its warps run in another order.  A race that "
                  "does not show is there all the same, and racecheck finds "
                  "it on either.",
    },

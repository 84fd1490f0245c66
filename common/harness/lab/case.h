/*
 * case.h - what the detective cases of all labs have in common, as the head of
 * a row of a lab's table.
 */
#ifndef CASE_H
#define CASE_H

#include "lab.h"

/* A case as it was found earns nothing, so .shares, which stand in the row,
 * hang on what is wrong. */
#define CASE(the_sizes, the_oracle, the_flops)                                 \
    .is_case = true, .sizes = the_sizes, .size_count = COUNT(the_sizes),       \
    .oracle = the_oracle, .flops = the_flops, .share = 4

#endif

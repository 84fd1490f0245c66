/*
 * list.h - the exercises, for people and for scripts.
 *
 * --tsv: fields parted by tabs, none of which holds one; a header, then a line
 * for each exercise, in the order of the labs:
 *   lab        "lab1_global", the folder
 *   exercise   "matvec"
 *   title      "A x V, a thread per row"
 *   first      the exercise whose later version it is; itself if none
 *   points     what can be had for it
 *   host       1: its launcher gets host memory and moves the data itself
 *   traced     "1000 500 1": rows, columns, inner; what make access launches
 *   lab_title  "Global memory"
 * --cases: the same of detective cases, which are none of those
 * --challenges: the same way, a line for each open exercise and size that its
 * time is taken at:
 *   exercise, ladder (the first version of what it goes on from), the size
 *   ("2500 2000 1"), and as the ladder has it: 0 for what may be any number
 * --questions: the same way without a header, a line for each number that
 * make predict asks for: lab, exercise, and what a row of predictions.csv and a
 * table call it, and 1 if a point hangs on its exercise's prediction
 * --gpus: the same way without a header, a line for each profile of
 * common/gpus, the one that points are given by first:
 *   id ("h200"), name ("NVIDIA H200"), GB/s of its memory by data sheet
 */
#ifndef LIST_H
#define LIST_H

#include "run/arguments.h"

enum exit_status list(const struct arguments *arguments);

#endif

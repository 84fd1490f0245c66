/*
 * modelled.h - how long a run on the emulated device would take on a GPU.
 */
#ifndef MODELLED_H
#define MODELLED_H

#include "base/gpu.h"
#include "lab/lab.h"
#include "run/worker.h"

/* Microseconds; NAN where the model has nothing to say, and then the note says
 * why.  Each lies between low and high in 9 of 10 cases. */
struct modelled {
    double us, low_us, high_us;
    double launch_us;  /* of us: launches of nothing */
    const char *bound; /* of the launch that takes longest: "L1"; "copies" if
                        * data is moved as well; "": none */
    const char *note;  /* what to doubt; "": nothing */
};

/* The launches of a run whose request asked for the model, one after the
 * other, and the moving of data where that is the launcher's part.  What is
 * pointed to is the run's. */
struct modelled modelled_run(const struct gpu *gpu,
                             const struct exercise *exercise, struct size size,
                             const struct run *run);

/* Of a launch: "modelled on NVIDIA H200: 12.3 us (10.9 to 14), bound by L1:
 * ..."; or why there is no time; "" where none was asked for. */
void modelled_in_words(const struct gpu *gpu, const struct time_record *time,
                       char *text, size_t n);

#endif

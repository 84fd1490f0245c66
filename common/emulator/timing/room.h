/*
 * room.h - how many blocks of a launch one multiprocessor has at a time.
 */
#ifndef ROOM_H
#define ROOM_H

#include "base/gpu.h"

struct room_block {
    uint32_t threads;
    uint32_t shared_bytes;
    unsigned registers;    /* of 32 bits, a thread */
};

/* At least 1. */
uint32_t room_blocks(const struct gpu *gpu, struct room_block block);
/* Lines of L1 beside the shared memory of so many blocks. */
uint32_t room_l1_lines(const struct gpu *gpu, struct room_block block,
                       uint32_t blocks);

#endif

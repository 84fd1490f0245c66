/* pool.h - what memory pools lend (pool.c). */
#ifndef POOL_H
#define POOL_H

#include "runtime.h"

bool pool_exists(cudaMemPool_t pool);
/* Where cudaMallocAsync takes memory from. */
cudaMemPool_t pool_current(void);
void pool_lend(cudaMemPool_t pool, const void *pointer, uint64_t bytes);
/* What a graph's node allocated; what was freed, whoever lent it. */
void pool_lend_to_graph(const void *pointer, uint64_t bytes);
void pool_take_back(const void *pointer);

#endif

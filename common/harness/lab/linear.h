/*
 * linear.h - sums and products of vectors and matrices, for labs that are about
 * them: shapes, oracles, serial loops, and what an exercise must move and
 * compute.
 *
 * Matrices are dense, row-major, float.  With struct size s:
 *   a + b: a, b and c have s.cols elements;
 *   A x V: A is s.rows x s.cols, V has s.cols elements, C has s.rows;
 *   V x A: V has s.rows elements, A is s.rows x s.cols, C has s.cols;
 *   A x B: A is s.rows x s.cols, B is s.cols x s.inner, C is s.rows x s.inner.
 * The functions have the types that struct exercise (lab.h) asks for.
 */
#ifndef LINEAR_H
#define LINEAR_H

#include "lab.h"

enum { LINEAR_SEVEN = 7, LINEAR_MATMUL_GPU_ONLY = 1 };
/* The course's seven sizes, 2 to 20 MB; and squares for matrix products. */
extern const struct size linear_seven[LINEAR_SEVEN];
extern const struct size
    linear_matmul_sweep[LINEAR_SEVEN + LINEAR_MATMUL_GPU_ONLY];

/* Elements of a dimension, of A, of B, of C = A x B. */
size_t linear_rows(struct size s);
size_t linear_cols(struct size s);
size_t linear_inner(struct size s);
size_t linear_matrix(struct size s);
size_t linear_right(struct size s);
size_t linear_product(struct size s);

/* Inputs and pointers in the order of the equations: a, b, c.  The parts of the
 * serial loops are elements. */
void linear_add_oracle(const void *const *in, struct size s,
                       struct expected *out);
void linear_add_serial(void *const *p, struct size s, size_t from, size_t to);
/* A, V, C; parts are rows of C. */
void linear_matvec_oracle(const void *const *in, struct size s,
                          struct expected *out);
void linear_matvec_serial(void *const *p, struct size s, size_t from,
                          size_t to);
/* V, A, C; parts are columns. */
void linear_vecmat_oracle(const void *const *in, struct size s,
                          struct expected *out);
void linear_vecmat_serial(void *const *p, struct size s, size_t from,
                          size_t to);
/* A, B, C; parts are rows. */
void linear_matmul_oracle(const void *const *in, struct size s,
                          struct expected *out);
void linear_matmul_serial(void *const *p, struct size s, size_t from,
                          size_t to);

/* Least bytes to and from memory, and operations, a fused one as two. */
double linear_add_bytes(struct size s);
double linear_add_flops(struct size s);
double linear_vector_bytes(struct size s); /* A x V and V x A */
double linear_vector_flops(struct size s);
double linear_matmul_bytes(struct size s);
double linear_matmul_flops(struct size s);

/* Which thread owns element e of C = A x B, in blocks of LINEAR_TILE x
 * LINEAR_TILE threads, x for columns.  Writes at most n bytes. */
enum { LINEAR_TILE = 32 };
void linear_matmul_owner(struct size s, size_t e, char *text, size_t n);

/* What the exercises of one sum or product have in common. */
#define LINEAR_ADD                                                             \
    .buffers = {{"a", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},    \
                {"b", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},    \
                {"c", OUTPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM}},  \
    .oracle = linear_add_oracle, .parts = linear_cols,                         \
    .serial = linear_add_serial, .bytes = linear_add_bytes,                    \
    .flops = linear_add_flops

#define LINEAR_MATVEC                                                          \
    .buffers = {{"A", INPUT, ELEMENT_F32, linear_matrix, linear_cols,          \
                 FILL_UNIFORM},                                                \
                {"V", INPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM},    \
                {"C", OUTPUT, ELEMENT_F32, linear_rows, NULL, FILL_UNIFORM}},  \
    .sweep = linear_seven, .sweep_count = LINEAR_SEVEN,                        \
    .traced = {1000, 500, 1},                                                  \
    .oracle = linear_matvec_oracle, .parts = linear_rows,                      \
    .serial = linear_matvec_serial, .bytes = linear_vector_bytes,              \
    .flops = linear_vector_flops

#define LINEAR_VECMAT                                                          \
    .buffers = {{"V", INPUT, ELEMENT_F32, linear_rows, NULL, FILL_UNIFORM},    \
                {"A", INPUT, ELEMENT_F32, linear_matrix, linear_cols,          \
                 FILL_UNIFORM},                                                \
                {"C", OUTPUT, ELEMENT_F32, linear_cols, NULL, FILL_UNIFORM}},  \
    .sweep = linear_seven, .sweep_count = LINEAR_SEVEN,                        \
    .traced = {1000, 500, 1},                                                  \
    .oracle = linear_vecmat_oracle, .parts = linear_cols,                      \
    .serial = linear_vecmat_serial, .bytes = linear_vector_bytes,              \
    .flops = linear_vector_flops

#define LINEAR_MATMUL                                                          \
    .buffers = {{"A", INPUT, ELEMENT_F32, linear_matrix, linear_cols,          \
                 FILL_UNIFORM},                                                \
                {"B", INPUT, ELEMENT_F32, linear_right, linear_inner,          \
                 FILL_UNIFORM},                                                \
                {"C", OUTPUT, ELEMENT_F32, linear_product, linear_inner,       \
                 FILL_UNIFORM}},                                               \
    .sweep = linear_matmul_sweep,                                              \
    .sweep_count = LINEAR_SEVEN + LINEAR_MATMUL_GPU_ONLY,                      \
    .sweep_gpu_only = LINEAR_MATMUL_GPU_ONLY,                                  \
    .traced = {128, 128, 128}, .product = true,                                \
    .oracle = linear_matmul_oracle, .parts = linear_rows,                      \
    .serial = linear_matmul_serial, .bytes = linear_matmul_bytes,              \
    .flops = linear_matmul_flops

#endif

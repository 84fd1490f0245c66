/*
 * matrix.h - mma: the 32 lanes of a warp multiply two matrices of doubles,
 * decoded (resolve_matrix.c) and executed (machine/matrix.c).
 *
 * Idea: D = A B + C, A of rows x depth, B of depth x COLUMNS.  Each lane gives,
 * and gets, elements that its number tells.  Of every shape the layout is the
 * same, once the registers are counted by bands of SQUARE rows and steps of
 * STEP along the depth:
 *
 *   register  lane's element               which
 *   A i       [8 (i % bands) + lane / 4]   [4 (i / bands) + lane % 4]
 *   B i       [4 i + lane % 4]             [lane / 4]
 *   C, D i    [8 (i / 2) + lane / 4]       [2 (lane % 4) + i % 2]
 *
 * Source: PTX ISA 9.0, "Matrix Fragments for mma.m8n8k4 with .f64 floating
 * point type", and of m16n8k4, m16n8k8, m16n8k16.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include "code.h"

enum {
    MATRIX_SQUARE = 8, /* rows of a band, and columns of B, C, D */
    MATRIX_STEP = 4,   /* along the depth: lanes side by side */
    MATRIX_ROWS = 16,  /* at most, as the next */
    MATRIX_DEPTH = 16,
    MATRIX_A = MATRIX_ROWS * MATRIX_DEPTH / WARP_SIZE,
    MATRIX_B = MATRIX_DEPTH * MATRIX_SQUARE / WARP_SIZE,
    MATRIX_C = MATRIX_ROWS * MATRIX_SQUARE / WARP_SIZE
};

struct matrix {
    uint8_t rows, depth;
    uint8_t a_count, b_count, c_count; /* registers of a lane; D as C */
    enum rounding rounding;
    uint32_t a[MATRIX_A], b[MATRIX_B], c[MATRIX_C], d[MATRIX_C]; /* slots */
};

#endif

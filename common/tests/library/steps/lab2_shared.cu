/* lab2_shared.cu - steps on the way to matmul_best. */
#include "../../../../lab2_shared/reference.cu"

#include "steps.h"

void matmul_8x8(const float *A, const float *B, float *C, int rows, int inner,
                int cols)
{
    typedef plan<128, 128, 16, 8, 8, 8, 1, 3, 4> square;
    matmul_best_in<square>(A, B, C, rows, inner, cols);
}

void matmul_unsliced(const float *A, const float *B, float *C, int rows,
                     int inner, int cols)
{
    typedef plan<32, 64, 32, 4, 8, 8, 1, 4, 4> unsliced;
    matmul_best_in<unsliced>(A, B, C, rows, inner, cols);
}

void matmul_in_one_go(const float *A, const float *B, float *C, int rows,
                      int inner, int cols)
{
    typedef plan<128, 256, 16, 8, 16, 16, 1, 3, 1> large;
    matmul_best_in<large>(A, B, C, rows, inner, cols);
}

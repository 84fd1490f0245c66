/*
 * The author's test, and what a colleague tried.
 */
#include <cstdio>

#include "found.cu"

enum { ROWS = 50, COLS = 40 };

static void add_on_device(const float *a, const float *bias, float *b, int rows,
                          int cols)
{
    size_t bytes = (size_t)rows * cols * sizeof(float);
    float *A, *B, *Bias;
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&Bias, rows * sizeof(float));
    cudaMemcpy(A, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(Bias, bias, rows * sizeof(float), cudaMemcpyHostToDevice);
    add_bias(A, Bias, B, rows, cols);
    cudaMemcpy(b, B, bytes, cudaMemcpyDeviceToHost);
    cudaFree(A);
    cudaFree(B);
    cudaFree(Bias);
}

/* The author's. */
static void test(void)
{
    static float a[ROWS * COLS], bias[ROWS], b[ROWS * COLS];
    int wrong = 0;
    for (int i = 0; i < ROWS * COLS; i++)
        a[i] = (float)i;
    for (int i = 0; i < ROWS; i++)
        bias[i] = 0.5f;
    add_on_device(a, bias, b, ROWS, COLS);
    for (int i = 0; i < ROWS * COLS; i++)
        wrong += b[i] != a[i] + 0.5f;
    printf("test, %d x %d: %d wrong\n", ROWS, COLS, wrong);
}

/* The colleague's. */
static void show(void)
{
    const float a[6] = {1, 2, 3, 4, 5, 6}, bias[2] = {10, 20};
    float b[6];
    add_on_device(a, bias, b, 2, 3);
    printf("2 x 3, 10 to the first row and 20 to the second:\n");
    printf("  %g %g %g\n  %g %g %g\n", b[0], b[1], b[2], b[3], b[4], b[5]);
}

int main(void)
{
    test();
    show();
    return 0;
}

/*
 * The author's program: the same picture is blurred again and again, and
 * compared with a loop of the CPU's.
 */
#include <cmath>
#include <cstdio>
#include <vector>

#include "found.cu"

enum { ROWS = 64, TIMES = 20 };

static float at(const float *row, int j, int cols)
{
    return row[j < 0 ? 0 : j >= cols ? cols - 1 : j];
}

static int wrong_of(const std::vector<float> &in, const std::vector<float> &out,
                    int cols)
{
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
        const float *row = &in[(size_t)i * cols];
        for (int j = 0; j < cols; j++) {
            float want = at(row, j - 1, cols) + row[j] + at(row, j + 1, cols);
            wrong += fabsf(out[(size_t)i * cols + j] - want / 3) > 1e-3f;
        }
    }
    return wrong;
}

static void try_with(int cols)
{
    std::vector<float> picture(ROWS * cols), blurred(ROWS * cols);
    size_t bytes = picture.size() * sizeof(float);
    int runs = 0, elements = 0;
    float *in, *out;
    for (size_t i = 0; i < picture.size(); i++)
        picture[i] = (float)(i * 7919 % 1000);
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, picture.data(), bytes, cudaMemcpyHostToDevice);
    for (int time = 0; time < TIMES; time++) {
        blur(in, out, ROWS, cols);
        cudaMemcpy(blurred.data(), out, bytes, cudaMemcpyDeviceToHost);
        int wrong = wrong_of(picture, blurred, cols);
        runs += wrong > 0;
        elements += wrong;
    }
    cudaFree(in);
    cudaFree(out);
    printf("%d x %4d, %d times: %d of them wrong, %d elements in all\n", ROWS,
           cols, TIMES, runs, elements);
}

int main(void)
{
    try_with(200);
    try_with(256);
    try_with(2000);
    return 0;
}

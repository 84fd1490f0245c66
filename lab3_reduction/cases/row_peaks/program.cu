/*
 * The author's test, and the peaks of a song.
 */
#include <cmath>
#include <cstdio>
#include <vector>

#include "found.cu"

enum { ROWS = 100, COLS = 960 };

static std::vector<float> peaks_of(const std::vector<float> &samples)
{
    std::vector<float> results(ROWS);
    float *A, *peaks;
    cudaMalloc(&A, samples.size() * sizeof *A);
    cudaMalloc(&peaks, ROWS * sizeof *peaks);
    cudaMemcpy(A, samples.data(), samples.size() * sizeof *A,
               cudaMemcpyHostToDevice);
    row_peaks(A, peaks, ROWS, COLS);
    cudaMemcpy(results.data(), peaks, ROWS * sizeof *peaks,
               cudaMemcpyDeviceToHost);
    cudaFree(A);
    cudaFree(peaks);
    return results;
}

static int wrong_of(const std::vector<float> &samples)
{
    std::vector<float> peaks = peaks_of(samples);
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
        float peak = samples[i * COLS];
        for (int j = 1; j < COLS; j++)
            peak = fmaxf(peak, samples[i * COLS + j]);
        wrong += peaks[i] != peak;
    }
    return wrong;
}

int main(void)
{
    std::vector<float> falling(ROWS * COLS), song(ROWS * COLS);
    for (int i = 0; i < ROWS * COLS; i++) {
        falling[i] = (float)(COLS - i % COLS);
        song[i] = sinf(0.37f * (float)i) * sinf(0.011f * (float)i);
    }
    printf("test: %d of %d rows wrong\n", wrong_of(falling), ROWS);
    printf("song: %d of %d rows wrong\n", wrong_of(song), ROWS);
    return 0;
}

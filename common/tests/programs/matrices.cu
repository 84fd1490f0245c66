/*
 * matrices.cu - mma of doubles, each shape: which lane holds which element,
 * and in which order a GPU adds up.
 *
 * Products of small integers have no rounding, and tell where an element is
 * elsewhere.  Of fractions, what is said is how many sums are not those of
 * fused multiply-adds along the depth, as on the emulated device: PTX leaves
 * the order open.  nvcc compiles the kernels for compute_90 alone.
 */
#include "check.h"

namespace
{

enum { ROWS = 16, COLUMNS = 8, DEPTH = 16 };

/* As nvcc would refuse what follows for older devices. */
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900 || defined __clang__
#define HAS_MMA 1
#endif

/* What a lane holds of D, A, B. */
template <int rows, int depth>
__device__ void multiply(double *d, const double *a, const double *b)
{
#ifdef HAS_MMA
    if (rows == 8)
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
            " {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(d[0]), "+d"(d[1])
            : "d"(a[0]), "d"(b[0]));
    else if (depth == 4)
        asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64"
            " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
            : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
            : "d"(a[0]), "d"(a[1]), "d"(b[0]));
    else if (depth == 8)
        asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11},"
            " {%12, %13, %14, %15}, {%0, %1, %2, %3};"
            : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]),
              "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#endif
}

/* d += a b, by one warp. */
template <int rows, int depth>
__global__ void product(const double *a, const double *b, double *d)
{
    const int bands = rows / 8, steps = depth / 4;
    int row = threadIdx.x / 4, right = threadIdx.x % 4;
    double own_a[bands * 4] = {}, own_b[4] = {}, own_d[4] = {};
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < bands; i++)
            own_a[k * bands + i] = a[(8 * i + row) * DEPTH + 4 * k + right];
        own_b[k] = b[(4 * k + right) * COLUMNS + row];
    }
    for (int i = 0; i < 2 * bands; i++)
        own_d[i] = d[(i / 2 * 8 + row) * COLUMNS + 2 * right + i % 2];
    multiply<rows, depth>(own_d, own_a, own_b);
    for (int i = 0; i < 2 * bands; i++)
        d[(i / 2 * 8 + row) * COLUMNS + 2 * right + i % 2] = own_d[i];
}

/* How many sums are others than along the depth. */
template <int rows, int depth> int differing(double scale, double shift)
{
    double a[ROWS * DEPTH], b[DEPTH * COLUMNS], c[ROWS * COLUMNS];
    double got[ROWS * COLUMNS];
    int count = 0;
    for (int i = 0; i < ROWS * DEPTH; i++)
        a[i] = noise(i) * scale + shift;
    for (int i = 0; i < DEPTH * COLUMNS; i++)
        b[i] = noise(i + 1000) * scale - shift;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        c[i] = got[i] = noise(i + 2000) * scale;
    double *on_a = on_device(a, ROWS * DEPTH);
    double *on_b = on_device(b, DEPTH * COLUMNS);
    double *on_d = on_device(c, ROWS * COLUMNS);
    product<rows, depth><<<1, 32>>>(on_a, on_b, on_d);
    LAUNCHED();
    take_back(got, on_d, rows * COLUMNS);
    CUDA(cudaFree(on_a));
    CUDA(cudaFree(on_b));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < COLUMNS; j++) {
            double sum = c[i * COLUMNS + j];
            for (int k = 0; k < depth; k++)
                sum = fma(a[i * DEPTH + k], b[k * COLUMNS + j], sum);
            CHECK(fabs(got[i * COLUMNS + j] - sum) <=
                  1e-14 * fabs(sum) + 1e-13);
            count += got[i * COLUMNS + j] != sum;
        }
    return count;
}

template <int rows, int depth> void check(void)
{
    CHECK((differing<rows, depth>(1, 0)) == 0);
    int others = differing<rows, depth>(1.0 / 40000, 0.1);
    printf("matrices: m%dn8k%d, %d of %d sums in another order\n", rows, depth,
           others, rows * COLUMNS);
}

} // namespace

int main(void)
{
#ifdef __clang__
    bool has_mma = true;
#else
    bool has_mma = COMPUTE >= 900;
#endif
    if (has_mma) {
        check<8, 4>();
        check<16, 4>();
        check<16, 8>();
        check<16, 16>();
    }
    puts(has_mma ? "matrices: each shape" : "matrices: none on this GPU");
    return 0;
}

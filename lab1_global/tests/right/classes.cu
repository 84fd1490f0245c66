/*
 * classes.cu - another right solution of lab 1, as who comes from C++ writes
 * it: arrays that free themselves, an error macro that returns, kernels as
 * templates, views of matrices, lambdas and functors.
 */
#include "cuda_runtime.h"
#include "kernels.h"

#define TRY(call)                                                              \
    do {                                                                       \
        const cudaError_t error_ = (call);                                     \
        if (error_ != cudaSuccess)                                             \
            return error_;                                                     \
    } while (0)

namespace
{

template <typename T> class device_array
{
  public:
    explicit device_array(size_t count) : count_(count)
    {
        status_ = cudaMalloc((void **)&data_, count * sizeof(T));
    }
    ~device_array()
    {
        cudaFree(data_);
    }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;

    cudaError_t status() const
    {
        return status_;
    }
    T *get()
    {
        return data_;
    }
    cudaError_t upload(const T *from)
    {
        return cudaMemcpy(data_, from, count_ * sizeof(T),
                          cudaMemcpyHostToDevice);
    }
    cudaError_t download(T *to) const
    {
        return cudaMemcpy(to, data_, count_ * sizeof(T),
                          cudaMemcpyDeviceToHost);
    }

  private:
    T *data_ = nullptr;
    size_t count_;
    cudaError_t status_;
};

// A matrix, or a vector as one row of it.
template <typename T> struct view {
    T *data;
    size_t rows, cols;

    __host__ __device__ T &operator()(size_t row, size_t col) const
    {
        return data[row * cols + col];
    }
    __host__ __device__ size_t size() const
    {
        return rows * cols;
    }
};

template <unsigned BLOCK> constexpr unsigned blocks_for(size_t n)
{
    return (unsigned)((n + BLOCK - 1) / BLOCK);
}

struct add {
    template <typename T> __device__ T operator()(T x, T y) const
    {
        return x + y;
    }
};

__device__ inline size_t global_index()
{
    return size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

// ---- vector_add ---

template <typename T, typename Operation>
__global__ void zip(const T *__restrict__ a, const T *__restrict__ b,
                    T *__restrict__ c, size_t n, Operation operation)
{
    if (const size_t i = global_index(); i < n)
        c[i] = operation(a[i], b[i]);
}

// ---- matvec ---

template <typename T>
__global__ void rows_times(view<const T> A, view<const T> V, view<T> C)
{
    const auto row = global_index();
    const auto product = [&](size_t j) { return A(row, j) * V(0, j); };

    if (row < A.rows) {
        T sum{};
        for (size_t j = 0; j != A.cols; ++j)
            sum += product(j);
        C(0, row) = sum;
    }
}

// ---- vecmat ---

template <typename T>
__global__ void times_columns(view<const T> V, view<const T> A, view<T> C)
{
    const auto col = global_index();

    if (col < A.cols) {
        T sum{};
        for (size_t i = 0; i != A.rows; ++i)
            sum += V(0, i) * A(i, col);
        C(0, col) = sum;
    }
}

// ---- matvec_warp ---

template <int LANES, typename T> __device__ T sum_of_lanes(T value)
{
    if constexpr (LANES > 1) {
        value += __shfl_xor_sync(0xffffffffu, value, LANES / 2);
        return sum_of_lanes<LANES / 2>(value);
    }
    return value;
}

template <typename T>
__global__ void warp_times(view<const T> A, view<const T> V, view<T> C)
{
    const size_t row = global_index() / warpSize;
    const int lane = threadIdx.x % warpSize;
    T sum{};

    if (row >= A.rows)
        return;
    for (size_t j = lane; j < A.cols; j += warpSize)
        sum += A(row, j) * V(0, j);
    sum = sum_of_lanes<32>(sum);
    if (lane == 0)
        C(0, row) = sum;
}

// ---- matmul_naive ---

template <typename T, int X, int Y>
__global__ void __launch_bounds__(X *Y)
    product(view<const T> A, view<const T> B, view<T> C)
{
    const size_t col = size_t{blockIdx.x} * X + threadIdx.x;
    const size_t row = size_t{blockIdx.y} * Y + threadIdx.y;

    if (row < C.rows && col < C.cols) {
        T sum{};
        for (size_t k = 0; k < A.cols; ++k)
            sum += A(row, k) * B(k, col);
        C(row, col) = sum;
    }
}

view<const float> in(const float *data, int rows, int cols)
{
    return {data, (size_t)rows, (size_t)cols};
}

view<float> out(float *data, int rows, int cols)
{
    return {data, (size_t)rows, (size_t)cols};
}

} // namespace

extern "C" cudaError_t vector_add(const float *a, const float *b, float *c,
                                  int n)
{
    device_array<float> d_a(n), d_b(n), d_c(n);

    TRY(d_a.status());
    TRY(d_b.status());
    TRY(d_c.status());
    TRY(d_a.upload(a));
    TRY(d_b.upload(b));
    zip<<<blocks_for<192>(n), 192>>>(d_a.get(), d_b.get(), d_c.get(), (size_t)n,
                                     add{});
    TRY(cudaPeekAtLastError());
    TRY(cudaDeviceSynchronize());
    TRY(d_c.download(c));
    return cudaSuccess;
}

extern "C" void matvec(const float *A, const float *V, float *C, int rows,
                       int cols)
{
    rows_times<float><<<blocks_for<64>(rows), 64>>>(
        in(A, rows, cols), in(V, 1, cols), out(C, 1, rows));
}

extern "C" void vecmat(const float *V, const float *A, float *C, int rows,
                       int cols)
{
    times_columns<float><<<blocks_for<128>(cols), 128>>>(
        in(V, 1, rows), in(A, rows, cols), out(C, 1, cols));
}

extern "C" void matvec_warp(const float *A, const float *V, float *C, int rows,
                            int cols)
{
    warp_times<float><<<blocks_for<4>(rows), 4 * 32>>>(
        in(A, rows, cols), in(V, 1, cols), out(C, 1, rows));
}

extern "C" void matmul_naive(const float *A, const float *B, float *C, int rows,
                             int inner, int cols)
{
    const dim3 grid(blocks_for<32>(cols), blocks_for<8>(rows));

    product<float, 32, 8><<<grid, dim3(32, 8)>>>(
        in(A, rows, inner), in(B, inner, cols), out(C, rows, cols));
}

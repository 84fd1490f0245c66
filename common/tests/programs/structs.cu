/*
 * structs.cu - structures by value, small and unaligned members, unions,
 * vector types, functors, member functions, templates.
 */
#include "check.h"

struct particle {
    float3 at;
    char kind;
    short charge;
    double mass;
    unsigned flags : 5, rest : 27;
};

struct polynomial {
    double c[4];
    __host__ __device__ double operator()(double x) const
    {
        return ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
    }
};

struct larger {
    double than;
};
struct matrix33 {
    float m[3][3];
};

template <typename F> __global__ void apply(F f, const double *in, double *out)
{
    out[threadIdx.x] = f(in[threadIdx.x]);
}

__global__ void count_larger(larger limit, const double *in, int *count)
{
    if (in[threadIdx.x] > limit.than)
        atomicAdd(count, 1);
}

__global__ void move(particle *p, float3 by, matrix33 turn)
{
    particle q = p[threadIdx.x];
    float v[3] = {q.at.x + by.x, q.at.y + by.y, q.at.z + by.z}, w[3];
    for (int i = 0; i < 3; i++) {
        w[i] = 0;
        for (int k = 0; k < 3; k++)
            w[i] += turn.m[i][k] * v[k];
    }
    q.at = make_float3(w[0], w[1], w[2]);
    q.kind++;
    q.charge = (short)-q.charge;
    q.mass *= 2;
    q.flags = threadIdx.x;
    p[threadIdx.x] = q;
}

union word {
    float f;
    unsigned u;
    unsigned char b[4];
};

__global__ void pick_bytes(const float *in, unsigned char *out)
{
    word w;
    w.f = in[threadIdx.x];
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = w.b[(threadIdx.x + i) % 4];
}

/* An index known at run time only keeps the array in local memory. */
__global__ void local_array(const int *in, int *out, int n)
{
    int place[16];
    for (int i = 0; i < 16; i++)
        place[i] = i * threadIdx.x;
    for (int i = 0; i < n; i++)
        place[in[i] & 15] += in[i];
    out[threadIdx.x] = place[in[0] & 15] + place[threadIdx.x & 15];
}

/* Three bytes and seven are between the members and never written; a copy
 * takes words. */
struct found {
#ifdef __CUDACC_DEBUG__ /* nvcc -G copies 4 bytes at a time: none all unset */
    long long any;
#else
    bool any;
#endif
    long long where;
    int weight;
    char mark;
};

__global__ void find(found *f)
{
    __shared__ found mine[32];
    unsigned t = threadIdx.x;
    mine[t].any = t % 3 == 0;
    mine[t].where = t * 10000000000ll;
    mine[t].weight = -(int)t;
    mine[t].mark = 'a';
    __syncthreads();
    f[t] = mine[31 - t];
}

__global__ void copy_found(const found *from, found *to)
{
    to[threadIdx.x] = from[threadIdx.x];
}

static void check_padding(void)
{
    found f[32], *a = on_device<found>(NULL, 32),
                 *b = on_device<found>(NULL, 32);
    find<<<1, 32>>>(a);
    copy_found<<<1, 32>>>(a, b);
    LAUNCHED();
    take_back(f, b, 32);
    CUDA(cudaFree(a));
    for (int t = 0; t < 32; t++) {
        CHECK(f[t].any == ((31 - t) % 3 == 0) && f[t].weight == t - 31);
        CHECK(f[t].where == (31 - t) * 10000000000ll && f[t].mark == 'a');
    }
}

static void check_particles(void)
{
    particle p[8], q[8];
    matrix33 turn = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
    memset(p, 0, sizeof p);
    for (int i = 0; i < 8; i++) {
        p[i].at = make_float3(i, 2 * i, 3 * i);
        p[i].kind = 'a' + i;
        p[i].charge = (short)(i * 1000);
        p[i].mass = i + 0.25;
        p[i].rest = i;
    }
    particle *d = on_device(p, 8);
    move<<<1, 8>>>(d, make_float3(1, 2, 3), turn);
    LAUNCHED();
    take_back(q, d, 8);
    for (int i = 0; i < 8; i++) {
        CHECK(q[i].at.x == 2 * i + 2 && q[i].at.y == 3 * i + 3);
        CHECK(q[i].at.z == i + 1 && q[i].kind == 'b' + i);
        CHECK(q[i].charge == -i * 1000 && q[i].mass == 2 * p[i].mass);
        CHECK(q[i].flags == (unsigned)i && q[i].rest == (unsigned)i);
    }
}

static void check_functors(void)
{
    double in[32], out[32];
    int count = 0, *c = on_device(&count, 1);
    polynomial f = {{1, -2, 0.5, 0.25}};
    for (int i = 0; i < 32; i++)
        in[i] = i - 10;
    double *a = on_device(in, 32), *b = on_device<double>(NULL, 32);
    apply<<<1, 32>>>(f, a, b);
    count_larger<<<1, 32>>>(larger{4.5}, a, c);
    LAUNCHED();
    take_back(out, b, 32);
    take_back(&count, c, 1);
    CUDA(cudaFree(a));
    for (int i = 0; i < 32; i++)
        CHECK(out[i] == f(in[i]));
    CHECK(count == 17);
}

static void check_bytes(void)
{
    float in[32];
    unsigned char out[128];
    for (int i = 0; i < 32; i++)
        in[i] = 1.1f * i;
    float *a = on_device(in, 32);
    unsigned char *b = on_device<unsigned char>(NULL, 128);
    pick_bytes<<<1, 32>>>(a, b);
    LAUNCHED();
    take_back(out, b, 128);
    CUDA(cudaFree(a));
    for (int i = 0; i < 128; i++)
        CHECK(out[i] == ((unsigned char *)&in[i / 4])[(i / 4 + i) % 4]);
}

static void check_local(void)
{
    int in[20], out[32];
    for (int i = 0; i < 20; i++)
        in[i] = noise(i);
    int *a = on_device(in, 20), *b = on_device<int>(NULL, 32);
    local_array<<<1, 32>>>(a, b, 20);
    LAUNCHED();
    take_back(out, b, 32);
    CUDA(cudaFree(a));
    for (int t = 0; t < 32; t++) {
        int place[16];
        for (int i = 0; i < 16; i++)
            place[i] = i * t;
        for (int i = 0; i < 20; i++)
            place[in[i] & 15] += in[i];
        CHECK(out[t] == place[in[0] & 15] + place[t & 15]);
    }
}

int main(void)
{
    check_particles();
    check_padding();
    check_functors();
    check_bytes();
    check_local();
    puts("structures: by value, members of every size");
    return 0;
}

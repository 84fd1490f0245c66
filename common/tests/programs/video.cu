/*
 * video.cu - the video instructions, vadd2 and its kin: what each makes of some
 * thousand operands, as a hash.
 *
 * The hashes are those of an H200 (nvcc 13.0, -arch=sm_90), so this program
 * holds the emulated device against it, and any other GPU.
 */
#include "check.h"

enum { N = 4096, THREADS = 128 };

#define FORMS                                                                  \
    FORM("vadd2.u32.u32.u32", "%0, %1, %2, %3", 0xc781afe7)                    \
    FORM("vadd2.u32.s32.s32", "%0, %1, %2, %3", 0xc781afe7)                    \
    FORM("vadd2.s32.s32.u32.add", "%0, %1, %2, %3", 0xe652085e)                \
    FORM("vadd2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0x4492083d)     \
    FORM("vadd2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0xfaf77133)     \
    FORM("vadd4.s32.u32.s32", "%0, %1, %2, %3", 0x1ca7e5e7)                    \
    FORM("vadd4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",            \
         0x3b18d376)                                                           \
    FORM("vadd4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",           \
         0xbf7631b7)                                                           \
    FORM("vsub2.u32.u32.u32", "%0, %1, %2, %3", 0xd2168dab)                    \
    FORM("vsub2.u32.u32.u32.add", "%0, %1, %2, %3", 0xb28cad40)                \
    FORM("vsub2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0x3bf8083d)     \
    FORM("vsub2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0x484a38e7)     \
    FORM("vsub4.u32.s32.u32.add", "%0, %1, %2, %3", 0x80db8f66)                \
    FORM("vsub4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",            \
         0x383e9653)                                                           \
    FORM("vsub4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",           \
         0x7598d50f)                                                           \
    FORM("vavrg2.u32.u32.u32.add", "%0, %1, %2, %3", 0x9e13ff7f)               \
    FORM("vavrg2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0x8446083d)    \
    FORM("vavrg2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0xedaa6fb1)    \
    FORM("vavrg4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",           \
         0x774c7c19)                                                           \
    FORM("vavrg4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",          \
         0x69fcf5f7)                                                           \
    FORM("vabsdiff2.u32.s32.s32", "%0, %1, %2, %3", 0xa17ab0c5)                \
    FORM("vabsdiff2.u32.s32.s32.sat", "%0, %1, %2, %3", 0xa17ab0c5)            \
    FORM("vabsdiff2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0xd1b5083d) \
    FORM("vabsdiff2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0x72094e83) \
    FORM("vabsdiff4.u32.s32.u32.sat", "%0, %1, %2, %3", 0x95cfb4d9)            \
    FORM("vabsdiff4.s32.u32.s32", "%0, %1, %2, %3", 0xf16de9db)                \
    FORM("vabsdiff4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",        \
         0xecd9492d)                                                           \
    FORM("vabsdiff4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",       \
         0xf7b840d9)                                                           \
    FORM("vmin2.u32.u32.u32", "%0, %1, %2, %3", 0x658e8407)                    \
    FORM("vmin2.u32.u32.u32.add", "%0, %1, %2, %3", 0x0b21069c)                \
    FORM("vmin2.u32.s32.s32", "%0, %1, %2, %3", 0x32ded6e6)                    \
    FORM("vmin2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0xa97b083d)     \
    FORM("vmin2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0x37883ae5)     \
    FORM("vmin4.s32.u32.s32", "%0, %1, %2, %3", 0x664e6e2d)                    \
    FORM("vmin4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",            \
         0x4de45c79)                                                           \
    FORM("vmin4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",           \
         0x165b6aac)                                                           \
    FORM("vmax2.u32.u32.u32.add", "%0, %1, %2, %3", 0x5bb64add)                \
    FORM("vmax2.s32.s32.u32.add", "%0, %1, %2, %3", 0xabff4845)                \
    FORM("vmax2.s32.s32.s32.sat", "%0.h1, %1.h30, %2.h12, %3", 0x8e56083d)     \
    FORM("vmax2.u32.u32.s32.add", "%0.h0, %1.h02, %2.h31, %3", 0x90313a5b)     \
    FORM("vmax4.s32.s32.s32.sat", "%0.b20, %1.b7016, %2.b3344, %3",            \
         0xa991bb78)                                                           \
    FORM("vmax4.u32.u32.s32.add", "%0.b310, %1.b1256, %2.b0714, %3",           \
         0xab00cc14)                                                           \
    FORM("vset4.s32.u32.ne.add", "%0, %1, %2, %3", 0x4d23a70f)                 \
    FORM("vset.s32.u32.ne", "%0, %1.h1, %2.b2", 0xfce4f20c)                    \
    FORM("vset.u32.s32.ne.add", "%0, %1.b0, %2.b3, %3", 0xc86e67cf)            \
    FORM("vset2.u32.u32.le", "%0, %1, %2, %3", 0x870fc7bd)                     \
    FORM("vset4.u32.u32.gt", "%0, %1, %2, %3", 0x4f5e6aa0)                     \
    FORM("vset4.s32.u32.gt.add", "%0, %1, %2, %3", 0xae08f29a)                 \
    FORM("vadd.u32.u32.s32", "%0, %1, %2", 0x81dcafe7)                         \
    FORM("vsub.u32.u32.s32", "%0.h0, %1, %2.b1, %3", 0xb6cbf73e)               \
    FORM("vabsdiff.s32.u32.u32", "%0, %1, %2", 0x4751b55d)                     \
    FORM("vmin.u32.u32.s32", "%0, %1, %2", 0x150935ed)                         \
    FORM("vshl.u32.u32.u32.clamp", "%0, %1, %2.b0", 0x96a5a605)                \
    FORM("vshl.s32.s32.u32.clamp", "%0, %1, %2.b0", 0x96a5a605)                \
    FORM("vshr.u32.u32.u32.wrap", "%0, %1, %2.b0", 0xc44bf401)                 \
    FORM("vshr.s32.u32.u32.wrap", "%0, %1, %2.b0", 0xc44bf401)

static const struct form {
    const char *name;
    unsigned hash;
} forms[] = {
#define FORM(name, operands, hash) {name, hash},
    FORMS
#undef FORM
};
enum { COUNT = sizeof forms / sizeof *forms };

/* Bits without a pattern; often at the ends of bytes and halves. */
__device__ unsigned scrambled(unsigned i)
{
    i = (i ^ 61) ^ (i >> 16);
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    return i ^ (i >> 15);
}

__device__ unsigned operand(unsigned i)
{
    unsigned x = scrambled(i);
    switch (scrambled(i + 77777) % 8) {
    case 0: return x & 0x80ff7f01;
    case 1: return x | 0x80808080;
    case 2: return x & 0x7f7f7f7f;
    case 3: return x % 40;
    case 4: return x & 1 ? 0x80000000 : 0x7fffffff;
    case 5: return x & 1 ? 0x80008000 : 0xffff7fff;
    default: return x;
    }
}

__global__ void all_forms(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, d;
    unsigned a = operand(3 * i), b = operand(3 * i + 1);
    unsigned c = operand(3 * i + 2);
#define FORM(name, operands, hash)                                             \
    asm(name " " operands ";" : "=r"(d) : "r"(a), "r"(b), "r"(c));             \
    *out = d;                                                                  \
    out += N;
    out += i;
    FORMS
#undef FORM
}

int main()
{
    static unsigned out[COUNT * N];
    unsigned *device = on_device<unsigned>(NULL, COUNT * N);
    int wrong = 0;
    all_forms<<<N / THREADS, THREADS>>>(device);
    LAUNCHED();
    take_back(out, device, COUNT * N);
    for (int f = 0; f < COUNT; f++) {
        unsigned hash = 2166136261u; /* FNV-1a, by words */
        for (int i = 0; i < N; i++)
            hash = (hash ^ out[f * N + i]) * 16777619u;
        if (hash == forms[f].hash)
            continue;
        printf("%s: %08x\n", forms[f].name, hash);
        wrong++;
    }
    CHECK(!wrong);
    puts("video: halves and bytes");
    return 0;
}

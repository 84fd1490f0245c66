/*
 * surface_indirect_functions.h - surf1Dread, surf1Dwrite and their kin of two
 * and three dimensions, of surface objects.
 *
 * Each is one PTX instruction on the bytes of T: 1, 2, 4, 8 or 16.  x counts
 * bytes and is a multiple of them; y and z count rows and slices.  What a place
 * outside does, the last argument says.  Source: CUDA C++ Programming Guide,
 * "Surface Object API".
 */
#ifndef EMU_SURFACE_INDIRECT_FUNCTIONS_H
#define EMU_SURFACE_INDIRECT_FUNCTIONS_H
#pragma GCC system_header

#include "driver_types.h"

#define EMU_SURFACE_FUNCTION                                                 \
    static __device__ __inline__ __attribute__((always_inline, nodebug))

/* What so many bytes are in registers; PTX has none of 8 bits. */
struct emu_byte { unsigned short bits; };
struct emu_short { unsigned short bits; };
template <int n> struct emu_bytes;
template <> struct emu_bytes<1> { typedef emu_byte type; };
template <> struct emu_bytes<2> { typedef emu_short type; };
template <> struct emu_bytes<4> { typedef uint1 type; };
template <> struct emu_bytes<8> { typedef ulonglong1 type; };
template <> struct emu_bytes<16> { typedef ulonglong2 type; };

/* ---- the instructions ---------------------------------------------------- */

#define EMU_LIST(...) __VA_ARGS__
#define EMU_SURFACE_OF(name, geometry, outside, place, inputs, T, bits,      \
                       list, read, written)                                  \
    EMU_SURFACE_FUNCTION void emu_read_##name(                               \
        T *v, cudaSurfaceObject_t s, int x, int y, int z)                    \
    {                                                                        \
        (void)y, (void)z;                                                    \
        asm volatile("suld.b." geometry bits outside " " list                \
                     ", [%[s], " place "];"                                  \
                     : EMU_LIST read                                         \
                     : [s] "l"(s), EMU_LIST inputs                           \
                     : "memory");                                            \
    }                                                                        \
    EMU_SURFACE_FUNCTION void emu_write_##name(                              \
        const T *v, cudaSurfaceObject_t s, int x, int y, int z)              \
    {                                                                        \
        (void)y, (void)z;                                                    \
        asm volatile("sust.b." geometry bits outside " [%[s], " place        \
                     "], " list ";"                                          \
                     :                                                       \
                     : EMU_LIST written, [s] "l"(s), EMU_LIST inputs         \
                     : "memory");                                            \
    }
#define EMU_SURFACE(name, geometry, outside, place, inputs)                  \
    EMU_SURFACE_OF(name, geometry, outside, place, inputs, emu_byte, ".b8",  \
                   "{%[a]}", ([a] "=h"(v->bits)), ([a] "h"(v->bits)))        \
    EMU_SURFACE_OF(name, geometry, outside, place, inputs, emu_short,        \
                   ".b16", "{%[a]}", ([a] "=h"(v->bits)),                    \
                   ([a] "h"(v->bits)))                                       \
    EMU_SURFACE_OF(name, geometry, outside, place, inputs, uint1, ".b32",    \
                   "{%[a]}", ([a] "=r"(v->x)), ([a] "r"(v->x)))              \
    EMU_SURFACE_OF(name, geometry, outside, place, inputs, ulonglong1,       \
                   ".b64", "{%[a]}", ([a] "=l"(v->x)), ([a] "l"(v->x)))      \
    EMU_SURFACE_OF(name, geometry, outside, place, inputs, ulonglong2,       \
                   ".v2.b64", "{%[a], %[b]}",                                \
                   ([a] "=l"(v->x), [b] "=l"(v->y)),                         \
                   ([a] "l"(v->x), [b] "l"(v->y)))
/* emu_read_1d and emu_write_1d: by what outside does. */
#define EMU_BY_MODE(verb, geometry, T, constant)                             \
    template <typename T>                                                    \
    EMU_SURFACE_FUNCTION void emu_##verb##_##geometry(                       \
        constant T *v, cudaSurfaceObject_t s, int x, int y, int z,           \
        cudaSurfaceBoundaryMode mode)                                        \
    {                                                                        \
        if (mode == cudaBoundaryModeZero)                                    \
            emu_##verb##_##geometry##_zero(v, s, x, y, z);                   \
        else if (mode == cudaBoundaryModeClamp)                              \
            emu_##verb##_##geometry##_clamp(v, s, x, y, z);                  \
        else                                                                 \
            emu_##verb##_##geometry##_trap(v, s, x, y, z);                   \
    }
#define EMU_GEOMETRY(name, geometry, place, inputs)                          \
    EMU_SURFACE(name##_zero, geometry, ".zero", place, inputs)               \
    EMU_SURFACE(name##_clamp, geometry, ".clamp", place, inputs)             \
    EMU_SURFACE(name##_trap, geometry, ".trap", place, inputs)               \
    EMU_BY_MODE(read, name, T, )                                             \
    EMU_BY_MODE(write, name, T, const)

EMU_GEOMETRY(1d, "1d", "{%[x]}", ([x] "r"(x)))
EMU_GEOMETRY(2d, "2d", "{%[x], %[y]}", ([x] "r"(x), [y] "r"(y)))
EMU_GEOMETRY(3d, "3d", "{%[x], %[y], %[z], %[z]}",
             ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
#undef EMU_GEOMETRY
#undef EMU_BY_MODE
#undef EMU_SURFACE
#undef EMU_SURFACE_OF

/* ---- as programs call them ----------------------------------------------- */

#define EMU_SURFACES(dimensions, geometry, names, ...)                       \
    template <typename T>                                                    \
    EMU_SURFACE_FUNCTION T surf##dimensions##read(                           \
        cudaSurfaceObject_t surface, __VA_ARGS__,                            \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                        \
        typename emu_bytes<sizeof(T)>::type v;                               \
        T value;                                                             \
        emu_read_##geometry(&v, surface, EMU_LIST names, mode);              \
        __builtin_memcpy(&value, &v, sizeof value);                          \
        return value;                                                        \
    }                                                                        \
    template <typename T>                                                    \
    EMU_SURFACE_FUNCTION void surf##dimensions##read(                        \
        T *value, cudaSurfaceObject_t surface, __VA_ARGS__,                  \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                        \
        typename emu_bytes<sizeof(T)>::type v;                               \
        emu_read_##geometry(&v, surface, EMU_LIST names, mode);              \
        __builtin_memcpy(value, &v, sizeof *value);                          \
    }                                                                        \
    template <typename T>                                                    \
    EMU_SURFACE_FUNCTION void surf##dimensions##write(                       \
        T value, cudaSurfaceObject_t surface, __VA_ARGS__,                   \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                        \
        typename emu_bytes<sizeof(T)>::type v = {};                          \
        __builtin_memcpy(&v, &value, sizeof value);                          \
        emu_write_##geometry(&v, surface, EMU_LIST names, mode);             \
    }

EMU_SURFACES(1D, 1d, (x, 0, 0), int x)
EMU_SURFACES(2D, 2d, (x, y, 0), int x, int y)
EMU_SURFACES(3D, 3d, (x, y, z), int x, int y, int z)
#undef EMU_SURFACES
#undef EMU_LIST
#undef EMU_SURFACE_FUNCTION

#endif

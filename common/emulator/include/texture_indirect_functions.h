/*
 * texture_indirect_functions.h - tex1Dfetch, tex1D, tex2D, tex3D, their forms
 * with a level of detail, and tex2Dgather, of texture objects.
 *
 * Each is one PTX instruction, which reads memory that others may write, so it
 * stays where it stands; it gives four components of 32 bits, of
 * which the type asked for takes those that it has.  Another form of each
 * writes to a pointer.  Coordinates: in elements, or from 0 to 1 where the
 * object was made with normalizedCoords.  Source: CUDA C++ Programming Guide,
 * "Texture Object API", "Texture Fetching".
 */
#ifndef EMU_TEXTURE_INDIRECT_FUNCTIONS_H
#define EMU_TEXTURE_INDIRECT_FUNCTIONS_H
#pragma GCC system_header

#include "driver_types.h"

/* ---- what a type takes of four components -------------------------------- */

template <typename T> struct emu_texel; /* what T can be is listed below */

#define EMU_TEXEL(T, four, value)                                            \
    template <> struct emu_texel<T> {                                        \
        typedef four components;                                             \
        static __device__ __inline__ __attribute__((always_inline, nodebug)) \
        T of(four v)                                                         \
        {                                                                    \
            return value;                                                    \
        }                                                                    \
    };
#define EMU_TEXELS(T, base, four)                                            \
    EMU_TEXEL(T, four, (T)v.x)                                               \
    EMU_TEXEL(base##1, four, (base##1{(T)v.x}))                              \
    EMU_TEXEL(base##2, four, (base##2{(T)v.x, (T)v.y}))                      \
    EMU_TEXEL(base##4, four, (base##4{(T)v.x, (T)v.y, (T)v.z, (T)v.w}))

EMU_TEXEL(char, int4, (char)v.x)
EMU_TEXELS(signed char, char, int4)
EMU_TEXELS(unsigned char, uchar, uint4)
EMU_TEXELS(short, short, int4)
EMU_TEXELS(unsigned short, ushort, uint4)
EMU_TEXELS(int, int, int4)
EMU_TEXELS(unsigned int, uint, uint4)
EMU_TEXELS(float, float, float4)
#undef EMU_TEXELS
#undef EMU_TEXEL

/* ---- the instructions ---------------------------------------------------- */

/* name(T *, object, ...) and name<T>(object, ...): opcode and operands behind
 * the four results and the handle (%4); by is the type of the coordinates. */
#define EMU_TEX_AS(name, four, letter, type, opcode, by, operands, inputs,   \
                   ...)                                                      \
    static __device__ __inline__ __attribute__((always_inline, nodebug))     \
    void emu_##name(four *v, cudaTextureObject_t object, __VA_ARGS__)        \
    {                                                                        \
        asm volatile(                                                        \
            opcode ".v4." type "." by " {%0, %1, %2, %3}, [%4, " operands    \
            ";"                                                              \
            : "=" letter(v->x), "=" letter(v->y), "=" letter(v->z),          \
              "=" letter(v->w)                                               \
            : "l"(object), EMU_LIST inputs                                   \
            : "memory");                                                     \
    }
#define EMU_LIST(...) __VA_ARGS__
#define EMU_TEX(name, opcode, by, operands, inputs, names, ...)              \
    EMU_TEX_AS(name, float4, "f", "f32", opcode, by, operands, inputs,       \
               __VA_ARGS__)                                                  \
    EMU_TEX_AS(name, int4, "r", "s32", opcode, by, operands, inputs,         \
               __VA_ARGS__)                                                  \
    EMU_TEX_AS(name, uint4, "r", "u32", opcode, by, operands, inputs,        \
               __VA_ARGS__)                                                  \
    template <typename T>                                                    \
    static __device__ __inline__ __attribute__((always_inline, nodebug))     \
    T name(cudaTextureObject_t object, __VA_ARGS__)                          \
    {                                                                        \
        typename emu_texel<T>::components v;                                 \
        emu_##name(&v, object, EMU_LIST names);                              \
        return emu_texel<T>::of(v);                                          \
    }                                                                        \
    template <typename T>                                                    \
    static __device__ __inline__ __attribute__((always_inline, nodebug))     \
    void name(T *value, cudaTextureObject_t object, __VA_ARGS__)             \
    {                                                                        \
        *value = name<T>(object, EMU_LIST names);                            \
    }

EMU_TEX(tex1Dfetch, "tex.1d", "s32", "{%5}]", ("r"(x)), (x), int x)
EMU_TEX(tex1D, "tex.1d", "f32", "{%5}]", ("f"(x)), (x), float x)
EMU_TEX(tex2D, "tex.2d", "f32", "{%5, %6}]", ("f"(x), "f"(y)), (x, y),
        float x, float y)
EMU_TEX(tex3D, "tex.3d", "f32", "{%5, %6, %7, %7}]",
        ("f"(x), "f"(y), "f"(z)), (x, y, z), float x, float y, float z)
EMU_TEX(tex1DLod, "tex.level.1d", "f32", "{%5}], %6",
        ("f"(x), "f"(level)), (x, level), float x, float level)
EMU_TEX(tex2DLod, "tex.level.2d", "f32", "{%5, %6}], %7",
        ("f"(x), "f"(y), "f"(level)), (x, y, level), float x, float y,
        float level)
EMU_TEX(tex3DLod, "tex.level.3d", "f32", "{%5, %6, %7, %7}], %8",
        ("f"(x), "f"(y), "f"(z), "f"(level)), (x, y, z, level), float x,
        float y, float z, float level)
EMU_TEX(emu_gather_r, "tld4.r.2d", "f32", "{%5, %6}]",
        ("f"(x), "f"(y)), (x, y), float x, float y)
EMU_TEX(emu_gather_g, "tld4.g.2d", "f32", "{%5, %6}]",
        ("f"(x), "f"(y)), (x, y), float x, float y)
EMU_TEX(emu_gather_b, "tld4.b.2d", "f32", "{%5, %6}]",
        ("f"(x), "f"(y)), (x, y), float x, float y)
EMU_TEX(emu_gather_a, "tld4.a.2d", "f32", "{%5, %6}]",
        ("f"(x), "f"(y)), (x, y), float x, float y)
#undef EMU_TEX
#undef EMU_TEX_AS
#undef EMU_LIST

/* Component number `component`, 0 to 3, of the four elements around a point:
 * T has four components. */
template <typename T>
static __device__ __inline__ __attribute__((always_inline, nodebug))
T tex2Dgather(cudaTextureObject_t object, float x, float y,
              int component = 0)
{
    switch (component) {
    case 1: return emu_gather_g<T>(object, x, y);
    case 2: return emu_gather_b<T>(object, x, y);
    case 3: return emu_gather_a<T>(object, x, y);
    default: return emu_gather_r<T>(object, x, y);
    }
}
template <typename T>
static __device__ __inline__ __attribute__((always_inline, nodebug))
void tex2Dgather(T *value, cudaTextureObject_t object, float x, float y,
                 int component = 0)
{
    *value = tex2Dgather<T>(object, x, y, component);
}

#endif

/*
 * fatbin.c - finds the PTX text in what the compiler embedded in a program.
 *
 * Idea: a wrapper points at data; data is PTX text (clang) or a container
 * (nvcc) of entries, each with a header that says how long header and payload
 * are.  Headers differ in length from release to release, so stepping goes by
 * the stored lengths only.  Of a program of several files (-rdc=true) a second
 * wrapper has a list of containers, one for each, which GPUs get linked and we
 * get as the compiler left them.
 * Guarantee: of an image of known size nothing beyond that size is read, and
 * no more is allocated than TEXT_BYTES_MAX.
 * Source: fatbinary_section.h (the wrapper); the rest was found by comparing
 * what nvcc 11.8, 12.4 and 13.0 write for different options.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "have.h"

#if HAVE_LZ4
#include <lz4.h>
#endif
#if HAVE_ZSTD
#include <zstd.h>
#endif

#include "ptx.h"

enum { WRAPPER_MAGIC = 0x466243B1 };
static const uint32_t CONTAINER_MAGIC = 0xBA55ED50;
enum { CONTAINER_HEADER = 16, ENTRY_HEADER_MIN = 64 };
enum { KIND_PTX = 1, KIND_CUBIN = 2 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };
enum { TEXT_BYTES_MAX = 256 << 20 };
enum { SM_MAX = 90 }; /* the device we are, and whose PTX we know best */

struct wrapper {
    uint32_t magic;
    uint32_t version; /* 2: relocatable device code */
    const void *data;
    const void *const *fatbins; /* version 2: containers, then NULL */
};

/* One entry of a container. */
struct entry {
    unsigned kind;
    unsigned sm;
    uint64_t flags;
    const unsigned char *payload;
    size_t size;            /* of the payload, padding included */
    size_t compressed_size; /* 0: not compressed */
    uint64_t uncompressed_size;
};

static void *fail(struct ptx_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void *fail(struct ptx_error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *error = (struct ptx_error){0};
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return NULL;
}

void ptx_no_memory(struct ptx_error *error)
{
    *error = (struct ptx_error){.no_memory = true,
                                .message = "the host is out of memory, or "
                                           "the code is too large"};
}

static void *fatbin_no_memory(struct ptx_error *error)
{
    ptx_no_memory(error);
    return NULL;
}

/* ---- reading ----------------------------------------------------------- */

static unsigned read16(const unsigned char *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static uint32_t read32(const unsigned char *at)
{
    return read16(at) | (uint32_t)read16(at + 2) << 16;
}

static uint64_t read64(const unsigned char *at)
{
    return read32(at) | (uint64_t)read32(at + 4) << 32;
}

/* The entry at the front of left bytes; returns its length, 0 if it does not
 * fit in them. */
static size_t read_entry(const unsigned char *at, size_t left,
                         struct entry *entry)
{
    if (left < ENTRY_HEADER_MIN)
        return 0;
    uint32_t header = read32(at + 4);
    uint64_t size = read64(at + 8);
    if (header < ENTRY_HEADER_MIN || header > left || size > left - header)
        return 0;
    *entry = (struct entry){
        .kind = read16(at),
        .sm = read32(at + 28),
        .flags = read64(at + 40),
        .payload = at + header,
        .size = size,
        .compressed_size = read32(at + 16),
        .uncompressed_size = read64(at + 56),
    };
    return header + (size_t)size;
}

/* ---- text -------------------------------------------------------------- */

/* A copy with a NUL, of what comes before the first NUL of size bytes. */
static char *copy_text(const void *text, size_t size, struct ptx_error *error)
{
    char *copy = strndup(text, size);
    return copy ? copy : fatbin_no_memory(error);
}

static char *decompress_lz4(const struct entry *entry, char *text,
                            struct ptx_error *error)
{
#if HAVE_LZ4
    int n = LZ4_decompress_safe((const char *)entry->payload, text,
                                (int)entry->compressed_size,
                                (int)entry->uncompressed_size);
    if (n == (int)entry->uncompressed_size)
        return text;
    return fail(error, "the embedded PTX is damaged (LZ4)");
#else
    (void)entry, (void)text;
    return fail(error, "the embedded PTX is compressed with LZ4, which this "
                       "build cannot read: compile the program with nvcc "
                       "-no-compress, or install liblz4 and build again");
#endif
}

static char *decompress_zstd(const struct entry *entry, char *text,
                             struct ptx_error *error)
{
#if HAVE_ZSTD
    size_t n = ZSTD_decompress(text, entry->uncompressed_size, entry->payload,
                               entry->compressed_size);
    if (!ZSTD_isError(n) && n == entry->uncompressed_size)
        return text;
    return fail(error, "the embedded PTX is damaged (Zstandard)");
#else
    (void)entry, (void)text;
    return fail(error, "the embedded PTX is compressed with Zstandard, which "
                       "this build cannot read: compile the program with nvcc "
                       "-no-compress, or install libzstd and build again");
#endif
}

static char *compressed_text(const struct entry *entry, struct ptx_error *error)
{
    if (entry->compressed_size > entry->size ||
        entry->compressed_size > TEXT_BYTES_MAX ||
        entry->uncompressed_size > TEXT_BYTES_MAX)
        return fail(error, "the embedded PTX is damaged (its size)");
    char *text = calloc(1, entry->uncompressed_size + 1); /* with the NUL */
    if (!text)
        return fatbin_no_memory(error);

    char *result;
    if (entry->flags & FLAG_ZSTD)
        result = decompress_zstd(entry, text, error);
    else if (entry->flags & FLAG_LZ4)
        result = decompress_lz4(entry, text, error);
    else
        result = fail(error, "the embedded PTX is compressed in a way that "
                             "is not known here: compile the program with nvcc "
                             "-no-compress");
    if (!result)
        free(text);
    return result;
}

static char *entry_text(const struct entry *entry, struct ptx_error *error)
{
    if (entry->compressed_size)
        return compressed_text(entry, error);
    return copy_text(entry->payload, entry->size, error);
}

/* ---- containers -------------------------------------------------------- */

/* The highest sm up to SM_MAX; failing that the lowest above it. */
static bool is_better(const struct entry *entry, const struct entry *best)
{
    if (!best->payload)
        return true;
    if (best->sm > SM_MAX)
        return entry->sm < best->sm;
    return entry->sm <= SM_MAX && entry->sm > best->sm;
}

static char *no_ptx(const struct entry *cubin, struct ptx_error *error)
{
    if (!cubin->payload)
        return fail(error, "this fat binary is empty");
    return fail(error,
                "this program holds machine code for sm_%u but no PTX: "
                "build it with nvcc -arch=compute_75, or ptxcc --ptx=%u",
                cubin->sm, cubin->sm);
}

static char *container_ptx(const unsigned char *at, size_t left,
                           struct ptx_error *error)
{
    struct entry ptx = {0}, cubin = {0}, entry;
    while (left > 0) {
        size_t length = read_entry(at, left, &entry);
        if (length == 0)
            return fail(error, "this fat binary is truncated or damaged");
        if (entry.kind == KIND_PTX && is_better(&entry, &ptx))
            ptx = entry;
        else if (entry.kind == KIND_CUBIN)
            cubin = entry;
        at += length;
        left -= length;
    }
    return ptx.payload ? entry_text(&ptx, error) : no_ptx(&cubin, error);
}

static bool is_container(const void *image)
{
    return read32(image) == CONTAINER_MAGIC;
}

char *fatbin_image_ptx(const void *image, size_t size, struct ptx_error *error)
{
    const unsigned char *bytes = image;
    if (size < 4 || !is_container(image))
        return copy_text(image, size, error);
    if (size < CONTAINER_HEADER)
        return fail(error, "this fat binary is truncated");
    uint64_t entries = read64(bytes + 8);
    unsigned header = read16(bytes + 6);
    if (header < CONTAINER_HEADER || header > size || entries > size - header)
        return fail(error, "this fat binary is truncated");
    return container_ptx(bytes + header, (size_t)entries, error);
}

/* ---- wrappers ---------------------------------------------------------- */

/* Bytes of PTX text.  clang 14 ends it with a NUL; later ones do not, and the
 * linker puts .eh_frame_hdr behind, which starts with 1.  No control character
 * but white space is PTX. */
static size_t text_length(const unsigned char *text)
{
    size_t n = 0;
    while (n < TEXT_BYTES_MAX &&
           (text[n] >= ' ' || (text[n] >= '\t' && text[n] <= '\r')))
        n++;
    return n;
}

static char *data_ptx(const void *data, struct ptx_error *error)
{
    if (!is_container(data))
        return copy_text(data, text_length(data), error);
    const unsigned char *bytes = data;
    uint64_t entries = read64(bytes + 8);
    if (entries > SIZE_MAX / 2)
        return fail(error, "this fat binary is damaged");
    return fatbin_image_ptx(bytes, read16(bytes + 6) + (size_t)entries, error);
}

/* nvcc links this library of its own to every program of several files: for
 * kernels that launch kernels, which nobody does here. */
static bool is_device_runtime(const char *text)
{
    return strstr(text, "_cuda_device_runtime_cu_");
}

/* A file's text is added to those before it; takes both. */
static char *join(char *before, char *text, struct ptx_error *error)
{
    char *both = NULL;
    if (!before)
        return text;
    if (asprintf(&both, "%s\n%s", before, text) < 0)
        both = fatbin_no_memory(error);
    free(before);
    free(text);
    return both;
}

/* What holds no PTX is left out, unless nothing does. */
static char *linked_ptx(const void *const *fatbins, struct ptx_error *error)
{
    char *all = NULL;
    for (; *fatbins; fatbins++) {
        char *text = data_ptx(*fatbins, error);
        if (text && is_device_runtime(text))
            free(text);
        else if (text)
            all = join(all, text, error);
        if (error->no_memory) {
            free(all);
            return NULL;
        }
    }
    return all;
}

char *fatbin_ptx(const void *wrapper, struct ptx_error *error)
{
    struct wrapper w;
    memcpy(&w, wrapper, sizeof w);
    if (w.magic != WRAPPER_MAGIC || !w.data)
        return fail(error, "this is no fat binary of CUDA");
    fail(error, "this program has no device code");
    return w.version == 2 ? linked_ptx(w.fatbins, error)
                          : data_ptx(w.data, error);
}

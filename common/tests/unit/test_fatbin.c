/*
 * test_fatbin.c - PTX is found in text and in containers of every layout,
 * and damaged images are refused without reading beyond them.
 */
#include "ptx/ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "have.h"

#if HAVE_LZ4
#include <lz4.h>
#endif
#if HAVE_ZSTD
#include <zstd.h>

#include "corpus.h"
#endif

enum { PTX = 1, CUBIN = 2 };
enum { PLAIN = 0x11, LZ4 = 0x2011, ZSTD = 0x8011 };

static const char ptx[] = "\n\n\n\n.version 7.0\n.target sm_75\n"
                          ".visible .entry k() { ret; ret; ret; ret; }\n";

/* ---- building images ---------------------------------------------------- */

struct image {
    size_t size;
    unsigned char bytes[4096];
};

static void put(unsigned char *at, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static void start(struct image *image)
{
    memset(image, 0, sizeof *image);
    put(image->bytes, 4, 0xBA55ED50);
    put(image->bytes + 4, 2, 1);
    put(image->bytes + 6, 2, 16);
    image->size = 16;
}

/* Adds an entry and returns where it starts. */
static unsigned char *add(struct image *image, unsigned kind, unsigned header,
                          unsigned sm, const void *payload, size_t size)
{
    unsigned char *entry = image->bytes + image->size;
    size_t padded = (size + 8) & ~(size_t)7; /* PTX ends in a NUL */
    put(entry, 2, kind);
    put(entry + 2, 2, 0x0101);
    put(entry + 4, 4, header);
    put(entry + 8, 8, padded);
    put(entry + 28, 4, sm);
    put(entry + 40, 8, PLAIN);
    memcpy(entry + header, payload, size);
    image->size += header + padded;
    put(image->bytes + 8, 8, image->size - 16);
    return entry;
}

static void compressed(unsigned char *entry, uint64_t flags, size_t size,
                       size_t plain_size)
{
    put(entry + 16, 4, size);
    put(entry + 40, 8, flags);
    put(entry + 56, 8, plain_size);
}

/* From memory of exactly that size, so that a sanitizer sees an overrun. */
static char *extract(const void *bytes, size_t size, struct ptx_error *error)
{
    void *exact = malloc(size ? size : 1);
    memcpy(exact, bytes, size);
    *error = (struct ptx_error){.message = ""};
    char *text = fatbin_image_ptx(exact, size, error);
    free(exact);
    return text;
}

static void assert_text(const struct image *image, const char *expected)
{
    struct ptx_error error;
    char *text = extract(image->bytes, image->size, &error);
    if (!text)
        fail_msg("%s", error.message);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_refused(const struct image *image, const char *part)
{
    struct ptx_error error;
    assert_null(extract(image->bytes, image->size, &error));
    if (!strstr(error.message, part))
        fail_msg("'%s' lacks '%s'", error.message, part);
}

/* ---- images ------------------------------------------------------------- */

static void plain_entries_of_every_release(void **state)
{
    (void)state;
    static const unsigned headers[] = {64, 72, 80, 88, 104, 112, 136};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct image image;
        start(&image);
        add(&image, PTX, headers[i], 75, ptx, strlen(ptx));
        assert_text(&image, ptx);
    }
}

static void text_alone_is_an_image(void **state)
{
    (void)state;
    struct ptx_error error;
    char *text = extract(ptx, sizeof ptx, &error);
    assert_string_equal(text, ptx);
    free(text);
    text = extract("ab", 2, &error);
    assert_string_equal(text, "ab");
    free(text);
}

static void the_best_of_several_is_taken(void **state)
{
    (void)state;
    struct image image;
    start(&image);
    add(&image, PTX, 80, 120, "sm_120", 6);
    assert_text(&image, "sm_120"); /* better than none */
    add(&image, PTX, 80, 100, "sm_100", 6);
    assert_text(&image, "sm_100");
    add(&image, CUBIN, 64, 90, "\177ELF", 4);
    add(&image, PTX, 80, 75, "sm_75", 5);
    assert_text(&image, "sm_75");
    add(&image, PTX, 80, 90, "sm_90", 5);
    assert_text(&image, "sm_90");
    add(&image, PTX, 80, 80, "sm_80", 5);
    assert_text(&image, "sm_90");
}

static void lz4_is_decompressed(void **state)
{
    (void)state;
#if HAVE_LZ4
    struct image image;
    char packed[256];
    int size = LZ4_compress_default(ptx, packed, sizeof ptx - 1, sizeof packed);
    start(&image);
    unsigned char *entry = add(&image, PTX, 72, 75, packed, (size_t)size);
    compressed(entry, LZ4, (size_t)size, sizeof ptx - 1);
    assert_text(&image, ptx);
    compressed(entry, LZ4, (size_t)size, sizeof ptx + 4);
    assert_refused(&image, "damaged");
    compressed(entry, LZ4, (size_t)size, 4);
    assert_refused(&image, "damaged");
#else
    print_message("# SKIP no liblz4\n");
#endif
}

static void zstd_is_decompressed(void **state)
{
    (void)state;
#if HAVE_ZSTD
    struct image image;
    char packed[256];
    size_t size = ZSTD_compress(packed, sizeof packed, ptx, sizeof ptx - 1, 3);
    start(&image);
    unsigned char *entry = add(&image, PTX, 80, 75, packed, size);
    compressed(entry, ZSTD, size, sizeof ptx - 1);
    assert_text(&image, ptx);
    compressed(entry, ZSTD, size - 1, sizeof ptx - 1);
    assert_refused(&image, "damaged");
    compressed(entry, ZSTD, size, 4);
    assert_refused(&image, "damaged");
#else
    print_message("# SKIP no libzstd\n");
#endif
}

static void sizes_are_not_believed(void **state)
{
    (void)state;
    struct image image;
    start(&image);
    unsigned char *entry = add(&image, PTX, 80, 75, ptx, strlen(ptx));
    compressed(entry, ZSTD, 4000, 10); /* longer than the payload */
    assert_refused(&image, "damaged");
    compressed(entry, ZSTD, 8, SIZE_MAX);
    assert_refused(&image, "damaged");
    compressed(entry, 0x11, 8, 8); /* compressed, but how? */
    assert_refused(&image, "-no-compress");
}

static void machine_code_alone_is_refused(void **state)
{
    (void)state;
    struct image image;
    start(&image);
    assert_refused(&image, "empty");
    add(&image, CUBIN, 64, 86, "\177ELF", 4);
    assert_refused(&image, "machine code for sm_86 but no PTX: build it with "
                           "nvcc -arch=compute_75, or ptxcc --ptx=86");
}

static void cut_images_are_refused(void **state)
{
    (void)state;
    struct image image;
    struct ptx_error error;
    start(&image);
    add(&image, PTX, 80, 75, ptx, strlen(ptx));
    for (size_t size = 4; size < image.size; size++) {
        assert_null(extract(image.bytes, size, &error));
        assert_non_null(strstr(error.message, "truncated"));
    }
}

static void bad_lengths_are_refused(void **state)
{
    (void)state;
    struct image image;
    start(&image);
    unsigned char *entry = add(&image, PTX, 80, 75, ptx, strlen(ptx));
    put(entry + 8, 8, strlen(ptx) + 16); /* beyond the container */
    assert_refused(&image, "truncated");
    put(entry + 8, 8, UINT64_MAX - 79); /* header and payload wrap to 0 */
    assert_refused(&image, "truncated");
    put(entry + 8, 8, 0);
    put(entry + 4, 4, 0); /* an entry of no length */
    assert_refused(&image, "truncated");
    put(entry + 4, 4, UINT32_MAX);
    assert_refused(&image, "truncated");
    put(image.bytes + 8, 8, UINT64_MAX);
    assert_refused(&image, "truncated");
    put(image.bytes + 6, 2, 0);
    assert_refused(&image, "truncated");
}

/* ---- wrappers ----------------------------------------------------------- */

static struct {
    uint32_t magic, version;
    const void *data;
    const void *more;
} wrapper;

static void assert_wrapper_refused(const char *part)
{
    struct ptx_error error;
    assert_null(fatbin_ptx(&wrapper, &error));
    if (!strstr(error.message, part))
        fail_msg("'%s' lacks '%s'", error.message, part);
}

static void wrappers_lead_to_text_or_container(void **state)
{
    (void)state;
    struct ptx_error error;
    struct image image;
    start(&image);
    add(&image, PTX, 80, 75, ptx, strlen(ptx));
    const void *data[] = {ptx, image.bytes};
    for (int i = 0; i < 2; i++) {
        wrapper.magic = 0x466243B1;
        wrapper.version = 1;
        wrapper.data = data[i];
        char *text = fatbin_ptx(&wrapper, &error);
        assert_string_equal(text, ptx);
        free(text);
    }
}

static void other_wrappers_are_refused(void **state)
{
    (void)state;
    wrapper.magic = 0x466243B1;
    wrapper.version = 1;
    wrapper.data = NULL;
    assert_wrapper_refused("no fat binary");
    wrapper.data = ptx;
    wrapper.magic = 1;
    assert_wrapper_refused("no fat binary");
}

/* Of nvcc -rdc=true: a container for each file, without PTX in some. */
static void of_several_files_all_texts_are_taken(void **state)
{
    (void)state;
    static struct image images[4], empty;
    static const char runtime[] = ".version 9.0\n.func f_cuda_device_runtime_"
                                  "cu_0() { ret; }\n";
    const void *list[] = {&images[0].bytes, &images[1].bytes, &images[2].bytes,
                          &images[3].bytes, NULL};
    for (int i = 0; i < 4; i++)
        start(&images[i]);
    start(&empty);
    add(&images[0], PTX, 80, 75, ".version 7.0", 12);
    add(&images[1], CUBIN, 64, 75, "\177ELF", 4);
    add(&images[2], PTX, 80, 75, ".version 7.1", 12);
    add(&images[3], PTX, 80, 75, runtime, strlen(runtime));
    wrapper.magic = 0x466243B1;
    wrapper.version = 2;
    wrapper.data = empty.bytes;
    wrapper.more = list;

    struct ptx_error error;
    char *text = fatbin_ptx(&wrapper, &error);
    assert_string_equal(text, ".version 7.0\n.version 7.1");
    free(text);
    wrapper.more = list + 3; /* nothing but NVIDIA's own */
    assert_wrapper_refused("no device code");
    list[0] = list[1];
    list[1] = NULL;
    wrapper.more = list;
    assert_wrapper_refused("machine code for sm_75");
}

/* Later releases of clang do not end the text with a NUL; here .eh_frame_hdr
 * follows, as it does in a linked program. */
static void text_ends_where_it_stops_being_text(void **state)
{
    (void)state;
    struct ptx_error error;
    wrapper.magic = 0x466243B1;
    wrapper.version = 1;
    wrapper.data = ".file 1 \"\xc3\xbc.cu\"\r\n\t\x01\x1b\x03;";
    char *text = fatbin_ptx(&wrapper, &error);
    assert_string_equal(text, ".file 1 \"\xc3\xbc.cu\"\r\n\t");
    free(text);
}

/* ---- everything that ever broke something ------------------------------- */

static void replay(const char *bytes, size_t size)
{
    for (size_t n = 0; n <= size; n++) {
        struct ptx_error error;
        char *text = extract((const unsigned char *)bytes, n, &error);
        assert_true(text || error.message[0]);
        free(text);
    }
}

static void corpus(void **state)
{
    (void)state;
    corpus_each("fatbin", 8, replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_entries_of_every_release),
        cmocka_unit_test(text_alone_is_an_image),
        cmocka_unit_test(the_best_of_several_is_taken),
        cmocka_unit_test(lz4_is_decompressed),
        cmocka_unit_test(zstd_is_decompressed),
        cmocka_unit_test(sizes_are_not_believed),
        cmocka_unit_test(machine_code_alone_is_refused),
        cmocka_unit_test(cut_images_are_refused),
        cmocka_unit_test(bad_lengths_are_refused),
        cmocka_unit_test(wrappers_lead_to_text_or_container),
        cmocka_unit_test(other_wrappers_are_refused),
        cmocka_unit_test(of_several_files_all_texts_are_taken),
        cmocka_unit_test(text_ends_where_it_stops_being_text),
        cmocka_unit_test(corpus),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

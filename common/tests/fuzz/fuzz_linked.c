/*
 * fuzz_linked.c - libFuzzer target: programs of several files (nvcc
 * -rdc=true), whatever their containers hold.
 *
 * Input: pieces that end in a NUL; the first three bytes of each say how it is
 * wrapped: as it is, or in a container, with which flags.  Sizes are right, as
 * a program that runs has them; text and what it is compressed with need not
 * be.  Guarantee sought: as of one file, and the linked text parses or is
 * refused with a message.
 * Built and run by `make fuzz`.
 */
#include <stdlib.h>

#include "ptx/ptx.h"
#include "take.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECES = 6, HEADER = 16, ENTRY = 64 };

static void write_at(uint8_t *to, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

/* One entry of n bytes, in a container. */
static uint8_t *container(const uint8_t *payload, size_t n, unsigned how,
                          unsigned sm)
{
    static const uint64_t flags[] = {0, 0x2000, 0x8000, 0x4000};
    uint8_t *all = calloc(1, HEADER + ENTRY + n + 1);
    if (!all)
        abort();
    write_at(all, 0xBA55ED50, 4);
    write_at(all + 4, 1, 2);
    write_at(all + 6, HEADER, 2);
    write_at(all + 8, ENTRY + n, 8);
    uint8_t *entry = all + HEADER;
    write_at(entry, how % 5 ? 1 : 2, 2); /* PTX, mostly */
    write_at(entry + 4, ENTRY, 4);
    write_at(entry + 8, n, 8);
    write_at(entry + 28, sm, 4);
    write_at(entry + 40, flags[how / 5 % 4], 8);
    if (how / 5 % 4) {
        write_at(entry + 16, n, 4);
        write_at(entry + 56, 64ull << how / 20, 8);
    }
    memcpy(entry + ENTRY, payload, n);
    return all;
}

/* Text ends with a NUL. */
static uint8_t *take_piece(struct taken *t)
{
    unsigned plain = take_one_of(t, 3), how = take_byte(t), sm = take_byte(t);
    const uint8_t *end = t->left ? memchr(t->at, 0, t->left) : NULL;
    size_t n = end ? (size_t)(end - t->at) : t->left;
    uint8_t *piece = container(t->at, n, how, sm);
    if (!plain) {
        memmove(piece, piece + HEADER + ENTRY, n + 1);
        piece[3] &= 0x7f; /* no container, whose size would be wrong */
        if (n < 4)        /* as long as the sign of a container, at least */
            memcpy(piece + n, "\n\n\n", 4);
    }
    t->at += n + (end != NULL);
    t->left -= n + (end != NULL);
    return piece;
}

static void link_and_parse(const void *const *pieces)
{
    struct {
        uint32_t magic, version;
        const void *data;
        const void *const *fatbins;
    } wrapper = {0x466243B1, 2, pieces, pieces};
    struct ptx_error error;
    char *text = fatbin_ptx(&wrapper, &error);
    struct ptx_module *module = text ? ptx_parse(text, &error) : NULL;
    if (!module && !error.message[0])
        abort();
    ptx_free(module);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taken t = {data, size};
    uint8_t *pieces[PIECES + 1] = {0};
    for (int i = 0; i < PIECES && t.left; i++)
        pieces[i] = take_piece(&t);
    link_and_parse((const void *const *)pieces);
    for (int i = 0; i < PIECES; i++)
        free(pieces[i]);
    return 0;
}

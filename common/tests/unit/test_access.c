/*
 * test_access.c - a full warp at one stride: what plain loads take a short way
 * through must be checked, counted and loaded as lane by lane.
 *
 * The kernel loads twice at the same instruction, so that the second time the
 * array is known: first each lane its own element, then lane l at first +
 * l * stride.  What is right is worked out from the definitions.
 */
#include "ptx_harness.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* As long as the array that the harness makes of it. */
enum { BYTES = 65536 };
#define MARK 0x5eedu

static uint8_t in[BYTES];

/* The load is of 32 or 64 bits. */
static const char kernel[] =
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 first,\n"
    "                  .param .u64 stride)\n"
    "{\n"
    ".reg .b64 %%at, %%out, %%first, %%stride, %%in, %%lane;\n"
    ".reg .b%u %%v;\n"
    ".reg .b32 %%t, %%turn;\n"
    ".reg .pred %%p;\n"
    "ld.param.u64 %%in, [in];\n"
    "ld.param.u64 %%out, [out];\n"
    "ld.param.u64 %%first, [first];\n"
    "ld.param.u64 %%stride, [stride];\n"
    "mov.u32 %%t, %%tid.x;\n"
    "cvt.u64.u32 %%lane, %%t;\n"
    "mad.lo.u64 %%at, %%lane, %u, %%in;\n"
    "mov.u32 %%turn, 0;\n"
    "again:\n"
    "mov.b%u %%v, %u;\n"
    "ld.global.b%u %%v, [%%at];\n"
    "mad.lo.u64 %%at, %%lane, %%stride, %%in;\n"
    "add.u64 %%at, %%at, %%first;\n"
    "add.u32 %%turn, %%turn, 1;\n"
    "setp.lt.u32 %%p, %%turn, 2;\n"
    "@%%p bra again;\n"
    "mad.lo.u64 %%out, %%lane, %u, %%out;\n"
    "st.global.b%u [%%out], %%v;\n"
    "ret;\n"
    "}\n";

/* What one access of a warp should do. */
struct expected {
    uint64_t values[WARP_SIZE];
    unsigned right; /* lanes */
    unsigned sectors;
};

static struct expected expect(uint64_t first, uint64_t stride, unsigned width)
{
    struct expected e = {.right = 0};
    uint64_t met[WARP_SIZE] = {0};
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t at = first + l * stride;
        e.values[l] = MARK;
        if (at > BYTES - width || at % width)
            continue;
        e.values[l] = 0;
        memcpy(&e.values[l], in + at, width);
        e.right++;
        unsigned k = 0;
        while (k < e.sectors && met[k] != at / SECTOR_BYTES)
            k++;
        if (k == e.sectors)
            met[e.sectors++] = at / SECTOR_BYTES;
    }
    return e;
}

static void try_stride(uint64_t first, uint64_t stride, unsigned width)
{
    char text[1024];
    uint64_t params[2] = {first, stride};
    uint8_t out[WARP_SIZE * 8] = {0};
    unsigned bits = 8 * width;
    struct expected e = expect(first, stride, width);
    snprintf(text, sizeof text, kernel, bits, width, bits, MARK, bits, width,
             bits);
    struct ptx_run run = {.before = text,
                          .params = params,
                          .param_bytes = sizeof params,
                          .in = in,
                          .in_bytes = sizeof in,
                          .out = out,
                          .out_bytes = sizeof out};
    enum launch_status status = ptx_launch(&run);
    if ((status == LAUNCH_OK) != (e.right == WARP_SIZE))
        fail_msg("first %lld, stride %lld, width %u: status %d",
                 (long long)first, (long long)stride, width, (int)status);
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        uint64_t value = 0;
        memcpy(&value, out + l * width, width);
        if (value != e.values[l])
            fail_msg("first %lld, stride %lld, width %u, lane %u",
                     (long long)first, (long long)stride, width, l);
    }
    assert_int_equal(run.counters.global_load_requests, 2);
    assert_int_equal(run.counters.global_load_sectors, width + e.sectors);
}

static void inside(void **state)
{
    (void)state;
    const int64_t strides[] = {0, 1, 2, 4, 8, 12, 16, 32, 36, 40, 128};
    for (unsigned i = 0; i < sizeof strides / sizeof *strides; i++)
        for (unsigned width = 4; width <= 8; width += 4) {
            int64_t stride = strides[i] * width / 4;
            if (stride * 31 > BYTES - (int)width)
                continue;
            try_stride(0, (uint64_t)stride, width);
            try_stride(8, (uint64_t)stride, width);
            try_stride((uint64_t)(31 * stride), (uint64_t)-stride, width);
        }
}

static void at_the_edges(void **state)
{
    (void)state;
    for (uint64_t width = 4; width <= 8; width += 4) {
        uint64_t last = BYTES - 32 * width;
        try_stride(last, width, (unsigned)width);
        try_stride(last + width, width, (unsigned)width);
        try_stride(last + 1, width, (unsigned)width);
        try_stride(-width, width, (unsigned)width);
        try_stride(BYTES - width, -width, (unsigned)width);
        try_stride(30 * width, -width, (unsigned)width);
        try_stride(BYTES, 0, (unsigned)width);
        try_stride(-width, 0, (unsigned)width);
    }
}

/* 31 times such a stride is small, modulo 2^64: first and last lane are in the
 * array, nearly all between them are not. */
static void around_the_world(void **state)
{
    (void)state;
    uint64_t inverse = 0xef7bdef7bdef7bdfull; /* of 31 */
    assert_true(31 * inverse == 1);
    try_stride(0, 128 * inverse, 4);
    try_stride(64, 4 * inverse, 4);
    try_stride(0, 1ull << 63, 4);
    try_stride(0, 1ull << 59, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside),
        cmocka_unit_test(at_the_edges),
        cmocka_unit_test(around_the_world),
    };
    for (unsigned i = 0; i < BYTES; i++)
        in[i] = (uint8_t)(i * 37 + i / 256 * 11 + 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * fill.c - memory set to a value.
 *
 * Guarantee: a fill is done whole or not at all; what is wrong with it is
 * told in a finding.
 * Source: CUDA Runtime API reference, "Memory Management".
 */
#include <stdlib.h>

#include "clock.h"
#include "copy.h"
#include "pointers.h"
#include "stream.h"

/* A row of elements of several bytes: made here, then copied. */
static cudaError_t fill_elements(uint64_t address, const struct fill *f)
{
    uint8_t *row = malloc(f->width);
    for (size_t i = 0; row && i < f->width; i++)
        row[i] = (uint8_t)(f->value >> i % f->element * 8);
    cudaError_t error =
        row ? device_write(address, row, f->width) : cudaErrorMemoryAllocation;
    free(row);
    return error;
}

static cudaError_t fill_row(const struct fill *f, size_t slice, size_t row)
{
    uint64_t address =
        pointer_address(f->pointer + slice * f->slice + row * f->pitch);
    return f->element == 1 ? device_fill(address, (uint8_t)f->value, f->width)
                           : fill_elements(address, f);
}

static bool fill_fits(const struct fill *f)
{
    if (pointer_on_device(f->pointer))
        return range_fits(
            f->call, "the allocation", f->pointer,
            range_of_box(f->slice, f->depth, f->pitch, f->width, f->height));
    struct text title =
        api_text("%s: the pointer is not a device pointer", f->call);
    api_finding(title.chars, pointer_describe(f->pointer).chars,
                "use memset for host memory");
    return false;
}

static cudaError_t run_fill(const struct work *work)
{
    struct fill f = *(const struct fill *)work;
    if (f.height > 1 && f.width > f.pitch)
        return cudaErrorInvalidValue;
    if (!f.width || !f.height || !f.depth || api_faulted())
        return cudaSuccess;
    if (!fill_fits(&f))
        return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; slice < f.depth && !error; slice++)
        for (size_t row = 0; row < f.height && !error; row++)
            error = fill_row(&f, slice, row);
    if (!error)
        clock_add_fill(f.width * f.height * f.depth);
    return error;
}

const struct work_kind fill_kind = {cudaGraphNodeTypeMemset,
                                    "a memset in the default stream",
                                    sizeof(struct fill),
                                    run_fill,
                                    NULL,
                                    NULL,
                                    work_may_wait,
                                    NULL};

cudaError_t fill_in(cudaStream_t stream, struct fill f)
{
    return stream_exists(stream) ? stream_submit(stream, &f.work)
                                 : cudaErrorInvalidResourceHandle;
}

static struct fill filled_rows(const char *call, void *pointer, size_t pitch,
                               int value, size_t width, size_t height)
{
    return (struct fill){.work = {&fill_kind, 0},
                         .call = call,
                         .pointer = pointer,
                         .pitch = pitch,
                         .value = (unsigned char)value,
                         .element = 1,
                         .width = width,
                         .height = height,
                         .depth = 1};
}

/* Filling device memory does not wait for it; memory that the host sees is
 * waited for. */
cudaError_t fill_default(struct fill f)
{
    cudaError_t error = fill_in(NULL, f);
    if (!error && !pointer_device_only(f.pointer))
        device_note(DEVICE_NOTE_WAITED, 0, 0, 0);
    return error;
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    API(fill_default(
        filled_rows("cudaMemset", pointer, count, value, count, 1)));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count,
                            cudaStream_t stream)
{
    API(fill_in(stream, filled_rows("cudaMemsetAsync", pointer, count, value,
                                    count, 1)));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                         size_t height)
{
    API(fill_default(
        filled_rows("cudaMemset2D", pointer, pitch, value, width, height)));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value,
                              size_t width, size_t height, cudaStream_t stream)
{
    API(fill_in(stream, filled_rows("cudaMemset2DAsync", pointer, pitch, value,
                                    width, height)));
}

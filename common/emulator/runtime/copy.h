/*
 * copy.h - copies and fills, as work (copy.c, fill.c, box.c, symbol.c).
 */
#ifndef COPY_H
#define COPY_H

#include "work.h"

/* A copy of a box; an ordinary one has a single slice of a single row. */
struct copy {
    struct work work;
    const char *call;
    uint8_t *dst;
    const uint8_t *src;
    size_t dst_pitch, src_pitch;  /* bytes from row to row */
    size_t dst_slice, src_slice;  /* bytes from slice to slice */
    size_t width, height, depth;  /* bytes of a row; rows; slices */
    enum cudaMemcpyKind kind;
    bool dst_is_array, src_is_array; /* named as one (array.h) */
};
extern const struct work_kind copy_kind;
/* Of one row. */
struct copy copy_line(const char *call, void *dst, const void *src,
                      size_t count, enum cudaMemcpyKind kind);
/* After everything before it; as part of a stream. */
cudaError_t copy_now(struct copy c);
cudaError_t copy_in(cudaStream_t stream, struct copy c);
/* Does the kind of a copy say that it goes to, comes from the device? */
bool copy_to_device(enum cudaMemcpyKind kind);
bool copy_from_device(enum cudaMemcpyKind kind);

/* Sets every element of a box. */
struct fill {
    struct work work;
    const char *call;
    uint8_t *pointer;
    size_t pitch, slice;          /* bytes from row to row, slice to slice */
    unsigned value, element;      /* bytes of an element: 1, 2 or 4 */
    size_t width, height, depth;  /* bytes of a row; rows; slices */
};
extern const struct work_kind fill_kind;
cudaError_t fill_in(cudaStream_t stream, struct fill f);
cudaError_t fill_default(struct fill f);

/* The copy that these parameters describe, into *c, or what is wrong. */
cudaError_t box_copy(struct copy *c, const char *call,
                     const struct cudaMemcpy3DParms *p);
/* The copy that cudaMemcpyToSymbol and cudaMemcpyFromSymbol are. */
cudaError_t symbol_copy_to(struct copy *c, const void *symbol, const void *src,
                           size_t count, size_t offset,
                           enum cudaMemcpyKind kind);
cudaError_t symbol_copy_from(struct copy *c, void *dst, const void *symbol,
                             size_t count, size_t offset,
                             enum cudaMemcpyKind kind);

#endif

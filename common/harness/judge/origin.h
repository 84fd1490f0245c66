/*
 * origin.h - where the words of a result come from that a program hands back
 * itself (vector_add).
 *
 * Idea: the program sees the inputs, so it could compute on the host and send
 * the result to the device and back.  Then words went there that are in no
 * input; or the result has words that the device never gave.
 * What is missed: a few bytes, which tables and flags may take.
 */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word_set {
    uint32_t *slots;         /* 0: empty */
    size_t count, room;
    bool has_zero;
};

struct origin {
    const unsigned char *inputs; /* one behind the other */
    size_t input_bytes, output_bytes;
    uint32_t poison;         /* what outputs are filled with */
    size_t at;               /* in the inputs: the next is likely sent */
    uint64_t foreign;        /* bytes sent that are in no input */
    uint64_t parameters;     /* bytes, of all launches */
    struct word_set known;   /* words of the inputs; when they are needed */
    unsigned char *given;    /* what the device gave, as far as there is room */
    size_t given_bytes;
};

void origin_begin(struct origin *origin, const unsigned char *inputs,
                  size_t input_bytes, size_t output_bytes, uint8_t poison);
void origin_end(struct origin *origin);
/* n bytes go to the device; before: what was there, or NULL. */
void origin_sent(struct origin *origin, const void *bytes, const void *before,
                 size_t n);
/* As parameters of a launch. */
void origin_parameters(struct origin *origin, size_t n);
/* n bytes come from the device. */
void origin_given(struct origin *origin, const void *bytes, size_t n);
/* More sent than a program may? */
bool origin_is_foreign(const struct origin *origin);
/* How many words of the result the device has not given. */
uint64_t origin_made(const struct origin *origin, const void *result,
                     size_t bytes);

#endif

/*
 * digest.h - SHA-256 (FIPS 180-4), by nettle: one name for the same bytes.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stdbool.h>
#include <stddef.h>

#include <nettle/sha2.h>

enum { DIGEST_TEXT = 2 * SHA256_DIGEST_SIZE + 1 }; /* bytes, with the zero */

struct digest {
    struct sha256_ctx context;
};

void digest_begin(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t n);
/* The text and a line break. */
void digest_line(struct digest *digest, const char *text);
/* 64 hexadecimal digits, in lower case. */
void digest_end(struct digest *digest, char text[DIGEST_TEXT]);

void digest_bytes(const void *bytes, size_t n, char text[DIGEST_TEXT]);
/* Of a regular file; a link is not followed.  False, not told: errno. */
bool digest_file(const char *path, char text[DIGEST_TEXT]);

#endif

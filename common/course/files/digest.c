/*
 * digest.c - SHA-256 of bytes, lines and files, as text.
 */
#include "digest.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void digest_begin(struct digest *digest)
{
    sha256_init(&digest->context);
}

void digest_add(struct digest *digest, const void *bytes, size_t n)
{
    sha256_update(&digest->context, n, bytes);
}

void digest_line(struct digest *digest, const char *text)
{
    digest_add(digest, text, strlen(text));
    digest_add(digest, "\n", 1);
}

void digest_end(struct digest *digest, char text[DIGEST_TEXT])
{
    uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_digest(&digest->context, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

void digest_bytes(const void *bytes, size_t n, char text[DIGEST_TEXT])
{
    struct digest digest;
    digest_begin(&digest);
    digest_add(&digest, bytes, n);
    digest_end(&digest, text);
}

/* A pipe would keep open() waiting. */
bool digest_file(const char *path, char text[DIGEST_TEXT])
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct digest digest;
    char bytes[1 << 14];
    ssize_t n;
    if (file < 0)
        return false;
    digest_begin(&digest);
    while ((n = read(file, bytes, sizeof bytes)) > 0)
        digest_add(&digest, bytes, (size_t)n);
    close(file);
    digest_end(&digest, text);
    return n == 0;
}

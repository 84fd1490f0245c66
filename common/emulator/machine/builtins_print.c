/*
 * builtins_print.c - printf and assert in kernels.
 *
 * Both compilers turn printf(format, ...) into vprintf(format, buffer), the
 * buffer holding the arguments one after another, each aligned to its size.
 * As on hardware the text waits in a buffer of limited size until the host
 * synchronises, and what does not fit is lost.
 * Source: CUDA C++ Programming Guide, "Formatted Output" and "Assertion".
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/letters.h"
#include "builtins.h"
#include "machine.h"

/* ---- the buffer --------------------------------------------------------- */

struct record {
    struct dims block;
    size_t number; /* order of arrival */
    size_t length;
    char *text;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *records;
static size_t record_count, record_room;
static size_t ordered; /* records before this one are of earlier launches */
static size_t pending; /* bytes */
static size_t limit = PRINTF_BYTES;

static bool room_for_record(void)
{
    struct record *grown =
        grow(records, record_count, &record_room, sizeof *grown);
    if (grown)
        records = grown;
    return grown;
}

static void diagnose_overflow(const struct builtin_call *call)
{
    struct finding f = builtin_finding(call, APICHECK);
    f.severity = FINDING_WARNING;
    snprintf(f.title, sizeof f.title,
             "printf: the buffer is full, this text is lost");
    snprintf(f.hint, sizeof f.hint,
             "print from fewer threads, synchronise between launches, or "
             "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)");
    snprintf(f.detail, sizeof f.detail, "it has %zu byte%s", limit,
             plural(limit));
    diagnose(&f);
}

static bool keep_text(const struct builtin_call *call, const char *text,
                      size_t length)
{
    pthread_mutex_lock(&lock);
    bool fits = pending + length <= limit && room_for_record();
    char *copy = fits ? malloc(length + 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        records[record_count] =
            (struct record){call->block, record_count, length, copy};
        record_count++;
        pending += length;
    }
    pthread_mutex_unlock(&lock);
    if (!copy)
        diagnose_overflow(call);
    return copy != NULL;
}

static int by_block(const void *left, const void *right)
{
    const struct record *a = left, *b = right;
    if (a->block.z != b->block.z)
        return a->block.z < b->block.z ? -1 : 1;
    if (a->block.y != b->block.y)
        return a->block.y < b->block.y ? -1 : 1;
    if (a->block.x != b->block.x)
        return a->block.x < b->block.x ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void print_end_launch(void)
{
    pthread_mutex_lock(&lock);
    if (record_count > ordered)
        qsort(records + ordered, record_count - ordered, sizeof *records,
              by_block);
    ordered = record_count;
    pthread_mutex_unlock(&lock);
}

void print_forget_launch(void)
{
    pthread_mutex_lock(&lock);
    while (record_count > ordered) {
        struct record *last = &records[--record_count];
        pending -= last->length;
        free(last->text);
    }
    pthread_mutex_unlock(&lock);
}

void print_flush(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < record_count; i++) {
        fwrite(records[i].text, 1, records[i].length, stdout);
        free(records[i].text);
    }
    if (record_count)
        fflush(stdout);
    record_count = ordered = pending = 0;
    pthread_mutex_unlock(&lock);
}

size_t print_pending(void)
{
    return pending;
}

size_t print_limit(void)
{
    return limit;
}

void print_set_limit(size_t bytes)
{
    limit = bytes < PRINTF_MOST ? bytes : PRINTF_MOST;
}

/* ---- formatting --------------------------------------------------------- */

enum { TEXT = 4096, SPECIFIER = 32 };

struct print {
    struct builtin_call *call;
    uint64_t args; /* generic address of the next argument */
    char text[TEXT];
    size_t length;
    int used;    /* arguments */
    bool failed; /* not this lane's memory, and told */
};

static void print_put(struct print *p, const char *text, size_t n)
{
    if (n > TEXT - p->length)
        n = TEXT - p->length;
    memcpy(p->text + p->length, text, n);
    p->length += n;
}

static void read_bytes(struct print *p, uint64_t address, void *to, size_t n)
{
    const void *from = lane_memory(p->call, address, n, false);
    p->failed |= !from;
    if (from)
        memcpy(to, from, n);
    else
        memset(to, 0, n);
}

/* The next argument, of 4 or 8 bytes; signed ones are extended. */
static long long next_argument(struct print *p, size_t size)
{
    p->args = (p->args + size - 1) / size * size;
    int32_t small = 0;
    int64_t large = 0;
    if (size == 4)
        read_bytes(p, p->args, &small, sizeof small);
    else
        read_bytes(p, p->args, &large, sizeof large);
    p->args += size;
    p->used++;
    return size == 4 ? small : large;
}

/* A string of device memory, at most TEXT bytes; length without the NUL. */
static size_t read_device_text(struct print *p, uint64_t address, char *text)
{
    size_t n = 0;
    for (; n < TEXT - 1; n++) {
        read_bytes(p, address + n, &text[n], 1);
        if (p->failed || !text[n])
            break;
    }
    text[n] = '\0';
    return n;
}

static void put_string(struct print *p, const char *specifier)
{
    char text[TEXT], made[TEXT];
    uint64_t address = (uint64_t)next_argument(p, 8);
    if (address)
        read_device_text(p, address, text);
    else
        strcpy(text, "(null)");
    int n = snprintf(made, sizeof made, specifier, text);
    if (n > 0)
        print_put(p, made, n < TEXT ? (size_t)n : TEXT - 1);
}

/* specifier: "%16p"; the address is text to it, as its width is. */
static void put_pointer(struct print *p, char *specifier)
{
    char address[24], made[SPECIFIER + TEXT];
    unsigned long long value = (unsigned long long)next_argument(p, 8);
    snprintf(address, sizeof address, value ? "0x%llx" : "(nil)", value);
    specifier[strlen(specifier) - 1] = 's';
    int n = snprintf(made, sizeof made, specifier, address);
    if (n > 0)
        print_put(p, made, n < TEXT ? (size_t)n : TEXT - 1);
}

static void put_double(struct print *p, const char *specifier)
{
    char made[TEXT];
    double value;
    long long bits = next_argument(p, 8);
    memcpy(&value, &bits, sizeof value);
    int n = snprintf(made, sizeof made, specifier, value);
    if (n > 0)
        print_put(p, made, n < TEXT ? (size_t)n : TEXT - 1);
}

static void put_integer(struct print *p, const char *specifier, bool wide)
{
    char made[TEXT];
    long long value = next_argument(p, wide ? 8 : 4);
    int n = wide ? snprintf(made, sizeof made, specifier, value)
                 : snprintf(made, sizeof made, specifier, (int)value);
    if (n > 0)
        print_put(p, made, n < TEXT ? (size_t)n : TEXT - 1);
}

/* More than fits the text; what is absurd would take the host a second. */
static int least_absurd(long long width)
{
    return (int)(width > TEXT ? TEXT : width < -TEXT ? -TEXT : width);
}

/* Copies flags, width and precision, with each * replaced by its value. */
static const char *copy_modifiers(struct print *p, const char *at,
                                  char *specifier)
{
    size_t n = 0;
    specifier[n++] = '%';
    while (*at && strchr("-+ #0123456789.*", *at)) {
        bool number = *at >= '1' && *at <= '9';
        char *end = (char *)at + 1;
        long long value = number ? strtoll(at, &end, 10) : 0;
        if (*at == '*')
            value = next_argument(p, 4);
        if (n > SPECIFIER - 16)
            ; /* absurdly long: the rest is dropped */
        else if (number || *at == '*')
            n += (size_t)sprintf(specifier + n, "%d", least_absurd(value));
        else
            specifier[n++] = *at;
        at = end;
    }
    specifier[n] = '\0';
    return at;
}

/* at: behind a '%'.  Returns where the text goes on. */
static const char *put_conversion(struct print *p, const char *at)
{
    char specifier[SPECIFIER];
    const char *start = at;
    at = copy_modifiers(p, at, specifier);
    size_t longs = 0, shorts = 0;
    for (; *at && strchr("hlLjzt", *at); at++)
        *at == 'h' ? shorts++ : longs++;
    char end[2] = {*at, '\0'};
    bool integer = *at && strchr("diuoxXc", *at);
    if (integer && *at != 'c')
        strcat(specifier, longs ? "ll" : shorts > 1 ? "hh" : shorts ? "h" : "");
    strcat(specifier, end);
    if (integer)
        put_integer(p, specifier, longs > 0 && *at != 'c');
    else if (*at && strchr("fFeEgGaA", *at))
        put_double(p, specifier);
    else if (*at == 's')
        put_string(p, specifier);
    else if (*at == 'p')
        put_pointer(p, specifier);
    else if (*at == '%')
        print_put(p, "%", 1);
    else { /* not a conversion of CUDA's: as it stands */
        print_put(p, "%", 1);
        return start;
    }
    return at + 1;
}

static void put_format(struct print *p, const char *format)
{
    while (*format && !p->failed) {
        size_t plain = strcspn(format, "%");
        print_put(p, format, plain);
        format += plain;
        if (*format == '%')
            format = put_conversion(p, format + 1);
    }
}

/* What a call takes of the budget, in warp instructions: as much time as so
 * many would, that a kernel which prints without end has one. */
enum { PRINT_COST = 100 };

/* int vprintf(const char *format, void *arguments) */
bool builtin_vprintf(struct builtin_call *call)
{
    uint64_t place, args;
    call->warp->block->worker->executed += PRINT_COST;
    if (!builtin_argument(call, 0, &place, sizeof place) ||
        !builtin_argument(call, 1, &args, sizeof args))
        return false;
    struct print *p = malloc(sizeof *p);
    char *format = malloc(TEXT);
    int result = -1;
    bool failed = false;
    if (p && format) {
        p->call = call;
        p->length = 0;
        p->used = 0;
        p->failed = false;
        p->args = args;
        read_device_text(p, place, format);
        put_format(p, format);
        if (!p->failed && keep_text(call, p->text, p->length))
            result = p->used;
        failed = p->failed;
    }
    free(p);
    free(format);
    return !failed && builtin_result(call, &result, sizeof result);
}

/* ---- assert ------------------------------------------------------------- */

static void diagnose_assert(const struct builtin_call *call,
                            const char *condition, const char *file,
                            unsigned line)
{
    struct finding f = builtin_finding(call, MEMCHECK);
    snprintf(f.title, sizeof f.title, "assertion `%.120s' failed", condition);
    snprintf(f.detail, sizeof f.detail, "assert at %.200s:%u", file, line);
    diagnose(&f);
}

/* void __assertfail(const char *condition, const char *file, unsigned line,
 *                   const char *function, size_t char_size) */
bool builtin_assertfail(struct builtin_call *call)
{
    uint64_t texts[3];
    unsigned line;
    if (!builtin_argument(call, 0, &texts[0], sizeof *texts) ||
        !builtin_argument(call, 1, &texts[1], sizeof *texts) ||
        !builtin_argument(call, 2, &line, sizeof line) ||
        !builtin_argument(call, 3, &texts[2], sizeof *texts))
        return false;
    struct print *p = calloc(1, sizeof *p);
    char *condition = malloc(3 * TEXT);
    if (!p || !condition) {
        free(p);
        free(condition);
        builtin_fail(call, LAUNCH_NO_MEMORY);
        return false;
    }
    char *file = condition + TEXT, *function = file + TEXT;
    p->call = call;
    read_device_text(p, texts[0], condition);
    read_device_text(p, texts[1], file);
    read_device_text(p, texts[2], function);
    fprintf(stderr,
            "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "
            "Assertion `%s` failed.\n",
            file, line, function, call->block.x, call->block.y, call->block.z,
            call->thread.x, call->thread.y, call->thread.z, condition);
    diagnose_assert(call, condition, file, line);
    free(condition);
    free(p);
    builtin_fail(call, LAUNCH_ASSERT);
    return true; /* the other lanes of this instruction tell theirs too */
}

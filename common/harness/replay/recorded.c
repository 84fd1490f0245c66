/*
 * recorded.c - see recorded.h.
 */
#include "recorded.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OBJECTS = 4096, MOST_CALLS = 4200 };

static bool refuse(struct recorded *r, const char *why)
{
    if (!*r->refused)
        snprintf(r->refused, sizeof r->refused, "%s", why);
    return false;
}

/* ---- addresses ----------------------------------------------------------- */

/* What it lies in; else what it is the end of. */
static bool find_place(const struct recorded *r, uint64_t address,
                       struct place *place)
{
    bool found = false;
    for (uint32_t i = 0; i < r->object_count; i++) {
        const struct object *object = &r->objects[i];
        uint64_t into = address - object->address;
        if (address < object->address || into > object->bytes ||
            (found && into == object->bytes))
            continue;
        *place = (struct place){i, into};
        found = true;
        if (into < object->bytes)
            return true;
    }
    return found;
}

static bool find_pointers(const struct recorded *r, struct recorded_call *call)
{
    uint32_t most = call->data_bytes / 8;
    call->pointers = calloc(most + 1, sizeof *call->pointers);
    if (!call->pointers)
        return false;
    for (uint32_t i = 0; i < most; i++) {
        struct pointer *pointer = &call->pointers[call->pointer_count];
        uint64_t word;
        memcpy(&word, call->data + (size_t)i * 8, 8);
        pointer->at = i * 8;
        call->pointer_count += find_place(r, word, &pointer->to);
    }
    return true;
}

/* ---- lines --------------------------------------------------------------- */

static struct object *new_object(struct recorded *r, enum object_kind kind)
{
    struct object *object;
    if (r->object_count == MOST_OBJECTS)
        return NULL;
    object = &r->objects[r->object_count++];
    *object = (struct object){.kind = kind};
    return object;
}

static bool take_memory(struct recorded *r, enum object_kind kind,
                        const char *words)
{
    struct object *object = new_object(r, kind);
    if (!object ||
        sscanf(words, "%" SCNx64 " %" SCNx64 " %255s", &object->address,
               &object->bytes, object->name) != 2 + (kind == OBJECT_VARIABLE))
        return false;
    if (kind == OBJECT_ARRAY)
        object->array = r->object_count - 1;
    return true;
}

/* Hexadecimal digits, or "-" for none. */
static bool take_data(struct recorded *r, struct recorded_call *call,
                      const char *text)
{
    size_t n = strcspn(text, "\n");
    if (n == 1 && *text == '-')
        n = 0;
    if (n % 2 || n / 2 > RECORDED_MOST_DATA)
        return false;
    call->data_bytes = (uint32_t)(n / 2);
    call->data = calloc(1, n / 2 + 16);
    for (size_t i = 0; call->data && i < n / 2; i++) {
        if (sscanf(text + 2 * i, "%2hhx", &call->data[i]) != 1)
            return false;
    }
    return call->data && find_pointers(r, call);
}

static bool take_launch(struct recorded *r, struct recorded_call *call,
                        const char *words)
{
    unsigned cooperative;
    int at = 0;
    call->kind = RECORDED_LAUNCH;
    if (sscanf(words, "%1023s %u %u %u %u %u %u %u %u %n", call->name,
               &call->grid[0], &call->grid[1], &call->grid[2], &call->block[0],
               &call->block[1], &call->block[2], &call->shared, &cooperative,
               &at) != 9 ||
        at == 0)
        return false;
    call->cooperative = cooperative;
    return take_data(r, call, words + at);
}

static bool take_fill(struct recorded *r, struct recorded_call *call,
                      const char *words)
{
    uint64_t to;
    call->kind = RECORDED_FILL;
    return sscanf(words, "%" SCNx64 " %" SCNx64 " %hhx", &to, &call->bytes,
                  &call->byte) == 3 &&
           find_place(r, to, &call->to);
}

static bool take_copy(struct recorded *r, struct recorded_call *call,
                      const char *words)
{
    uint64_t to, from;
    call->kind = RECORDED_COPY;
    return sscanf(words, "%" SCNx64 " %" SCNx64 " %" SCNx64, &to, &from,
                  &call->bytes) == 3 &&
           find_place(r, to, &call->to) && find_place(r, from, &call->from);
}

static bool take_write(struct recorded *r, struct recorded_call *call,
                       const char *words)
{
    uint64_t to;
    int at = 0;
    call->kind = RECORDED_WRITE;
    return sscanf(words, "%" SCNx64 " %n", &to, &at) == 1 && at &&
           find_place(r, to, &call->to) && take_data(r, call, words + at);
}

static bool take_call(struct recorded *r, const char *word, const char *rest)
{
    struct recorded_call *call = &r->calls[r->call_count];
    if (r->call_count == MOST_CALLS)
        return false;
    *call = (struct recorded_call){.bytes = 0};
    r->call_count++;
    if (!strcmp(word, "launch"))
        return take_launch(r, call, rest);
    if (!strcmp(word, "fill"))
        return take_fill(r, call, rest);
    if (!strcmp(word, "copy"))
        return take_copy(r, call, rest);
    return !strcmp(word, "write") && take_write(r, call, rest);
}

static bool take_line(struct recorded *r, char *line)
{
    char *rest = strchr(line, ' ');
    line[strcspn(line, "\n")] = '\0';
    if (!rest)
        return false;
    *rest++ = '\0';
    if (!strcmp(line, "refused"))
        return refuse(r, rest);
    if (!strcmp(line, "buffer"))
        return take_memory(r, OBJECT_ARRAY, rest);
    if (!strcmp(line, "allocate"))
        return take_memory(r, OBJECT_SCRATCH, rest);
    if (!strcmp(line, "variable"))
        return take_memory(r, OBJECT_VARIABLE, rest);
    return take_call(r, line, rest);
}

/* ---- a recording --------------------------------------------------------- */

static bool read_one(struct recorded *r, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    bool taken = true, ended = false, begun = false;
    *r = (struct recorded){.object_count = 0};
    r->objects = calloc(MOST_OBJECTS, sizeof *r->objects);
    r->calls = calloc(MOST_CALLS, sizeof *r->calls);
    if (!r->objects || !r->calls)
        return refuse(r, "there is no memory for the recording");
    while (taken && !ended && getline(&line, &room, file) > 0) {
        ended = begun && !strcmp(line, "end\n");
        if (!begun && !strcmp(line, "begin\n"))
            begun = true;
        else if (!ended)
            taken = take_line(r, line);
    }
    free(line);
    return (taken && ended) || refuse(r, "what was recorded is not whole");
}

void recorded_free(struct recorded *r)
{
    for (uint32_t i = 0; i < r->call_count; i++) {
        free(r->calls[i].data);
        free(r->calls[i].pointers);
    }
    free(r->calls);
    free(r->objects);
    r->calls = NULL;
    r->objects = NULL;
    r->call_count = r->object_count = 0;
}

/* ---- twice the same ------------------------------------------------------ */

static bool same_place(const struct place *a, const struct place *b)
{
    return a->object == b->object && a->into == b->into;
}

/* All that is no pointer is the same, and pointers point to the same. */
static bool same_data(const struct recorded_call *a,
                      const struct recorded_call *b)
{
    uint32_t at = 0;
    if (a->data_bytes != b->data_bytes || a->pointer_count != b->pointer_count)
        return false;
    for (uint32_t i = 0; i <= a->pointer_count; i++) {
        bool last = i == a->pointer_count;
        uint32_t end = last ? a->data_bytes : a->pointers[i].at;
        if ((end > at && memcmp(a->data + at, b->data + at, end - at)) ||
            (!last && (a->pointers[i].at != b->pointers[i].at ||
                       !same_place(&a->pointers[i].to, &b->pointers[i].to))))
            return false;
        at = end + 8;
    }
    return true;
}

static bool same_call(const struct recorded_call *a,
                      const struct recorded_call *b)
{
    return a->kind == b->kind && !strcmp(a->name, b->name) &&
           !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) &&
           a->shared == b->shared && a->cooperative == b->cooperative &&
           a->bytes == b->bytes && a->byte == b->byte &&
           same_place(&a->to, &b->to) && same_place(&a->from, &b->from) &&
           same_data(a, b);
}

static bool same_objects(const struct recorded *a, const struct recorded *b)
{
    if (a->object_count != b->object_count)
        return false;
    for (uint32_t i = 0; i < a->object_count; i++) {
        const struct object *x = &a->objects[i], *y = &b->objects[i];
        if (x->kind != y->kind || x->bytes != y->bytes ||
            strcmp(x->name, y->name))
            return false;
    }
    return true;
}

static bool same(const struct recorded *a, const struct recorded *b)
{
    if (!same_objects(a, b) || a->call_count != b->call_count)
        return false;
    for (uint32_t i = 0; i < a->call_count; i++) {
        if (!same_call(&a->calls[i], &b->calls[i]))
            return false;
    }
    return true;
}

bool recorded_read(struct recorded *recorded, const char *path)
{
    struct recorded again;
    FILE *file = fopen(path, "re");
    *recorded = (struct recorded){.object_count = 0};
    if (!file)
        return refuse(recorded, "nothing was recorded");
    if (read_one(recorded, file)) {
        if (!read_one(&again, file))
            refuse(recorded, again.refused);
        else if (!same(recorded, &again))
            refuse(recorded, "the launcher does not launch the same each time");
        else if (recorded->call_count == 0)
            refuse(recorded, "nothing is launched");
        recorded_free(&again);
    }
    fclose(file);
    return !*recorded->refused;
}

/*
 * origin.c - where the words of a result come from.
 */
#include "origin.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD = 4,
    MOST_FOREIGN = 4096,   /* bytes */
    USUAL_PARAMETERS = 64, /* bytes of a launch, in so many launches */
    USUAL_LAUNCHES = 64,
    GIVEN_TIMES = 4 /* the result; then some room */
};

/* ---- sets ---------------------------------------------------------------- */

static size_t slot_of(const struct word_set *set, uint32_t word)
{
    size_t i = (size_t)(word * 0x9e3779b97f4a7c15ull >> 20) & (set->room - 1);
    while (set->slots[i] && set->slots[i] != word)
        i = (i + 1) & (set->room - 1);
    return i;
}

/* Room for so many words; false: no memory. */
static bool set_open(struct word_set *set, size_t words)
{
    set->room = 16;
    while (set->room < 2 * words)
        set->room *= 2;
    set->slots = calloc(set->room, sizeof *set->slots);
    return set->slots;
}

static uint32_t word_at(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, WORD);
    return word;
}

static void set_add(struct word_set *set, const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i + WORD <= n; i += WORD) {
        uint32_t word = word_at(bytes + i);
        set->has_zero |= !word;
        if (word)
            set->slots[slot_of(set, word)] = word;
    }
}

static bool set_has(const struct word_set *set, uint32_t word)
{
    return word ? set->slots[slot_of(set, word)] == word : set->has_zero;
}

/* ---- what goes to the device -------------------------------------------- */

void origin_begin(struct origin *origin, const unsigned char *inputs,
                  size_t input_bytes, size_t output_bytes, uint8_t poison)
{
    *origin = (struct origin){.inputs = inputs,
                              .input_bytes = input_bytes,
                              .output_bytes = output_bytes,
                              .poison = poison * 0x01010101u};
}

void origin_end(struct origin *origin)
{
    free(origin->known.slots);
    free(origin->given);
    *origin = (struct origin){0};
}

static bool is_input(struct origin *origin, uint32_t word)
{
    if (!origin->known.slots) {
        if (!set_open(&origin->known, origin->input_bytes / WORD + 1))
            return true; /* nobody is accused for want of memory */
        set_add(&origin->known, origin->inputs, origin->input_bytes);
    }
    return set_has(&origin->known, word);
}

static bool is_piece(struct origin *origin, size_t at, const void *bytes,
                     size_t n)
{
    if (at > origin->input_bytes || n > origin->input_bytes - at ||
        memcmp(origin->inputs + at, bytes, n))
        return false;
    origin->at = at + n;
    return true;
}

/* A whole array, or the next piece of one: most programs send nothing else.
 * An array begins on a cache line of its own. */
static bool is_next_piece(struct origin *origin, const void *bytes, size_t n)
{
    size_t next_line = (origin->at + 63) & ~(size_t)63;
    return is_piece(origin, origin->at, bytes, n) ||
           is_piece(origin, next_line, bytes, n);
}

void origin_sent(struct origin *origin, const void *bytes, const void *before,
                 size_t n)
{
    const unsigned char *sent = bytes, *was = before;
    if (is_next_piece(origin, bytes, n))
        return;
    origin->foreign += n % WORD;
    for (size_t i = 0; i + WORD <= n; i += WORD) {
        uint32_t word = word_at(sent + i);
        if (word && word != origin->poison &&
            !(was && word_at(was + i) == word) && !is_input(origin, word))
            origin->foreign += WORD;
    }
}

/* What every launch has is not counted, until there are very many. */
void origin_parameters(struct origin *origin, size_t n)
{
    origin->parameters += n;
    if (n > USUAL_PARAMETERS)
        origin->foreign += n - USUAL_PARAMETERS;
    if (origin->parameters > USUAL_PARAMETERS * USUAL_LAUNCHES)
        origin->foreign += n;
}

bool origin_is_foreign(const struct origin *origin)
{
    return origin->foreign > MOST_FOREIGN;
}

/* ---- what comes from it -------------------------------------------------- */

void origin_given(struct origin *origin, const void *bytes, size_t n)
{
    size_t room = GIVEN_TIMES * origin->output_bytes + (1 << 20);
    if (!origin->given)
        origin->given = malloc(room);
    if (!origin->given || n > room - origin->given_bytes)
        return;
    memcpy(origin->given + origin->given_bytes, bytes, n);
    origin->given_bytes += n;
}

uint64_t origin_made(const struct origin *origin, const void *result,
                     size_t bytes)
{
    const unsigned char *words = result;
    struct word_set given = {0};
    uint64_t made = 0;
    if (origin->given_bytes == bytes && !memcmp(origin->given, result, bytes))
        return 0;
    if (!set_open(&given, origin->given_bytes / WORD + 1))
        return 0;
    set_add(&given, origin->given, origin->given_bytes);
    for (size_t i = 0; i + WORD <= bytes; i += WORD) {
        uint32_t word = word_at(words + i);
        made += word != origin->poison && !set_has(&given, word);
    }
    free(given.slots);
    return made;
}

/*
 * roster.c - reads the events of libyaml, without a document in memory:
 * results of a whole class stand in that file too.  Aliases are not followed.
 */
#include "roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <yaml.h>

#include "date.h"
#include "encoding.h"
#include "tree.h"

enum { DEEPEST = 64 };

/* What has been begun, and is not ended: in a mapping a key waits for its
 * value. */
struct place {
    bool mapping, has_key;
    char key[64];
};

struct reader {
    struct roster *roster;
    struct place places[DEEPEST];
    size_t depth;
    size_t first; /* submitter of the submission that is being read */
    int64_t time; /* of it; 0: not said yet */
};

/* Keys of Ruby's begin with a colon. */
static bool key_is(const struct reader *reader, size_t level, const char *key)
{
    const char *has = reader->places[level].key;
    return level < reader->depth && level < DEEPEST &&
           reader->places[level].mapping && !strcmp(has + (*has == ':'), key);
}

static struct submitter *new_submitter(struct reader *reader)
{
    struct roster *roster = reader->roster;
    struct submitter *last;
    roster->at = tree_must(
        realloc(roster->at, (roster->count + 1) * sizeof *roster->at));
    last = &roster->at[roster->count++];
    *last = (struct submitter){.time = reader->time};
    snprintf(last->folder, sizeof last->folder, "%s", reader->places[0].key);
    return last;
}

static void take_time(struct reader *reader, const char *text)
{
    struct roster *roster = reader->roster;
    int64_t seconds;
    if (!date_parse(text, &seconds))
        return;
    reader->time = seconds;
    for (size_t i = reader->first; i < roster->count; i++)
        roster->at[i].time = seconds;
}

/* submission: { submitters: [ { name: VALUE */
static void take_value(struct reader *reader, const char *text)
{
    struct roster *roster = reader->roster;
    struct submitter *last =
        roster->count > reader->first ? &roster->at[roster->count - 1] : NULL;
    if (reader->depth == 2 && key_is(reader, 1, "created_at"))
        take_time(reader, text);
    if (reader->depth == 3 && key_is(reader, 1, "created_at") &&
        key_is(reader, 2, "utc"))
        take_time(reader, text);
    if (reader->depth != 4 || !key_is(reader, 1, "submitters") || !last)
        return;
    if (key_is(reader, 3, "name"))
        name_show(text, last->name);
    else if (key_is(reader, 3, "sid"))
        snprintf(last->sid, sizeof last->sid, "%.63s", text);
    else if (key_is(reader, 3, "email"))
        snprintf(last->email, sizeof last->email, "%.127s", text);
}

static void take_scalar(struct reader *reader, const char *text)
{
    struct place *place = reader->depth > 0 && reader->depth <= DEEPEST
                              ? &reader->places[reader->depth - 1]
                              : NULL;
    if (!place)
        return;
    if (place->mapping && !place->has_key) {
        snprintf(place->key, sizeof place->key, "%.63s", text);
        place->has_key = true;
        if (reader->depth == 1) {
            reader->first = reader->roster->count;
            reader->time = 0;
        }
        return;
    }
    take_value(reader, text);
    place->has_key = false;
}

static void begin(struct reader *reader, bool mapping)
{
    if (reader->depth < DEEPEST)
        reader->places[reader->depth] = (struct place){.mapping = mapping};
    reader->depth++;
    if (mapping && reader->depth == 4 && key_is(reader, 1, "submitters"))
        new_submitter(reader);
}

static void end(struct reader *reader)
{
    if (reader->depth > 0)
        reader->depth--;
    if (reader->depth > 0 && reader->depth <= DEEPEST)
        reader->places[reader->depth - 1].has_key = false;
}

/* False at the end. */
static bool take_event(struct reader *reader, const yaml_event_t *event)
{
    if (event->type == YAML_SCALAR_EVENT)
        take_scalar(reader, (const char *)event->data.scalar.value);
    else if (event->type == YAML_ALIAS_EVENT)
        take_scalar(reader, "");
    else if (event->type == YAML_MAPPING_START_EVENT ||
             event->type == YAML_SEQUENCE_START_EVENT)
        begin(reader, event->type == YAML_MAPPING_START_EVENT);
    else if (event->type == YAML_MAPPING_END_EVENT ||
             event->type == YAML_SEQUENCE_END_EVENT)
        end(reader);
    return event->type != YAML_STREAM_END_EVENT;
}

static void read_events(struct roster *roster, FILE *file)
{
    struct reader reader = {.roster = roster};
    yaml_parser_t parser;
    yaml_event_t event;
    bool more = true;
    if (!yaml_parser_initialize(&parser)) {
        roster->broken = true;
        return;
    }
    yaml_parser_set_input_file(&parser, file);
    while (more && yaml_parser_parse(&parser, &event)) {
        more = take_event(&reader, &event);
        yaml_event_delete(&event);
    }
    roster->broken = more;
    yaml_parser_delete(&parser);
}

void roster_read(struct roster *roster, int descriptor)
{
    FILE *file = fdopen(descriptor, "r");
    *roster = (struct roster){0};
    if (!file) {
        close(descriptor);
        roster->broken = true;
        return;
    }
    read_events(roster, file);
    fclose(file);
}

void roster_free(struct roster *roster)
{
    free(roster->at);
    *roster = (struct roster){0};
}

/*
 * excerpt.c - see excerpt.h.
 */
#include "excerpt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/utf8.h"

/* One line into text, cut at its room; a caret behind a tab moves with it. */
static void take_line(struct excerpt *excerpt, char *text, const char *line,
                      bool meant)
{
    int used = 0, caret = excerpt->caret;
    for (int i = 0; line[i] && line[i] != '\n' && line[i] != '\r'; i++) {
        int width = line[i] == '\t' ? 4 - used % 4 : 1;
        if (used + width >= EXCERPT_BYTES - 4)
            break;
        if (meant && i == caret)
            excerpt->caret = used;
        memset(text + used, line[i] == '\t' ? ' ' : line[i], (size_t)width);
        used += width;
    }
    text[used] = '\0';
    utf8_repair(text);
    if (meant && excerpt->caret > used)
        excerpt->caret = -1;
}

static bool take_lines(struct excerpt *excerpt, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    int last = excerpt->line + 1;
    for (int at = 1; at <= last && getline(&line, &room, file) > 0; at++) {
        if (at >= excerpt->first)
            take_line(excerpt, excerpt->text[excerpt->count++], line,
                      at == excerpt->line);
    }
    free(line);
    return excerpt->first + excerpt->count > excerpt->line;
}

bool excerpt_take(struct excerpt *excerpt, const struct class *class,
                  const struct class_student *student,
                  const struct class_lab *lab,
                  const struct class_exercise *exercise)
{
    const struct exercise *of = exercise->exercise;
    char path[PUBLISH_PATH], source[PUBLISH_PATH];
    double line = json_number(exercise->record, "line");
    double column = json_number(exercise->record, "column");
    FILE *file;
    bool taken;
    if (!(line >= 1 && line < 1e6) ||
        strcmp(json_text(exercise->record, "file"), "student.cu") ||
        !class_source_path(path, class, student, lab->lab->name))
        return false;
    strcpy(source, path);
    if (of->is_case && !source_of_case(path, source, of->name))
        return false;
    *excerpt = (struct excerpt){
        .line = (int)line, .first = line > 2 ? (int)line - 2 : 1, .caret = -1};
    if (column >= 1 && column < EXCERPT_BYTES)
        excerpt->caret = (int)column - 1;
    file = fopen(path, "re");
    if (!file)
        return false;
    taken = take_lines(excerpt, file);
    fclose(file);
    return taken;
}

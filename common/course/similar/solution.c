/*
 * solution.c - see solution.h.
 */
#include "solution.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these a file is somebody's joke: the rest of it is not looked at. */
enum { MOST_PIECES = 400, MOST_STEPS = 12 };

/* A function, type or macro: its bytes, where its body begins, and its name. */
struct solution_piece {
    size_t from, body, to;
    size_t name, name_length;
};

/* ---- words --------------------------------------------------------------- */

static size_t comment_length(const char *text)
{
    const char *end;
    if (text[0] != '/' || (text[1] != '/' && text[1] != '*'))
        return 0;
    end = text[1] == '/' ? strchr(text, '\n') : strstr(text + 2, "*/");
    if (!end)
        return strlen(text);
    return (size_t)(end - text) + (text[1] == '*' ? 2 : 0);
}

static size_t quoted_length(const char *text)
{
    char quote = *text;
    size_t n = 1;
    while (text[n] && text[n] != quote && text[n] != '\n')
        n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return n + (text[n] == quote);
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static size_t word_length(const char *text)
{
    static const char *const signs[] = {
        "<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<",
        ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
        "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "::"};
    size_t n = 0;
    if (*text == '"' || *text == '\'')
        return quoted_length(text);
    while (is_letter(text[n]) ||
           (n && text[n] == '.' && isdigit((unsigned char)*text)))
        n++;
    if (n)
        return n;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!strncmp(text, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    }
    return 1;
}

/* Behind blanks and comments. */
static size_t skip(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t n = comment_length(text + at);
        if (n == 0 && !isspace((unsigned char)text[at]) && text[at] != '\\')
            break;
        at += n ? n : 1;
    }
    return at < end ? at : end;
}

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && !strncmp(text, word, n);
}

/* ---- pieces -------------------------------------------------------------- */

static bool add_piece(struct solution_file *file, struct solution_piece piece)
{
    struct solution_piece *pieces;
    if (file->count == MOST_PIECES)
        return true;
    pieces = realloc(file->pieces, (file->count + 1) * sizeof *pieces);
    if (!pieces)
        return false;
    file->pieces = pieces;
    pieces[file->count++] = piece;
    return true;
}

/* The end of the line of a directive, with the lines that carry it on. */
static size_t directive_end(const char *text, size_t at)
{
    while (text[at] && (text[at] != '\n' || text[at - 1] == '\\'))
        at++;
    return at;
}

/* "#define NAME words" is a piece. */
static bool take_directive(struct solution_file *file, size_t *at)
{
    const char *text = file->text;
    size_t end = directive_end(text, *at + 1);
    size_t word = skip(text, *at + 1, end);
    struct solution_piece piece = {.from = *at, .to = end};
    *at = end;
    if (!is_word(text + word, word_length(text + word), "define"))
        return true;
    piece.name = skip(text, word + 6, end);
    piece.name_length = piece.name < end ? word_length(text + piece.name) : 0;
    piece.body = piece.name + piece.name_length;
    return piece.body >= end || add_piece(file, piece);
}

/* Behind the brace that closes the one at `at`. */
static size_t body_end(const char *text, size_t at)
{
    size_t depth = 0, end = strlen(text);
    do {
        if (text[at] == '{')
            depth++;
        if (text[at] == '}')
            depth--;
        at = skip(text, at + word_length(text + at), end);
    } while (at < end && depth > 0);
    return at;
}

/* What stands at the top level up to a brace or a semicolon. */
struct head {
    size_t from;
    size_t name, name_length;  /* before the first parenthesis, or the last */
    bool parenthesis, wrapper; /* wrapper: extern "C", namespace */
    bool any;
};

static void take_head(struct head *head, const char *text, size_t at, size_t n)
{
    if (!head->any)
        *head = (struct head){.from = at, .any = true};
    if (is_word(text + at, n, "namespace") || text[at] == '"')
        head->wrapper = true;
    if (text[at] == '(' && head->name_length)
        head->parenthesis = true;
    if (is_letter(text[at]) && !head->parenthesis &&
        !is_word(text + at, n, "__launch_bounds__")) {
        head->name = at;
        head->name_length = n;
    }
}

static bool take_body(struct solution_file *file, struct head *head, size_t *at)
{
    struct solution_piece piece = {.from = head->from,
                                   .body = *at,
                                   .name = head->name,
                                   .name_length = head->name_length};
    bool wrapper = head->wrapper && !head->parenthesis;
    head->any = false;
    if (wrapper) {
        (*at)++;
        return true;
    }
    *at = piece.to = body_end(file->text, *at);
    return !piece.name_length || add_piece(file, piece);
}

static bool cut(struct solution_file *file)
{
    const char *text = file->text;
    size_t end = strlen(text), at = skip(text, 0, end);
    struct head head = {.any = false};
    bool taken = true;
    while (taken && at < end) {
        size_t n = word_length(text + at);
        if (text[at] == '#') {
            taken = take_directive(file, &at);
        } else if (text[at] == '{') {
            taken = take_body(file, &head, &at);
        } else {
            if (text[at] == ';' || text[at] == '}')
                head.any = false;
            else
                take_head(&head, text, at, n);
            at += n;
        }
        at = skip(text, at, end);
    }
    return taken;
}

bool solution_open(struct solution_file *file, const char *path)
{
    FILE *from = fopen(path, "re");
    size_t n = 0;
    char *shorter;
    *file = (struct solution_file){.count = 0};
    if (!from)
        return false;
    file->text = malloc(SOLUTION_FILE + 1);
    if (file->text)
        n = fread(file->text, 1, SOLUTION_FILE, from);
    fclose(from);
    if (!file->text)
        return false;
    file->text[n] = '\0';
    shorter = realloc(file->text, n + 1);
    if (shorter)
        file->text = shorter;
    if (cut(file))
        return true;
    solution_close(file);
    return false;
}

void solution_close(struct solution_file *file)
{
    free(file->pieces);
    free(file->text);
    *file = (struct solution_file){.count = 0};
}

/* The regions become blanks: the places of all else stay. */
void solution_leave_regions(struct solution_file *file)
{
    bool within = false;
    for (char *at = file->text; *at;) {
        size_t n = strcspn(at, "\n");
        bool begins = memmem(at, n, "BEGIN SOLUTION", 14);
        within = within || begins;
        if (within && memmem(at, n, "END SOLUTION", 12))
            begins = true, within = false;
        if (within || begins)
            memset(at, ' ', n);
        at += n + (at[n] == '\n');
    }
}

/* ---- which pieces belong to an exercise ---------------------------------- */

static const struct solution_piece *piece_called(
    const struct solution_file *file, const char *name, size_t n, size_t from)
{
    for (size_t i = from; i < file->count; i++) {
        const struct solution_piece *piece = &file->pieces[i];
        if (piece->name_length == n &&
            !strncmp(file->text + piece->name, name, n))
            return piece;
    }
    return NULL;
}

/* Marks what the piece mentions; true if there was something new. */
static bool mark_mentioned(const struct solution_file *file, size_t i,
                           bool *mine)
{
    const struct solution_piece *piece = &file->pieces[i], *other;
    bool any = false;
    for (size_t at = piece->body; at < piece->to;) {
        size_t n = word_length(file->text + at);
        for (other = is_letter(file->text[at])
                         ? piece_called(file, file->text + at, n, 0)
                         : NULL;
             other; other = piece_called(file, file->text + at, n,
                                         (size_t)(other - file->pieces) + 1)) {
            bool *marked = &mine[other - file->pieces];
            any = any || !*marked;
            *marked = true;
        }
        at = skip(file->text, at + n, piece->to);
    }
    return any;
}

static bool mark(const struct solution_file *file, const char *exercise,
                 bool *mine)
{
    bool any = false, more = true;
    for (size_t i = 0; i < file->count; i++) {
        mine[i] = is_word(file->text + file->pieces[i].name,
                          file->pieces[i].name_length, exercise);
        any = any || mine[i];
    }
    for (int step = 0; any && more && step < MOST_STEPS; step++) {
        more = false;
        for (size_t i = 0; i < file->count; i++)
            more = (mine[i] && mark_mentioned(file, i, mine)) || more;
    }
    return any;
}

/* ---- lines of the stub --------------------------------------------------- */

/* The same line but for its spaces; both end at a line break or zero. */
static bool same_line(const char *one, const char *other)
{
    for (;;) {
        one += strspn(one, " \t\r");
        other += strspn(other, " \t\r");
        if (*one != *other || !*one || *one == '\n')
            break;
        one++;
        other++;
    }
    return (!*one || *one == '\n') && (!*other || *other == '\n');
}

static bool stands_in(const struct solution_file *stub, const char *line)
{
    const char *at = stub ? stub->text : NULL;
    for (; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (same_line(at, line))
            return true;
    }
    return false;
}

/* ---- words of an exercise ------------------------------------------------ */

/* NULL: as it stands; "": left out. */
static const char *plain_word(const char *word, size_t n)
{
    static const char *const plain[][2] = {
        {"{", ""},           {"}", ""},
        {"const", ""},       {"static", ""},
        {"inline", ""},      {"register", ""},
        {"volatile", ""},    {"__restrict__", ""},
        {"unsigned", "int"}, {"signed", "int"},
        {"long", "int"},     {"short", "int"},
        {"size_t", "int"},   {"ptrdiff_t", "int"},
        {"auto", "int"},     {"int64_t", "int"},
        {"uint64_t", "int"}, {"int32_t", "int"},
        {"uint32_t", "int"}};
    if (*word == '"' || *word == '\'')
        return "\"\"";
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (is_word(word, n, plain[i][0]))
            return plain[i][1];
    }
    return NULL;
}

static bool is_int(const struct solution *solution)
{
    const char *plain =
        solution->count ? solution->words[solution->count - 1].plain : NULL;
    return plain && !strcmp(plain, "int");
}

/* "unsigned long" is one kind of integer. */
static void add_word(struct solution *solution, const char *text, size_t at,
                     size_t n)
{
    const char *plain = plain_word(text + at, n);
    if (!plain && is_word(text + at, n, "int"))
        plain = "int";
    if (plain && (!*plain || (!strcmp(plain, "int") && is_int(solution))))
        return;
    if (solution->count < SOLUTION_WORDS)
        solution->words[solution->count++] =
            (struct solution_word){at, n, plain};
}

/* "(void)a, (void)b;" stands in a stub for what is to be written. */
static bool is_idle(const char *line)
{
    return !strncmp(line, "(void)", 6);
}

/* Each line is looked up once, at its first word. */
static void add_piece_words(struct solution *solution,
                            const struct solution_file *file,
                            const struct solution_piece *piece,
                            const struct solution_file *stub)
{
    const char *text = file->text;
    size_t at = skip(text, piece->body, piece->to), line_end = at;
    bool given = false;
    while (at < piece->to && solution->count < SOLUTION_WORDS) {
        size_t n = word_length(text + at), line = at;
        if (at >= line_end) {
            while (line > piece->body && text[line - 1] != '\n')
                line--;
            line_end = line + strcspn(text + line, "\n");
            given = line > piece->body &&
                    (stands_in(stub, text + line) || is_idle(text + at));
        }
        if (!given)
            add_word(solution, text, at, n);
        at = skip(text, at + n, piece->to);
    }
}

bool solution_take(struct solution *solution, const struct solution_file *file,
                   const struct solution_file *stub, const char *exercise)
{
    bool *mine = calloc(file->count + 1, sizeof *mine);
    struct solution_word *fewer;
    *solution = (struct solution){
        .words = malloc(SOLUTION_WORDS * sizeof *solution->words)};
    if (!mine || !solution->words) {
        free(mine);
        solution_free(solution);
        return false;
    }
    if (mark(file, exercise, mine)) {
        for (size_t i = 0; i < file->count; i++) {
            if (mine[i])
                add_piece_words(solution, file, &file->pieces[i], stub);
        }
    }
    free(mine);
    fewer = realloc(solution->words,
                    (solution->count + 1) * sizeof *solution->words);
    if (fewer)
        solution->words = fewer;
    return true;
}

void solution_free(struct solution *solution)
{
    free(solution->words);
    *solution = (struct solution){.count = 0};
}

void solution_print(FILE *to, const struct solution *solution,
                    const struct solution_file *file)
{
    for (size_t i = 0; i < solution->count; i++) {
        const struct solution_word *word = &solution->words[i];
        const char *text = file->text + word->at;
        if (word->plain)
            fprintf(to, "%s\n", word->plain);
        else if (*text & 0x80)
            fputs("x\n", to); /* a name in another script */
        else
            fprintf(to, "%.*s\n", (int)word->length, text);
    }
}

struct solution_comments solution_comments(const char *text)
{
    return (struct solution_comments){.text = text};
}

bool solution_comment(struct solution_comments *comments)
{
    const char *text = comments->text;
    size_t at = comments->at;
    while (at >= comments->end && text[at]) {
        size_t n = comment_length(text + at);
        if (n)
            comments->end = at + n;
        else
            at += isspace((unsigned char)text[at]) ? 1 : word_length(text + at);
    }
    if (at >= comments->end)
        return false;
    comments->line = text + at;
    comments->length = strcspn(text + at, "\n");
    if (at + comments->length > comments->end)
        comments->length = comments->end - at;
    comments->at =
        at + comments->length + (text[at + comments->length] == '\n');
    return true;
}

/*
 * said.c - see said.h.
 */
#include "said.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sources.h"

enum {
    NAME = 64,
    SPELT = 2 * NAME, /* in UTF-8 */
    LINE = 512,
    NEAR = 2 /* letters, of another name */
};

/* ---- by its words -------------------------------------------------------- */

static const char launched[] =
    "a kernel is launched: between its name and its arguments stands how often "
    "it runs, kernel<<<blocks, threads>>>(...)";
static const char device_too[] =
    "kernels call what is compiled for the device: put __device__ in front of "
    "a function of your own; one that a library has for the host alone cannot "
    "be called there";
static const char host_too[] =
    "it is compiled for the device alone: __host__ __device__ in front of a "
    "function of your own compiles it for both";
static const char stdio[] =
    "the printf of the host is declared in a header: #include <stdio.h>";
static const char address_of[] =
    "it writes an address into a pointer, and is given the address of that "
    "pointer: of float *d that is &d";
static const char closed[] =
    "is a } missing above? Then this stands within the function before it";

static const char without_main[] =
    "leave it out here; a program of your own, with a main, is run by make run "
    "FILE=program.cu";

/* clang's words and nvcc's; both of a row have to be there. */
static const struct {
    const char *words, *also, *hint;
} said[] = {
    {"not configured", "", launched},
    {"must be configured", "", launched},
    {"binary expression ('void (", "", launched},
    {"too few execution configuration arguments", "", launched},
    {"call to 'printf'", "call to __device__ function", stdio},
    {"call to __device__ function", "", host_too},
    {"reference to __device__ function", "", host_too},
    {"calling a __device__ function", "", host_too},
    {"call to __host__ function", "", device_too},
    {"reference to __host__ function", "", device_too},
    {"calling a __host__ function", "", device_too},
    {" *' to 'void **'", "", address_of},
    {" *\" is incompatible with parameter of type \"void **\"", "", address_of},
    {"function definition is not allowed here", "", closed},
    {"linkage specification is not allowed", "", closed},
    {"main is defined, and must not be", "", without_main},
};

static const char *by_words(const char *title)
{
    for (size_t i = 0; i < COUNT(said); i++) {
        if (strstr(title, said[i].words) && strstr(title, said[i].also))
            return said[i].hint;
    }
    return NULL;
}

/* ---- by the line it is about --------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* A function of the workbook's where none can begin. */
static const char *by_line(const struct finding_record *error)
{
    char line[LINE];
    source_line(error->file, error->line, line, sizeof line);
    return strstr(error->title, "expected unqualified-id") &&
                   !strncmp(skip_blanks(line), "extern \"C\"", 10)
               ? closed
               : NULL;
}

/* ---- by the name in it --------------------------------------------------- */

/* What stands between the title's first quotation marks; false: nothing. */
static bool quoted_name(const char *title, char name[NAME])
{
    const char *begin = title + strcspn(title, "'\"");
    size_t length = *begin ? strcspn(begin + 1, "'\"") : 0;
    if (!length || length >= NAME)
        return false;
    memcpy(name, begin + 1, length);
    name[length] = '\0';
    return true;
}

static bool is_unknown_name(const char *title)
{
    return strstr(title, "undeclared identifier") ||
           strstr(title, "unknown type name") ||
           (strstr(title, "identifier \"") && strstr(title, " is undefined"));
}

/* Names of functions of a warp before there were masks. */
static bool is_without_mask(const char *name)
{
    static const char *const names[] = {
        "__shfl", "__shfl_up", "__shfl_xor", "__shfl_down",
        "__any",  "__all",     "__ballot"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return false;
}

/* The Latin letter that a Cyrillic or Greek one, here as UTF-8, looks like; 0:
 * it is none of them. */
static char looks_like(const char *at)
{
    static const struct {
        unsigned letter;
        char latin;
    } alike[] = {
        {0x430, 'a'}, {0x441, 'c'}, {0x435, 'e'}, {0x456, 'i'}, {0x458, 'j'},
        {0x43e, 'o'}, {0x440, 'p'}, {0x455, 's'}, {0x445, 'x'}, {0x443, 'y'},
        {0x410, 'A'}, {0x412, 'B'}, {0x421, 'C'}, {0x415, 'E'}, {0x41d, 'H'},
        {0x406, 'I'}, {0x41a, 'K'}, {0x41c, 'M'}, {0x41e, 'O'}, {0x420, 'P'},
        {0x422, 'T'}, {0x425, 'X'}, {0x3bf, 'o'}, {0x3bd, 'v'}, {0x391, 'A'},
        {0x392, 'B'}, {0x395, 'E'}, {0x397, 'H'}, {0x399, 'I'}, {0x39a, 'K'},
        {0x39c, 'M'}, {0x39d, 'N'}, {0x39f, 'O'}, {0x3a1, 'P'}, {0x3a4, 'T'},
        {0x3a7, 'X'}, {0x3a5, 'Y'}, {0x396, 'Z'}};
    unsigned first = (unsigned char)at[0], letter;
    /* A text may end within a letter: then 0 stands here. */
    if ((first & 0xe0) != 0xc0 || ((unsigned char)at[1] & 0xc0) != 0x80)
        return 0;
    letter = (first & 0x1f) << 6 | ((unsigned char)at[1] & 0x3f);
    for (size_t i = 0; i < COUNT(alike); i++) {
        if (alike[i].letter == letter)
            return alike[i].latin;
    }
    return 0;
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

/* Reads a name as one sees it; is_foreign: not all of it is Latin. */
static const char *take_name(const char *at, char name[NAME], bool *is_foreign)
{
    size_t n = 0;
    *is_foreign = false;
    while (is_of_name(*at)) {
        char letter = looks_like(at);
        if (n + 1 < NAME)
            name[n++] = letter ? letter : *at;
        *is_foreign = *is_foreign || letter;
        at += letter ? 2 : 1;
    }
    name[n] = '\0';
    return at;
}

/* ---- by a name in the source --------------------------------------------- */

/* A source as it is read, without comments, strings and characters: letters in
 * them are no names. */
struct code {
    FILE *file;
    unsigned line; /* of what is read next, from 1 */
};

static int next_raw(struct code *code)
{
    int c = getc(code->file);
    code->line += c == '\n';
    return c;
}

/* The line's end is none of them. */
static void skip_line_comment(struct code *code)
{
    int c;
    do
        c = getc(code->file);
    while (c != '\n' && c != EOF);
    ungetc(c, code->file);
}

static void skip_comment(struct code *code)
{
    int before = 0, c;
    while ((c = next_raw(code)) != EOF && !(before == '*' && c == '/'))
        before = c;
}

/* To the other quote, or the end of the line: where 1'000 has but one. */
static void skip_quoted(struct code *code, int quote)
{
    int c;
    while ((c = next_raw(code)) != EOF && c != quote && c != '\n') {
        if (c == '\\')
            next_raw(code);
    }
}

/* A blank for each of what is left out. */
static int next_byte(struct code *code)
{
    int c = next_raw(code), after;
    if (c == '"' || c == '\'') {
        skip_quoted(code, c);
        return ' ';
    }
    if (c != '/')
        return c;
    after = getc(code->file);
    if (after == '/')
        skip_line_comment(code);
    else if (after == '*')
        skip_comment(code);
    else
        ungetc(after, code->file);
    return ' ';
}

/* The line of the next name, as it is spelt; 0: there is no more. */
static unsigned next_name(struct code *code, char spelt[SPELT])
{
    size_t n = 0;
    unsigned line;
    int c;
    do
        c = next_byte(code);
    while (c != EOF && !is_of_name((char)c));
    line = code->line;
    for (; c != EOF && is_of_name((char)c); c = next_byte(code)) {
        if (n + 1 < SPELT)
            spelt[n++] = (char)c;
    }
    spelt[n] = '\0';
    return n > 0 ? line : 0;
}

/* The first line of the source with a name that only looks like this one; 0:
 * there is none. */
static unsigned alike_in(const char *source, const char *name)
{
    struct code code = {.file = source_open(source), .line = 1};
    char spelt[SPELT], seen[NAME];
    bool is_foreign, is_found = false;
    unsigned line = 0;
    if (!code.file)
        return 0;
    while (!is_found && (line = next_name(&code, spelt))) {
        take_name(spelt, seen, &is_foreign);
        is_found = is_foreign && !strcmp(seen, name);
    }
    fclose(code.file);
    return line;
}

static void by_name(const struct program *program, const char *title,
                    char *hint, size_t n)
{
    char name[NAME], seen[NAME];
    bool is_foreign;
    unsigned line;
    if (!is_unknown_name(title) || !quoted_name(title, name))
        return;
    take_name(name, seen, &is_foreign);
    if (is_foreign)
        snprintf(hint, n,
                 "a letter of this name only looks Latin: type %s again", seen);
    else if (is_without_mask(name))
        snprintf(hint, n,
                 "functions of a warp are told first which lanes take part: "
                 "%s_sync(mask, ...), with 0xffffffff for all 32",
                 name);
    else if ((line = alike_in(program->source, name)))
        snprintf(hint, n,
                 "line %u has a name with a letter that only looks Latin: type "
                 "%s again there",
                 line, name);
}

/* ---- headers ------------------------------------------------------------- */

static bool is_missing_file(const char *title)
{
    return strstr(title, "file not found") ||
           strstr(title, "No such file or directory") ||
           strstr(title, "cannot open source file");
}

/* The name in quotation marks that the line includes. */
static bool quoted_header(const struct finding_record *error, char name[NAME])
{
    char line[LINE];
    source_line(error->file, error->line, line, sizeof line);
    return sscanf(line, " # include \"%63[^\"]\"", name) == 1;
}

/* How many letters to add, drop or change. */
static size_t distance(const char *a, const char *b)
{
    size_t row[NAME + 1], n = strlen(b);
    for (size_t k = 0; k <= n; k++)
        row[k] = k;
    for (size_t i = 0; a[i]; i++) {
        size_t corner = row[0]++;
        for (size_t k = 0; k < n; k++) {
            size_t least = corner + (a[i] != b[k]);
            corner = row[k + 1];
            if (row[k] + 1 < least)
                least = row[k] + 1;
            if (corner + 1 < least)
                least = corner + 1;
            row[k + 1] = least;
        }
    }
    return row[n];
}

static bool is_beside(const struct program *program, const char *name)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", program->folder, name);
    return access(path, F_OK) == 0;
}

/* kernels.h is the one file beside it that a student.cu may include. */
static void by_header(const struct program *program,
                      const struct finding_record *error, char *hint, size_t n)
{
    static const char own[] = "kernels.h";
    char name[NAME];
    bool is_quoted = quoted_header(error, name);
    if (is_quoted && is_beside(program, name))
        snprintf(hint, n,
                 "%.80s is compiled without the other files of its folder, "
                 "but for kernels.h: what it needs has to stand in it",
                 program->source);
    else if (is_quoted && distance(name, own) <= NEAR &&
             is_beside(program, own))
        snprintf(hint, n, "there is no such file; is \"%s\" meant?", own);
    else if (is_quoted)
        snprintf(hint, n,
                 "there is no such file beside %.80s, nor a header of that "
                 "name here",
                 program->source);
    else if (!strcmp(program->compiler, "clang"))
        snprintf(hint, n,
                 "clang has no such header here; where there is a CUDA "
                 "toolkit, CUDACC=nvcc finds what belongs to it");
}

/* ---- all ----------------------------------------------------------------- */

void said_advise(const struct program *program, struct finding_record *error)
{
    const char *hint = by_words(error->title);
    size_t n = sizeof error->hint;
    if (!hint)
        hint = by_line(error);
    snprintf(error->hint, n, "%s", hint ? hint : "");
    if (is_missing_file(error->title))
        by_header(program, error, error->hint, n);
    else if (!hint)
        by_name(program, error->title, error->hint, n);
}

/*
 * fuzz_suppress.c - libFuzzer target: whatever a file of suppressions holds, it
 * is read, or refused with a line; and what is printed to suppress a finding
 * does suppress it.
 *
 * Input: the words of a finding, each up to a NUL; then the file.
 * Built and run by `make fuzz`.
 */
#include <sanitizer/lsan_interface.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

static jmp_buf refused;
#define _exit(status) longjmp(refused, status)
#include "tell/suppress.c"
#undef _exit

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void forget(void)
{
    while (rule_count) {
        struct rule *rule = &rules[--rule_count];
        while (rule->frames) {
            struct frame *frame = rule->frames;
            rule->frames = frame->next;
            free(frame->pattern);
            free(frame);
        }
        free(rule->title);
    }
}

/* What was read of a rule that was then refused cannot be found again, as the
 * program ends there: it counts as no leak. */
static bool reads(const char *text, size_t size)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, size, "r");
    volatile bool taken = false;
    line_number = 0;
    __lsan_disable();
    if (file && !setjmp(refused)) {
        for (char *line; (line = next_line(file)) != NULL;) {
            if (strcmp(line, "{"))
                refuse("a suppression begins with {");
            read_rule(file);
        }
        taken = true;
    }
    __lsan_enable();
    if (file)
        fclose(file);
    return taken;
}

/* Up to the next NUL; steps over it. */
static const char *next_word(const char **at, size_t *left)
{
    const char *word = *at;
    size_t n = strnlen(word, *left);
    if (n == *left)
        return "";
    *at += n + 1;
    *left -= n + 1;
    return word;
}

/* Blanks around a line do not count, nor do lines without anything else: such
 * titles there are not. */
static bool is_plain(const char *text)
{
    size_t n = strlen(text);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            return false;
    return n && text[n - 1] != ' ';
}

static void print_and_read(const struct finding *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return;
    print_suppression(file, f);
    fclose(file);
    if (is_plain(f->title) && is_plain(f->kernel)) {
        if (!reads(text, size) || !suppressed(f))
            abort();
        forget();
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    path = "input";
    struct finding f = {.tool = size ? data[0] % (APICHECK + 1) : MEMCHECK};
    f.kernel = next_word(&at, &size);
    snprintf(f.title, sizeof f.title, "%s", next_word(&at, &size));
    print_and_read(&f);
    if (size && reads(at, size))
        suppressed(&f);
    forget();
    return 0;
}

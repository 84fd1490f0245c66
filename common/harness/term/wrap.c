/*
 * wrap.c - breaks lines between words.
 */
#include "wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "plain.h"

enum { WIDTH = 79, LEAST_WIDTH = 20 };

size_t wrap_width(void)
{
    static size_t width;
    struct winsize size;
    if (width > 0)
        return width;
    width = WIDTH;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col > LEAST_WIDTH ? size.ws_col - 1u : LEAST_WIDTH;
    return width;
}

void wrap_print(FILE *file, const char *text, size_t column, size_t indent)
{
    size_t blanks = 1; /* between the words, unless a line ends there */
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (column > indent && word && column + blanks + word > wrap_width()) {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent && word) {
            fprintf(file, "%*s", (int)blanks, "");
            column += blanks;
        }
        plain_print(file, text, word);
        column += word;
        text += word;
        blanks = strspn(text, " ");
        text += blanks;
        if (*text == '\n') {
            fprintf(file, "\n%*s", (int)indent, "");
            column = indent;
            text++;
        }
    }
    fputc('\n', file);
}

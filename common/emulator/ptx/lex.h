/* lex.h - the words of PTX text, one at a time. */
#ifndef LEX_H
#define LEX_H

#include <setjmp.h>

#include "base/arena.h"
#include "ptx.h"

/* A punctuation mark is its own kind: '{', ';' and so on. */
enum token_kind {
    TOKEN_END = 0,
    TOKEN_WORD = 256, /* name, directive or opcode, with its .modifiers */
    TOKEN_INT,
    TOKEN_FLOAT,
    TOKEN_STRING
};

struct token {
    int kind;
    const char *start;   /* in the text */
    uint32_t length;
    uint32_t line;       /* of the text, from 1 */
    uint32_t column;     /* from 1 */
    struct word *word;   /* WORD; STRING: between the quotes, as written */
    uint64_t bits;       /* INT; FLOAT: of the IEEE value */
    enum ptx_type type;  /* FLOAT: PTX_F32 or PTX_F64 */
};

struct lexer {
    const char *at;
    const char *line_start;
    uint32_t line;
    struct token token;       /* the current one */
    struct arena *arena;
    struct ptx_error *error;
    jmp_buf escape;           /* where lex_fail() leads */
};

/* Does not read yet: set escape, then call lex_next. */
void lex_start(struct lexer *lexer, const char *text, struct arena *arena,
               struct ptx_error *error);
/* Reads the next token into lexer->token. */
void lex_next(struct lexer *lexer);

/* Records the first error, at the place of token, and leaves. */
__attribute__((noreturn, format(printf, 3, 4)))
void lex_fail(struct lexer *lexer, const struct token *token,
              const char *format, ...);
__attribute__((noreturn)) void lex_no_memory(struct lexer *lexer);
/* The same at the current token, ending in ", got '...'". */
_Noreturn void lex_expected(struct lexer *lexer, const char *what);

/* arena_word and arena_alloc that leave when memory is used up. */
struct word *lex_word(struct lexer *lexer, const char *text, size_t length);
void *lex_alloc(struct lexer *lexer, size_t size);

#endif

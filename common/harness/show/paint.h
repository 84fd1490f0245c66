/*
 * paint.h - colours, where the terminal and its user want them.
 */
#ifndef PAINT_H
#define PAINT_H

#include "run/session.h"

#define BOLD  "\033[1m"
#define GREEN "\033[32m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

static inline const char *paint(const struct session *session,
                                const char *code)
{
    return session->arguments->color ? code : "";
}

#endif

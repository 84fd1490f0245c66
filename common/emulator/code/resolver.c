/*
 * resolver.c - what all emitters need: a word on what is wrong, room, and the
 * functions that a program wants beside its entry.
 */
#include "resolver.h"

#include <stdarg.h>
#include <stdio.h>

bool resolver_fail(struct resolver *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->error->no_memory = false;
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    r->error->line = r->source ? r->source->text_line : r->func->text_line;
    r->error->column = 1;
    r->error->loc = r->source ? r->source->loc : r->func->loc;
    return false;
}

bool resolver_unsupported(struct resolver *r)
{
    return resolver_fail(r, "%.80s is not supported", r->source->opcode);
}

bool resolver_no_memory(struct resolver *r)
{
    ptx_no_memory(r->error);
    return false;
}

bool program_want(struct program *program, struct arena *arena, uint32_t index)
{
    if (program->functions[index])
        return true;
    program->functions[index] = arena_alloc(arena, sizeof(struct code));
    if (!program->functions[index])
        return false;
    program->functions[index]->index = index;
    program->wanted[program->wanted_count++] = index;
    return true;
}

bool resolver_want(struct resolver *r, uint32_t index)
{
    return program_want(r->program, r->module->arena, index) ||
           resolver_no_memory(r);
}

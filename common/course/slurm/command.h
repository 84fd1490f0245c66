/*
 * command.h - Slurm's commands, run and listened to.
 *
 * They run in a process group of their own: who presses Ctrl-C does not stop
 * an sbatch after Slurm took the job and before we know.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>

enum { COMMAND_WORDS = 64, COMMAND_SAID = 256 };

struct command {
    const char *words[COMMAND_WORDS + 1]; /* those of the program, up to NULL */
    size_t count;
    bool full;               /* there were more */
    char *output;            /* all of its standard output; command_free */
    char said[COMMAND_SAID]; /* the first line that it said of an error,
                              * without the program's name; may be shown */
    int status;              /* its exit status; -1: it did not end well */
};

/* Texts stay the caller's. */
void command_add(struct command *command, const char *word);

/* Runs it, at most so many seconds; true if it ended with status 0. */
bool command_run(struct command *command, unsigned seconds);
void command_free(struct command *command);

/* Is there such a program in PATH? */
bool command_exists(const char *program);

#endif

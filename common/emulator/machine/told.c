/*
 * told.c - SIGINT and SIGTERM while a kernel runs.
 *
 * Guarantee: outside a launch the program's signals are as it left them; a
 * second signal ends it at once.
 * Hazard: a handler may do next to nothing; it leaves a number.
 */
#include "told.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/options.h"

static const int numbers[] = {SIGINT, SIGTERM};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static struct sigaction before[NUMBERS];
static bool ours[NUMBERS];
static _Atomic int came;

static void note(int number)
{
    came = number;
}

void told_begin(void)
{
    struct sigaction action = {.sa_handler = note,
                               .sa_flags = SA_RESETHAND | SA_RESTART};
    for (size_t i = 0; options()->tell_end && i < NUMBERS; i++) {
        ours[i] = !sigaction(numbers[i], NULL, &before[i]) &&
                  !(before[i].sa_flags & SA_SIGINFO) &&
                  before[i].sa_handler == SIG_DFL &&
                  !sigaction(numbers[i], &action, NULL);
    }
}

int told_signal(void)
{
    return came;
}

void told_end(void)
{
    for (size_t i = 0; i < NUMBERS; i++)
        if (ours[i])
            sigaction(numbers[i], &before[i], NULL);
    if (came)
        raise(came);
}

/*
 * end.c - the end of the program.
 *
 * Runs after the program's own functions for its end; the exit status can then
 * only be changed by leaving at once, so what is buffered goes first.
 */
#include <stdio.h>
#include <unistd.h>

#include "late.h"
#include "runtime.h"
#include "unread.h"

/* After a fault nothing can be freed any more, so nothing has leaked. */
__attribute__((destructor)) static void end_of_program(void)
{
    late_finish(NULL);
    unread_end();
    int status = device_end(!api_faulted());
    if (status) {
        fflush(NULL);
        _exit(status);
    }
}

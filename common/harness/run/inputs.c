/*
 * inputs.c - a request and its inputs, in a file.
 */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "problem.h"

static bool write_inputs(const struct problem *problem)
{
    struct request request = problem_request(problem, COMMAND_RUN);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *head = calloc(1, page);
    bool written = head && sizeof request <= page;
    if (written)
        memcpy(head, &request, sizeof request);
    written = written && fwrite(head, page, 1, stdout) == 1 &&
              fwrite(problem->inputs, problem->input_bytes, 1, stdout) == 1;
    free(head);
    return fflush(stdout) == 0 && written;
}

enum exit_status inputs_write(const struct arguments *arguments)
{
    struct problem problem;
    bool written;
    if (!arguments->exercise || arguments->size.rows == 0 ||
        isatty(STDOUT_FILENO)) {
        fputs("grader: inputs wants an exercise, a size and a file: grader "
              "inputs --ex EX --size ROWSxCOLS >FILE\n",
              stderr);
        return STATUS_WRONG_USE;
    }
    written = problem_open(&problem) &&
              problem_set(&problem, arguments->exercise, arguments->size,
                          arguments->seed) &&
              write_inputs(&problem);
    if (!written)
        perror("grader: the inputs");
    problem_close(&problem);
    return written ? STATUS_FULL_SCORE : STATUS_HARNESS_FAULT;
}

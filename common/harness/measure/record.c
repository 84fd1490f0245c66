/*
 * record.c - see record.h.
 */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "term/plain.h"

/* Arrays of the second recording lie so much further. */
enum { FURTHER_BYTES = 3 << 20 };

static bool record_once(struct session *session, const struct program *program,
                        uint32_t further, struct run *run, int file)
{
    struct problem *problem = &session->problem;
    struct request request = problem_request(problem, COMMAND_RECORD);
    struct worker worker;
    bool done;
    session_worker(session, &worker, program, problem->exercise, false);
    worker.options.recording = file;
    request.guard_bytes = further;
    worker_send(&worker, &request);
    worker_wait(&worker, run);
    done = run->state == RUN_DONE;
    run_free(run);
    worker_close(&worker);
    return done;
}

/* A sentence of the program's stays one line. */
static void refuse(FILE *out, const char *sentence)
{
    char line[sizeof((struct run *)0)->message];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(sentence, "\n"), sentence);
    plain_make(line);
    fprintf(out, "refused %s\n", line);
}

static bool copy_all(FILE *out, int from)
{
    off_t at = 0, size = lseek(from, 0, SEEK_END);
    fflush(out);
    while (at < size &&
           sendfile(fileno(out), from, &at, (size_t)(size - at)) > 0)
        continue;
    return at == size;
}

static bool write_recording(struct session *session,
                            const struct program *program, FILE *out)
{
    struct run run;
    bool written = true;
    int file = memfd_create("recording", MFD_CLOEXEC);
    if (file >= 0 && record_once(session, program, 0, &run, file) &&
        record_once(session, program, FURTHER_BYTES, &run, file))
        written = copy_all(out, file);
    else
        refuse(out, file < 0 ? "there is no memory for it" : run.message);
    if (file >= 0)
        close(file);
    return written && !ferror(out);
}

static bool record_size(struct session *session, const struct program *program,
                        const struct exercise *exercise, struct size size)
{
    char path[PATH_BYTES];
    FILE *out;
    bool written;
    problem_lay_out(&session->problem, exercise, size);
    snprintf(path, sizeof path, "%s/%dx%dx%d.recording",
             session->arguments->folder, size.rows, size.cols, size.inner);
    out = fopen(path, "we");
    written = out && write_recording(session, program, out);
    if (!out || fclose(out) != 0 || !written) {
        fprintf(stderr, "grader: cannot write %s\n", path);
        return false;
    }
    return true;
}

static bool record_sizes(struct session *session, const struct program *program)
{
    const struct exercise *exercise = session->arguments->exercise;
    struct size asked = session->arguments->size;
    bool written = true;
    if (asked.rows > 0)
        return record_size(session, program, exercise, asked);
    for (size_t i = 0; written && i < exercise->sweep_count; i++)
        written = record_size(session, program, exercise, exercise->sweep[i]);
    return written;
}

enum exit_status record_launches(struct session *session)
{
    const struct arguments *arguments = session->arguments;
    struct program program;
    if (!arguments->exercise || !arguments->folder) {
        fputs("grader: record wants an exercise and a folder: grader record "
              "--ex EX --folder FOLDER\n",
              stderr);
        return STATUS_WRONG_USE;
    }
    if (!session_program(session, arguments->lab, arguments->exercise,
                         &program))
        return STATUS_POINTS_MISSING;
    return record_sizes(session, &program) ? STATUS_FULL_SCORE
                                           : STATUS_HARNESS_FAULT;
}

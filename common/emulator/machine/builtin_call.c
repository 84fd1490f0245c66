/*
 * builtin_call.c - what every function has in common that CUDA defines and PTX
 * code calls: arguments, a result, findings at the call.
 */
#include "base/letters.h"
#include "builtins.h"
#include "machine.h"

#include <stdio.h>
#include <string.h>

struct finding builtin_finding(const struct builtin_call *call, enum tool tool)
{
    return (struct finding){.tool = tool,
                            .severity = FINDING_ERROR,
                            .ptx = call->kernel->ptx,
                            .loc = call->loc,
                            .kernel = call->kernel->pretty,
                            .block = call->block,
                            .thread = call->thread,
                            .lanes = 1};
}

/* ---- arguments and results ---------------------------------------------- */

static bool refuse_declaration(struct builtin_call *call, size_t n)
{
    struct finding f = builtin_finding(call, APICHECK);
    snprintf(f.title, sizeof f.title,
             "a function of CUDA's is declared otherwise than CUDA has it");
    snprintf(f.detail, sizeof f.detail,
             "an argument or result of %zu byte%s is missing or of another "
             "size",
             n, plural(n));
    diagnose(&f);
    builtin_fail(call, LAUNCH_UNSUPPORTED);
    return false;
}

bool builtin_argument(struct builtin_call *call, unsigned i, void *value,
                      size_t n)
{
    if (i >= call->arg_count || call->arg_bytes[i] != n)
        return refuse_declaration(call, n);
    memcpy(value, call->args[i], n);
    return true;
}

bool builtin_result(struct builtin_call *call, const void *value, size_t n)
{
    if (!call->result)
        return true;
    if (call->result_bytes != n)
        return refuse_declaration(call, n);
    memcpy(call->result, value, n);
    return true;
}

void builtin_fail(struct builtin_call *call, enum launch_status status)
{
    launch_status_set(call->warp->block->worker, status, true);
}

/*
 * crash.c - the host touched device memory.
 *
 * A device pointer is a valid address nowhere on the host; dereferencing one
 * is SIGSEGV here as on hardware, and the commonest crash of a first CUDA
 * program.  This says so before the program dies as it would have anyway.
 * Guarantee: the signal's default action follows; nothing is said when the
 * fault is another one, or happened inside a call of the API, whose locks the
 * look-up would need.  Memory that host and device share may have to be
 * fetched first (device_host_touches): then the access is repeated.
 */
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "pointers.h"

/* NULL where it is not known how the system keeps it. */
static const void *instruction_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (const void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (const void *)context->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

/* The error code of a page fault has a bit for it. */
static enum device_touch touch_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    enum { WRITES = 2 };
    return context->uc_mcontext.gregs[REG_ERR] & WRITES ? DEVICE_TOUCH_WRITES
                                                        : DEVICE_TOUCH_READS;
#else
    (void)context;
    return DEVICE_TOUCH_READS; /* or writes: the least that is wrong */
#endif
}

static void say(const struct device_memory *m, const void *pointer,
                const void *instruction)
{
    device_tell(&(struct device_finding){
        .site = instruction ? call_interrupted(instruction) : NULL,
        .allocated = m->allocated,
        .title = m->live ? "the host program read or wrote device memory"
                         : "the host program read or wrote device memory, "
                           "which was freed as well",
        .detail = pointer_describe(pointer).chars,
        .hint = "copy it first: cudaMemcpy(host, device, bytes, "
                "cudaMemcpyDeviceToHost)"});
}

static void tell(int signal_number, siginfo_t *info, void *context)
{
    struct device_memory m = {0};
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (device_host_touches(address, instruction_of(context),
                            touch_of(context)))
        return;
    signal(signal_number, SIG_DFL); /* returning repeats the access */
    if (!api_inside())
        m = device_memory_at(address);
    if (m.live || (m.inside && m.freed))
        say(&m, info->si_addr, instruction_of(context));
}

static bool is_ours(void)
{
    struct sigaction now;
    return !sigaction(SIGSEGV, NULL, &now) && now.sa_flags & SA_SIGINFO &&
           now.sa_sigaction == tell;
}

/* A program that handles SIGSEGV itself sets its handler after this. */
__attribute__((constructor)) static void watch(void)
{
    struct sigaction old, ours = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO};
    if (!sigaction(SIGSEGV, NULL, &old) && !(old.sa_flags & SA_SIGINFO) &&
        old.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &ours, NULL);
    device_watch_host(is_ours);
}

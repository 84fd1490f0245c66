/*
 * runtime_crash.c - the host touched device memory.
 *
 * A device pointer is a valid address nowhere on the host; dereferencing one
 * is SIGSEGV here as on hardware, and the commonest crash of a first CUDA
 * program.  This says so before the program dies as it would have anyway.
 * Guarantee: the signal's default action follows; nothing is said when the
 * fault is another one, or happened inside a call of the API, whose locks the
 * look-up would need.
 */
#include <signal.h>
#include <unistd.h>

#include "runtime.h"

static void tell(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    signal(signal_number, SIG_DFL); /* returning repeats the access */
    if (!api_inside() && memory_find((uint64_t)(uintptr_t)info->si_addr))
        api_finding("the host program read or wrote device memory",
                    describe_pointer(info->si_addr).chars,
                    "copy it first: cudaMemcpy(host, device, bytes, "
                    "cudaMemcpyDeviceToHost)");
}

/* A program that handles SIGSEGV itself sets its handler after this. */
__attribute__((constructor)) static void watch(void)
{
    struct sigaction old, ours = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO};
    if (!sigaction(SIGSEGV, NULL, &old) && !(old.sa_flags & SA_SIGINFO) &&
        old.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &ours, NULL);
}

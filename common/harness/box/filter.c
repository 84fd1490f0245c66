/*
 * filter.c - which calls of the system a boxed process may make.
 *
 * A student's program: what is listed here, which is what the C library needs
 * to start, compute, print, run threads and end, and to talk over descriptors
 * it has.  All else fails with EPERM.  A compiler starts programs and writes
 * files, so for it a list of what is refused is the shorter one.
 * Calls of another architecture (int 0x80) end the process.
 */
#include "walls.h"

#include <errno.h>

#include "have.h"

#if HAVE_SECCOMP

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const int allowed[] = {
    /* memory */
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mprotect),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(mincore),
    SCMP_SYS(msync),
    SCMP_SYS(mmap),
    SCMP_SYS(mmap2),
    /* descriptors that are open */
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(pread64),
    SCMP_SYS(preadv),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(fstat64),
    SCMP_SYS(lseek),
    SCMP_SYS(_llseek),
    SCMP_SYS(dup),
    SCMP_SYS(dup2),
    SCMP_SYS(dup3),

    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(select),
    SCMP_SYS(_newselect),
    SCMP_SYS(pselect6),
    SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
    SCMP_SYS(eventfd2),
    SCMP_SYS(send),
    SCMP_SYS(recv),
    SCMP_SYS(sendto),
    SCMP_SYS(recvfrom),
    SCMP_SYS(sendmsg),
    SCMP_SYS(recvmsg),
    SCMP_SYS(shutdown),
    /* files, as far as the walls let them be seen; never to write */
    SCMP_SYS(stat),
    SCMP_SYS(stat64),
    SCMP_SYS(lstat),
    SCMP_SYS(lstat64),
    SCMP_SYS(fstatat64),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd),
    /* threads */
    SCMP_SYS(futex),
    SCMP_SYS(futex_time64),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(get_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(rseq),
    SCMP_SYS(membarrier),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler),
    SCMP_SYS(arch_prctl),
    SCMP_SYS(set_thread_area),
    SCMP_SYS(get_thread_area),
    SCMP_SYS(getcpu),
    SCMP_SYS(gettid),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    /* signals to itself */
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigsuspend),
    SCMP_SYS(sigreturn),
    SCMP_SYS(rt_sigtimedwait),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(alarm),
    SCMP_SYS(setitimer),
    SCMP_SYS(getitimer),
    SCMP_SYS(pause),
    SCMP_SYS(restart_syscall),
    /* time, and what it is */
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep_time64),
    SCMP_SYS(clock_gettime64),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(getrusage),
    SCMP_SYS(uname),
    SCMP_SYS(sysinfo),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(getpgrp),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(getrlimit),
    SCMP_SYS(ugetrlimit),
    SCMP_SYS(getrandom),
};

/* What no compiler asks for. */
static const int refused[] = {
    SCMP_SYS(socket),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    SCMP_SYS(setsid),
    SCMP_SYS(setpgid),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(kcmp),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(reboot),
    SCMP_SYS(kexec_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(acct),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(sethostname),
    SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(shmget),
    SCMP_SYS(msgget),
    SCMP_SYS(semget),
    SCMP_SYS(mq_open),
};

/* A call that this architecture does not have is no error. */
static bool rule(scmp_filter_ctx filter, uint32_t action, int call)
{
    int status = seccomp_rule_add(filter, action, call, 0);
    return status == 0 || status == -EDOM || status == -EACCES;
}

static bool rule_if(scmp_filter_ctx filter, int call,
                    struct scmp_arg_cmp condition)
{
    int status =
        seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &condition);
    return status == 0 || status == -EDOM;
}

/* Of signals those that end or are handled; it cannot stop itself. */
static bool signals_to_itself(scmp_filter_ctx filter)
{
    static const int each[] = {SCMP_SYS(kill), SCMP_SYS(tgkill)};
    scmp_datum_t self = (scmp_datum_t)getpid();
    bool done = true;
    for (size_t i = 0; i < 2; i++) {
        struct scmp_arg_cmp conditions[2] = {
            SCMP_A0(SCMP_CMP_EQ, self, 0),
            SCMP_CMP(i == 0 ? 1 : 2, SCMP_CMP_LT, SIGCONT, 0)};
        done = done && seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, each[i],
                                              2, conditions) == 0;
    }
    return done;
}

/* To copy descriptors and to set their flags; not whom they signal. */
static bool descriptor_flags(scmp_filter_ctx filter)
{
    static const int commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,
                                   F_SETFD, F_GETFL,         F_SETFL};
    bool done = true;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        scmp_datum_t command = (scmp_datum_t)commands[i];
        done = done &&
               rule_if(filter, SCMP_SYS(fcntl),
                       SCMP_A1(SCMP_CMP_EQ, command, 0)) &&
               rule_if(filter, SCMP_SYS(fcntl64),
                       SCMP_A1(SCMP_CMP_EQ, command, 0));
    }
    return done;
}

static bool student_rules(scmp_filter_ctx filter, const char *program)
{
    scmp_datum_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    bool done = true;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        done = done && rule(filter, SCMP_ACT_ALLOW, allowed[i]);
    return done && signals_to_itself(filter) && descriptor_flags(filter) &&
           rule_if(filter, SCMP_SYS(execve),
                   SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)program, 0)) &&
           rule_if(filter, SCMP_SYS(open),
                   SCMP_A1(SCMP_CMP_MASKED_EQ, writes, 0)) &&
           rule_if(filter, SCMP_SYS(openat),
                   SCMP_A2(SCMP_CMP_MASKED_EQ, writes, 0)) &&
           /* a thread, not a process; the C library then tries clone */
           rule_if(filter, SCMP_SYS(clone),
                   SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) &&
           rule(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3)) &&
           rule(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl)) &&
           /* to read limits, not to set them */
           rule_if(filter, SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0, 0)) &&
           rule_if(filter, SCMP_SYS(prctl),
                   SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME, 0));
}

static bool compiler_rules(scmp_filter_ctx filter)
{
    bool done = true;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        done = done && rule(filter, SCMP_ACT_ERRNO(EPERM), refused[i]);
    return done;
}

/* Not where another system's programs are emulated (qemu-user, which runs
 * containers of other processors), as it cannot filter what they ask for. */
bool filter_exists(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

bool filter_shut(const struct measures *measures, const char *program)
{
    bool all = measures->compiles;
    scmp_filter_ctx filter =
        seccomp_init(all ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM));
    bool done = filter;
    if (done) {
        /* rules as a tree: each call is looked up, not compared with all */
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
        done =
            (all ? compiler_rules(filter) : student_rules(filter, program)) &&
            seccomp_load(filter) == 0;
        seccomp_release(filter);
    }
    return done;
}

#else

bool filter_exists(void)
{
    return false;
}

bool filter_shut(const struct measures *measures, const char *program)
{
    (void)measures;
    (void)program;
    errno = ENOSYS;
    return false;
}

#endif

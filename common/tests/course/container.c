/*
 * container.c - a filter for bwrap --seccomp: what containers usually forbid.
 *
 *   container          namespaces for who is not root
 *   container harder   and Landlock
 */
#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <unistd.h>

enum { NEWUSER = 0x10000000 };

static int refuse(scmp_filter_ctx filter, int error, int call)
{
    return seccomp_rule_add(filter, (uint32_t)SCMP_ACT_ERRNO(error), call, 0);
}

static int refuse_namespaces(scmp_filter_ctx filter, int call)
{
    return seccomp_rule_add(filter, (uint32_t)SCMP_ACT_ERRNO(EPERM), call, 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, NEWUSER, NEWUSER));
}

/* clone3's flags lie in memory: glibc takes clone where it is not there. */
int main(int argc, char **argv)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    (void)argv;
    if (!filter || refuse(filter, ENOSYS, SCMP_SYS(clone3)) ||
        refuse_namespaces(filter, SCMP_SYS(unshare)) ||
        refuse_namespaces(filter, SCMP_SYS(clone)))
        return 1;
    if (argc > 1 && refuse(filter, ENOSYS, SCMP_SYS(landlock_create_ruleset)))
        return 1;
    return seccomp_export_bpf(filter, STDOUT_FILENO) != 0;
}

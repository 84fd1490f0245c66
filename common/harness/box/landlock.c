/*
 * landlock.c - which files a process may open, without any right to set it up.
 *
 * Called by number, as older C libraries and headers lack it; the newest rights
 * that a kernel does not know are left out.  Numbers, structures and rights:
 * include/uapi/linux/landlock.h of Linux 6.15, Documentation/userspace-api/
 * landlock.rst.
 */
#include "walls.h"

#include <fcntl.h>
#include <linux/types.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { PATH_BENEATH = 1, ASK_VERSION = 1 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    MAKE_CHAR = 1 << 6,
    MAKE_SOCK = 1 << 9,
    MAKE_FIFO = 1 << 10,
    MAKE_BLOCK = 1 << 11,
    TRUNCATE = 1 << 14,
    /* all that concern a file, not what is in a folder */
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
    READS = EXECUTE | READ_FILE | READ_DIR,
    ODD_FILES = MAKE_CHAR | MAKE_SOCK | MAKE_FIFO | MAKE_BLOCK
};

struct ruleset {
    __u64 files, net, scoped;
};

struct path_rule {
    __u64 rights;
    __s32 parent;
} __attribute__((packed));

int landlock_version(void)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

/* Rights on files by version: 1 to 13 at first, then to move, to cut off, and
 * to control devices. */
static __u64 known_rights(int version)
{
    int bits = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return ((__u64)1 << bits) - 1;
}

/* What is not there cannot be opened either. */
static bool allow(int rules, const char *path, __u64 rights)
{
    struct path_rule rule = {.rights = rights};
    struct stat about;
    bool done;
    rule.parent = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent < 0)
        return true;
    if (fstat(rule.parent, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.rights &= OF_FILES;
    done = syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0;
    close(rule.parent);
    return done;
}

static bool allow_all(int rules, const struct box *box, __u64 known)
{
    const char *const *system = system_folders(box->compiles);
    char tool[4096] = "";
    bool done = true;
    for (size_t i = 0; system[i]; i++)
        done = done && allow(rules, system[i], READS);
    for (size_t i = 0; box->readable && box->readable[i]; i++)
        done = done && allow(rules, box->readable[i], READS);
    if (box->compiles)
        tool_folder(box->argv[0], tool, sizeof tool);
    return done && (!tool[0] || allow(rules, tool, READS)) &&
           allow(rules, box->argv[0], READS) &&
           allow(rules, "/dev/null",
                 (READ_FILE | WRITE_FILE | TRUNCATE) & known) &&
           (!box->writable ||
            allow(rules, box->writable, known & ~(__u64)ODD_FILES));
}

/* Since version 4 networks, since 6 signals and sockets of others outside. */
bool landlock_shut(const struct box *box)
{
    int version = landlock_version();
    struct ruleset set = {
        .files = known_rights(version), .net = 3, .scoped = 3};
    size_t bytes = sizeof(__u64) * (version >= 6 ? 3 : version >= 4 ? 2 : 1);
    int rules;
    bool done;
    if (version == 0)
        return false;
    rules = (int)syscall(CREATE_RULESET, &set, bytes, 0);
    if (rules < 0)
        return false;
    done = allow_all(rules, box, set.files) &&
           syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return done;
}

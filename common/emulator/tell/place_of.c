/*
 * place_of.c - which line of a running program a call of the API stands in.
 *
 *   place_of PID ADDRESS...     return addresses, innermost call first
 *   place_of FILE OFFSET...     the same in a program's file, which does not
 *                               run: as it says itself where it will lie
 *
 * prints "file<TAB>line<TAB>column<TAB>function" for each call of the program
 * itself, innermost first, inlined ones too: without those in the toolkit's
 * headers, in code that the compiler made, and in the emulated device.  What
 * is not known is empty or 0.
 *
 * A program of its own, so that what the student's program did to its memory
 * cannot bring the look-up down, nor the look-up the program; and libdw is
 * loaded only when there is something to tell.  Guarantee: a place is right or
 * missing.
 * Source: DWARF 5, 3.3.8 (inlined functions) and 6.2 (lines); libdwfl.h.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Seconds and bytes, however large the program. */
enum { TIME_LIMIT = 20 };
#define MEMORY_LIMIT (4ull << 30)

/* ---- what is of interest ------------------------------------------------ */

static bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* Headers of the toolkit or the system, which call the API for the program. */
static bool is_foreign_header(const char *path)
{
    return contains(path, "/emulator/include/") ||
           contains(path, "/lib/ptxrun/include/") ||
           (contains(path, "/include/") &&
            (!strncmp(path, "/usr/", 5) || !strncmp(path, "/opt/", 5) ||
             contains(path, "/cuda") || contains(path, "/targets/")));
}

/* The functions that <<< >>> calls, and nvcc's files of them. */
static bool is_made(const char *path, const char *function)
{
    return contains(function, "__device_stub__") ||
           contains(path, ".cudafe1.") || contains(path, "/tmpxft_");
}

/* cudaMalloc<int>(...), of the toolkit's headers, where only symbols are
 * known: _ZL10cudaMallocIiE..., with -O0. */
static bool is_toolkit_symbol(const char *symbol)
{
    symbol += strspn(symbol, "_ZL0123456789");
    return !strncmp(symbol, "cuda", 4);
}

/* nvcc hands the host's compiler a text of its own, with the student's lines
 * but other columns. */
static bool has_columns(Dwarf_Die *unit)
{
    const char *name = dwarf_diename(unit);
    return name && !contains(name, ".cudafe1.");
}

/* The emulated device, and what came with the system. */
static bool is_foreign_module(const char *path)
{
    return contains(path, "/libcudart.so") || !strncmp(path, "/lib", 4) ||
           !strncmp(path, "/usr/lib", 8) || path[0] != '/';
}

static void print_level(const char *path, const char *folder, int line,
                        int column, const char *function)
{
    if (is_foreign_header(path) || is_made(path, function))
        return;
    if (!line)
        path = "";
    bool relative = path[0] && path[0] != '/' && folder;
    printf("%s%s%s\t%d\t%d\t%s\n", relative ? folder : "", relative ? "/" : "",
           path, line, column, function);
}

/* ---- one address -------------------------------------------------------- */

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name =
        dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
    return name ? name : "";
}

static int die_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    return dwarf_formudata(dwarf_attr(die, name, &attribute), &value)
               ? 0
               : (int)value;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

/* The part of the program that was compiled at a time.  Clang writes no table
 * of them by address (.debug_aranges): what libdwfl finds may be another's that
 * gcc wrote, the one before, so each is asked whether it is the one. */
static Dwarf_Die *unit_of(Dwfl_Module *module, Dwarf_Addr address,
                          Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, bias);
    if (unit && dwarf_haspc(unit, address - *bias) > 0)
        return unit;
    unit = NULL;
    while ((unit = dwfl_module_nextcu(module, unit, bias)) != NULL &&
           dwarf_haspc(unit, address - *bias) <= 0)
        continue;
    return unit;
}

/* The functions around an address, innermost first; how many (0: unknown). */
static int scopes_of(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes)
{
    Dwarf_Die innermost;
    Dwarf_Die *found = NULL;
    bool any = dwarf_getscopes(unit, address, &found) > 0 &&
               dwarf_offdie(dwarf_cu_getdwarf(unit->cu), dwarf_dieoffset(found),
                            &innermost);
    free(found);
    int n = any ? dwarf_getscopes_die(&innermost, scopes) : 0;
    return n > 0 ? n : 0;
}

/* An inlined function says where it was called: that is the place in the
 * function around it. */
static void print_scopes(Dwarf_Die *unit, Dwarf_Die *scopes, int n,
                         const char *path, int line, int column)
{
    Dwarf_Files *files = NULL;
    size_t file_count = 0;
    bool columns = has_columns(unit);
    if (dwarf_getsrcfiles(unit, &files, &file_count))
        files = NULL;
    for (int i = 0; i < n; i++) {
        Dwarf_Die *die = &scopes[i];
        if (!is_function(die))
            continue;
        print_level(path, folder_of(unit), line, columns ? column : 0,
                    name_of(die));
        size_t file = (size_t)die_number(die, DW_AT_call_file);
        if (dwarf_tag(die) != DW_TAG_inlined_subroutine || !files ||
            file >= file_count || !dwarf_filesrc(files, file, NULL, NULL))
            return;
        path = dwarf_filesrc(files, file, NULL, NULL);
        line = die_number(die, DW_AT_call_line);
        column = die_number(die, DW_AT_call_column);
    }
}

static void print_address(Dwfl *dwfl, Dwarf_Addr address)
{
    Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
    const char *name = module ? dwfl_module_info(module, NULL, NULL, NULL, NULL,
                                                 NULL, NULL, NULL)
                              : NULL;
    if (!name || is_foreign_module(name))
        return;
    Dwarf_Addr bias;
    Dwarf_Die *unit = unit_of(module, address, &bias);
    Dwarf_Line *at = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
    if (!at) {
        const char *symbol = dwfl_module_addrname(module, address);
        if (symbol && !is_toolkit_symbol(symbol))
            print_level("", NULL, 0, 0, symbol);
        return;
    }
    int line = 0, column = 0;
    Dwarf_Die *scopes = NULL;
    const char *path = dwarf_linesrc(at, NULL, NULL);
    dwarf_lineno(at, &line);
    dwarf_linecol(at, &column);
    int n = path ? scopes_of(unit, address - bias, &scopes) : 0;
    print_scopes(unit, scopes, n, path, line, column);
    free(scopes);
}

/* ---- the program -------------------------------------------------------- */

/* Away from 0, where nothing may lie. */
#define FILE_BASE 0x10000000ull

/* Whose file a student made: limits for what reads it. */
static void limit(void)
{
    struct rlimit seconds = {TIME_LIMIT, TIME_LIMIT},
                  bytes = {MEMORY_LIMIT, MEMORY_LIMIT};
    alarm(TIME_LIMIT);
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_AS, &bytes);
}

/* Where addresses begin to count; 1 if there is no such program. */
static Dwarf_Addr report(Dwfl *dwfl, const char *program)
{
    if (program[0] != '/')
        return dwfl_linux_proc_report(dwfl, atoi(program)) ? 1 : 0;
    Dwfl_Module *module =
        dwfl_report_elf(dwfl, program, program, -1, FILE_BASE, false);
    Dwarf_Addr bias;
    return module && dwfl_module_getelf(module, &bias) ? bias : 1;
}

int main(int argc, char **argv)
{
    static const Dwfl_Callbacks of_process = {
        .find_elf = dwfl_linux_proc_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo};
    static const Dwfl_Callbacks of_file = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address};
    if (argc < 3)
        return 2;
    limit();
    unsetenv("DEBUGINFOD_URLS"); /* no network */
    Dwfl *dwfl = dwfl_begin(argv[1][0] == '/' ? &of_file : &of_process);
    Dwarf_Addr bias = dwfl ? report(dwfl, argv[1]) : 1;
    if (bias == 1 || dwfl_report_end(dwfl, NULL, NULL))
        return 1;
    /* A call returns behind itself, where another line may begin. */
    for (int i = 2; i < argc; i++)
        print_address(dwfl, bias + strtoull(argv[i], NULL, 16) - 1);
    dwfl_end(dwfl);
    return 0;
}

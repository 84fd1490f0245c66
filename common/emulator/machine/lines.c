/*
 * lines.c - what each access in the source counted: PTXRUN_LINES.
 *
 * Idea: every load and store in the code counts on its own already (struct
 * site); what stands at one place of the source and meets one array, such as
 * the copies of an unrolled loop, is added up to one row of a CSV.
 * Guarantee: the same rows whatever the number of host threads; nothing is
 * done where nobody asked.
 */
#include "lines.h"

#include "base/rows.h"
#include "code/op_class.h"
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128 };

struct row {
    const struct insn_detail *detail; /* of the first site */
    const char *space;
    char array[NAME];
    uint32_t sites;
    uint64_t requests, sectors, bytes, wavefronts, conflicts;
};

const char *access_kind_name(const struct insn_detail *detail)
{
    switch (op_class(detail->op)->role) {
    case ROLE_LOADS: return "load";
    case ROLE_STORES: return "store";
    default: return "atomic";
    }
}

int access_compare(const struct insn_detail *a, const struct insn_detail *b)
{
    const struct ptx_loc *at = &a->loc, *bt = &b->loc;
    if (at->file != bt->file)
        return at->file < bt->file ? -1 : 1;
    if (at->line != bt->line)
        return at->line < bt->line ? -1 : 1;
    if (at->column != bt->column)
        return at->column < bt->column ? -1 : 1;
    return strcmp(access_kind_name(a), access_kind_name(b));
}

/* ---- rows --------------------------------------------------------------- */

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = access_compare(a->detail, b->detail);
    if (!order)
        order = strcmp(a->space, b->space);
    return order ? order : strcmp(a->array, b->array);
}

static void start_row(struct row *row, const struct insn_detail *detail,
                      const char *space)
{
    *row = (struct row){.detail = detail, .space = space, .sites = 1};
}

static void global_row(struct row *row, const struct grid *grid,
                       const struct insn_detail *detail,
                       const struct site *site)
{
    char buffer[40];
    start_row(row, detail,
              op_class(detail->op)->space == PTX_CONST ? "const" : "global");
    row->requests = site->requests;
    row->sectors = site->sectors;
    row->bytes = site->bytes;
    if (site->lowest)
        snprintf(row->array, NAME, "%s",
                 launch_array_name(grid->launch, site->lowest, buffer,
                                   sizeof buffer));
}

static void shared_row(struct row *row, const struct grid *grid,
                       const struct insn_detail *detail,
                       const struct site *site)
{
    uint32_t start = shared_array_start(grid, site->lowest_high - 1);
    start_row(row, detail, "shared");
    row->requests = site->shared_requests;
    row->wavefronts = site->wavefronts;
    row->conflicts = site->conflicts;
    shared_array_name(grid, start, row->array, NAME);
}

/* A generic access may have been to both. */
static size_t make_rows(struct row *rows, const struct grid *grid,
                        const struct site *sites)
{
    size_t count = 0;
    for (uint32_t i = 0; i < grid->program->site_count; i++) {
        const struct insn_detail *detail = grid->program->site_details[i];
        if (sites[i].requests)
            global_row(&rows[count++], grid, detail, &sites[i]);
        if (sites[i].shared_requests)
            shared_row(&rows[count++], grid, detail, &sites[i]);
    }
    return count;
}

/* Rows of the same access become one; they are sorted. */
static size_t join_rows(struct row *rows, size_t count)
{
    size_t joined = 0;
    for (size_t i = 0; i < count; i++) {
        struct row *last = joined ? &rows[joined - 1] : NULL;
        if (!last || compare_rows(last, &rows[i]) != 0) {
            rows[joined++] = rows[i];
            continue;
        }
        last->sites++;
        last->requests += rows[i].requests;
        last->sectors += rows[i].sectors;
        last->bytes += rows[i].bytes;
        last->wavefronts += rows[i].wavefronts;
        last->conflicts += rows[i].conflicts;
    }
    return joined;
}

/* ---- the file ----------------------------------------------------------- */

static void lines_header(FILE *file)
{
    fputs("launch,kernel,file,line,column,space,kind,array,width,instructions,"
          "requests,sectors,bytes,wavefronts,bank_conflicts\n",
          file);
}

static void write_line_row(FILE *file, const struct grid *grid,
                           const struct row *row)
{
    const struct insn_detail *detail = row->detail;
    unsigned elements = detail->vector ? detail->vector : 1;
    fprintf(file, "%u,", grid->number);
    rows_put_field(file, grid->launch->kernel->pretty);
    fputc(',', file);
    rows_put_field(file, source_path(grid->program->ptx, detail->loc));
    fprintf(file, ",%u,%u,%s,%s,", detail->loc.line, detail->loc.column,
            row->space, access_kind_name(detail));
    rows_put_field(file, row->array);
    fprintf(file,
            ",%u,%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
            "\n",
            elements * ptx_type_size(detail->type), row->sites, row->requests,
            row->sectors, row->bytes, row->wavefronts, row->conflicts);
}

void lines_report(const struct grid *grid, const struct site *sites)
{
    static struct rows_file csv;
    FILE *file = rows_open(&csv, options()->lines, lines_header);
    if (!file || !kernel_wanted(grid->launch->kernel->pretty))
        return;
    struct row *rows =
        malloc((2 * (size_t)grid->program->site_count + 1) * sizeof *rows);
    if (!rows) {
        perror(options()->lines);
        return;
    }
    size_t count = make_rows(rows, grid, sites);
    qsort(rows, count, sizeof *rows, compare_rows);
    count = join_rows(rows, count);
    for (size_t i = 0; i < count; i++)
        write_line_row(file, grid, &rows[i]);
    fflush(file);
    free(rows);
}

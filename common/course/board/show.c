/*
 * show.c - see show.h.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "files/escape.h"
#include "html/put.h"
#include "html/style.h"
#include "rank.h"
#include "term/plain.h"
#include "term/utf8.h"

enum { SHOWN_NAME = 28 };

static const char *const cache_names[] = {"warm", "cold"};

/* Modelled times are those of one launch after another. */
static size_t caches(const struct board *board)
{
    return board->measured ? BOARD_CACHES : 1;
}

/* "2500x2000": dimensions that are 1 at the end are left out. */
static void size_text(struct size size, char *text, size_t n)
{
    if (size.inner > 1)
        snprintf(text, n, "%dx%dx%d", size.rows, size.cols, size.inner);
    else
        snprintf(text, n, "%dx%d", size.rows, size.cols);
}

static const struct board_time *last_time(const struct board_entry *entry,
                                          size_t cache)
{
    return &entry->times[cache][entry->count[cache] - 1];
}

/* ---- terminal ------------------------------------------------------------ */

static void print_name(const char *name)
{
    char text[SHOWN_NAME * 4 + 1];
    size_t width = 0, n = 0;
    while (width < SHOWN_NAME && utf8_length(name + n) > 0 && name[n]) {
        n += utf8_length(name + n);
        width++;
    }
    snprintf(text, sizeof text, "%.*s", (int)n, name);
    plain_make(text);
    printf("  %s%*s", text, (int)(SHOWN_NAME - width), "");
}

static void print_entry(const struct board_entry *entry, size_t cache)
{
    const struct board_time *last;
    char why[sizeof entry->why];
    if (!entry->place[cache]) {
        plain_copy(why, sizeof why, entry->why);
        fputs("      -", stdout);
        print_name(entry->student->name);
        printf("  %s\n", why);
        return;
    }
    last = last_time(entry, cache);
    printf("%7u", entry->place[cache]);
    print_name(entry->student->name);
    printf("%9.2f", entry->score[cache]);
    if (isnan(entry->reading[cache]))
        printf("%11s", "");
    else
        printf("%11.2f", entry->reading[cache]);
    printf("%10.2f  (%.2f to %.2f)\n", last->us, last->lower, last->upper);
}

static void print_head(const struct board *board, size_t cache)
{
    char size[64] = "";
    for (size_t i = 0; i < board->count && !*size; i++) {
        if (board->entries[i].place[cache])
            size_text(last_time(&board->entries[i], cache)->size, size,
                      sizeof size);
    }
    printf("\n%s, %s on %s%s%s\n", board->exercise->name,
           board->measured ? "measured" : "modelled", board->gpu,
           board->measured ? ", " : "",
           board->measured ? cache_names[cache] : "");
    printf("  place  %-*s%9s%11s%10s us at %s\n", SHOWN_NAME, "student",
           "of best", board->measured ? "of reading" : "", "", size);
}

void show_print(struct board *board)
{
    if (board->count == 0)
        printf("\n%s: nobody of %zu has it right\n", board->exercise->name,
               board->others);
    for (size_t c = 0; c < caches(board) && board->count > 0; c++) {
        rank_sort(board, (enum board_cache)c);
        print_head(board, c);
        for (size_t i = 0; i < board->count; i++)
            print_entry(&board->entries[i], c);
    }
}

/* ---- CSV ----------------------------------------------------------------- */

static void put_number(FILE *file, double number)
{
    if (isnan(number) || number <= 0)
        fputc(',', file);
    else
        fprintf(file, ",%.3f", number);
}

static void put_row(FILE *file, const struct board *board,
                    const struct board_entry *entry, size_t cache,
                    const struct board_time *time)
{
    bool ok = !strcmp(time->state, "ok");
    fprintf(file, "%s,%s,%s,", board->exercise->name,
            board->measured ? "measured" : "modelled", cache_names[cache]);
    if (entry->place[cache])
        fprintf(file, "%u", entry->place[cache]);
    fputc(',', file);
    escape_csv(file, entry->student->name);
    fputc(',', file);
    escape_csv(file, entry->student->id);
    fprintf(file, ",%d,%d,%d,%s", time->size.rows, time->size.cols,
            time->size.inner, time->state);
    put_number(file, ok ? time->us : NAN);
    put_number(file, ok ? time->lower : NAN);
    put_number(file, ok ? time->upper : NAN);
    put_number(file, ok ? time->read : NAN);
    fputc(',', file);
    escape_csv(file, board->gpu);
    fputc(',', file);
    escape_csv(file, *time->note ? time->note : entry->why);
    fputs("\r\n", file);
}

static void put_csv(FILE *file, struct board *boards, size_t count)
{
    fputs("exercise,source,cache,place,student,id,rows,cols,inner,state,"
          "time_us,lower_us,upper_us,read_us,gpu,note\r\n",
          file);
    for (size_t b = 0; b < count; b++) {
        for (size_t c = 0; c < caches(&boards[b]); c++) {
            rank_sort(&boards[b], (enum board_cache)c);
            for (size_t i = 0; i < boards[b].count; i++) {
                const struct board_entry *entry = &boards[b].entries[i];
                for (size_t k = 0; k < entry->count[c]; k++)
                    put_row(file, &boards[b], entry, c, &entry->times[c][k]);
            }
        }
    }
}

/* ---- page ---------------------------------------------------------------- */

static void put_sizes(FILE *file, const struct board_entry *entry, size_t cache)
{
    char size[64];
    for (size_t k = 0; k < entry->count[cache]; k++) {
        const struct board_time *time = &entry->times[cache][k];
        size_text(time->size, size, sizeof size);
        put_html(file, "%s<span class=\"mono\">%s</span>&nbsp;", k ? ", " : "",
                 size);
        fprintf(file, "%.2f", time->us);
    }
}

static void put_entry(FILE *file, const struct board_entry *entry, size_t cache)
{
    if (!entry->place[cache]) {
        put_html(file,
                 "<tr><td class=\"n\">-</td><td><bdi>%s</bdi></td>"
                 "<td colspan=\"3\" class=\"soft\">%s</td></tr>\n",
                 entry->student->name, entry->why);
        return;
    }
    put_html(file, "<tr><td class=\"n\">%d</td><td><bdi>%s</bdi></td>",
             (int)entry->place[cache], entry->student->name);
    fprintf(file, "<td class=\"n\">%.2f</td><td class=\"n\">",
            entry->score[cache]);
    if (!isnan(entry->reading[cache]))
        fprintf(file, "%.2f", entry->reading[cache]);
    fputs("</td><td>", file);
    put_sizes(file, entry, cache);
    fputs("</td></tr>\n", file);
}

static void put_ranking(FILE *file, struct board *board, size_t cache)
{
    rank_sort(board, (enum board_cache)cache);
    put_html(file,
             "<h3 class=\"lab\">%s <small>%s on %s%s%s</small></h3>\n"
             "<div class=\"card scroll\"><table><thead><tr>"
             "<th class=\"n\">place</th><th>student</th>"
             "<th class=\"n\">of the best</th>"
             "<th class=\"n\">of reading</th><th>microseconds</th></tr>"
             "</thead><tbody>\n",
             board->exercise->title,
             board->measured ? "measured" : "MODELLED, not measured,",
             board->gpu, board->measured ? ", " : "",
             board->measured ? cache_names[cache] : "");
    for (size_t i = 0; i < board->count; i++)
        put_entry(file, &board->entries[i], cache);
    fputs("</tbody></table></div>\n", file);
}

static void put_page(FILE *file, struct board *boards, size_t count,
                     const struct class *class)
{
    style_begin(file, "CUDA labs: leaderboard", NULL);
    put_html(file,
             "<main class=\"wide\">\n<p class=\"over\">CUDA labs: "
             "leaderboard</p>\n<h1><bdi>%s</bdi></h1>\n"
             "<p class=\"soft\">Of the best: how many times as long as the "
             "fastest, the mean over all sizes. Of reading: as long as a "
             "kernel that only reads the inputs. Cold: the inputs were not in "
             "the cache. A time counts if the result was right when it was "
             "looked at again. Who cannot be told apart shares a place.</p>\n",
             class_title(class));
    for (size_t b = 0; b < count; b++) {
        put_html(file, "<h2 class=\"mono\">%s</h2>\n",
                 boards[b].exercise->name);
        if (boards[b].count == 0)
            fputs("<p class=\"soft\">Nobody has it right.</p>\n", file);
        for (size_t c = 0; c < caches(&boards[b]) && boards[b].count > 0; c++)
            put_ranking(file, &boards[b], c);
    }
    fputs("</main>\n", file);
    style_end(file, NULL);
}

bool show_write(struct board *boards, size_t count, const struct class *class)
{
    char path[PUBLISH_PATH];
    struct publication csv, page;
    if (!publish_path(path, "%s/leaderboard.csv", class->out) ||
        !publish_open(&csv, path))
        return false;
    put_csv(csv.file, boards, count);
    if (!publish_close(&csv) ||
        !publish_path(path, "%s/leaderboard.html", class->out) ||
        !publish_open(&page, path))
        return false;
    put_page(page.file, boards, count, class);
    if (!publish_close(&page))
        return false;
    printf("\n  the ranking              %s\n", path);
    return true;
}

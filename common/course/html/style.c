/*
 * style.c - see style.h.
 *
 * A policy in the head of each page says what may run there: of scripts the
 * one whose digest is named, so that what somebody smuggles in does not.
 */
#include "style.h"

#include <string.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "put.h"

static const char *const rules[] = {
    ":root{color-scheme:light dark;--ink:#1c2430;--soft:#5c6675;",
    "--page:#f6f7f9;--card:#fff;--line:#dfe3e8;--good:#1a7f4b;",
    "--bad:#b3261e;--warn:#8a5a00;--blue:#2459b3;--tint:#eef2f7;",
    "--mark:#fff3c4;--warm:#fdf4e3}",
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#9aa5b4;",
    "--page:#12161c;--card:#1a2028;--line:#2e3742;--good:#5bc58d;",
    "--bad:#ff8a80;--warn:#e6b450;--blue:#82aaff;--tint:#222a35;",
    "--mark:#4a4020;--warm:#2b261a}}",
    "*{box-sizing:border-box}",
    "body{margin:0;background:var(--page);color:var(--ink);",
    "font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',",
    "'Noto Sans Arabic','Noto Sans CJK SC',sans-serif;",
    "-webkit-text-size-adjust:100%;overflow-wrap:anywhere}",
    "main{max-width:50rem;margin:0 auto;padding:1.5rem 1rem 4rem}",
    "main.wide{max-width:76rem}",
    "h1{font-size:1.75rem;line-height:1.2;margin:.1rem 0 .6rem;",
    "letter-spacing:-.01em}",
    "h2{font-size:1.25rem;line-height:1.3;margin:2.4rem 0 .7rem}",
    "h3{font-size:1.02rem;line-height:1.4;margin:0}",
    "h3 .soft{font-weight:400;margin-left:.4rem}",
    "p{margin:.5rem 0}a{color:var(--blue)}small,.soft{color:var(--soft)}",
    ".over{font-size:.8rem;letter-spacing:.06em;text-transform:uppercase;",
    "color:var(--soft);margin:0}",
    "code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,",
    "'DejaVu Sans Mono',monospace;font-size:.86em}",
    "pre{margin:.6rem 0;padding:.6rem .8rem;background:var(--tint);",
    "border-radius:6px;overflow-x:auto;line-height:1.45;",
    "overflow-wrap:normal;white-space:pre}",
    "pre i{font-style:normal;color:var(--soft);user-select:none}",
    "pre b{font-weight:inherit;background:var(--mark);display:inline-block;",
    "min-width:100%}",
    "pre u{text-decoration:none;color:var(--bad);font-weight:700}",
    ".card{background:var(--card);border:1px solid var(--line);",
    "border-radius:10px;padding:.9rem 1.1rem;margin:.7rem 0}",
    ".head{display:flex;gap:1rem;justify-content:space-between;",
    "align-items:baseline}.head>*:last-child{white-space:nowrap}",
    ".points{font-variant-numeric:tabular-nums;font-weight:600}",
    ".cause{font-weight:600;margin:.5rem 0;color:var(--bad)}",
    ".more{white-space:pre-line;margin:.4rem 0}",
    ".next{border-left:3px solid var(--blue);padding:.1rem 0 .1rem .8rem;",
    "margin:.8rem 0 .4rem}",
    ".note{background:var(--warm);border:1px solid var(--line);",
    "border-left:3px solid var(--warn);border-radius:6px;",
    "padding:.55rem .9rem;margin:.6rem 0}",
    ".bar{display:block;height:8px;border-radius:4px;background:var(--line);",
    "overflow:hidden;margin:.35rem 0}",
    ".bar>span{display:block;height:100%;background:var(--blue)}",
    ".bar>.full{background:var(--good)}",
    ".good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}",
    "table{border-collapse:collapse;width:100%;font-size:.92rem}",
    "th,td{text-align:left;vertical-align:top;padding:.38rem .6rem .38rem 0;",
    "border-top:1px solid var(--line)}",
    "thead th{border-top:0;color:var(--soft);font-weight:600;",
    "font-size:.82rem}",
    "td.n,th.n{text-align:right;white-space:nowrap;",
    "font-variant-numeric:tabular-nums;padding-left:.5rem}",
    ".checks td:first-child{white-space:nowrap;width:3.6rem}",
    ".checks td:nth-child(2){width:9.5rem}",
    ".scroll table{min-width:36rem}",
    ".scroll{overflow-x:auto}.full-line{display:flex;gap:1rem;",
    "justify-content:space-between;padding:.3rem 0}",
    "details>summary{cursor:pointer;color:var(--blue)}",
    ".tiles{display:grid;grid-template-columns:",
    "repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:1rem 0}",
    ".tile{background:var(--card);border:1px solid var(--line);",
    "border-radius:10px;padding:.7rem .9rem}",
    ".tile b{display:block;font-size:1.55rem;line-height:1.25;",
    "font-variant-numeric:tabular-nums}",
    ".charts{display:grid;grid-template-columns:",
    "repeat(auto-fill,minmax(10.6rem,1fr));gap:.7rem}",
    ".charts .card{margin:0;padding:.7rem .9rem;display:flex;",
    "flex-direction:column}.charts svg{margin-top:auto}",
    ".charts h3{font-size:.9rem}",
    ".looks{columns:2;column-gap:.7rem}.looks .card{break-inside:avoid;",
    "margin:0 0 .7rem}ul{margin:.5rem 0 0;padding:0;list-style:none}",
    "li{margin:.15rem 0}td.word{white-space:nowrap;padding-left:.6rem}",
    "svg{display:block;width:100%;height:auto}",
    ".axis{display:flex;justify-content:space-between;font-size:.75rem;",
    "color:var(--soft);line-height:1.3}h3.lab{margin:1.4rem 0 .5rem}",
    "svg .b{fill:var(--blue)}svg .f{fill:var(--good)}",
    "svg .z{fill:var(--bad)}svg .x{stroke:var(--line)}",
    "svg .m{stroke:var(--ink);stroke-dasharray:2 2}",
    ".tag{display:inline-block;font-size:.78rem;padding:0 .45rem;",
    "border:1px solid var(--line);border-radius:1rem;margin:0 .2rem .15rem 0;",
    "white-space:nowrap}",
    "th button{all:unset;cursor:pointer}th button:focus-visible{",
    "outline:2px solid var(--blue)}",
    "th button::after{content:'\\2195';opacity:.35;padding-left:.3em}",
    "th[aria-sort=ascending] button::after{content:'\\2191';opacity:1}",
    "th[aria-sort=descending] button::after{content:'\\2193';opacity:1}",
    "td .bar{min-width:5rem}.pair{display:grid;grid-template-columns:1fr 1fr;",
    "gap:.7rem}.pair pre{margin:0;min-width:0}.pair mark{",
    "background:var(--mark);color:inherit}",
    ".usual{display:flex;gap:.9rem;align-items:center}",
    ".usual svg{flex:0 0 11rem}",
    "@media(max-width:40rem){body{font-size:15px}.pair{",
    "grid-template-columns:1fr}.looks{columns:1}.charts{",
    "grid-template-columns:1fr 1fr}main{padding:1rem .8rem 3rem}",
    ".card{padding:.8rem .85rem}h1{font-size:1.45rem}",
    ".checks thead{display:none}.checks tr{display:grid;",
    "grid-template-columns:3.2rem 1fr auto;border-top:1px solid var(--line);",
    "padding:.35rem 0}.checks td{border:0;padding:0}",
    ".checks td:last-child{grid-column:2/4}}",
    "@media print{:root{--ink:#000;--soft:#444;--page:#fff;--card:#fff;",
    "--line:#bbb;--tint:#f3f3f3;--mark:#eee;--warm:#fff;--bad:#900;",
    "--good:#064;--blue:#024;--warn:#640}body{font-size:10.5pt}",
    ".charts{grid-template-columns:repeat(4,1fr)}",
    "main,main.wide{max-width:none;padding:0}.card{break-inside:avoid}",
    "pre{white-space:pre-wrap}h2,h3{break-after:avoid}",
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"};

static void put_policy(FILE *file, const char *script)
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    char text[BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE) + 1] = "";
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
          "'none'; style-src 'unsafe-inline'; base-uri 'none'; "
          "form-action 'none'; script-src ",
          file);
    if (script) {
        sha256_init(&context);
        sha256_update(&context, strlen(script), (const uint8_t *)script);
        sha256_digest(&context, sizeof digest, digest);
        base64_encode_raw(text, sizeof digest, digest);
        fprintf(file, "'sha256-%s'\">\n", text);
    } else {
        fputs("'none'\">\n", file);
    }
}

void style_begin(FILE *file, const char *title, const char *script)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, "
          "initial-scale=1\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n",
          file);
    put_policy(file, script);
    put_html(file, "<title>%s</title>\n<style>\n", title);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        fprintf(file, "%s\n", rules[i]);
    fputs("</style>\n</head>\n<body>\n", file);
}

void style_end(FILE *file, const char *script)
{
    if (script)
        fprintf(file, "<script>%s</script>\n", script);
    fputs("</body>\n</html>\n", file);
}

static void put_bar(FILE *file, const char *kind, int percent)
{
    put_html(file,
             "<span class=\"bar\"><span class=\"%s\" style=\"width:%d%%\">"
             "</span></span>",
             kind, percent);
}

void style_bar(FILE *file, int score, int most)
{
    put_bar(file, most > 0 && score >= most ? "full" : "part",
            most > 0 ? 100 * score / most : 0);
}

void style_share(FILE *file, size_t part, size_t whole)
{
    put_bar(file, "part", whole ? (int)(100 * part / whole) : 0);
}

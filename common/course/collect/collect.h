/*
 * collect.h - results become what people read.
 *
 *   course collect --out FOLDER [--lab LAB]... [--overrides FILE]
 *                  [--past FOLDER]
 *
 * Reads submissions/, results/ and overrides.csv below FOLDER; writes
 * grades.csv, details.csv, feedback/, similarity.html and class.html beside
 * them, each whole or not at all.
 * Exit status: 0; 2 if something does not fit (wrong use, a row of the
 * overrides, a damaged record, a full disk), and what could be written is.
 */
#ifndef COLLECT_H
#define COLLECT_H

int collect_main(int argc, char **argv);

#endif

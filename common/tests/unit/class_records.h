/*
 * class_records.h - a small class in a folder of its own, to read and to
 * write of.
 *
 * Records are as intake and grading write them; every lab of the workbook
 * stands in them with all its exercises.
 */
#ifndef CLASS_RECORDS_H
#define CLASS_RECORDS_H

#include "files/publish.h"
#include "lab/lab.h"

/* What is taken off the dearest exercise of a lab, or what became of it. */
enum { LACKS_NOTHING = 0, REFUSED = -1, FAILED = -2, UNGRADED = -3 };

/* An empty class in a new folder below /tmp; its path. */
const char *records_begin(void);
void records_end(void);
/* For a test's end, where *state is the struct class that was read of it: frees
 * that as well. */
int records_end_class(void **state);

/* A student who handed in `source` for every lab; "": no file. */
void records_student(const char *student, const char *key, const char *source);
/* The same with a submission.json that has these members too:
 * "\"flags\": [\"late\"]". */
void records_student_with(const char *student, const char *key,
                          const char *source, const char *members);

/* Which exercise of the lab has most points; of some, the first. */
size_t records_dearest(const struct lab *lab);

/* The result of source for the lab: that exercise lacks so many points and
 * says `first`, or one of the words above. */
void records_result(const struct lab *lab, const char *source, int lacks,
                    const char *first);
/* For all labs. */
void records_results(const char *source, int lacks, const char *first);

/* Text becomes FOLDER/name; where the lab's result of source is. */
void records_file(const char *name, const char *text);
void records_result_path(char path[PUBLISH_PATH], const struct lab *lab,
                         const char *source);
/* All of FOLDER/name; NULL: there is none.  Valid until the next call. */
const char *records_read(const char *name);

#endif

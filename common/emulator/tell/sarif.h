/*
 * sarif.h - findings as SARIF 2.1.0, which GitHub and editors show at their
 * lines.
 *
 * Does nothing unless PTXRUN_SARIF names a file.  A finding that several
 * launches have is one result.
 */
#ifndef SARIF_H
#define SARIF_H

#include "finding.h"

/* Launch: its number, from 1; 0: none was in progress. */
void sarif_finding(const struct finding *finding, uint64_t count,
                   uint32_t launch);

#endif

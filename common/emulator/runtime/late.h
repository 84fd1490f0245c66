/*
 * late.h - streams that do later what they are told (late.c).
 */
#ifndef LATE_H
#define LATE_H

#include "handles.h"

/* Will the stream do this later?  It may have to end what it has begun. */
bool late_takes(cudaStream_t stream, const struct work *work);
/* Keeps it for later. */
cudaError_t late_keep(cudaStream_t stream, const struct work *work);
/* Does it at once, as the stream's. */
cudaError_t late_now(cudaStream_t stream, const struct work *work);
/* The host waits: for a late stream, for NULL all of them.  The first error of
 * what was done late; its stream did nothing more. */
cudaError_t late_finish(cudaStream_t stream);
/* For all of them; errors are left for whoever waits for the stream. */
void late_drain(void);
/* The host waits until the event was recorded as often as was asked for; the
 * error of a stream that came to nothing before. */
cudaError_t late_reach(cudaEvent_t event);

#endif

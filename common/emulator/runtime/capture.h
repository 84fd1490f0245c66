/*
 * capture.h - streams that write down what they are told (capture.c).
 *
 * What a capture does not allow makes it invalid: these calls then tell so in
 * a finding that names `call`, and return the error.
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include "handles.h"

/* The stream's next work becomes a node. */
cudaError_t capture_add(struct tip *stream, const struct work *work);
cudaError_t capture_record(const struct tip *stream, struct tip *event);
cudaError_t capture_wait(struct tip *stream, const struct tip *event);
/* An event that goes or is recorded anew; a stream that goes. */
void capture_forget(struct tip *tip);
void capture_abandon(cudaStream_t stream);

/* A call that waits for the stream, NULL: for all of them, is not for streams
 * that capture. */
cudaError_t capture_refuses(const struct tip *tip, const char *call);
/* The same for what may wait without saying so, in strict modes. */
cudaError_t capture_refuses_unsafe(const char *call);
/* The same for what uses the legacy stream. */
cudaError_t capture_refuses_legacy(const char *call);

#endif

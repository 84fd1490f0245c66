/*
 * recording.h - writes down what a launcher asks of the device.
 *
 * Idea: on a device, all that a launcher does is calls: allocate, fill, copy,
 * launch.  Written down with what they were given they can be made again by
 * somebody else, without a line of the student's host code (harness/replay/).
 * A recording is text, a line each; words are separated by one blank, addresses
 * and bytes are hexadecimal:
 *
 *   begin
 *   buffer ADDRESS BYTES        the launcher's arrays, in its order
 *   allocate ADDRESS BYTES
 *   variable ADDRESS BYTES NAME
 *   launch NAME X Y Z X Y Z DYNAMIC_SHARED COOPERATIVE PARAMETERS
 *   fill ADDRESS BYTES BYTE
 *   copy TO FROM BYTES
 *   write TO DATA
 *   refused SENTENCE            it cannot be made again, and why
 *   end
 *
 * Guarantee: a name has only letters, digits and _ $ . in it.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "device/serve.h"

/* Into the file that the environment names; false: there is none. */
bool recording_begin(void);
void recording_buffer(uint64_t address, uint64_t bytes);
/* One call that the device has answered; a hook of struct server. */
void recording_note(struct server *server, const struct wire_request *request,
                    const uint8_t *bytes, const struct wire_reply *reply);
/* False: it could not be written whole. */
bool recording_end(void);

#endif

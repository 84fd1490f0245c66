/* orders.h - launches in several orders of warps and blocks (orders.c). */
#ifndef DEVICE_ORDERS_H
#define DEVICE_ORDERS_H

#include "machine/launch.h"

/* As launch_run; in as many orders as the options say, of which all but the
 * first leave nothing but findings. */
enum launch_status orders_run(struct launch *launch);

#endif

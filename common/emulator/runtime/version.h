/* version.h - which libcudart the program asked for (version.c). */
#ifndef VERSION_H
#define VERSION_H

/* 11, 12 or 13: the major version of the CUDA Runtime that the program was
 * linked with; 13 if it asked for none by name. */
int version_major(void);

#endif

/* library.h - what a library on top of the emulated runtime says to it. */
#ifndef EMU_LIBRARY_H
#define EMU_LIBRARY_H

/* It lies around this address: calls from there are its caller's. */
void __cudaLibrary(const void *inside);
/* An APICHECK error, told at the program's line; hint: the next step. */
void __cudaLibraryFinding(const char *title, const char *hint);

#endif

/* demangle.h - C++ names as the source has them. */
#ifndef DEMANGLE_H
#define DEMANGLE_H

/* "_Z6matvecPKfS0_Pfii" -> "matvec"; "_Z4scanIfLi32EEvPT_" ->
 * "scan<float, 32>"; a name that is not mangled, or not to be told without
 * the C++ runtime library, comes back as it is.  malloc'ed; NULL when memory is
 * exhausted. */
char *demangle(const char *mangled);

#endif

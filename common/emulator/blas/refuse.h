/* refuse.h - apart from cublas_v2.h, whose macros rename calls. */
#ifndef BLAS_REFUSE_H
#define BLAS_REFUSE_H

/* The finding that there is no such call here; CUBLAS_STATUS_NOT_SUPPORTED. */
int blas_refuse(const char *function);

#endif

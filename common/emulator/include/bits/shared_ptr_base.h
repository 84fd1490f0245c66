/*
 * shared_ptr_base.h - libstdc++'s, with CUDA's macro __noinline__ set aside:
 * it stands inside __attribute__(( )) there.
 */
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")

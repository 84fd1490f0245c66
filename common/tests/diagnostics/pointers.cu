/*
 * pointers.cu - no pointer that a kernel or a call makes up leads anywhere.
 *
 * Every attempt (loads and stores of all widths and spaces, atomics, printf,
 * assert, free, functions of CUDA's that write through a pointer, calls) with
 * every target (the host's variables, stack, heap and code, what libcudart
 * allocated, null, all ones, the edges of every kind of allocation, ...), each
 * in a process of its own, as a wrong access is the last thing a device does.
 * Each must end in an error and a finding, leave the host's memory as it was,
 * and show the kernel nothing of it; an array of the kernel's own shows that
 * the attempts are not wrong in themselves.  Then the ends of every mapping of
 * the process, then calls of the API.
 * Prints what went wrong and how much was tried; status 0 if all is well.
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECRET 0x5ec2e75ec2e75ec2ull /* all bytes but two differ from 0 */

enum { WORDS = 512, ARRAY_BYTES = 24 };

/* ---- attempts ------------------------------------------------------------ */

typedef unsigned long long word;
typedef uint64_t function(uint64_t);

__constant__ int table[4];

__device__ uint64_t identity(uint64_t x)
{
    return x;
}
__device__ function *volatile known = identity;

#define LOAD(name, type)  X(name, *(volatile type *)p)
#define STORE(name, type) X(name, (*(volatile type *)p = (type)~SECRET, 0))

#ifdef __NVCC__ /* which does not declare what these call */
#define PRINT_ATTEMPTS(X)
enum { format_of_printf = -3, arguments_of_printf, text_of_assert };
#else
#define PRINT_ATTEMPTS(X)                                                      \
    X(format_of_printf, vprintf(p, NULL) < 0)                                  \
    X(arguments_of_printf, vprintf("%llx %s", p) < 0)                          \
    X(text_of_assert, (__assertfail(p, p, 1, p, 1), 0))
#endif

/* Expressions of the made-up pointer p; their values are what is seen. */
#define C_ATTEMPTS(X)                                                          \
    LOAD(load8, uint8_t)                                                       \
    LOAD(load16, uint16_t)                                                     \
    LOAD(load32, uint32_t)                                                     \
    LOAD(load64, uint64_t)                                                     \
    STORE(store8, uint8_t)                                                     \
    STORE(store16, uint16_t)                                                   \
    STORE(store32, uint32_t)                                                   \
    STORE(store64, uint64_t)                                                   \
    X(copy_out, (__builtin_memcpy(own, p, sizeof own), own[1]))                \
    X(copy_in, (__builtin_memcpy(p, own, sizeof own), 0))                      \
    X(fill, (__builtin_memset(p, 0, sizeof own), 0))                           \
    X(add32, atomicAdd((unsigned *)p, 1u))                                     \
    X(add64, atomicAdd((word *)p, 1ull))                                       \
    X(add_float, __float_as_uint(atomicAdd((float *)p, 1.0f)))                 \
    X(cas32, atomicCAS((unsigned *)p, 0u, 1u))                                 \
    X(cas64, atomicCAS((word *)p, 0ull, 1ull))                                 \
    X(exchange, atomicExch((word *)p, 1ull))                                   \
    X(maximum, atomicMax((unsigned *)p, 1u))                                   \
    X(text_of_printf, printf("%s", p) < 0)                                     \
    PRINT_ATTEMPTS(X)                                                          \
    X(free_it, (free(p), 0))                                                   \
    X(modf_into, modf(1.5, (double *)p) > 2.0)                                 \
    X(sincos_into, (sincos(1.0, (double *)p, (double *)p), 0))                 \
    X(call, ((function *)p)(1))                                                \
    X(call_near_function, ((function *)((uint64_t)known + (uint64_t)p))(1))

/* The same in PTX, for what C has no word for. */
#define PTX_ATTEMPTS(X)                                                        \
    X(load_global, "ld.global.b64 %0, [%1];")                                  \
    X(load_vector, "{ .reg .b64 t; ld.v2.b64 {%0, t}, [%1]; }")                \
    X(load_vector4, "{ .reg .b32 a, b, c, d;\n\t"                              \
                    "ld.global.v4.b32 {a, b, c, d}, [%1];\n\t"                 \
                    "mov.b64 %0, {c, d}; }")                                   \
    X(load_cached, "ld.global.nc.b64 %0, [%1];")                               \
    X(load_const, "ld.const.b64 %0, [%1];")                                    \
    X(load_shared, "ld.shared.b64 %0, [%1];")                                  \
    X(load_local, "ld.local.b64 %0, [%1];")                                    \
    X(load_above, "{ .reg .b64 t; sub.s64 t, %1, 2147483640;\n\t"              \
                  "ld.b64 %0, [t+2147483640]; }")                              \
    X(load_below, "{ .reg .b64 t; add.s64 t, %1, 2147483640;\n\t"              \
                  "ld.b64 %0, [t+-2147483640]; }")                             \
    X(load_acquire, "ld.acquire.sys.b64 %0, [%1];")                            \
    X(store_global, "st.global.b64 [%1], %1; mov.b64 %0, 0;")                  \
    X(store_vector, "st.v2.b64 [%1], {%1, %1}; mov.b64 %0, 0;")                \
    X(store_shared, "st.shared.b64 [%1], %1; mov.b64 %0, 0;")                  \
    X(store_local, "st.local.b64 [%1], %1; mov.b64 %0, 0;")                    \
    X(store_release, "st.release.gpu.b64 [%1], %1; mov.b64 %0, 0;")            \
    X(add_shared, "atom.shared.add.u64 %0, [%1], %1;")                         \
    X(reduce, "red.global.add.u64 [%1], %1; mov.b64 %0, 0;")                   \
    X(load_window, "{ .reg .b64 t; cvta.to.shared.u64 t, %1;\n\t"              \
                   "ld.shared.b64 %0, [t]; }")                                 \
    X(load_stack, "{ .reg .b64 t; cvta.to.local.u64 t, %1;\n\t"                \
                  "ld.local.b64 %0, [t]; }")

#define X(name, ...) name,
enum attempt { C_ATTEMPTS(X) C_ATTEMPT_COUNT, PTX_ATTEMPTS(X) ATTEMPT_COUNT };
#undef X

#define X(name, ...) #name,
static const char *const attempt_names[] = {C_ATTEMPTS(X) "", PTX_ATTEMPTS(X)};
#undef X

__global__ void make(int attempt, char *p, uint64_t *seen)
{
    uint64_t value = 0, own[2] = {1, 2};
    switch (attempt) {
#define X(name, ...)                                                           \
    case name: value = (uint64_t)(__VA_ARGS__); break;
        C_ATTEMPTS(X)
#undef X
#define X(name, ptx)                                                           \
    case name: asm volatile(ptx : "=l"(value) : "l"(p) : "memory"); break;
        PTX_ATTEMPTS(X)
#undef X
    default: break;
    }
    *seen = value;
}

static bool is_store(int a)
{
    return (a >= store8 && a <= store64) || a == store_global ||
           (a >= add32 && a <= maximum) || a == copy_in || a == fill ||
           a == store_vector || a == store_release || a == reduce ||
           a == modf_into || a == sincos_into;
}

static bool is_wide(int a)
{
    return a == load_vector || a == load_vector4 || a == store_vector ||
           a == copy_in || a == copy_out;
}

/* ---- targets ------------------------------------------------------------- */

static uint64_t variable[WORDS];
static uint64_t *heap;
static cudaStream_t stream;
static cudaEvent_t event;

static char *device(void)
{
    void *p = NULL;
    cudaMalloc(&p, ARRAY_BYTES);
    cudaMemset(p, 0, ARRAY_BYTES);
    return (char *)p;
}

static char *pinned(void)
{
    void *p = NULL;
    cudaMallocHost(&p, 4096);
    return (char *)memset(p, 0, 4096);
}

static char *managed(void)
{
    void *p = NULL;
    cudaMallocManaged(&p, 4096);
    return (char *)memset(p, 0, 4096);
}

static char *freed(void)
{
    char *p = device();
    cudaFree(p);
    return p;
}

static char *constant(void)
{
    void *p = NULL;
    cudaGetSymbolAddress(&p, table);
    return (char *)p;
}

static char *array(void)
{
    void *p = NULL;
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    return (char *)p;
}

static char *at(uint64_t address)
{
    return (char *)(uintptr_t)address;
}

/* Wrong for all attempts, for stores, for the widest only, or not at all. */
enum wrong_for { EVERYTHING, STORES, WIDE, NOTHING };

#define TARGETS(X)                                                             \
    X(host_variable, EVERYTHING, (char *)&variable[8])                         \
    X(host_stack, EVERYTHING, (char *)&stack[2])                               \
    X(host_heap, EVERYTHING, (char *)&heap[8])                                 \
    X(host_code, EVERYTHING, at((uintptr_t)getpid & ~15ull))                   \
    X(library_code, EVERYTHING, at((uintptr_t)cudaFree & ~15ull))              \
    X(library_stream, EVERYTHING, (char *)stream)                              \
    X(library_event, EVERYTHING, (char *)event)                                \
    X(null, EVERYTHING, at(0))                                                 \
    X(nearly_null, EVERYTHING, at(4096))                                       \
    X(all_ones, EVERYTHING, at(~0ull))                                         \
    X(last_word, EVERYTHING, at(~7ull))                                        \
    X(lowest_negative, EVERYTHING, at(1ull << 63))                             \
    X(not_canonical, EVERYTHING, at(1ull << 47))                               \
    X(not_canonical_host, EVERYTHING, (char *)heap + (1ull << 48))             \
    X(four_gigabytes, EVERYTHING, at(1ull << 32))                              \
    X(before_start, EVERYTHING, device() - 16)                                 \
    X(past_end, EVERYTHING, device() + 32)                                     \
    X(across_end, WIDE, device() + 16)                                         \
    X(far_past_end, EVERYTHING, device() + (1ull << 39))                       \
    X(freed_memory, EVERYTHING, freed())                                       \
    X(before_pinned, EVERYTHING, pinned() - 16)                                \
    X(past_pinned, EVERYTHING, pinned() + 4096)                                \
    X(past_managed, EVERYTHING, managed() + 4096)                              \
    X(constants, STORES, constant())                                           \
    X(past_constants, EVERYTHING, constant() + 16)                             \
    X(shared_window, EVERYTHING, at(1ull << 44))                               \
    X(shared_far, EVERYTHING, at((1ull << 44) + (1ull << 32)))                 \
    X(stack_far, EVERYTHING, at((2ull << 44) + (1ull << 32)))                  \
    X(parameters, EVERYTHING, at(3ull << 44))                                  \
    X(past_functions, EVERYTHING, at((4ull << 44) + (1ull << 36)))             \
    X(own_array, NOTHING, array())

#define X(name, wrong, pointer) name,
enum target { TARGETS(X) TARGET_COUNT };
#undef X

static const struct {
    const char *name;
    enum wrong_for wrong;
} targets[] = {
#define X(name, wrong, pointer) {#name, wrong},
    TARGETS(X)
#undef X
};

static char *pointer_to(int target, uint64_t *stack)
{
    switch (target) {
#define X(name, wrong, pointer)                                                \
    case name: return pointer;
        TARGETS(X)
#undef X
    default: return NULL;
    }
}

/* free(NULL) and %s of NULL are right, and 0 is where a function's own local
 * memory starts; a call so near to a function is one of it. */
static bool is_wrong(int target, int attempt)
{
    if (target == null && (attempt == free_it || attempt == text_of_printf ||
                           attempt == load_local || attempt == store_local ||
                           attempt == call_near_function))
        return false;
    switch (targets[target].wrong) {
    case EVERYTHING: return true;
    case STORES: return is_store(attempt);
    case WIDE: return is_wide(attempt);
    default: return false;
    }
}

/* Loads, stores and atomics of global memory, and printf. */
static bool is_right(int attempt)
{
    switch (attempt) {
    case text_of_assert:
    case free_it:
    case call:
    case call_near_function:
    case C_ATTEMPT_COUNT:
    case load_const:
    case load_shared:
    case load_local:
    case store_shared:
    case store_local:
    case add_shared:
    case load_window:
    case load_stack: return false;
    default: return true;
    }
}

/* ---- one attempt --------------------------------------------------------- */

static void set_secrets(uint64_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        words[i] = SECRET;
}

static bool kept(const uint64_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (words[i] != SECRET)
            return false;
    return true;
}

static bool handles_work(void)
{
    unsigned flags = 0;
    return cudaStreamGetFlags(stream, &flags) !=
               cudaErrorInvalidResourceHandle &&
           flags == cudaStreamNonBlocking;
}

/* In a process of its own; what is wrong, or NULL. */
static const char *make_one(int target, int attempt)
{
    uint64_t stack[8], *seen;
    set_secrets(variable, WORDS);
    set_secrets(stack, 8);
    heap = (uint64_t *)aligned_alloc(64, WORDS * sizeof *heap);
    set_secrets(heap, WORDS);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    bool worked = handles_work();
    cudaMallocHost((void **)&seen, sizeof *seen);
    *seen = 0;
    char *p = pointer_to(target, stack);
    make<<<1, 1>>>(attempt, p, seen);
    cudaError_t error = cudaDeviceSynchronize();
    if (!kept(variable, WORDS) || !kept(heap, WORDS) || !kept(stack, 8) ||
        !worked)
        return "the host's memory was changed";
    if (targets[target].wrong == NOTHING)
        return error ? "what is right was called wrong" : NULL;
    if (*seen && attempt != text_of_printf && attempt != format_of_printf &&
        attempt != arguments_of_printf)
        return "the kernel saw what is not its own";
    return error ? NULL : "nothing was said";
}

/* ---- the ends of every mapping ------------------------------------------- */

enum { MAPPINGS = 1024, PLACES = 3 * MAPPINGS };

__global__ void touch(uint64_t **list, uint64_t *seen, int n, bool store)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (store)
        *list[i] = ~SECRET;
    else
        seen[i] = *list[i];
}

/* Start, middle and end of each; between them, in the same warp, memory that
 * is the kernel's. */
static int list_mappings(uint64_t **list, bool *readable, uint64_t *own)
{
    char line[512], rights[8];
    unsigned long start, end;
    int n = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps) && n + 6 <= PLACES) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3)
            continue;
        const unsigned long places[] = {start, (start + end) / 2 & ~15ul,
                                        end - 16};
        for (int i = 0; i < 3; i++) {
            readable[n] =
                rights[0] == 'r' && start < 1ul << 47 && !strstr(line, "[v");
            list[n++] = (uint64_t *)places[i];
            list[n++] = own;
        }
    }
    if (maps)
        fclose(maps);
    return n;
}

static const char *sweep(int store, int unused)
{
    static bool readable[PLACES];
    uint64_t **list, *seen, *own;
    (void)unused;
    cudaMallocHost((void **)&list, PLACES * sizeof *list);
    cudaMallocHost((void **)&seen, PLACES * sizeof *seen);
    cudaMallocHost((void **)&own, sizeof *own);
    memset(seen, 0, PLACES * sizeof *seen);
    *own = 7;
    int n = list_mappings(list, readable, own);
    if (n < 40)
        return "too few mappings were found";
    touch<<<(n + 31) / 32, 32>>>(list, seen, n, store);
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        return "nothing was said";
    for (int i = 0; i < n; i += 2) {
        if (seen[i] || (!store && seen[i + 1] != 7))
            return "a thread saw what is not its own, or not what is";
        if (store && readable[i] && *list[i] == ~SECRET)
            return "the process was written to";
    }
    return store && *own != ~SECRET ? "a thread's own store was lost" : NULL;
}

/* ---- calls of the API ---------------------------------------------------- */

static cudaError_t prefetch(char *p)
{
#if CUDART_VERSION >= 13000
    return cudaMemPrefetchAsync(p, 16, cudaMemLocation(), 0);
#else
    return cudaMemPrefetchAsync(p, 16, 0);
#endif
}

/* Wrong for every target but those behind the name. */
#define CALLS(X)                                                               \
    X(cudaFree(p), null)                                                       \
    X(cudaFreeHost(p), null)                                                   \
    X(cudaFreeAsync(p, 0), null)                                               \
    X(cudaMemset(p, 0, 16), constants)                                         \
    X(cudaMemcpy(mine, p, 16, cudaMemcpyDeviceToHost), constants)              \
    X(cudaMemcpy(p, mine, 16, cudaMemcpyHostToDevice), constants)              \
    X(cudaMemcpy(good, p, 16, cudaMemcpyDeviceToDevice), constants)            \
    X(cudaMemcpy(p, good, 16, cudaMemcpyDeviceToDevice), constants)            \
    X(cudaMemcpyAsync(p, good, 16, cudaMemcpyDeviceToDevice, 0), constants)    \
    X(cudaMemcpy2D(p, 8, mine, 8, 8, 2, cudaMemcpyHostToDevice), constants)    \
    X(cudaMemcpyToSymbol(p, mine, 16), TARGET_COUNT)                           \
    X(cudaMemcpyFromSymbol(mine, p, 16), TARGET_COUNT)                         \
    X(cudaGetSymbolAddress(&found, p), TARGET_COUNT)                           \
    X(cudaStreamSynchronize((cudaStream_t)p), library_stream)                  \
    X(cudaStreamDestroy((cudaStream_t)p), library_stream)                      \
    X(cudaEventRecord((cudaEvent_t)p), library_event)                          \
    X(cudaEventDestroy((cudaEvent_t)p), library_event)                         \
    X(cudaFuncGetAttributes(&attributes, (const void *)p), TARGET_COUNT)       \
    X(cudaLaunchKernel((const void *)p, 1, 1, NULL, 0, 0), TARGET_COUNT)       \
    X(cudaHostUnregister(p), TARGET_COUNT)                                     \
    X(prefetch(p), TARGET_COUNT)

#define X(call, right) {#call, right},
static const struct {
    const char *name;
    int right;
} calls[] = {CALLS(X)};
#undef X
enum { CALL_COUNT = sizeof calls / sizeof *calls };

static cudaError_t call_with(int number, char *p)
{
    static uint64_t mine[2];
    char *good = array();
    void *found;
    cudaFuncAttributes attributes;
    int i = 0;
#define X(call, right)                                                         \
    if (number == i++)                                                         \
        return call;
    CALLS(X)
#undef X
    return cudaSuccess;
}

static bool is_wrong_call(int call, int target)
{
    return targets[target].wrong != NOTHING && target != calls[call].right &&
           !(target == null && strstr(calls[call].name, "cudaStreamS"));
}

/* All calls with one target; none of these errors stays. */
static const char *call_all(int target, int unused)
{
    static char wrong[200];
    uint64_t stack[8];
    (void)unused;
    heap = variable;
    set_secrets(variable, WORDS);
    set_secrets(stack, 8);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    char *p = pointer_to(target, stack);
    for (int i = 0; i < CALL_COUNT; i++) {
        if (!is_wrong_call(i, target) || call_with(i, p) != cudaSuccess)
            continue;
        snprintf(wrong, sizeof wrong, "%s succeeds", calls[i].name);
        return wrong;
    }
    fputs("error: each said so\n", stderr);
    return kept(variable, WORDS) && kept(stack, 8) && handles_work()
               ? NULL
               : "the host's memory was changed";
}

/* ---- all of it ----------------------------------------------------------- */

/* Runs f(a, b) in a child, whose stderr must have a finding, or be empty. */
static bool passes(const char *(*f)(int, int), int a, int b, bool finding,
                   const char *name, const char *other)
{
    char text[4096] = "";
    FILE *said = tmpfile();
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(said), STDERR_FILENO);
        if (!freopen("/dev/null", "w", stdout))
            _exit(3);
        const char *wrong = f(a, b);
        if (wrong)
            fprintf(stderr, "\nwrong: %s\n", wrong);
        _exit(wrong ? 1 : 0);
    }
    waitpid(child, &status, 0);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fclose(said);
    if (status == 0 && (strstr(text, "error: ") != NULL) == finding)
        return true;
    printf("%s, %s: status %x\n%s\n", name, other, status, text);
    return false;
}

static int all_attempts(void)
{
    int count = 0, bad = 0;
    for (int t = 0; t < TARGET_COUNT; t++)
        for (int a = 0; a < ATTEMPT_COUNT; a++) {
            bool right = targets[t].wrong == NOTHING;
            if (a == C_ATTEMPT_COUNT || !(right ? is_right(a) : is_wrong(t, a)))
                continue;
            bad += !passes(make_one, t, a, !right, targets[t].name,
                           attempt_names[a]);
            count++;
        }
    printf("%d attempts\n", count);
    return bad;
}

int main(void)
{
    int bad = all_attempts();
    bad += !passes(sweep, 0, 0, true, "every mapping", "load");
    bad += !passes(sweep, 1, 0, true, "every mapping", "store");
    for (int t = 0; t < TARGET_COUNT; t++)
        if (targets[t].wrong == EVERYTHING)
            bad += !passes(call_all, t, 0, true, targets[t].name, "API");
    printf("%d calls of the API\n", CALL_COUNT);
    return bad != 0;
}

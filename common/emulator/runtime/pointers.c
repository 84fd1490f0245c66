/*
 * pointers.c - where pointers of the program lead, and words for it.
 *
 * Guarantee: what cannot be is never followed, only described.
 */
#include "pointers.h"

#include <string.h>

/* ---- sides -------------------------------------------------------------- */

uint64_t pointer_address(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

bool pointer_on_device(const void *pointer)
{
    const struct allocation *a = memory_find(pointer_address(pointer));
    return a && a->kind != MEMORY_REGISTERED;
}

bool pointer_on_host(const void *pointer)
{
    uint64_t address = pointer_address(pointer);
    const struct allocation *a = memory_nearest(address);
    return pointer && !memory_reserved(address) &&
           (!a || a->kind == MEMORY_REGISTERED ||
            address >= a->address + a->size);
}

bool pointer_device_only(const void *pointer)
{
    const struct allocation *a = memory_find(pointer_address(pointer));
    return a && a->kind != MEMORY_PINNED && a->kind != MEMORY_MANAGED &&
           a->kind != MEMORY_REGISTERED;
}

/* ---- words -------------------------------------------------------------- */

struct text pointer_owner(const struct allocation *a)
{
    return a->name ? text("%.200s", a->name) : text("allocation #%u", a->id);
}

struct text pointer_describe(const void *pointer)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (!address)
        return text("it is a null pointer");
    const struct allocation *a = memory_nearest(address);
    if (!a || address >= a->address + a->size)
        return text("%p is not the device's: host memory, or never allocated",
                    pointer);
    struct text name = pointer_owner(a);
    if (a->freed)
        return text("%p is %s%s, which was freed", pointer,
                    address > a->address ? "in " : "", name.chars);
    if (address > a->address)
        return text("%p is %llu bytes into %s", pointer,
                    (unsigned long long)(address - a->address), name.chars);
    return text("%p is %s", pointer, name.chars);
}

const char *pointer_side(const void *pointer)
{
    uint64_t address = pointer_address(pointer);
    const struct allocation *a = memory_nearest(address);
    if (!pointer)
        return "a null pointer";
    if (pointer_on_host(pointer))
        return "a host pointer";
    if (!a || address >= a->address + a->size)
        return "a pointer outside every allocation";
    return a->freed ? "a pointer to freed memory" : "a device pointer";
}

/* ---- ranges ------------------------------------------------------------- */

static void diagnose_range(const char *call, const char *which,
                           const void *pointer, size_t bytes)
{
    const struct allocation *a = memory_nearest(pointer_address(pointer));
    struct finding f = {
        .tool = MEMCHECK, .severity = FINDING_ERROR, .lanes = 1};
    struct text title =
                    text("%s: %s has fewer than %zu bytes", call, which, bytes),
                detail = {""};
    memcpy(f.title, title.chars, sizeof f.title - 1);
    if (a)
        detail =
            text("%s has %llu bytes, the range starts at byte %llu",
                 pointer_owner(a).chars, (unsigned long long)a->size,
                 (unsigned long long)(pointer_address(pointer) - a->address));
    memcpy(f.detail, detail.chars, sizeof f.detail);
    strcpy(f.hint, "sizes are in bytes: count * sizeof(type), the same in "
                   "cudaMalloc and here");
    f.allocated = a ? a->allocated_at : NULL;
    api_tell(&f);
}

size_t range_bytes(size_t step, size_t size, size_t count)
{
    size_t steps = count - 1;
    if (!size || (step && steps > (SIZE_MAX - size) / step))
        return 0;
    return step * steps + size;
}

size_t range_of_box(size_t slice, size_t depth, size_t pitch, size_t width,
                    size_t height)
{
    return range_bytes(slice, range_bytes(pitch, width, height), depth);
}

bool range_fits(const char *call, const char *which, const void *pointer,
                size_t bytes)
{
    const struct allocation *a = memory_find(pointer_address(pointer));
    if (a && bytes && bytes <= a->address + a->size - pointer_address(pointer))
        return true;
    diagnose_range(call, which, pointer, bytes);
    return false;
}

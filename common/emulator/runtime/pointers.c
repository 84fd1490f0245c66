/*
 * pointers.c - where pointers of the program lead, and words for it.
 *
 * Guarantee: what cannot be is never followed, only described.
 */
#include "base/letters.h"
#include "pointers.h"

/* ---- sides -------------------------------------------------------------- */

uint64_t pointer_address(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static struct device_memory memory_at(const void *pointer)
{
    return device_memory_at(pointer_address(pointer));
}

bool pointer_on_device(const void *pointer)
{
    struct device_memory m = memory_at(pointer);
    return m.live && m.kind != DEVICE_REGISTERED;
}

bool pointer_reachable(const void *pointer)
{
    return memory_at(pointer).live;
}

bool pointer_on_host(const void *pointer)
{
    struct device_memory m = memory_at(pointer);
    return pointer && !device_reserved(pointer_address(pointer)) &&
           (!m.inside || m.kind == DEVICE_REGISTERED);
}

bool pointer_device_only(const void *pointer)
{
    struct device_memory m = memory_at(pointer);
    return m.live && m.kind != DEVICE_PINNED && m.kind != DEVICE_MANAGED &&
           m.kind != DEVICE_REGISTERED;
}

/* ---- words -------------------------------------------------------------- */

struct text pointer_owner(const struct device_memory *m)
{
    return m->name[0] ? api_text("%s", m->name)
                      : api_text("allocation #%u", m->id);
}

struct text pointer_describe(const void *pointer)
{
    struct device_memory m = memory_at(pointer);
    if (!pointer)
        return api_text("it is a null pointer");
    if (!m.inside) /* its address would be another one in each run */
        return api_text("the pointer is not the device's: host memory, or "
                        "never allocated");
    struct text name = pointer_owner(&m);
    uint64_t offset = pointer_address(pointer) - m.address;
    if (m.freed)
        return api_text("%p is %s%s, which was freed", pointer,
                        offset ? "in " : "", name.chars);
    if (offset)
        return api_text("%p is %llu byte%s into %s", pointer,
                        (unsigned long long)offset, plural(offset), name.chars);
    return api_text("%p is %s", pointer, name.chars);
}

const char *pointer_side(const void *pointer)
{
    struct device_memory m = memory_at(pointer);
    if (!pointer)
        return "a null pointer";
    if (pointer_on_host(pointer))
        return "a host pointer";
    if (!m.inside)
        return "a pointer outside every allocation";
    return m.freed ? "a pointer to freed memory" : "a device pointer";
}

/* ---- ranges ------------------------------------------------------------- */

static void diagnose_range(const char *call, const char *which,
                           const void *pointer, size_t bytes)
{
    struct device_memory m = memory_at(pointer);
    struct text detail = {""};
    if (m.known)
        detail = api_text(
            "%s has %llu byte%s, the range starts at byte %llu",
            pointer_owner(&m).chars, (unsigned long long)m.size, plural(m.size),
            (unsigned long long)(pointer_address(pointer) - m.address));
    api_tell((struct device_finding){
        .tool = DEVICE_MEMCHECK,
        .allocated = m.allocated,
        .title = api_text("%s: %s has fewer than %zu byte%s", call, which,
                          bytes, plural(bytes))
                     .chars,
        .detail = detail.chars,
        .hint = "sizes are in bytes: count * sizeof(type), the same in "
                "cudaMalloc and here"});
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
    struct device_memory m = memory_at(pointer);
    if (m.live && bytes &&
        bytes <= m.address + m.size - pointer_address(pointer))
        return true;
    diagnose_range(call, which, pointer, bytes);
    return false;
}

/*
 * access_image.c - what kernels read and write through textures and surfaces.
 *
 * A texture's coordinate becomes an element, or with linear filtering two
 * along each axis and how much of the second: 0 to 256 parts of 256, as the
 * hardware has 8 bits for it.  The elements are then loaded as any lane's
 * bytes are, with the same checks (global_elements), a corner of the box for
 * all lanes at a time; of a corner that counts for nothing, nothing is read.
 * What is computed of them is exact, and rounded once.
 * Source: CUDA C++ Programming Guide, "Texture Fetching"; PTX ISA 9.0, "tex",
 * "tld4", "suld", "sust".  What they leave open: the part of 256 is the
 * nearest; components that an element has not are 0; a coordinate that is no
 * number counts as 0.  Of the picture that NVIDIA's sample simpleTexture brings
 * along, made by a GPU, 598 of 262144 pixels then differ by one of 256 greys;
 * 1836 would if parts were cut off, and 1150 if there were more than 256.
 */
#include "access_data.h"
#include "arith.h"
#include "base/image.h"
#include "names.h"

#include <math.h>
#include <stdio.h>

enum { AXES = 3, PARTS = 256, OUTSIDE = -1 };

/* One group of lanes at one object. */
struct fetch {
    struct access a;
    struct image image;
    struct allocation *al; /* where its elements are */
    uint64_t first;        /* offset there of the first one */
};

/* ---- objects that are not what they should be --------------------------- */

static const char *noun(enum image_kind kind)
{
    return kind == IMAGE_TEXTURE ? "texture" : "surface";
}

static void tell(const struct fetch *f, struct finding *finding)
{
    report_wrong(f->a.w, f->a.insn, finding, f->a.mask, LAUNCH_BAD_ADDRESS);
}

static struct finding finding_of(const struct fetch *f)
{
    return finding_at(f->a.w, f->a.insn, first_lane(f->a.mask), MEMCHECK);
}

static void report_object(const struct fetch *f, enum image_kind wanted,
                          uint64_t handle)
{
    struct finding finding = finding_of(f);
    const struct allocation *al = memory_nearest(handle);
    bool gone =
        al && al->address == handle && al->freed && al->kind == MEMORY_OBJECT;
    snprintf(finding.title, sizeof finding.title,
             gone ? "%s through an object that was destroyed"
                  : "%s through what is no %s object",
             report_verb(f->a.kind), noun(wanted));
    if (!gone)
        snprintf(finding.detail, sizeof finding.detail, "the handle is 0x%llx",
                 (unsigned long long)handle);
    if (gone) {
        finding.allocated = al->allocated_at;
        finding.freed = al->freed_at;
    }
    snprintf(finding.hint, sizeof finding.hint,
             gone ? "destroy it behind the last launch that uses it"
                  : "was it created, and the result checked?");
    tell(f, &finding);
}

static void report_kind(const struct fetch *f, enum image_kind wanted)
{
    struct finding finding = finding_of(f);
    snprintf(finding.title, sizeof finding.title,
             "%s through a %s object that should be a %s object",
             report_verb(f->a.kind), noun((enum image_kind)f->image.kind),
             noun(wanted));
    snprintf(finding.hint, sizeof finding.hint,
             "tex1D and its kin take what cudaCreateTextureObject made, "
             "surf1Dread and its kin what cudaCreateSurfaceObject made");
    tell(f, &finding);
}

static void report_dimensions(const struct fetch *f)
{
    static const char *const over[] = {"a CUDA array", "linear memory",
                                       "pitched memory"};
    struct finding finding = finding_of(f);
    const struct image_access *wanted = &f->a.insn->detail->image;
    const struct image *image = &f->image;
    if (wanted->dimensions == image->dimensions)
        snprintf(finding.title, sizeof finding.title, "%s of a texture over %s",
                 wanted->whole ? "tex1Dfetch" : "tex1D",
                 over[image->resource % 3]);
    else
        snprintf(finding.title, sizeof finding.title,
                 "%s in %u dimension%s of a %s of %u", report_verb(f->a.kind),
                 wanted->dimensions, plural(wanted->dimensions),
                 noun((enum image_kind)image->kind), image->dimensions);
    snprintf(finding.hint, sizeof finding.hint,
             wanted->dimensions == image->dimensions
                 ? "tex1Dfetch reads linear memory, by whole numbers; tex1D "
                   "an array"
                 : "an array has as many dimensions as it was given extents: "
                   "tex2D for width and height");
    tell(f, &finding);
}

static void report_format(const struct fetch *f)
{
    struct finding finding = finding_of(f);
    snprintf(finding.title, sizeof finding.title,
             "texture of integers of %u bits is read as float", f->image.bits);
    snprintf(finding.hint, sizeof finding.hint,
             "readMode = cudaReadModeNormalizedFloat makes floats of them; "
             "else read it as what it is: tex2D<unsigned char>");
    tell(f, &finding);
}

static void report_gone(const struct fetch *f)
{
    struct finding finding = finding_of(f);
    const struct allocation *al = memory_nearest(f->image.address);
    bool array = f->image.resource == IMAGE_ARRAY;
    snprintf(finding.title, sizeof finding.title,
             "%s through a %s over %s that was freed", report_verb(f->a.kind),
             noun((enum image_kind)f->image.kind),
             array ? "a CUDA array" : "memory");
    if (al && al->freed) {
        finding.allocated = al->allocated_at;
        finding.freed = al->freed_at;
    }
    snprintf(finding.hint, sizeof finding.hint,
             "move %s behind the last launch that uses it",
             array ? "cudaFreeArray" : "cudaFree");
    tell(f, &finding);
}

/* ---- the object that lanes name ----------------------------------------- */

static bool read_object(struct fetch *f, enum image_kind wanted,
                        uint64_t handle)
{
    const struct allocation *al = memory_find(handle);
    bool is_object = al && al->kind == MEMORY_OBJECT && al->address == handle &&
                     al->size == sizeof f->image;
    if (is_object)
        memcpy(&f->image, al->host, sizeof f->image);
    if (!is_object || !image_is_sane(&f->image)) {
        report_object(f, wanted, handle);
        return false;
    }
    if (f->image.kind != wanted) {
        report_kind(f, wanted);
        return false;
    }
    return true;
}

/* Integer coordinates are those of linear memory, and it has no others. */
static bool fits_access(const struct fetch *f)
{
    const struct image_access *wanted = &f->a.insn->detail->image;
    bool linear = f->image.resource == IMAGE_LINEAR;
    return wanted->dimensions == f->image.dimensions &&
           (f->image.kind == IMAGE_SURFACE || wanted->whole == linear ||
            (wanted->whole && wanted->dimensions > 1));
}

/* Wide integers may hold the bits of a float. */
static bool fits_format(const struct fetch *f)
{
    const struct image *image = &f->image;
    return image->kind == IMAGE_SURFACE || image->unit ||
           image->format == IMAGE_FLOAT || image->bits == 32 ||
           f->a.insn->detail->type != PTX_F32;
}

static bool find_elements(struct fetch *f)
{
    f->al = memory_find(f->image.address);
    if (!f->al)
        report_gone(f);
    else
        f->first = f->image.address - f->al->address;
    return f->al;
}

/* ---- lanes of one object ------------------------------------------------ */

typedef void group_function(struct fetch *f);

static void each_object(struct access a, group_function *act)
{
    const u64 *handles = (const u64 *)(a.frame->slots + a.insn->a);
    uint32_t left = a.mask;
    while (left) {
        struct fetch f = {.a = a};
        u64 handle = handles[first_lane(left)];
        f.a.mask = 0;
        for (uint32_t m = left; m; m &= m - 1)
            if (handles[first_lane(m)] == handle)
                f.a.mask |= m & -m;
        left &= ~f.a.mask;
        enum image_kind wanted =
            a.insn->op == OP_texture || (a.insn->op == OP_image_query &&
                                         !a.insn->detail->image.whole)
                ? IMAGE_TEXTURE
                : IMAGE_SURFACE;
        if (read_object(&f, wanted, handle))
            act(&f);
    }
}

/* Lanes whose element lies in the memory that the object is over; an object
 * is the program's, and may say anything. */
static uint32_t lanes_inside(const struct fetch *f, uint32_t lanes,
                             unsigned width, const uint64_t offset[WARP_SIZE])
{
    uint32_t inside = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool fits = f->al->size >= width && offset[l] <= f->al->size - width &&
                    offset[l] % width == 0;
        inside |= (uint32_t)fits << l;
    }
    return inside;
}

/* ---- coordinates -------------------------------------------------------- */

/* Along one axis: the elements below and above, OUTSIDE where the border is,
 * and the parts of the upper one. */
struct along {
    int32_t index[2];
    uint32_t upper;
};

static int32_t addressed(int64_t i, int64_t n, enum image_mode mode)
{
    if (i >= 0 && i < n)
        return (int32_t)i;
    switch (mode) {
    case IMAGE_BORDER: return OUTSIDE;
    case IMAGE_WRAP: return (int32_t)((i % n + n) % n);
    case IMAGE_MIRROR: i = i < 0 ? -1 - i : 2 * n - 1 - i; break;
    default: break;
    }
    return (int32_t)(i < 0 ? 0 : i < n ? i : n - 1);
}

/* In elements, from a coordinate that may count from 0 to 1. */
static double in_elements(float x, int64_t n, bool normalized,
                          enum image_mode mode)
{
    const double far = 1 << 30;
    double at = isnan(x) ? 0 : (double)x;
    if (normalized && isfinite(at)) {
        double whole = floor(at);
        if (mode == IMAGE_WRAP)
            at -= whole;
        else if (mode == IMAGE_MIRROR)
            at = fmod(whole, 2) == 0 ? at - whole : 1 - (at - whole);
        at *= (double)n;
    }
    return fmin(fmax(at, -far), far);
}

static struct along filtered(double at, int64_t n, enum image_mode mode)
{
    double below = floor(at - 0.5);
    int64_t i = (int64_t)below;
    return (struct along){{addressed(i, n, mode), addressed(i + 1, n, mode)},
                          (uint32_t)((at - 0.5 - below) * PARTS + 0.5)};
}

static struct along nearest(int64_t i, int64_t n, enum image_mode mode)
{
    int32_t index = addressed(i, n, mode);
    return (struct along){{index, index}, 0};
}

static struct along coordinate(const struct fetch *f, unsigned axis,
                               unsigned lane)
{
    const struct image_access *access = &f->a.insn->detail->image;
    const uint8_t *slot = f->a.frame->slots + access->at[axis];
    int64_t n = (int64_t)f->image.extent[axis];
    enum image_mode mode = (enum image_mode)f->image.modes[axis];
    if (access->whole)
        return nearest(((const s32 *)slot)[lane], n,
                       f->image.resource == IMAGE_LINEAR ? IMAGE_BORDER : mode);
    double at =
        in_elements(((const f32 *)slot)[lane], n, f->image.normalized, mode);
    return f->image.linear || access->gathers
               ? filtered(at, n, mode)
               : nearest((int64_t)floor(at), n, mode);
}

/* ---- textures: elements ------------------------------------------------- */

/* The components of the lanes' elements. */
struct elements {
    _Alignas(64) u32 component[MAX_VECTOR][WARP_SIZE];
};

static enum ptx_type component_type(const struct image *image)
{
    static const enum ptx_type types[3][3] = {{PTX_S8, PTX_S16, PTX_S32},
                                              {PTX_U8, PTX_U16, PTX_U32},
                                              {PTX_B8, PTX_B16, PTX_B32}};
    return types[image->format][image->bits == 8    ? 0
                                : image->bits == 16 ? 1
                                                    : 2];
}

/* Loads the elements of these lanes, as an instruction of their own would. */
static void load_elements(const struct fetch *f, uint32_t lanes,
                          uint64_t offset[WARP_SIZE], struct elements *to)
{
    struct insn_detail detail = *f->a.insn->detail;
    struct insn insn = *f->a.insn;
    struct frame frame = *f->a.frame;
    unsigned width = image_bytes(&f->image);
    detail.type = component_type(&f->image);
    detail.vector = f->image.components;
    detail.register_bytes = sizeof to->component[0][0];
    detail.discardable = false;
    for (unsigned i = 0; i < MAX_VECTOR; i++)
        detail.slots[i] = i * (uint32_t)sizeof to->component[0];
    insn.detail = &detail;
    insn.width = (uint8_t)width;
    insn.flags = type_is_signed(detail.type) ? INSN_SIGNED : 0;
    frame.slots = (uint8_t *)to->component;
    lanes = lanes_inside(f, lanes, width, offset);
    if (lanes)
        global_elements(
            (struct access){f->a.w, &frame, &insn, ACCESS_READ, lanes}, f->al,
            offset);
}

/* What a component is as a float, exactly. */
static double as_float(const struct image *image, u32 bits)
{
    int32_t sign = (int32_t)bits;
    float value;
    if (image->format == IMAGE_UNSIGNED)
        return bits / (double)((1u << image->bits) - 1);
    if (image->format == IMAGE_SIGNED)
        return fmax(sign / (double)((1u << (image->bits - 1)) - 1), -1);
    if (image->bits == 16)
        return (double)float_of((u16)bits);
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool reads_floats(const struct image *image)
{
    return image->unit || image->format == IMAGE_FLOAT;
}

static u32 float_bits(double value)
{
    float rounded = (float)value;
    u32 bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

static u32 border_bits(const struct image *image, unsigned i)
{
    if (image->resource == IMAGE_LINEAR)
        return 0;
    return reads_floats(image)
               ? float_bits((double)image->border[i])
               : (u32)(int32_t)fmin(fmax((double)image->border[i], -0x1p31),
                                    0x1p31 - 1);
}

/* ---- textures: corners -------------------------------------------------- */

/* Of every lane: where it reads along each axis. */
struct footprint {
    struct along along[AXES][WARP_SIZE];
};

/* Corner c has bit i set where it is the upper one along axis i. */
static uint32_t corner_parts(const struct fetch *f,
                             const struct footprint *print, unsigned c,
                             unsigned lane)
{
    uint32_t parts = 1;
    for (unsigned axis = 0; axis < f->image.dimensions; axis++) {
        uint32_t upper = print->along[axis][lane].upper;
        parts *= c >> axis & 1 ? upper : PARTS - upper;
    }
    return parts;
}

/* Where the corner's element is; false: outside. */
static bool corner_offset(const struct fetch *f, const struct footprint *print,
                          unsigned c, unsigned lane, uint64_t *offset)
{
    const uint64_t steps[AXES] = {image_bytes(&f->image), f->image.pitch,
                                  f->image.slice};
    *offset = f->first;
    for (unsigned axis = 0; axis < f->image.dimensions; axis++) {
        int32_t i = print->along[axis][lane].index[c >> axis & 1];
        if (i == OUTSIDE)
            return false;
        *offset += (uint64_t)i * steps[axis];
    }
    return true;
}

/* The elements at a corner, of those lanes for which it counts: bits as the
 * program is to have them, or with border, what that is. */
static void read_corner(const struct fetch *f, const struct footprint *print,
                        unsigned c, uint32_t lanes, struct elements *to)
{
    uint64_t offset[WARP_SIZE] = {0};
    uint32_t inside = 0;
    memset(to, 0, sizeof *to);
    for (uint32_t m = lanes; m; m &= m - 1) {
        unsigned l = first_lane(m);
        inside |= (uint32_t)corner_offset(f, print, c, l, &offset[l]) << l;
    }
    if (inside)
        load_elements(f, inside, offset, to);
    for (uint32_t m = lanes; m; m &= m - 1)
        for (unsigned i = 0; i < f->image.components; i++) {
            u32 *at = &to->component[i][first_lane(m)];
            if (!(inside & m & -m))
                *at = border_bits(&f->image, i);
            else if (reads_floats(&f->image))
                *at = float_bits(as_float(&f->image, *at));
        }
}

static uint32_t lanes_of_corner(const struct fetch *f,
                                const struct footprint *print, unsigned c)
{
    uint32_t lanes = 0;
    for (uint32_t m = f->a.mask; m; m &= m - 1)
        if (corner_parts(f, print, c, first_lane(m)))
            lanes |= m & -m;
    return lanes;
}

static void write_result(const struct fetch *f, unsigned i,
                         const u32 values[WARP_SIZE])
{
    uint32_t slot = f->a.insn->detail->slots[i];
    u32 *d = (u32 *)(f->a.frame->slots + (slot == NO_SLOT ? 0 : slot));
    for (uint32_t m = slot == NO_SLOT ? 0 : f->a.mask; m; m &= m - 1)
        d[first_lane(m)] = values[first_lane(m)];
}

/* ---- textures: what is read --------------------------------------------- */

/* Adds up the corners, each by its parts. */
static void read_filtered(const struct fetch *f, const struct footprint *print)
{
    const double whole = pow(PARTS, f->image.dimensions);
    double sum[MAX_VECTOR][WARP_SIZE] = {{0}};
    struct elements corner;
    for (unsigned c = 0; c < 1u << f->image.dimensions; c++) {
        uint32_t lanes = lanes_of_corner(f, print, c);
        if (!lanes)
            continue;
        read_corner(f, print, c, lanes, &corner);
        for (uint32_t m = lanes; m; m &= m - 1) {
            unsigned l = first_lane(m);
            double part = corner_parts(f, print, c, l) / whole;
            for (unsigned i = 0; i < f->image.components; i++) {
                float value;
                memcpy(&value, &corner.component[i][l], sizeof value);
                sum[i][l] += part * (double)value;
            }
        }
    }
    for (unsigned i = 0; i < MAX_VECTOR; i++) {
        for (unsigned l = 0; l < WARP_SIZE; l++)
            corner.component[i][l] = float_bits(sum[i][l]);
        write_result(f, i, corner.component[i]);
    }
}

static void read_nearest(const struct fetch *f, const struct footprint *print)
{
    struct elements element;
    read_corner(f, print, 0, f->a.mask, &element);
    for (unsigned i = 0; i < MAX_VECTOR; i++)
        write_result(f, i, element.component[i]);
}

/* One component of the four elements that a filter would read, from the lower
 * left one against the clock; the upper left one is the last. */
static void gather(const struct fetch *f, const struct footprint *print)
{
    static const unsigned corners[MAX_VECTOR] = {2, 3, 1, 0};
    struct elements element;
    for (unsigned i = 0; i < MAX_VECTOR; i++) {
        read_corner(f, print, corners[i], f->a.mask, &element);
        write_result(f, i, element.component[f->a.insn->detail->image.which]);
    }
}

static void read_texture(struct fetch *f)
{
    struct footprint print;
    if (!fits_access(f)) {
        report_dimensions(f);
        return;
    }
    if (!fits_format(f)) {
        report_format(f);
        return;
    }
    if (!find_elements(f))
        return;
    for (uint32_t m = f->a.mask; m; m &= m - 1)
        for (unsigned axis = 0; axis < f->image.dimensions; axis++)
            print.along[axis][first_lane(m)] =
                coordinate(f, axis, first_lane(m));
    if (f->a.insn->detail->image.gathers)
        gather(f, &print);
    else if (f->image.linear && !f->a.insn->detail->image.whole)
        read_filtered(f, &print);
    else
        read_nearest(f, &print);
}

void texture_load(struct warp *w, struct frame *frame, const struct insn *insn,
                  uint32_t mask)
{
    each_object((struct access){w, frame, insn, ACCESS_READ, mask},
                read_texture);
}

/* ---- surfaces ----------------------------------------------------------- */

static void report_outside(const struct fetch *f, uint32_t lanes)
{
    struct fetch of = *f;
    char buffer[40];
    of.a.mask = lanes;
    struct finding finding = finding_of(&of);
    const struct image_access *access = &f->a.insn->detail->image;
    const struct image *image = &f->image;
    unsigned bytes = image_bytes(image), l = first_lane(lanes);
    int at[AXES] = {0};
    for (unsigned i = 0; i < access->dimensions; i++)
        at[i] = ((const s32 *)(f->a.frame->slots + access->at[i]))[l];
    snprintf(finding.title, sizeof finding.title,
             "%s of %u byte%s outside the surface %.60s",
             report_verb(f->a.kind), f->a.insn->width, plural(f->a.insn->width),
             report_name(f->a.w, f->al, buffer, sizeof buffer));
    snprintf(finding.detail, sizeof finding.detail,
             "at byte %d, row %d, slice %d; it has %llu bytes a row, %llu "
             "row%s, %llu slice%s",
             at[0], at[1], at[2],
             (unsigned long long)(image->extent[0] * bytes),
             (unsigned long long)image->extent[1], plural(image->extent[1]),
             (unsigned long long)image->extent[2], plural(image->extent[2]));
    finding.allocated = f->al->allocated_at;
    snprintf(finding.hint, sizeof finding.hint,
             "compare column and row with width and height before, or ask for "
             "cudaBoundaryModeZero or cudaBoundaryModeClamp");
    tell(&of, &finding);
}

static void report_crooked(const struct fetch *f, uint32_t lanes)
{
    struct fetch of = *f;
    of.a.mask = lanes;
    struct finding finding = finding_of(&of);
    const struct image_access *access = &f->a.insn->detail->image;
    int x =
        ((const s32 *)(f->a.frame->slots + access->at[0]))[first_lane(lanes)];
    snprintf(finding.title, sizeof finding.title,
             "%s of %u bytes of a surface at an x that is not a multiple of %u",
             report_verb(f->a.kind), f->a.insn->width, f->a.insn->width);
    snprintf(finding.detail, sizeof finding.detail, "x is %d", x);
    finding.allocated = f->al->allocated_at;
    snprintf(finding.hint, sizeof finding.hint,
             "x of a surface counts bytes: the column times sizeof(type)");
    report_wrong(of.a.w, of.a.insn, &finding, lanes, LAUNCH_MISALIGNED);
}

/* One lane's place along an axis, of width bytes or 1 row; moved inside if
 * that is wanted.  False: outside. */
static bool along_surface(const struct fetch *f, unsigned axis, unsigned lane,
                          int64_t *at)
{
    const struct image_access *access = &f->a.insn->detail->image;
    int64_t width = axis ? 1 : f->a.insn->width;
    int64_t n = (int64_t)f->image.extent[axis] *
                (axis ? 1 : (int64_t)image_bytes(&f->image));
    *at = ((const s32 *)(f->a.frame->slots + access->at[axis]))[lane];
    if (access->outside == OUTSIDE_IS_CLAMPED)
        *at = *at < 0 ? 0 : *at > n - width ? n - width : *at;
    return *at >= 0 && *at <= n - width;
}

static void zero_results(const struct fetch *f, uint32_t lanes)
{
    const struct insn_detail *detail = f->a.insn->detail;
    for (uint32_t m = lanes; m; m &= m - 1)
        for (unsigned i = 0; i < detail->vector; i++)
            if (detail->slots[i] != NO_SLOT)
                set_register(f->a.frame->slots + detail->slots[i],
                             detail->register_bytes, first_lane(m), 0);
}

static void at_surface(struct fetch *f)
{
    const uint64_t steps[AXES] = {1, f->image.pitch, f->image.slice};
    const struct insn *insn = f->a.insn;
    uint64_t offset[WARP_SIZE] = {0};
    uint32_t outside = 0, crooked = 0;
    if (!fits_access(f)) {
        report_dimensions(f);
        return;
    }
    if (!find_elements(f))
        return;
    for (uint32_t m = f->a.mask; m; m &= m - 1) {
        unsigned l = first_lane(m);
        bool inside = true;
        offset[l] = f->first;
        for (unsigned axis = 0; axis < f->image.dimensions; axis++) {
            int64_t at;
            inside &= along_surface(f, axis, l, &at);
            offset[l] += (uint64_t)at * steps[axis];
        }
        outside |= (uint32_t)!inside << l;
        crooked |= (uint32_t)(offset[l] % insn->width != 0) << l;
    }
    if (outside && insn->detail->image.outside == OUTSIDE_IS_WRONG)
        report_outside(f, outside);
    if (outside && is_read(f->a.kind))
        zero_results(f, outside);
    crooked &= ~outside;
    if (crooked)
        report_crooked(f, crooked);
    f->a.mask =
        lanes_inside(f, f->a.mask & ~(outside | crooked), insn->width, offset);
    if (f->a.mask)
        global_elements(f->a, f->al, offset);
}

void surface_load(struct warp *w, struct frame *frame, const struct insn *insn,
                  uint32_t mask)
{
    each_object((struct access){w, frame, insn, ACCESS_READ, mask}, at_surface);
}

void surface_store(struct warp *w, struct frame *frame, const struct insn *insn,
                   uint32_t mask)
{
    each_object((struct access){w, frame, insn, ACCESS_WRITE, mask},
                at_surface);
}

/* ---- questions ---------------------------------------------------------- */

/* An axis that the object has not is 0 long. */
static void answer_query(struct fetch *f)
{
    unsigned axis = f->a.insn->detail->image.which;
    u32 n = axis < f->image.dimensions ? (u32)f->image.extent[axis] : 0;
    u32 *d = (u32 *)(f->a.frame->slots + f->a.insn->d);
    for (uint32_t m = f->a.mask; m; m &= m - 1)
        d[first_lane(m)] = n;
}

void image_query(struct warp *w, struct frame *frame, const struct insn *insn,
                 uint32_t mask)
{
    each_object((struct access){w, frame, insn, ACCESS_READ, mask},
                answer_query);
}

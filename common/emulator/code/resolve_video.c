/*
 * resolve_video.c - vadd, vadd2, vadd4 and their kin (video.h): the words of
 * the opcode and the selectors of its operands, as %r1.b3 and %r1.h10.
 */
#include "resolver.h"

#include "video.h"

/* Without the number of parts. */
static const char *const op_names[] = {
    [VIDEO_ADD] = "vadd",   [VIDEO_SUB] = "vsub", [VIDEO_MIN] = "vmin",
    [VIDEO_MAX] = "vmax",   [VIDEO_SET] = "vset", [VIDEO_ABSDIFF] = "vabsdiff",
    [VIDEO_AVRG] = "vavrg", [VIDEO_SHL] = "vshl", [VIDEO_SHR] = "vshr",
};

/* "vadd2": the operation, and 2; resolve.c says which have how many parts. */
static bool video_op(const char *name, struct video *video)
{
    size_t length = strcspn(name, "24");
    video->count = name[length] ? (uint8_t)(name[length] - '0') : 1;
    for (unsigned i = 0; i < sizeof op_names / sizeof *op_names; i++) {
        video->op = (enum video_op)i;
        if (!strncmp(name, op_names[i], length) && !op_names[i][length])
            return true;
    }
    return false;
}

static bool compare_named(const char *text, enum video_compare *compare)
{
    static const char names[][3] = {"eq", "ne", "lt", "le", "gt", "ge"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        *compare = (enum video_compare)i;
        if (is(text, names[i]))
            return true;
    }
    return false;
}

static bool sign_named(const char *text, bool *is_signed)
{
    *is_signed = is(text, "s32");
    return *is_signed || is(text, "u32");
}

/* .sat, .clamp, .wrap, .add; false: another word.  Of one part, .sat, .min and
 * .max are refused: ptxas makes something else of them than PTX says. */
static bool video_modifiers(struct resolver *r, struct video *video, unsigned i)
{
    for (; i < r->part_count; i++) {
        const char *text = r->parts[i];
        if (is(text, "sat") && video->count > 1)
            video->saturate = true;
        else if (is(text, "wrap"))
            video->wrap = true;
        else if (is(text, "add"))
            video->accumulate = true;
        else if (!is(text, "clamp"))
            return false;
    }
    return true;
}

/* .dtype.atype.btype, of vset .atype.btype.cmp */
static bool video_opcode(struct resolver *r, struct video *video)
{
    unsigned i = 1;
    if (!video_op(r->parts[0], video) ||
        (video->op != VIDEO_SET &&
         !sign_named(opcode_part(r, i++), &video->is_signed)) ||
        !sign_named(opcode_part(r, i++), &video->a_signed) ||
        !sign_named(opcode_part(r, i++), &video->b_signed))
        return false;
    if (video->op == VIDEO_SET &&
        !compare_named(opcode_part(r, i++), &video->compare))
        return false;
    return video_modifiers(r, video, i);
}

/* ---- selectors ---------------------------------------------------------- */

/* One part: all of it, .h0, .h1, .b0 to .b3. */
static bool scalar_part(const char *selector, struct video_part *part)
{
    unsigned bits = !selector ? 32 : *selector == 'h' ? 16 : 8;
    unsigned which = selector ? (unsigned)(selector[1] - '0') : 0;
    part->shift = (uint8_t)(which * bits);
    part->bits = (uint8_t)bits;
    return which < 32 / bits && (!selector || !selector[2]);
}

/* .h10, .b7654: the part of b:a that each is, the last one first. */
static bool source_parts(const struct video *video, const char *selector,
                         const char *otherwise, struct video_part *parts)
{
    unsigned bits = 32u / video->count;
    const char *text = selector ? selector : otherwise;
    if (*text != (bits == 16 ? 'h' : 'b') || strlen(text) != 1u + video->count)
        return false;
    for (unsigned i = 0; i < video->count; i++) {
        unsigned which = (unsigned)(text[video->count - i] - '0');
        if (which >= 64 / bits)
            return false;
        parts[i] = (struct video_part){.shift = (uint8_t)(which * bits),
                                       .bits = (uint8_t)bits};
    }
    return true;
}

/* .h1, .b310: the parts that are written. */
static bool written_parts(struct video *video, const char *selector)
{
    unsigned bits = 32u / video->count;
    const char *text = selector ? selector : bits == 16 ? "h10" : "b3210";
    if (*text != (bits == 16 ? 'h' : 'b'))
        return false;
    for (text++; *text; text++) {
        unsigned which = (unsigned)(*text - '0');
        if (which >= video->count)
            return false;
        video->d[which] = (struct video_part){.shift = (uint8_t)(which * bits),
                                              .bits = (uint8_t)bits};
    }
    return true;
}

static bool selectors(struct resolver *r, struct video *video)
{
    const char *d = operand_at(r, 0)->selector;
    const char *a = operand_at(r, 1)->selector;
    const char *b = operand_at(r, 2)->selector;
    if (video->count > 1) {
        bool halves = video->count == 2;
        return written_parts(video, d) &&
               source_parts(video, a, halves ? "h10" : "b3210", video->a) &&
               source_parts(video, b, halves ? "h32" : "b7654", video->b);
    }
    bool done = scalar_part(d, video->d) && scalar_part(a, video->a) &&
                scalar_part(b, video->b);
    video->b->shift += 32;
    return done;
}

bool emit_video(struct resolver *r)
{
    uint32_t d, a, b, c = NO_SLOT;
    bool third = r->source->operand_count == 4;
    struct video *video = arena_alloc(r->module->arena, sizeof *video);
    if (!video)
        return resolver_no_memory(r);
    if (!video_opcode(r, video) || !selectors(r, video))
        return resolver_unsupported(r);
    bool needs = video->count > 1 || video->accumulate || video->d->bits < 32;
    if (third != needs || r->source->operand_count < 3)
        return resolver_unsupported(r);
    if (!operand_source(r, 1, 4, &a) || !operand_source(r, 2, 4, &b) ||
        (third && !operand_source(r, 3, 4, &c)) ||
        !operand_destination(r, 0, 4, &d))
        return false;
    r->detail.video = video;
    return emit_slots(r, OP_video, d, a, b, c);
}

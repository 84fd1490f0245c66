/*
 * resolve_image.c - textures and surfaces: tex, tld4, suld, sust, txq, suq.
 *
 * Whose handle is a register, as CUDA's objects are (bindless); what names a
 * .texref, .samplerref or .surfref is refused.
 * Source: PTX ISA 9.0, 9.7.10 "Texture Instructions", 9.7.11 "Surface
 * Instructions".
 */
#include "resolver.h"

/* ---- operands ------------------------------------------------------------ */

static bool refuse_reference(struct resolver *r)
{
    return resolver_fail(r,
                         "%.60s: texture and surface references are not "
                         "supported: use cudaCreateTextureObject",
                         r->source->opcode);
}

/* The register with the handle, of operand i: [handle, ...] */
static bool handle_slot(struct resolver *r, unsigned i, uint32_t *slot)
{
    const struct ptx_operand *o = operand_at(r, i);
    struct name *name =
        o->kind == PTX_OPND_ADDRESS && o->name ? name_find(r, o->name) : NULL;
    if (o->kind != PTX_OPND_ADDRESS)
        return resolver_fail(r, "%.60s: operand %u is not an address",
                             r->source->opcode, i + 1);
    if (!name || name->kind != NAME_REGISTER || name->bytes != 8 || o->bits)
        return refuse_reference(r);
    *slot = name->slot;
    return true;
}

/* {x, y, z, z}, or one alone: the handle's list in the brackets.  With a
 * sampler of its own it has two items. */
static bool coordinate_slots(struct resolver *r, unsigned i)
{
    struct image_access *image = &r->detail.image;
    const struct ptx_operand *o = operand_at(r, i);
    if (o->list_count != 1)
        return refuse_reference(r);
    bool many = o->list[0].kind == PTX_OPND_VECTOR;
    const struct ptx_operand *list = many ? o->list[0].list : o->list;
    uint32_t count = many ? o->list[0].list_count : 1;
    bool enough =
        count == image->dimensions || (count == 4 && image->dimensions == 3);
    for (unsigned k = 0; enough && k < image->dimensions; k++)
        if (!operand_read(r, &list[k], i, 4, &image->at[k]))
            return false;
    return enough || resolver_fail(r, "%.60s needs %u coordinates",
                                   r->source->opcode, image->dimensions);
}

/* 0: an array of layers, a cube, or nothing of the kind. */
static uint8_t dimensions_named(const char *text)
{
    return is(text, "1d") ? 1 : is(text, "2d") ? 2 : is(text, "3d") ? 3 : 0;
}

/* The instruction, with all but what it reads and writes beside memory. */
static struct insn *emit_image(struct resolver *r, uint16_t op, uint32_t handle)
{
    struct insn *insn = emit(r, op);
    if (insn)
        insn->a = handle;
    r->program->has_images = true;
    return insn && emit_site(r, insn) ? insn : NULL;
}

/* ---- textures ------------------------------------------------------------ */

/* tld4.r: the component. */
static bool component_named(const char *text, uint8_t *which)
{
    static const char letters[] = "rgba";
    const char *found = text[0] && !text[1] ? strchr(letters, text[0]) : NULL;
    *which = found ? (uint8_t)(found - letters) : 0;
    return found;
}

/* .level, with a level of detail behind the coordinates, which of a texture
 * without mipmaps is always 0. */
static bool texture_words(struct resolver *r, unsigned *operands)
{
    struct image_access *image = &r->detail.image;
    unsigned i = 1;
    *operands = 2;
    image->gathers = is(r->parts[0], "tld4");
    if (image->gathers && !component_named(opcode_part(r, i++), &image->which))
        return false;
    if (!image->gathers && is(opcode_part(r, i), "level")) {
        *operands = 3;
        i++;
    }
    image->dimensions = dimensions_named(opcode_part(r, i++));
    bool vector = is(opcode_part(r, i++), "v4");
    r->detail.vector = 4;
    r->detail.type = type_named(opcode_part(r, i++));
    const char *coordinates = opcode_part(r, i++);
    image->whole = is(coordinates, "s32");
    return image->dimensions && vector && i == r->part_count &&
           (image->whole || is(coordinates, "f32")) &&
           (!image->gathers || (image->dimensions == 2 && !image->whole)) &&
           (r->detail.type == PTX_F32 || r->detail.type == PTX_S32 ||
            r->detail.type == PTX_U32);
}

/* tex.2d.v4.f32.f32 {r, g, b, a}, [handle, {x, y}]; */
bool emit_texture(struct resolver *r)
{
    unsigned operands;
    uint32_t handle, level;
    if (!texture_words(r, &operands) || r->source->operand_count != operands)
        return resolver_unsupported(r);
    if (!handle_slot(r, 1, &handle) || !coordinate_slots(r, 1) ||
        !value_slots(r, 0, false) ||
        (operands == 3 && !operand_source(r, 2, 4, &level)))
        return false;
    return emit_image(r, OP_texture, handle);
}

/* ---- surfaces ------------------------------------------------------------ */

static bool outside_named(const char *text, enum image_outside *outside)
{
    *outside = is(text, "clamp")  ? OUTSIDE_IS_CLAMPED
               : is(text, "zero") ? OUTSIDE_IS_ZERO
                                  : OUTSIDE_IS_WRONG;
    return *outside != OUTSIDE_IS_WRONG || is(text, "trap");
}

/* .b.2d.v4.b32.trap: bytes as they are, .p would convert them. */
static bool surface_words(struct resolver *r)
{
    unsigned i = 1;
    bool bits = is(opcode_part(r, i++), "b");
    r->detail.image.dimensions = dimensions_named(opcode_part(r, i++));
    const char *vector = opcode_part(r, i);
    bool many = is(vector, "v2") || is(vector, "v4");
    r->detail.vector = many ? (uint8_t)(vector[1] - '0') : 1;
    i += many;
    r->detail.type = type_named(opcode_part(r, i++));
    bool known = r->detail.type >= PTX_B8 && r->detail.type <= PTX_B64;
    return bits && r->detail.image.dimensions && known &&
           ptx_type_size(r->detail.type) * r->detail.vector <= 16 &&
           outside_named(opcode_part(r, i++), &r->detail.image.outside) &&
           i == r->part_count;
}

/* suld.b.2d.b32.trap {r}, [handle, {x, y}];
 * sust.b.2d.b32.trap [handle, {x, y}], {r};  x in bytes */
bool emit_surface(struct resolver *r)
{
    bool store = is(r->parts[0], "sust");
    unsigned address = store ? 0 : 1;
    uint32_t handle;
    if (!surface_words(r) || r->source->operand_count != 2)
        return resolver_unsupported(r);
    if (!handle_slot(r, address, &handle) || !coordinate_slots(r, address) ||
        !value_slots(r, !address, store))
        return false;
    struct insn *insn =
        emit_image(r, store ? OP_surface_store : OP_surface_load, handle);
    if (!insn)
        return false;
    insn->b = store ? r->detail.slots[0] : NO_SLOT;
    insn->d = store ? NO_SLOT : r->detail.slots[0];
    insn->width = (uint8_t)(ptx_type_size(r->detail.type) * r->detail.vector);
    return true;
}

/* ---- questions ----------------------------------------------------------- */

static const char *image_axis(size_t i)
{
    static const char *const names[] = {"width", "height", "depth"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

/* txq.width.b32 d, [handle]; */
bool emit_image_query(struct resolver *r)
{
    size_t axis = 0;
    uint32_t d, handle;
    while (image_axis(axis) && !is(opcode_part(r, 1), image_axis(axis)))
        axis++;
    if (!image_axis(axis) || r->part_count != 3 ||
        !is(opcode_part(r, 2), "b32") || r->source->operand_count != 2)
        return resolver_unsupported(r);
    if (!operand_destination(r, 0, 4, &d) || !handle_slot(r, 1, &handle))
        return false;
    r->detail.image.which = (uint8_t)axis;
    r->detail.image.whole = is(r->parts[0], "suq");
    struct insn *insn = emit_image(r, OP_image_query, handle);
    if (insn)
        insn->d = d;
    return insn;
}

/*
 * Reading YAML by libyaml's events. An alias is the value of its anchor again, shared, so
 * reading takes no longer for it; but what it stands for counts as if it were written
 * out, as whoever walks over the values sees all of it.
 */
#include "rest/import_yaml.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/utf8.h"
#include "rest/import_yaml_scalar.h"
#include "term/read.h"
#include <string.h>
#include <yaml.h>

typedef struct {
    const Value *value;
    uint64_t values; /* in it, and itself */
} Anchored;

/* An item of a sequence or, with a key, of a mapping that is still open. */
typedef struct {
    struct assay_str key;
    yaml_mark_t mark;
    const Value *value;
    bool merged; /* by "<<": counts where its key is not there otherwise */
} Item;

typedef struct {
    struct assay_arena *arena;
    struct assay_str text;
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    struct assay_map names;
    Anchored *anchors;
    uint32_t nanchors, anchors_cap;
    Item *items;
    uint32_t count, cap;
    uint32_t depth;
    uint64_t values;
    ImportFault *fault;
} Yaml;

static const Value *read_node(Yaml *y);

/* ---- Faults and events. */

static void *refuse(Yaml *y, yaml_mark_t mark, const char *text)
{
    if (!y->fault->text)
        *y->fault =
            (ImportFault){(uint32_t)mark.line + 1, (uint32_t)mark.column + 1, text, NULL};
    return NULL;
}

void yaml_count_place(struct assay_str text, size_t at, ImportFault *ret_place)
{
    size_t start = 0;

    at = at < text.len ? at : text.len;
    ret_place->line = 1;
    for (size_t i = 0; i < at; i++)
        if (text.at[i] == '\n') {
            ret_place->line++;
            start = i + 1;
        }
    ret_place->column = 1;
    for (size_t i = start; i < at; i++) /* what goes on is no character of its own */
        ret_place->column += ((unsigned char)text.at[i] & 0xc0) != 0x80;
}

/* What libyaml found. Its reader knows an offset only. */
static void refuse_text(Yaml *y)
{
    yaml_parser_t *p = &y->parser;
    const char *why = p->problem ? p->problem : "it cannot be read";

    if (y->fault->text || p->error == YAML_MEMORY_ERROR)
        return;
    if (p->error == YAML_READER_ERROR)
        yaml_count_place(y->text, p->problem_offset, y->fault);
    else
        refuse(y, p->problem_mark, "");
    y->fault->text = assay_arena_printf(y->arena, "this is no YAML: %s", why);
}

static bool next(Yaml *y)
{
    yaml_event_delete(&y->event);
    memset(&y->event, 0, sizeof y->event);
    if (yaml_parser_parse(&y->parser, &y->event))
        return true;
    refuse_text(y);
    return false;
}

/* ---- Anchors. */

/* Keeps a value that has an anchor; `before` is how many values there were before it. */
static bool keep(Yaml *y, const char *anchor, const Value *value, uint64_t before)
{
    uint64_t *place = assay_map_put(&y->names, anchor, strlen(anchor));

    if (!place || !read_grow(y->arena, &y->anchors, &y->anchors_cap, y->nanchors,
                             sizeof *y->anchors))
        return false;
    y->anchors[y->nanchors] = (Anchored){value, y->values - before};
    *place = y->nanchors++;
    return true;
}

static bool count_values(Yaml *y, uint64_t values)
{
    y->values += values;
    if (y->values <= YAML_VALUES_MAX)
        return true;
    refuse(y, y->event.start_mark,
           values > 1 ? "the aliases stand for more than 4 000 000 values"
                      : "there are more than 4 000 000 values");
    return false;
}

static const Value *read_alias(Yaml *y)
{
    const char *name = (const char *)y->event.data.alias.anchor;
    const uint64_t *place = assay_map_find(&y->names, name, strlen(name));
    Anchored found;

    if (!place)
        return refuse(y, y->event.start_mark,
                      assay_arena_printf(y->arena,
                                         "there is no anchor '%.100s' before this alias",
                                         name));
    found = y->anchors[*place];
    return count_values(y, found.values) ? found.value : NULL;
}

/* ---- Nodes. Each reads up to its last event. */

static const Value *read_scalar(Yaml *y)
{
    const char *why = NULL;
    struct assay_str text = {(const char *)y->event.data.scalar.value,
                             y->event.data.scalar.length};
    const char *tag = (const char *)y->event.data.scalar.tag;
    bool plain = y->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const Value *v = tag ? yaml_tagged_scalar(y->arena, text, tag, &why)
                         : (plain ? yaml_plain_scalar(y->arena, text, &why)
                                  : value_string(y->arena, text));

    return v || !why ? v : refuse(y, y->event.start_mark, why);
}

static bool push(Yaml *y, Item item)
{
    if (!item.value ||
        !read_grow(y->arena, &y->items, &y->cap, y->count, sizeof *y->items))
        return false;
    y->items[y->count++] = item;
    return true;
}

static const Value *read_sequence(Yaml *y)
{
    uint32_t base = y->count, count;
    const Value **values;

    while (next(y) && y->event.type != YAML_SEQUENCE_END_EVENT)
        if (!push(y, (Item){.value = read_node(y)}))
            return NULL;
    count = y->count - base;
    values = assay_arena_new(y->arena, count, sizeof *values);
    for (uint32_t i = 0; values && i < count; i++)
        values[i] = y->items[base + i].value;
    y->count = base;
    return values && y->event.type == YAML_SEQUENCE_END_EVENT
               ? value_array(y->arena, values, count)
               : NULL;
}

static bool read_key(Yaml *y, Item *ret_item)
{
    struct assay_str key = {(const char *)y->event.data.scalar.value,
                            y->event.data.scalar.length};

    if (y->event.type != YAML_SCALAR_EVENT) {
        refuse(y, y->event.start_mark, "a key has to be a word or a text");
        return false;
    }
    ret_item->merged = assay_str_equal(key, assay_str("<<")) &&
                       y->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    ret_item->mark = y->event.start_mark;
    ret_item->key =
        (struct assay_str){assay_arena_text(y->arena, key.at, key.len), key.len};
    return ret_item->key.at != NULL;
}

/* Says which key of the items from `base` on is there before. */
static void refuse_double(Yaml *y, uint32_t base)
{
    struct assay_map seen;

    assay_map_init(&seen, y->arena->mem);
    for (uint32_t i = base; i < y->count; i++) {
        const Item *item = &y->items[i];
        uint64_t *place = assay_map_put(&seen, item->key.at, item->key.len);
        if (place && *place)
            refuse(y, item->mark,
                   assay_arena_printf(y->arena, "the key '%.100s' is there already",
                                      item->key.at));
        if (place)
            *place = 1;
    }
    assay_map_done(&seen);
}

static const Value *take_members(Yaml *y, uint32_t base)
{
    uint32_t count = y->count - base;
    ValueMember *members = assay_arena_new(y->arena, count, sizeof *members);
    const Value *v;

    for (uint32_t i = 0; members && i < count; i++)
        members[i] = (ValueMember){y->items[base + i].key, y->items[base + i].value};
    v = members ? value_object(y->arena, members, count) : NULL;
    if (v && v->as.object.count < count) {
        refuse_double(y, base);
        v = NULL;
    }
    y->count = base;
    return v;
}

/* Those of what "<<" stands before: a mapping, or several. */
static bool push_merged(Yaml *y, const Item *at, const Value *v)
{
    bool done = true;

    if (v->kind == VALUE_ARRAY) {
        for (uint32_t i = 0; done && i < v->as.array.count; i++)
            done = v->as.array.items[i]->kind == VALUE_OBJECT
                       ? push_merged(y, at, v->as.array.items[i])
                       : refuse(y, at->mark, "'<<' merges mappings only") != NULL;
        return done;
    }
    if (v->kind != VALUE_OBJECT)
        return refuse(y, at->mark, "'<<' merges mappings only") != NULL;
    for (uint32_t i = 0; done && i < v->as.object.count; i++) {
        const ValueMember *m = &v->as.object.members[i];
        done = push(y, (Item){m->name, at->mark, m->value, true});
    }
    return done;
}

/* Drops what was merged where the key is there otherwise, or was merged before. */
static void drop_merged(Yaml *y, uint32_t base)
{
    struct assay_map seen;
    uint32_t kept = base;

    assay_map_init(&seen, y->arena->mem);
    for (uint32_t i = base; i < y->count; i++)
        if (!y->items[i].merged)
            assay_map_put(&seen, y->items[i].key.at, y->items[i].key.len);
    for (uint32_t i = base; i < y->count; i++) {
        struct assay_str key = y->items[i].key;
        if (y->items[i].merged && assay_map_find(&seen, key.at, key.len))
            continue;
        if (y->items[i].merged)
            assay_map_put(&seen, key.at, key.len);
        y->items[kept++] = y->items[i];
    }
    y->count = kept;
    assay_map_done(&seen);
}

static const Value *read_mapping(Yaml *y)
{
    uint32_t base = y->count;
    bool merged = false;

    while (next(y) && y->event.type != YAML_MAPPING_END_EVENT) {
        Item item = {.value = NULL};
        if (!read_key(y, &item) || !next(y))
            return NULL;
        item.value = read_node(y);
        if (!item.value ||
            !(item.merged ? push_merged(y, &item, item.value) : push(y, item)))
            return NULL;
        merged |= item.merged;
    }
    if (y->event.type != YAML_MAPPING_END_EVENT)
        return NULL;
    if (merged)
        drop_merged(y, base);
    return take_members(y, base);
}

static const Value *read_collection(Yaml *y, const Value *(*read)(Yaml *))
{
    const Value *v;

    if (y->depth >= VALUE_DEPTH)
        return refuse(y, y->event.start_mark, "this is nested more than 500 deep");
    y->depth++;
    v = read(y);
    y->depth--;
    return v;
}

static const char *anchor_of(const yaml_event_t *e)
{
    return (const char *)(e->type == YAML_SCALAR_EVENT ? e->data.scalar.anchor
                          : e->type == YAML_SEQUENCE_START_EVENT
                              ? e->data.sequence_start.anchor
                          : e->type == YAML_MAPPING_START_EVENT
                              ? e->data.mapping_start.anchor
                              : NULL);
}

static const Value *read_node(Yaml *y)
{
    uint64_t before = y->values;
    const char *anchor = anchor_of(&y->event);
    const Value *v;
    yaml_mark_t mark = y->event.start_mark;

    if (anchor && !(anchor = assay_arena_text(y->arena, anchor, strlen(anchor))))
        return NULL;
    if (!count_values(y, 1))
        return NULL;
    if (y->event.type == YAML_ALIAS_EVENT)
        v = read_alias(y);
    else if (y->event.type == YAML_SCALAR_EVENT)
        v = read_scalar(y);
    else if (y->event.type == YAML_SEQUENCE_START_EVENT)
        v = read_collection(y, read_sequence);
    else
        v = read_collection(y, read_mapping);
    if (v && v->depth >= VALUE_DEPTH)
        return refuse(y, mark, "this is nested more than 500 deep");
    return v && anchor && !keep(y, anchor, v, before) ? NULL : v;
}

/* ---- The document. */

static const Value *read_document(Yaml *y)
{
    const Value *v;

    if (!next(y) || !next(y)) /* the stream begins */
        return NULL;
    if (y->event.type == YAML_STREAM_END_EVENT)
        return refuse(y, y->event.start_mark, "the file is empty");
    if (!next(y)) /* the document begins */
        return NULL;
    v = read_node(y);
    if (!v || !next(y) || !next(y)) /* it ends */
        return NULL;
    if (y->event.type != YAML_STREAM_END_EVENT)
        return refuse(y, y->event.start_mark, "there is more than one document");
    return v;
}

const Value *yaml_read(struct assay_arena *arena, struct assay_str text,
                       ImportFault *ret_fault)
{
    Yaml y = {.arena = arena, .text = text, .fault = ret_fault};
    const Value *v;

    *ret_fault = (ImportFault){.line = 1, .column = 1};
    if (!yaml_parser_initialize(&y.parser))
        return NULL;
    yaml_parser_set_input_string(&y.parser, (const unsigned char *)text.at, text.len);
    assay_map_init(&y.names, arena->mem);
    v = read_document(&y);
    assay_map_done(&y.names);
    yaml_event_delete(&y.event);
    yaml_parser_delete(&y.parser);
    return v;
}

/* ---- Places. */

/* To the last event of the node at hand. */
static bool skip_node(Yaml *y)
{
    uint32_t depth = 0;

    for (;;) {
        if (y->event.type == YAML_SEQUENCE_START_EVENT ||
            y->event.type == YAML_MAPPING_START_EVENT)
            depth++;
        if (y->event.type == YAML_SEQUENCE_END_EVENT ||
            y->event.type == YAML_MAPPING_END_EVENT)
            depth--;
        if (depth == 0)
            return true;
        if (!next(y))
            return false;
    }
}

/* Whether the scalar at hand is a step of a pointer: a~1b is a/b. */
static bool is_step(const yaml_event_t *e, const char *step, size_t len)
{
    const char *key = (const char *)e->data.scalar.value;
    size_t n = e->data.scalar.length, i = 0, at = 0;

    if (e->type != YAML_SCALAR_EVENT)
        return false;
    for (; i < n && at < len; i++, at++) {
        char c = step[at];
        if (c == '~' && at + 1 < len)
            c = step[++at] == '1' ? '/' : '~';
        if (c != key[i])
            return false;
    }
    return i == n && at == len;
}

/* From the first event of a mapping or sequence to that of the step's node. */
static bool enter_step(Yaml *y, const char *step, size_t len)
{
    bool mapping = y->event.type == YAML_MAPPING_START_EVENT;
    uint64_t wanted = 0, index = 0;

    if (!mapping && (y->event.type != YAML_SEQUENCE_START_EVENT ||
                     !assay_str_u64((struct assay_str){step, len}, &wanted)))
        return false;
    while (next(y) && y->event.type != YAML_MAPPING_END_EVENT &&
           y->event.type != YAML_SEQUENCE_END_EVENT) {
        bool found = mapping ? is_step(&y->event, step, len) : index++ == wanted;
        if (mapping && (!skip_node(y) || !next(y)))
            return false;
        if (found)
            return true;
        if (!skip_node(y))
            return false;
    }
    return false;
}

static void find_place(Yaml *y, const char *pointer, yaml_mark_t *mark)
{
    if (!next(y) || !next(y) || y->event.type == YAML_STREAM_END_EVENT || !next(y))
        return;
    *mark = y->event.start_mark;
    for (const char *at = strchr(pointer, '/'); at;) {
        const char *end = strchr(at + 1, '/');
        if (!enter_step(y, at + 1, end ? (size_t)(end - at) - 1 : strlen(at + 1)))
            return;
        *mark = y->event.start_mark;
        at = end;
    }
}

void yaml_find_place(struct assay_str text, const char *pointer, ImportFault *ret_place)
{
    ImportFault none = {.text = ""};
    Yaml y = {.text = text, .fault = &none};
    yaml_mark_t mark = {0, 0, 0};

    if (yaml_parser_initialize(&y.parser)) {
        yaml_parser_set_input_string(&y.parser, (const unsigned char *)text.at, text.len);
        find_place(&y, pointer, &mark);
        yaml_event_delete(&y.event);
        yaml_parser_delete(&y.parser);
    }
    ret_place->line = (uint32_t)mark.line + 1;
    ret_place->column = (uint32_t)mark.column + 1;
}

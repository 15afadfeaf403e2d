/*
 * Parts of the document with their places, as JSON pointers (RFC 6901), and what is said
 * of them.
 */
#include "rest/import_parts.h"
#include "term/read.h"
#include <stdio.h>
#include <string.h>

/* ---- Places. */

/* A place one step further, with ~ and / written as the pointer has them. */
static const char *step(Import *im, const char *at, struct assay_str name)
{
    struct assay_buf b;
    const char *place;

    assay_buf_init(&b, im->arena->mem, 0);
    assay_buf_printf(&b, "%s/", at);
    for (size_t i = 0; i < name.len; i++)
        if (name.at[i] == '~' || name.at[i] == '/')
            assay_buf_puts(&b, name.at[i] == '~' ? "~0" : "~1");
        else if ((unsigned char)name.at[i] < ' ')
            assay_buf_printf(&b, "%%%02X", (unsigned)name.at[i]);
        else
            assay_buf_putc(&b, name.at[i]);
    place = b.status ? NULL : assay_arena_text(im->arena, b.at, b.len);
    assay_buf_done(&b);
    im->no_memory |= !place;
    return place ? place : at;
}

static Node part(Import *im, Node of, struct assay_str name, const Value *value)
{
    return value ? (Node){value, step(im, of.at, name)} : (Node){NULL, of.at};
}

Node import_field(Import *im, Node n, const char *name)
{
    const Value *v = n.value ? value_find(n.value, assay_str(name)) : NULL;

    return part(im, n, assay_str(name), v);
}

Node import_member(Import *im, Node n, uint32_t i)
{
    const ValueMember *m = &n.value->as.object.members[i];

    return part(im, n, m->name, m->value);
}

Node import_item(Import *im, Node n, uint32_t i)
{
    char number[16];

    snprintf(number, sizeof number, "%u", i);
    return part(im, n, assay_str(number), n.value->as.array.items[i]);
}

uint32_t import_items(Node n)
{
    return n.value && n.value->kind == VALUE_ARRAY ? n.value->as.array.count : 0;
}

uint32_t import_members(Node n)
{
    return n.value && n.value->kind == VALUE_OBJECT ? n.value->as.object.count : 0;
}

struct assay_str import_name(Node n, uint32_t i)
{
    return n.value->as.object.members[i].name;
}

struct assay_str import_text(Node n)
{
    return n.value && n.value->kind == VALUE_STRING ? n.value->as.string : assay_str("");
}

bool import_is(Node n, const char *text)
{
    return n.value && n.value->kind == VALUE_STRING &&
           assay_str_equal(n.value->as.string, assay_str(text));
}

bool import_is_true(Node n)
{
    return n.value && n.value->kind == VALUE_BOOLEAN && n.value->as.boolean;
}

/* ---- What is said. */

__attribute__((format(printf, 2, 0))) static const char *
format_text(Import *im, const char *format, va_list args)
{
    char *text = assay_arena_vprintf(im->arena, format, args);

    im->no_memory |= !text;
    for (char *c = text; c && *c; c++) /* it is a line */
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    return text ? text : "";
}

const char *import_printf(Import *im, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(im->arena, format, args);
    va_end(args);
    im->no_memory |= !text;
    return text ? text : "";
}

static bool is_left(const ImportReport *r, const char *place, const char *what)
{
    for (uint32_t i = 0; i < r->nleft; i++)
        if (strcmp(r->left[i].place, place) == 0 && strcmp(r->left[i].what, what) == 0)
            return true;
    return false;
}

void import_leave(Import *im, const char *place, const char *format, ...)
{
    ImportReport *r = im->report;
    const char *what;
    va_list args;

    va_start(args, format);
    what = format_text(im, format, args);
    va_end(args);
    if (is_left(r, place, what))
        return;
    if (r->nleft == IMPORT_LEFT_MAX)
        r->nleft_more++;
    else
        r->left[r->nleft++] = (ImportLeft){place, what};
}

/* The place is found when all are. */
void import_fault(Import *im, const char *place, const char *format, ...)
{
    ImportReport *r = im->report;
    const char *text;
    va_list args;

    va_start(args, format);
    text = format_text(im, format, args);
    va_end(args);
    for (uint32_t i = 0; i < r->nfaults; i++)
        if (strcmp(r->faults[i].text, text) == 0)
            return;
    if (r->nfaults == IMPORT_FAULTS_MAX)
        return;
    r->faults[r->nfaults].text = text;
    r->faults[r->nfaults++].place = place;
}

/*
 * Specifications that a program imports: their types are types of the program, under the
 * same names, and their triples say what endpoints give.
 */
#include "base/file.h"
#include "base/path.h"
#include "script/read.h"
#include <string.h>

#define SPECIFICATION_MAX (4u << 20) /* bytes of a file */

/* ---- Types that every program has. */

static const Type *any_type(Script *s)
{
    return type_simple_word(s->reader.parser.arena, span_nowhere(), TYPE_ANY, "any");
}

static const Type *object_type(Script *s, const TypeField *fields, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!fields[i].type)
            return NULL;
    return type_object(s->reader.parser.arena, span_nowhere(), fields, count);
}

static const Type *add_given(Script *s, const char *name, const Type *type)
{
    struct assay_arena *a = s->reader.parser.arena;
    Alias *alias = type ? reader_add_alias(&s->reader, name, span_nowhere()) : NULL;

    if (!alias)
        return NULL;
    alias->type = type;
    alias->uses = 1;
    return type_alias(a, span_nowhere(), alias);
}

/* Location and header need not be given by a client, other than in HeadREST. */
bool script_add_given_types(Script *s)
{
    struct assay_arena *a = s->reader.parser.arena;
    Span no = span_nowhere();
    const Type *string = type_simple_word(a, no, TYPE_STRING, "string");
    const Type *integer = type_simple_word(a, no, TYPE_INTEGER, "int");
    const Type *object = type_object(a, no, NULL, 0);
    TypeField request[] = {{"location", no, string, true},
                           {"template", no, object, true},
                           {"header", no, object, true},
                           {"body", no, any_type(s), true}};
    TypeField response[] = {{"code", no, integer, false},
                            {"header", no, object, false},
                            {"body", no, any_type(s), true}};

    s->request = add_given(s, "Request", object_type(s, request, 4));
    s->response = add_given(s, "Response", object_type(s, response, 3));
    return s->request && s->response;
}

/* ---- Files. */

/* The text of a file, in the arena; NULL: it cannot be read. */
static const char *read_file(Script *s, const char *path, size_t *ret_len)
{
    struct assay_buf text;
    char *copy = NULL;

    assay_buf_init(&text, NULL, SPECIFICATION_MAX);
    if (assay_file_read(path, &text) == ASSAY_OK)
        copy = assay_arena_text(s->reader.parser.arena, text.at, text.len);
    *ret_len = text.len;
    assay_buf_done(&text);
    return copy;
}

static const char *beside(Script *s, const char *name)
{
    struct assay_arena *a = s->reader.parser.arena;
    const char *folder = s->reader.folder, *path;

    path = folder && strcmp(folder, ".") != 0 && name[0] != '/'
               ? assay_arena_printf(a, "%s/%s", folder, name)
               : name;
    return path ? path : name;
}

static const char *folder_of(Script *s, const char *path)
{
    size_t len = assay_path_folder(path);

    return len > 0 ? assay_arena_text(s->reader.parser.arena, path, len) : NULL;
}

/* Types of a specification that is imported; one that is there already is another's. */
static void add_types(Script *s, const ScriptImport *import)
{
    Reader *r = &s->reader;
    const Aliases *theirs = &import->spec->reader.aliases;
    const Alias *mine;

    for (uint32_t i = 0; i < theirs->count; i++) {
        mine = reader_alias(r, assay_str(theirs->at[i]->name));
        if (mine) {
            parser_report(&r->parser, DIAG_DUPLICATE, import->span,
                          "'%s' is declared already, and in this specification, too",
                          mine->name);
            continue;
        }
        theirs->at[i]->number = r->aliases.count;
        theirs->at[i]->uses++;
        read_add(r, &r->aliases.at, &r->aliases.count, &r->aliases.cap, theirs->at[i]);
    }
}

static Spec *read_spec(Script *s, const char *name, Span span)
{
    Reader *r = &s->reader;
    Diags *diags = r->parser.diags;
    const char *path = beside(s, name), *text;
    Spec *spec = assay_arena_new(r->parser.arena, 1, sizeof *spec);
    uint32_t source, errors = diags->errors;
    size_t len;

    text = read_file(s, path, &len);
    if (!text || !spec) {
        parser_report(&r->parser, DIAG_SCRIPT_SPECIFICATION, span, "'%s' cannot be read",
                      path);
        return NULL;
    }
    source = diag_source(diags, path, (struct assay_str){text, len});
    if (!rest_spec_read(spec, diags, source, folder_of(s, path), r->parser.arena))
        return NULL;
    if (diags->errors > errors)
        parser_report(&r->parser, DIAG_SCRIPT_SPECIFICATION, span,
                      "this specification has errors");
    return spec;
}

static bool is_http(const char *url)
{
    return strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0;
}

void script_read_import(Script *s)
{
    Reader *r = &s->reader;
    ScriptImport *import = assay_arena_new(r->parser.arena, 1, sizeof *import);
    Token path, base;

    if (!parser_expect_kind(&r->parser, TOKEN_STRING, "a file, \"api.hrest\"", &path) ||
        !parser_expect(&r->parser, "of") ||
        !parser_expect_kind(&r->parser, TOKEN_STRING, "a URL, \"https://api.example\"",
                            &base) ||
        !read_add(r, &s->imports, &s->nimports, &s->imports_cap, import))
        return;
    parser_accept(&r->parser, ";");
    *import = (ScriptImport){.span = path.span,
                             .path = read_copy(r, path.text),
                             .base = read_copy(r, base.text),
                             .base_span = base.span};
    if (!is_http(import->base))
        parser_report(&r->parser, DIAG_SCRIPT_SPECIFICATION, base.span,
                      "a URL begins with http:// or https://");
    import->spec = read_spec(s, import->path, import->span);
    if (import->spec)
        add_types(s, import);
}

/*
 * Importing OpenAPI: reading the document, then its operations, then the types that these
 * use, and what those use.
 *
 * Source: the OpenAPI specifications 3.0.3 and 3.1.0, and the validation keywords of JSON
 * Schema (drafts 5 and 2020-12) that they take over.
 */
#include "rest/import.h"
#include "base/ascii.h"
#include "rest/import_parts.h"
#include "rest/import_yaml.h"
#include "syntax/lexer.h"
#include <string.h>

/* ---- Reading. */

static const Value *read_json(Import *im, struct assay_str text, ImportFault *ret_fault)
{
    size_t at = 0;
    const Value *v = value_read_json(im->arena, text, &at);

    *ret_fault = (ImportFault){.line = 1, .column = 1};
    if (v)
        return v;
    yaml_count_place(text, at, ret_fault);
    ret_fault->text = at < text.len ? "this is no JSON, or nested more than 500 deep"
                                    : "the JSON has no end";
    return NULL;
}

/* JSON begins with a brace. */
static bool is_json(struct assay_str text)
{
    size_t i = assay_str_starts(text, "\xef\xbb\xbf") ? 3 : 0;

    while (i < text.len && text.at[i] != '\0' && strchr(" \t\r\n", text.at[i]))
        i++;
    return i < text.len && text.at[i] == '{';
}

static bool read_document(Import *im, struct assay_str text)
{
    ImportFault *fault = &im->report->faults[0];

    if (assay_str_starts(text, "\xef\xbb\xbf"))
        text = (struct assay_str){text.at + 3, text.len - 3};
    im->root = (Node){is_json(text) ? read_json(im, text, fault)
                                    : yaml_read(im->arena, text, fault),
                      "#"};
    if (im->root.value)
        return true;
    im->no_memory |= !fault->text;
    im->report->nfaults = 1;
    return false;
}

static bool check_version(Import *im)
{
    Node version = import_field(im, im->root, "openapi");
    struct assay_str text = import_text(version);

    if (im->root.value->kind != VALUE_OBJECT)
        import_fault(im, "#", "this is no OpenAPI document");
    else if (import_field(im, im->root, "swagger").value)
        import_fault(im, import_field(im, im->root, "swagger").at,
                     "this is Swagger 2.0; OpenAPI 3.0 and 3.1 can be imported");
    else if (!version.value)
        import_fault(im, "#", "this is no OpenAPI document: it has no 'openapi'");
    else if (!assay_str_starts(text, "3.0") && !assay_str_starts(text, "3.1"))
        import_fault(im, version.at,
                     "this version of OpenAPI is not known; 3.0 and 3.1 can be imported");
    else if (import_members(import_field(im, im->root, "paths")) == 0)
        import_fault(im, import_field(im, im->root, "paths").at, "there are no paths");
    im->is_3_0 = assay_str_starts(text, "3.0");
    return im->report->nfaults == 0;
}

/* ---- Operations. */

static void import_item_of(Import *im, struct assay_str path, Node item)
{
    static const char *const others[] = {"options", "trace", NULL};

    for (RestMethod m = 0; m < REST_METHODS; m++) {
        Operation o = {.operation = import_field(im, item, rest_method_text(m)),
                       .item = item,
                       .path = path,
                       .method = m};
        if (o.operation.value)
            import_operation(im, &o);
    }
    for (const char *const *m = others; *m; m++)
        if (import_field(im, item, *m).value)
            import_leave(im, import_field(im, item, *m).at, "the method %s", *m);
}

static void import_paths(Import *im)
{
    Node paths = import_field(im, im->root, "paths");

    for (uint32_t i = 0; i < import_members(paths); i++) {
        Node item = import_member(im, paths, i);
        if (assay_str_starts(import_name(paths, i), "x-"))
            continue;
        item = import_follow(im, item);
        if (item.value)
            import_item_of(im, import_name(paths, i), item);
    }
}

/* ---- Types. */

/* Types that are found on the way are at the end of the queue. */
static void import_types(Import *im)
{
    for (uint32_t i = 0; i < im->nqueue; i++) {
        uint32_t type = im->queue[i];
        const Piece *p;
        im->inside = type;
        im->same_value = true;
        p = import_schema(im, im->types[type].schema);
        im->no_memory |= !p;
        im->types[type].type = p;
    }
}

/* Those that nothing uses, in one line. */
static void leave_unused(Import *im)
{
    struct assay_buf names;
    uint32_t count = 0;

    assay_buf_init(&names, im->arena->mem, 0);
    for (uint32_t i = 0; i < im->ntypes; i++)
        if (!im->types[i].used &&
            strncmp(im->types[i].schema.at, "#/components/schemas/", 21) == 0 &&
            !strchr(im->types[i].schema.at + 21, '/')) {
            if (count < 10)
                assay_buf_printf(&names, "%s%s", count > 0 ? ", " : "",
                                 im->types[i].schema.at + 21);
            count++;
        }
    if (count > 0)
        import_leave(im, "#/components/schemas", "%u that no operation uses: %s%s", count,
                     names.at, count > 10 ? ", ..." : "");
    im->no_memory |= names.status != ASSAY_OK;
    assay_buf_done(&names);
}

static void leave_whole(Import *im)
{
    Node components = import_field(im, im->root, "components");
    Node schemes = import_field(im, components, "securitySchemes");
    Node webhooks = import_field(im, im->root, "webhooks");

    for (uint32_t i = 0; i < import_members(schemes); i++)
        import_leave(im, import_member(im, schemes, i).at,
                     "who may do what: credentials are given to the test command");
    if (webhooks.value)
        import_leave(im, webhooks.at, "webhooks");
    leave_unused(im);
}

/* ---- Writing. */

static void put_head(Import *im, struct assay_buf *out)
{
    Node info = import_field(im, im->root, "info");
    Node servers = import_field(im, im->root, "servers");
    struct assay_str title = import_text(import_field(im, info, "title"));
    const char *version =
        import_printf(im, "Version %.*s",
                      (int)(import_text(import_field(im, info, "version")).len < 40
                                ? import_text(import_field(im, info, "version")).len
                                : 40),
                      import_text(import_field(im, info, "version")).at);

    import_comment(title, "", out);
    if (import_text(import_field(im, info, "version")).len > 0)
        import_comment(assay_str(version), "", out);
    for (uint32_t i = 0; i < import_items(servers) && i < 10; i++)
        import_comment(import_text(import_field(im, import_item(im, servers, i), "url")),
                       "Server: ", out);
    assay_buf_printf(out, "specification %s\n", import_new_name(im, title));
    if (im->resources.count > 0)
        assay_buf_putc(out, '\n');
    for (uint32_t i = 0; i < im->resources.count; i++)
        assay_buf_printf(out, "resource %s\n", im->resources.at[i]->as.text.at);
}

static void put_widths(Import *im, struct assay_buf *out)
{
    static const char *const bounds[][2] = {
        {"-128", "127"},
        {"-32768", "32767"},
        {"-2147483648", "2147483647"},
        {"-9223372036854775808", "9223372036854775807"},
        {"0", "255"},
        {"0", "65535"},
        {"0", "4294967295"},
        {"0", "18446744073709551615"},
    };
    bool first = true;

    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        if (!im->widths[i])
            continue;
        assay_buf_printf(out, "%stype %s = (n: Integer where %s <= n && n <= %s)\n",
                         first ? "\n" : "", im->widths[i], bounds[i][0], bounds[i][1]);
        im->report->types++;
        first = false;
    }
}

/* A type that is long, or has a comment, stands alone. */
static void put_type(Import *im, const ImportType *t, bool *alone, struct assay_buf *out)
{
    struct assay_buf b;
    bool was_alone = *alone;

    assay_buf_init(&b, im->arena->mem, LEXER_TEXT_MAX);
    import_comment(import_text(import_field(im, t->schema, "description")), "", &b);
    assay_buf_printf(&b, "type %s = ", t->name);
    piece_write(t->type, 0, 0, &b);
    assay_buf_putc(&b, '\n');
    *alone = strchr(b.at, '\n') != b.at + b.len - 1;
    assay_buf_puts(out, *alone || was_alone ? "\n" : "");
    assay_buf_add(out, b.at, b.len);
    if (b.status)
        out->status = b.status;
    assay_buf_done(&b);
    im->report->types++;
}

static void put_all(Import *im, struct assay_buf *out)
{
    bool alone = true;

    put_head(im, out);
    put_widths(im, out);
    for (uint32_t i = 0; i < im->ntypes; i++)
        if (im->types[i].used)
            put_type(im, &im->types[i], &alone, out);
    assay_buf_add(out, im->triples.at, im->triples.len);
    if (im->triples.status && !out->status)
        out->status = im->triples.status;
}

/* ---- The whole. */

static bool import_init(Import *im, struct assay_arena *arena, ImportReport *report)
{
    *report = (ImportReport){0};
    *im = (Import){.arena = arena,
                   .layout = {.arena = arena},
                   .report = report,
                   .inside = IMPORT_NO_TYPE};
    assay_map_init(&im->places, arena->mem);
    assay_map_init(&im->names, arena->mem);
    assay_map_init(&im->endpoints, arena->mem);
    assay_map_init(&im->resource_paths, arena->mem);
    assay_buf_init(&im->triples, arena->mem, LEXER_TEXT_MAX);
    report->left = assay_arena_new(arena, IMPORT_LEFT_MAX, sizeof *report->left);
    report->faults = assay_arena_new(arena, IMPORT_FAULTS_MAX, sizeof *report->faults);
    im->found = assay_arena_new(arena, REST_NAMES, sizeof *im->found);
    im->seen = assay_arena_new(arena, REST_NAMES, sizeof *im->seen);
    return report->left && report->faults && im->found && im->seen;
}

static void import_done(Import *im)
{
    assay_map_done(&im->places);
    assay_map_done(&im->names);
    assay_map_done(&im->endpoints);
    assay_map_done(&im->resource_paths);
    assay_buf_done(&im->triples);
}

static void translate(Import *im, struct assay_buf *out)
{
    struct assay_buf all;

    import_add_components(im);
    import_paths(im);
    import_types(im);
    leave_whole(im);
    if (im->work > IMPORT_WORK)
        import_fault(im, "#", "there are more than %d schemas to look at", IMPORT_WORK);
    if (im->report->nfaults > 0 || im->no_memory || im->layout.no_memory)
        return;
    assay_buf_init(&all, im->arena->mem, LEXER_TEXT_MAX);
    put_all(im, &all);
    if (all.status == ASSAY_TOO_LARGE)
        import_fault(im, "#", "the specification would have more than %u bytes",
                     LEXER_TEXT_MAX);
    else if (all.status)
        im->no_memory = true;
    else
        assay_buf_add(out, all.at, all.len);
    assay_buf_done(&all);
}

bool rest_import(struct assay_str text, struct assay_arena *arena, struct assay_buf *out,
                 ImportReport *ret_report)
{
    Import im;

    im.no_memory = !import_init(&im, arena, ret_report);
    if (!im.no_memory && read_document(&im, text) && check_version(&im))
        translate(&im, out);
    for (uint32_t i = 0; i < ret_report->nfaults; i++)
        if (ret_report->faults[i].place)
            yaml_find_place(text, ret_report->faults[i].place, &ret_report->faults[i]);
    import_done(&im);
    return !im.no_memory && !im.layout.no_memory;
}

/*
 * Links. That the answer to a POST has the address of something to GET is said by a
 * resource: the body represents it, and its address is the link's with the value from the
 * body. Other links are left out.
 */
#include "base/ascii.h"
#include "rest/import_parts.h"
#include <string.h>

/* The operation that a link leads to: the path of a GET. */
static bool find_by_id(Import *im, struct assay_str id, struct assay_str *ret_path)
{
    Node paths = import_field(im, im->root, "paths");

    for (uint32_t i = 0; i < import_members(paths); i++) {
        Node item = import_follow(im, import_member(im, paths, i));
        Node get = import_field(im, item, "get");
        if (++im->work > IMPORT_WORK)
            return false;
        if (id.len > 0 &&
            assay_str_equal(import_text(import_field(im, get, "operationId")), id)) {
            *ret_path = import_name(paths, i);
            return true;
        }
    }
    return false;
}

/* "#/paths/~1employees~1{id}/get" */
static bool find_by_place(Import *im, struct assay_str ref, struct assay_str *ret_path)
{
    Node paths = import_field(im, im->root, "paths");

    for (uint32_t i = 0; ref.len > 0 && i < import_members(paths); i++) {
        Node get = import_field(im, import_member(im, paths, i), "get");
        if (++im->work > IMPORT_WORK)
            return false;
        if (get.value && assay_str_equal(assay_str(get.at), ref)) {
            *ret_path = import_name(paths, i);
            return true;
        }
    }
    return false;
}

/* The name of the only variable of a path. */
static bool only_variable(struct assay_str path, struct assay_str *ret_name)
{
    const char *open = memchr(path.at, '{', path.len);
    size_t left = open ? path.len - (size_t)(open - path.at) : 0;
    const char *close = open ? memchr(open, '}', left) : NULL;

    if (!close || memchr(open + 1, '{', left - 1))
        return false;
    *ret_name = (struct assay_str){open + 1, (size_t)(close - open) - 1};
    return ret_name->len > 0;
}

/* The field of "$response.body#/id", which the only parameter is. */
static bool only_value(Import *im, Node link, struct assay_str variable,
                       struct assay_str *ret_field)
{
    static const char start[] = "$response.body#/";
    Node parameters = import_field(im, link, "parameters");
    struct assay_str name, text;

    if (import_members(parameters) != 1)
        return false;
    name = import_name(parameters, 0);
    text = import_text(import_member(im, parameters, 0));
    if (assay_str_starts(name, "path."))
        name = (struct assay_str){name.at + 5, name.len - 5};
    if (!assay_str_equal(name, variable) || !assay_str_starts(text, start))
        return false;
    *ret_field = (struct assay_str){text.at + strlen(start), text.len - strlen(start)};
    return ret_field->len > 0 && import_can_be_field(*ret_field) &&
           !memchr(ret_field->at, '/', ret_field->len) &&
           !memchr(ret_field->at, '~', ret_field->len);
}

/* "/company/employees/{id}" is that of an EmployeeResource. */
static const char *resource_name(Import *im, struct assay_str path)
{
    const char *open = memchr(path.at, '{', path.len);
    size_t end = (size_t)(open - path.at), start;
    char name[64];
    size_t n = 0;

    while (end > 0 && path.at[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path.at[start - 1] != '/';)
        start--;
    if (end - start > 1 && path.at[end - 1] == 's')
        end--;
    for (; start < end && n < sizeof name - 1; start++)
        name[n++] = path.at[start];
    name[n] = '\0';
    if (n > 0 && name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
    return import_new_name(im, assay_str(import_printf(im, "%sResource", name)));
}

static const char *resource_of(Import *im, struct assay_str path)
{
    uint64_t *number = assay_map_put(&im->resource_paths, path.at, path.len);
    const char *name;

    if (!number) {
        im->no_memory = true;
        return "";
    }
    if (*number)
        return im->resources.at[*number - 1]->as.text.at;
    name = resource_name(im, path);
    pieces_add(&im->layout, &im->resources, piece_text(&im->layout, "%s", name));
    *number = im->resources.count;
    return name;
}

/* isdefined(response.body.id) ==>
 *     (exists e: R . response.body repof e && root ++ expand('/a/{id}', ...) uriof e) */
static const Piece *address(Import *im, const char *resource, const char *url,
                            const char *variable, const char *field)
{
    Pieces is = {0};
    const Piece *exists;

    pieces_add(&im->layout, &is,
               piece_text(&im->layout, "exists e: %s . response.body repof e", resource));
    pieces_add(&im->layout, &is,
               piece_text(&im->layout,
                          "root ++ expand('%s', {%s = response.body.%s}) uriof e", url,
                          variable, field));
    exists = piece_around(&im->layout, "(", piece_hang(&im->layout, " &&", &is), ")");
    exists = piece_implies(&im->layout,
                           piece_text(&im->layout, "isdefined(response.body.%s)", field),
                           exists);
    return piece_within(&im->layout, exists, TIGHT_BOTH);
}

static bool add_link(Import *im, Node link, Pieces *into)
{
    struct assay_str path, variable, field;
    struct assay_buf url, name;
    bool good;

    if (!find_by_id(im, import_text(import_field(im, link, "operationId")), &path) &&
        !find_by_place(im, import_text(import_field(im, link, "operationRef")), &path))
        return false;
    if (!only_variable(path, &variable) || !only_value(im, link, variable, &field))
        return false;
    assay_buf_init(&url, im->arena->mem, 65536);
    assay_buf_init(&name, im->arena->mem, 65536);
    import_put_variable(variable, &name);
    good = import_put_path(path, &url) && !url.status && !name.status;
    im->no_memory |= url.status == ASSAY_NO_MEMORY || name.status == ASSAY_NO_MEMORY;
    if (good)
        pieces_add(&im->layout, into,
                   address(im, resource_of(im, path), url.at,
                           import_field_name(im, (struct assay_str){name.at, name.len}),
                           import_field_name(im, field)));
    assay_buf_done(&name);
    assay_buf_done(&url);
    return good;
}

void import_links(Import *im, const Operation *o, Node answer, Pieces *into)
{
    Node links = import_field(im, answer, "links");

    for (uint32_t i = 0; i < import_members(links); i++) {
        Node link = import_follow(im, import_member(im, links, i));
        if (link.value && (o->method != REST_POST || !add_link(im, link, into)))
            import_leave(im, link.at, "a link");
    }
}

/*
 * Answers as postconditions: the code is one of those in the document, and what an answer
 * of a code has is as the document says. A document does not say when there is which
 * answer.
 */
#include "base/ascii.h"
#include "rest/import_parts.h"
#include <string.h>

#define ANSWERS_MAX 200

typedef struct {
    uint32_t from, to; /* codes; 0 for all that are not listed */
    Pieces says;
} Answer;

typedef struct {
    Import *im;
    Answer at[ANSWERS_MAX];
    uint32_t count;
    bool has_default; /* it is the last one */
} Answers;

static bool is_range(const Answer *a)
{
    return a->from < a->to;
}

/* ---- What an answer has. */

static bool has_no_body(const Operation *o, const Answer *a)
{
    return o->method == REST_HEAD ||
           (a->from == a->to && (a->from == 204 || a->from == 304));
}

static const Piece *header_fields(Import *im, Node answer)
{
    Node headers = import_field(im, answer, "headers");
    Pieces fields = {0};

    for (uint32_t i = 0; i < import_members(headers); i++) {
        Node h = import_follow(im, import_member(im, headers, i));
        const Piece *field =
            h.value ? import_header_field(im, import_name(headers, i),
                                          import_field(im, h, "schema"),
                                          import_is_true(import_field(im, h, "required")))
                    : NULL;
        if (field)
            pieces_add(&im->layout, &fields, field);
    }
    return fields.count > 0
               ? piece_around(&im->layout, "header: ", import_headers(im, &fields), "")
               : NULL;
}

static void describe(Import *im, const Operation *o, Node answer, Answer *a)
{
    Node content = import_field(im, answer, "content"), schema = {NULL, ""};
    const Piece *header = header_fields(im, answer);
    struct assay_str type;
    Pieces fields = {0};
    bool json = import_content(im, content, &schema, &type);

    if (header)
        pieces_add(&im->layout, &fields, header);
    if (json && has_no_body(o, a)) {
        import_leave(im, content.at, "a body where HTTP has none");
        json = false;
    }
    if (json)
        pieces_add(&im->layout, &fields,
                   piece_around(&im->layout, "body: ",
                                schema.value ? import_schema(im, schema) : import_any(im),
                                ""));
    if (fields.count > 0)
        pieces_add(&im->layout, &a->says,
                   piece_around(&im->layout, "response in ",
                                piece_list(&im->layout, "{", ",", "}", &fields), ""));
    if (json && a->from >= 200 && a->to < 300)
        import_links(im, o, answer, &a->says);
    else if (import_members(import_field(im, answer, "links")) > 0)
        import_leave(im, import_field(im, answer, "links").at, "links of this answer");
}

/* "404", "4XX" or "default". */
static bool read_code(struct assay_str text, Answer *ret)
{
    uint64_t code;

    *ret = (Answer){.from = 0};
    if (assay_str_equal(text, assay_str("default")))
        return true;
    if (text.len != 3 || text.at[0] < '1' || text.at[0] > '5')
        return false;
    if ((text.at[1] | 32) == 'x' && (text.at[2] | 32) == 'x') {
        ret->from = (uint32_t)(text.at[0] - '0') * 100;
        ret->to = ret->from + 99;
        return true;
    }
    if (!assay_str_u64(text, &code))
        return false;
    ret->from = ret->to = (uint32_t)code;
    return true;
}

/* "default" is behind all codes in the order of names, "x-..." behind it. */
static void collect(Answers *as, const Operation *o, bool refused)
{
    Import *im = as->im;
    Node list = import_field(im, o->operation, "responses");

    for (uint32_t i = 0; i < import_members(list); i++) {
        struct assay_str name = import_name(list, i);
        Node answer = import_follow(im, import_member(im, list, i));
        Answer a;
        if (!answer.value || assay_str_starts(name, "x-"))
            continue;
        if (!read_code(name, &a) || as->count == ANSWERS_MAX) {
            import_leave(im, answer.at,
                         "an answer that is not for a code from 100 to 599");
            continue;
        }
        if (refused && a.from != 0 && a.from / 100 != 4)
            continue;
        describe(im, o, answer, &a);
        as->has_default |= a.from == 0;
        as->at[as->count++] = a;
    }
}

/* ---- Conditions. */

static const Piece *code_text(Import *im, const Answer *a)
{
    return is_range(a)
               ? piece_text(&im->layout, "%u <= response.code && response.code < %u",
                            a->from, a->to + 1)
               : piece_text(&im->layout, "response.code == %u", a->from);
}

/* What holds for the codes of an answer, and for those of no other that is more exact:
 * nothing if that are all. */
static Pieces guard(const Answers *as, const Answer *a, bool refused)
{
    Import *im = as->im;
    Pieces all = {0};

    if (a->from != 0 && !(refused && is_range(a))) /* there are no others then */
        pieces_add(&im->layout, &all, code_text(im, a));
    for (uint32_t i = 0; i < as->count && (a->from == 0 || is_range(a)); i++) {
        const Answer *other = &as->at[i];
        bool inside = other->from >= a->from && other->to <= a->to;
        if (other == a || other->from == 0 || (a->from != 0 && !inside))
            continue;
        pieces_add(&im->layout, &all,
                   is_range(other)
                       ? piece_around(&im->layout, "!(", code_text(im, other), ")")
                       : piece_text(&im->layout, "response.code != %u", other->from));
    }
    return all;
}

/* That the code is one of the document. */
static void add_codes(const Answers *as, bool refused, Pieces *into)
{
    Import *im = as->im;
    Pieces codes = {0};

    if (as->has_default && refused)
        pieces_add(
            &im->layout, into,
            piece_text(&im->layout, "400 <= response.code && response.code < 500"));
    if (as->has_default)
        return;
    for (uint32_t i = 0; i < as->count; i++) {
        const Piece *code = code_text(im, &as->at[i]);
        bool loose = is_range(&as->at[i]) && as->count > 1;
        pieces_add(&im->layout, &codes,
                   loose ? piece_around(&im->layout, "(", code, ")") : code);
    }
    if (codes.count == 1)
        pieces_add(&im->layout, into, codes.at[0]);
    else if (codes.count > 1)
        pieces_add(&im->layout, into,
                   piece_tight(&im->layout, piece_fill(&im->layout, " ||", &codes),
                               TIGHT_UNION));
}

static bool has_range(const Answers *as, uint32_t from)
{
    for (uint32_t i = 0; i < as->count; i++)
        if (as->at[i].from == from && is_range(&as->at[i]))
            return true;
    return false;
}

static void add_answer(const Answers *as, const Answer *a, bool refused, Pieces *into)
{
    Import *im = as->im;
    Pieces when;

    if (a->says.count == 0 && !a->says.failed)
        return;
    if (refused && a->from == 0 && has_range(as, 400)) /* there is no other code */
        return;
    when = guard(as, a, refused);
    if (as->count == 1 || when.count == 0) {
        for (uint32_t i = 0; i < a->says.count; i++)
            pieces_add(&im->layout, into, a->says.at[i]);
        into->failed |= a->says.failed;
        return;
    }
    pieces_add(&im->layout, into,
               piece_implies(&im->layout, piece_hang(&im->layout, " &&", &when),
                             piece_flush(&im->layout, " &&", &a->says)));
}

/* Whether an answer may say that a request does not fit: others say that somebody is not
 * known, or a thing is not there. */
static bool is_about_form(const Answer *a)
{
    return a->from == 0 || is_range(a) || a->from == 400 || a->from == 422;
}

ImportRefusals import_refusals(Import *im, const Operation *o)
{
    Node list = import_field(im, o->operation, "responses");
    ImportRefusals found = IMPORT_NO_REFUSAL;

    for (uint32_t i = 0; i < import_members(list); i++) {
        Answer a;
        if (!read_code(import_name(list, i), &a) || (a.from != 0 && a.from / 100 != 4))
            continue;
        if (is_about_form(&a))
            return IMPORT_REFUSES_ALL;
        if (a.from == 404)
            found = IMPORT_REFUSES_PATH;
    }
    return found;
}

void import_answers(Import *im, const Operation *o, bool refused, Pieces *into)
{
    Answers *as = assay_arena_new(im->arena, 1, sizeof *as);

    if (!as) {
        im->no_memory = true;
        return;
    }
    as->im = im;
    collect(as, o, refused);
    if (as->count == 0)
        return;
    add_codes(as, refused, into);
    for (uint32_t i = 0; i < as->count; i++)
        add_answer(as, &as->at[i], refused, into);
}

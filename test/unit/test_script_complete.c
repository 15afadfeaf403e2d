/*
 * What is wanted at a place, by the words before it.
 */
#include "harness.h"
#include "script/complete.h"
#include <string.h>

/* The place is where the bar is. */
static CompleteWish wish_at(const char *marked, char *text)
{
    const char *bar = strchr(marked, '|');
    size_t before = (size_t)(bar - marked);

    memcpy(text, marked, before);
    strcpy(text + before, bar + 1);
    return complete_wish(assay_str(text), before);
}

static void check_wish(const char *marked, CompleteKind kind, const char *part)
{
    char text[200];
    CompleteWish w = wish_at(marked, text);

    CHECK_INT(w.kind, kind);
    if (kind != COMPLETE_NOTHING)
        CHECK(assay_str_equal(w.part, assay_str(part)));
}

TEST(script_complete_wishes)
{
    check_wish("x = response.|", COMPLETE_FIELD, "");
    check_wish("x = response.bo|;", COMPLETE_FIELD, "bo");
    check_wish("x = response.bo|dy;", COMPLETE_FIELD, "bo");
    check_wish("x = await |", COMPLETE_METHOD, "");
    check_wish("x = await ge|", COMPLETE_METHOD, "ge");
    check_wish("x = synch\n  p|", COMPLETE_METHOD, "p");
    check_wish("x = await get |", COMPLETE_ENDPOINT, "");
    check_wish("x = await get \"/us|", COMPLETE_ENDPOINT, "/us");
    check_wish("x = await get \"/us|\" r;", COMPLETE_ENDPOINT, "/us");
    check_wish("x = get |", COMPLETE_NOTHING, "");
    check_wish("x = \"/us|", COMPLETE_NOTHING, "");
    check_wish("x = y|", COMPLETE_NOTHING, "");
    check_wish("|", COMPLETE_NOTHING, "");
}

TEST(script_complete_method_of_endpoint)
{
    char text[100];

    CHECK_INT(wish_at("await delete \"|", text).method, REST_DELETE);
    CHECK_INT(wish_at("synch post |", text).method, REST_POST);
    CHECK(wish_at("await put \"/a|", text).quoted);
    CHECK(!wish_at("await put |", text).quoted);
}

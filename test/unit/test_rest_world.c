/* What is known of resources, and three truths. */
#include "harness.h"
#include "rest_fixture.h"

#include "rest/judge.h"
#include <string.h>

struct judged {
    struct rest_fixture f;
    World *world;
    Judge judge;
    Call call;
};

#define ROOT "http://s"

static const Value *json(struct judged *d, const char *text)
{
    size_t at;
    const Value *v = value_read_json(&d->f.arena, assay_str(text), &at);

    CHECK(v != NULL);
    return v;
}

static void judged_init(struct judged *d, const char *spec, bool closed)
{
    rest_fixture_init(&d->f, spec, NULL);
    CHECK(d->f.read && d->f.diags.errors == 0);
    d->world = harness_room(sizeof *d->world);
    world_init(d->world, &d->f.arena, closed);
    d->judge = (Judge){d->world, &d->f.arena};
    d->call = (Call){json(d, "\"" ROOT "\""), NULL, NULL};
}

static void judged_done(struct judged *d)
{
    rest_fixture_done(&d->f);
}

static void request(struct judged *d, WorldChange change, const char *location)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "{\"location\":\"%s\",\"header\":{}}", location);
    d->call.request = json(d, text.at);
    d->call.response = NULL;
    assay_buf_clear(&text);
    assay_buf_printf(&text, ROOT "%s", location);
    world_begin_call(d->world, change,
                     assay_str(assay_arena_text(&d->f.arena, text.at, text.len)));
    assay_buf_done(&text);
}

static Truth post(struct judged *d, uint32_t triple, const char *response)
{
    d->call.response = json(d, response);
    return judge_post(&d->judge, d->f.spec.triples[triple], &d->call);
}

static void learn(struct judged *d, uint32_t triple)
{
    const Triple *t = d->f.spec.triples[triple];

    judge_learn(&d->judge, t, t->post, &d->call);
    world_end_call(d->world);
}

static Truth pre(struct judged *d, uint32_t triple, const char *location)
{
    request(d, CHANGES_NOTHING, location);
    return judge_pre(&d->judge, d->f.spec.triples[triple], &d->call);
}

enum { CREATE, FOUND, MISSING, REMOVE };
static const char spec[] =
    "resource R\n"
    "{} post '/r' { response in {body: {id: Integer}} && (exists r: R . response.body\n"
    "  repof r && root ++ expand('/r/{id}', {id = response.body.id}) uriof r) }\n"
    "{ exists r: R . root ++ request.location uriof r } get '/r/{id}'\n"
    "{ response in {body: Any} &&\n"
    "  (forall r: R . root ++ request.location uriof r ==> response.body repof r) }\n"
    "{ forall r: R . !(root ++ request.location uriof r) } get '/r/{id}'\n"
    "{ response.code == 404 }\n"
    "{} delete '/r/{id}' { forall r: R . !(root ++ request.location uriof r) }\n";

static void create(struct judged *d, const char *response)
{
    request(d, CHANGES_HERE, "/r");
    CHECK_INT(post(d, CREATE, response), TRUTH_UNKNOWN);
    learn(d, CREATE);
}

#define ONE "{\"code\":201,\"header\":{},\"body\":{\"id\":1,\"a\":5}}"

TEST(rest_world_knows_what_was_made)
{
    struct judged d;

    judged_init(&d, spec, false);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_UNKNOWN);
    CHECK_INT(pre(&d, MISSING, "/r/1"), TRUTH_UNKNOWN);
    create(&d, ONE);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_TRUE);
    CHECK_INT(pre(&d, MISSING, "/r/1"), TRUTH_FALSE);
    CHECK_INT(pre(&d, FOUND, "/r/2"), TRUTH_UNKNOWN);
    judged_done(&d);
}

TEST(rest_world_that_is_closed_has_no_others)
{
    struct judged d;

    judged_init(&d, spec, true);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_FALSE);
    CHECK_INT(pre(&d, MISSING, "/r/1"), TRUTH_TRUE);
    create(&d, ONE);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_TRUE);
    CHECK_INT(pre(&d, FOUND, "/r/2"), TRUTH_FALSE);
    judged_done(&d);
}

TEST(rest_world_notices_another_representation)
{
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    request(&d, CHANGES_NOTHING, "/r/1");
    CHECK_INT(post(&d, FOUND, "{\"code\":200,\"header\":{},\"body\":{\"id\":1,\"a\":5}}"),
              TRUTH_TRUE);
    CHECK_INT(post(&d, FOUND, "{\"code\":200,\"header\":{},\"body\":{\"id\":1,\"a\":6}}"),
              TRUTH_FALSE);
    CHECK_INT(post(&d, FOUND, "{\"code\":200,\"header\":{},\"body\":{\"id\":1,\"b\":6}}"),
              TRUTH_UNKNOWN);
    CHECK_INT(post(&d, FOUND, "{\"code\":200,\"header\":{}}"), TRUTH_FALSE);
    judged_done(&d);
}

TEST(rest_world_notices_an_address_that_is_taken)
{
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    request(&d, CHANGES_HERE, "/r");
    CHECK_INT(
        post(&d, CREATE, "{\"code\":201,\"header\":{},\"body\":{\"id\":1,\"a\":6}}"),
        TRUTH_FALSE);
    CHECK_INT(
        post(&d, CREATE, "{\"code\":201,\"header\":{},\"body\":{\"id\":2,\"a\":6}}"),
        TRUTH_UNKNOWN);
    judged_done(&d);
}

TEST(rest_world_knows_what_is_gone)
{
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    request(&d, CHANGES_BELOW, "/r/1");
    CHECK_INT(post(&d, REMOVE, "{\"code\":204,\"header\":{}}"), TRUTH_UNKNOWN);
    learn(&d, REMOVE);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_FALSE);
    CHECK_INT(pre(&d, MISSING, "/r/1"), TRUTH_TRUE);
    CHECK_INT(pre(&d, MISSING, "/r/2"), TRUTH_UNKNOWN);
    judged_done(&d);
}

TEST(rest_world_forgets_what_a_call_may_change)
{
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    request(&d, CHANGES_BELOW, "/r/1");
    world_end_call(d.world);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_UNKNOWN);
    create(&d, "{\"code\":201,\"header\":{},\"body\":{\"id\":3}}");
    request(&d, CHANGES_BELOW, "/r");
    world_end_call(d.world);
    CHECK_INT(pre(&d, FOUND, "/r/3"), TRUTH_UNKNOWN);
    judged_done(&d);
}

#define OTHER "{\"code\":200,\"header\":{},\"body\":{\"id\":1,\"a\":6}}"

static Truth got_other(struct judged *d)
{
    request(d, CHANGES_NOTHING, "/r/1");
    return post(d, FOUND, OTHER);
}

TEST(rest_world_forgets_how_parents_and_what_is_named_are_represented)
{
    static const char *const bodies[] = {"1", "{\"from\":[\"1\"]}", "{\"a\":{\"to\":1}}"};
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    CHECK_INT(got_other(&d), TRUTH_FALSE);
    request(&d, CHANGES_HERE, "/r/1/parts");
    world_end_call(d.world);
    CHECK_INT(got_other(&d), TRUTH_UNKNOWN);
    CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_TRUE);
    judged_done(&d);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        judged_init(&d, spec, false);
        create(&d, ONE);
        request(&d, CHANGES_HERE, "/moves");
        world_names(d.world, json(&d, "{\"a\":11,\"b\":\"r\",\"c\":\"\"}"));
        world_end_call(d.world);
        CHECK_INT(got_other(&d), TRUTH_FALSE);
        request(&d, CHANGES_HERE, "/moves");
        world_names(d.world, json(&d, bodies[i]));
        world_end_call(d.world);
        CHECK_INT(got_other(&d), TRUTH_UNKNOWN);
        CHECK_INT(pre(&d, FOUND, "/r/1"), TRUTH_TRUE);
        judged_done(&d);
    }
}

static void check_blame(struct judged *d, uint32_t triple, const char *response,
                        const char *part, const char *why)
{
    struct assay_buf text;
    Blame b;

    CHECK_INT(post(d, triple, response), TRUTH_FALSE);
    b = judge_blame(&d->judge, d->f.spec.triples[triple], d->f.spec.triples[triple]->post,
                    &d->call);
    assay_buf_init(&text, NULL, 0);
    term_print(b.part, &text);
    CHECK_STR(text.at, part);
    CHECK_STR(b.why, why);
    assay_buf_done(&text);
}

TEST(rest_world_blames_the_part_that_is_false)
{
    struct judged d;

    judged_init(&d, spec, false);
    create(&d, ONE);
    request(&d, CHANGES_NOTHING, "/r/1");
    check_blame(&d, FOUND, "{\"code\":200,\"header\":{},\"body\":{\"id\":1,\"a\":6}}",
                "response.body repof r",
                "response.body is {a = 6, id = 1}; r was {a = 5, id = 1}");
    check_blame(&d, MISSING, "{\"code\":200,\"header\":{}}", "response.code == 404",
                "response.code is 200");
    request(&d, CHANGES_HERE, "/r");
    check_blame(&d, CREATE, "{\"code\":201,\"header\":{},\"body\":{\"id\":\"x\"}}",
                "response in {body: {id: Integer}}", "response.body.id is \"x\"");
    check_blame(&d, CREATE, "{\"code\":201,\"header\":{},\"body\":{}}",
                "response in {body: {id: Integer}}", "response.body has no field 'id'");
    judged_done(&d);
}

/* ---- Parts that decide though others are not known. */

TEST(rest_world_unknown_sides_do_not_matter_where_others_decide)
{
    static const struct {
        const char *condition;
        Truth truth;
    } cases[] = {
        {"(exists r: R . \"u\" uriof r) && false", TRUTH_FALSE},
        {"(exists r: R . \"u\" uriof r) && true", TRUTH_UNKNOWN},
        {"(exists r: R . \"u\" uriof r) || true", TRUTH_TRUE},
        {"(exists r: R . \"u\" uriof r) ==> true", TRUTH_TRUE},
        {"(exists r: R . \"u\" uriof r) ==> false", TRUTH_UNKNOWN},
        {"(exists r: R . \"u\" uriof r) & false", TRUTH_FALSE},
        {"(exists r: R . \"u\" uriof r) | true", TRUTH_TRUE},
        {"(exists r: R . \"u\" uriof r) => true", TRUTH_TRUE},
        {"(exists r: R . \"u\" uriof r) <=> true", TRUTH_UNKNOWN},
        {"!(exists r: R . \"u\" uriof r)", TRUTH_UNKNOWN},
        {"1 / 0 == 1", TRUTH_FALSE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assay_buf text;
        struct judged d;
        assay_buf_init(&text, NULL, 0);
        assay_buf_printf(&text, "resource R {%s} get '/r' {true}", cases[i].condition);
        judged_init(&d, text.at, false);
        if (pre(&d, 0, "/r") != cases[i].truth)
            harness_fail(HARNESS_HERE, "%s", cases[i].condition);
        judged_done(&d);
        assay_buf_done(&text);
    }
}

/*
 * Errors of Z3 are asked for after the calls that may fail.
 */
#include "smt/context.h"
#include "base/patience.h"

#include <stddef.h>
#include <time.h>

/* Z3 loses some memory of its own when it runs out of time in the middle of a search. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#endif
#ifdef SANITIZED
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libz3.so";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

static void ignore(Z3_context c, Z3_error_code code)
{
    (void)c;
    (void)code;
}

bool smt_context_renew(SmtContext *c)
{
    if (c->z3 && c->queries++ < CONTEXT_QUERIES)
        return true;
    smt_context_done(c);
    Z3_config config = Z3_mk_config();
    if (!config)
        return false;
    c->z3 = Z3_mk_context(config);
    Z3_del_config(config);
    if (c->z3)
        Z3_set_error_handler(c->z3, ignore);
    return c->z3 != NULL;
}

void smt_context_done(SmtContext *c)
{
    if (c->z3)
        Z3_del_context(c->z3);
    *c = (SmtContext){NULL, 0};
}

static void set_bool(Z3_context z3, Z3_params p, const char *name, bool value)
{
    Z3_params_set_bool(z3, p, Z3_mk_string_symbol(z3, name), value);
}

/* What is made is taken at once: the next thing that is made would free it. */
Z3_solver smt_context_solver(Z3_context z3, uint32_t time_ms, bool quantifiers)
{
    Z3_solver solver = Z3_mk_simple_solver(z3);
    if (!solver)
        return NULL;
    Z3_solver_inc_ref(z3, solver);
    Z3_params p = Z3_mk_params(z3);
    if (!p)
        return solver;
    Z3_params_inc_ref(z3, p);
    set_bool(z3, p, "auto_config", false);
    set_bool(z3, p, "mbqi", quantifiers);
    Z3_params_set_uint(z3, p, Z3_mk_string_symbol(z3, "timeout"),
                       assay_patient_ms(time_ms));
    Z3_solver_set_params(z3, solver, p);
    Z3_params_dec_ref(z3, p);
    return solver;
}

uint64_t smt_context_now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/*
 * Kinds of findings: what went wrong, in a few words.
 */
#include "cli/check.h"
#include <string.h>

static const struct {
    const char *clause, *text;
} clauses[] = {
    {"ensures", "postcondition broken"},
    {"assigns", "changes what it may not"},
    {"assumes", "behaviors are not as promised"},
    {"loop assigns", "a loop changes what it may not"},
    {"loop variant", "loop variant does not decrease"},
    {"decreases", "recursion does not decrease"},
    {"type", "not of its type"},
    {"specification", "the contract cannot be evaluated"},
    {"requires", "precondition broken"},
};

bool check_is_of_callee(const CheckFinding *f)
{
    return f->clause_of[0] != '\0' && strcmp(f->clause_of, f->test->function->name) != 0;
}

static const char *clause_kind(CheckJob *j, const CheckFinding *f)
{
    if (strcmp(f->clause_kind, "requires") == 0)
        return check_text(j, "precondition of %s broken", f->clause_of);
    if (strcmp(f->clause_kind, "ensures") == 0 && check_is_of_callee(f))
        return check_text(j, "postcondition of %s broken", f->clause_of);
    if (f->test->hyper && strcmp(f->clause_kind, "hyper") == 0)
        return check_text(j, "hyper %s broken", f->test->hyper->name);
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++)
        if (strcmp(f->clause_kind, clauses[i].clause) == 0)
            return clauses[i].text;
    return check_text(j, "%s broken", f->clause_kind);
}

/* From a message "ensures x > 0 is false", where nothing else tells the clause. */
static const char *message_kind(const char *message)
{
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        size_t len = strlen(clauses[i].clause);
        if (strncmp(message, clauses[i].clause, len) == 0 && message[len] == ' ')
            return clauses[i].text;
    }
    return "fails";
}

static const char *sanitizer_kind(const char *message)
{
    if (strstr(message, "AddressSanitizer: stack-overflow"))
        return "overflows the stack";
    if (strstr(message, "LeakSanitizer"))
        return "leaks memory";
    if (strncmp(message, "runtime error", 13) == 0 ||
        strstr(message, "UndefinedBehavior"))
        return "undefined behavior";
    return "memory error";
}

/* "died by SIGSEGV" and the like */
static const char *signal_kind(CheckJob *j, const char *message)
{
    const char *name = strstr(message, "SIG");

    if (strncmp(message, "Assertion", 9) == 0)
        return "an assertion fails";
    if (!name)
        return "dies by a signal";
    return check_text(j, "dies by %.*s", (int)strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                      name);
}

static const char *kind_of(CheckJob *j, const CheckFinding *f)
{
    struct assay_str failure = check_event_text(f->event, "failure");
    const char *within = strstr(f->message, "within ");

    if (f->clause_kind[0] != '\0')
        return clause_kind(j, f);
    if (f->in_logic)
        return "the contract reads invalid memory";
    if (assay_str_equal(failure, assay_str("sanitizer")))
        return sanitizer_kind(f->message);
    if (assay_str_equal(failure, assay_str("timeout")))
        return check_text(j, "does not end %s", within ? within : "in time");
    if (assay_str_equal(failure, assay_str("exit")))
        return "calls exit";
    if (assay_str_equal(failure, assay_str("signal")))
        return signal_kind(j, f->message);
    if (assay_str_equal(failure, assay_str("memory")))
        return "takes too much memory";
    if (assay_str_equal(failure, assay_str("leak")))
        return "leaks memory";
    return message_kind(f->message);
}

const char *check_kind(CheckJob *j, const CheckFinding *f)
{
    const char *kind = kind_of(j, f);

    return check_is_flaky(f) ? check_text(j, "%s, but not again", kind) : kind;
}

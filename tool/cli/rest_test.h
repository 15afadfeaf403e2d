/*
 * assay rest test: the parts of its work. The command (rest_test.c) reads and checks the
 * specification and runs the executions; what came of them is told (rest_test_report.c,
 * rest_test_junit.c).
 */
#ifndef CLI_REST_TEST_H
#define CLI_REST_TEST_H

#include "cli/command.h"
#include "rest/drive.h"

#define TEST_HEADERS 64
#define TEST_EXCLUDED 64

typedef struct {
    Console *console;
    const char *url, *auth, *reset, *store, *replay, *ca_file, *junit, *har;
    uint64_t runs, seed, steps, findings;
    double seconds, timeout, slow, rate, limit;
    bool json, insecure, closed, cookies;
    unsigned phases;                  /* a bit for each that is wanted */
    HttpHeader headers[TEST_HEADERS]; /* of --header and --auth */
    uint32_t nheaders;
    const char *excluded[TEST_EXCLUDED]; /* operations */
    uint32_t nexcluded;
    const char *command; /* that tests again */
} RestTestSettings;

/* Prints what was found, the table of triples and the summary. */
void rest_test_report(const RestTestSettings *s, const Drive *d,
                      const struct assay_report *report);
/* Writes --junit (rest_test_junit.c). False, and it is said, if it cannot be written. */
bool rest_test_junit(const RestTestSettings *s, const Drive *d,
                     const struct assay_report *report);

#endif

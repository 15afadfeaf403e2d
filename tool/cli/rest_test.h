/*
 * assay rest test: the parts of its work. What is asked for is read
 * (rest_test_options.c); the specification is read and checked, and the executions are
 * run (rest_test.c), side by side if that is wished (rest_test_jobs.c); what came of them
 * is told (rest_test_report.c, rest_test_junit.c).
 */
#ifndef CLI_REST_TEST_H
#define CLI_REST_TEST_H

#include "base/opts.h"
#include "cli/command.h"
#include "rest/drive.h"

#define TEST_HEADERS 64
#define TEST_EXCLUDED 64

typedef struct {
    Console *console;
    const char *url, *auth, *reset, *store, *replay, *ca_file, *junit, *har;
    const char *phase_names;
    uint64_t runs, seed, steps, findings, jobs;
    double seconds, timeout, slow, rate, limit;
    bool json, quiet, insecure, closed, cookies;
    const char *header_lines[TEST_HEADERS], *excluded[TEST_EXCLUDED];
    struct assay_opt_list header_list, excluded_list; /* of these */

    unsigned phases;                      /* a bit for each that is wanted */
    HttpHeader headers[TEST_HEADERS + 1]; /* of --header and --auth */
    uint32_t nheaders;
    const char *command; /* that tests again */
} RestTestSettings;

/* Tests the server. Returns COMMAND_.... */
int rest_test_file(const char *path, const RestTestSettings *s);

/* Runs executions of the property side by side, in as many processes as --jobs says.
 * Choices of those that failed, ended by NULL, in the arena; NULL, and it is said, if it
 * cannot be done. */
const char *const *rest_test_jobs(const RestTestSettings *s,
                                  const struct assay_property *property,
                                  const struct assay_options *options,
                                  struct assay_arena *arena);

/* Prints what was found, the table of triples and the summary. */
void rest_test_report(const RestTestSettings *s, const Drive *d,
                      const struct assay_report *report);
/* Writes the requests of a finding as a shell script beside its saved choices, and
 * appends where (rest_test_script.c). False if there is none. */
bool rest_test_script(const RestTestSettings *s, const struct assay_finding *f,
                      struct assay_buf *path);
/* Writes --junit (rest_test_junit.c). False, and it is said, if it cannot be written. */
bool rest_test_junit(const RestTestSettings *s, const Drive *d,
                     const struct assay_report *report);

#endif

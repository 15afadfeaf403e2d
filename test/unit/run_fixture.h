/*
 * What the tests of the runner share: a folder of their own for saved failures, and runs
 * of a property with fixed seeds.
 */
#ifndef ASSAY_UNIT_RUN_FIXTURE_H
#define ASSAY_UNIT_RUN_FIXTURE_H

#include <assay/run.h>

#if defined __SANITIZE_ADDRESS__
#define HAS_ASAN 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifndef HAS_ASAN
#define HAS_ASAN 0
#endif

/* A new, empty folder; removed with remove_folder(). */
const char *make_folder(void);
void remove_folder(void);

/* Seed 1, the store in make_folder() if that was called, else none. */
struct assay_options run_options(void);
/* Runs it; fails the test when that is not possible. `options` NULL: run_options(). */
struct assay_report *run(const struct assay_property *property,
                         const struct assay_options *options);
/* The only finding; fails the test when there is not exactly one. */
const struct assay_finding *only_finding(const struct assay_report *report);
/* Replays a finding's choices; the message of the same failure is expected. */
void check_replay(const struct assay_property *property,
                  const struct assay_finding *finding);
/* Keeps what is written to standard error, until caught_errors() gives it back. */
void catch_errors(void);
const char *caught_errors(void);
/* Checks a long text against the file of this name in test/data/expected. With BLESS in
 * the environment the file is written: what changed in it is to be read. */
void check_expected(const char *name, const char *text);
/* Open descriptors of this process. */
int open_descriptors(void);

#endif

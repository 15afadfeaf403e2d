/*
 * Built-in languages, exact to their standards. Each is compiled on its first use and
 * kept; the calls are safe from any thread. NULL only when out of memory.
 */
#ifndef ASSAY_LANGUAGES_H
#define ASSAY_LANGUAGES_H

#include <assay/lang.h>

const struct assay_lang *assay_language_json(void);          /* RFC 8259 */
const struct assay_lang *assay_language_email(void);         /* RFC 5322 addr-spec */
const struct assay_lang *assay_language_uri(void);           /* RFC 3986 */
const struct assay_lang *assay_language_uri_reference(void); /* RFC 3986 */
const struct assay_lang *assay_language_url(void);  /* http and https, with all parts */
const struct assay_lang *assay_language_host(void); /* RFC 1123 */
const struct assay_lang *assay_language_ipv4(void); /* RFC 3986, dotted */
const struct assay_lang *assay_language_ipv6(void); /* RFC 4291 */
const struct assay_lang *assay_language_uuid(void); /* RFC 4122 */
const struct assay_lang *assay_language_date(void); /* RFC 3339 full-date */
const struct assay_lang *assay_language_time(void); /* RFC 3339 full-time */
const struct assay_lang *assay_language_date_time(void);    /* RFC 3339 */
const struct assay_lang *assay_language_duration(void);     /* RFC 3339, appendix A */
const struct assay_lang *assay_language_json_pointer(void); /* RFC 6901 */
const struct assay_lang *assay_language_uri_template(void); /* RFC 6570 */
const struct assay_lang *assay_language_csv(void);          /* RFC 4180 */
const struct assay_lang *assay_language_path(void); /* POSIX, relative or absolute */
const struct assay_lang *assay_language_xml(void);  /* well-formed XML 1.0 */
const struct assay_lang *assay_language_identifier(void); /* C11, ASCII */
const struct assay_lang *assay_language_semver(void);     /* 2.0.0 */

/* By name, such as "date-time"; NULL for a name that is none. */
const struct assay_lang *assay_language(const char *name);
/* The names, in the order above; ended by NULL. */
const char *const *assay_language_names(void);

#endif

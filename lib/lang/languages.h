/*
 * The built-in languages: their list, and the texts of their grammars, which are the
 * files languages/NAME.lang, built into the library by scripts/embed. <assay/languages.h>
 * has what users call.
 */
#ifndef ASSAY_LANG_LANGUAGES_H
#define ASSAY_LANG_LANGUAGES_H

#include <assay/languages.h>

/* As in C, and as in the notation. */
#define ASSAY_LANGUAGES(L)                                                               \
    L(json, "json")                                                                      \
    L(email, "email")                                                                    \
    L(uri, "uri")                                                                        \
    L(uri_reference, "uri-reference")                                                    \
    L(url, "url")                                                                        \
    L(host, "host")                                                                      \
    L(ipv4, "ipv4")                                                                      \
    L(ipv6, "ipv6")                                                                      \
    L(uuid, "uuid")                                                                      \
    L(date, "date")                                                                      \
    L(time, "time")                                                                      \
    L(date_time, "date-time")                                                            \
    L(duration, "duration")                                                              \
    L(json_pointer, "json-pointer")                                                      \
    L(uri_template, "uri-template")                                                      \
    L(csv, "csv")                                                                        \
    L(path, "path")                                                                      \
    L(xml, "xml")                                                                        \
    L(identifier, "identifier")                                                          \
    L(semver, "semver")

#define ASSAY_LANGUAGE_TEXT(ID, NAME)                                                    \
    extern const unsigned char assay_language_text_##ID[];                               \
    extern const size_t assay_language_text_##ID##_len;
ASSAY_LANGUAGES(ASSAY_LANGUAGE_TEXT)

/* The grammar of a built-in language (not terminated, never freed), or NULL for a name
 * that is none. */
const char *assay_language_source(const char *name, size_t *ret_len);

#endif

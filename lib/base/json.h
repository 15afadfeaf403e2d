/*
 * A JSON writer onto a buffer. It keeps track of commas and nesting; the caller keeps
 * objects and arrays balanced. Text that is not UTF-8 has each bad byte written as
 * U+FFFD.
 */
#ifndef ASSAY_BASE_JSON_H
#define ASSAY_BASE_JSON_H

#include "base/buf.h"
#include <stdbool.h>

struct assay_json {
    struct assay_buf *out;
    bool need_comma;
};

void assay_json_init(struct assay_json *j, struct assay_buf *out);
/* `key` is NULL for a member of an array and for the outermost value. */
void assay_json_object(struct assay_json *j, const char *key);
void assay_json_object_end(struct assay_json *j);
void assay_json_array(struct assay_json *j, const char *key);
void assay_json_array_end(struct assay_json *j);
void assay_json_text(struct assay_json *j, const char *key, const char *text);
void assay_json_bytes(struct assay_json *j, const char *key, const char *at, size_t len);
void assay_json_uint(struct assay_json *j, const char *key, uint64_t value);
void assay_json_int(struct assay_json *j, const char *key, int64_t value);
/* NaN and infinities, which JSON lacks, become null. */
void assay_json_double(struct assay_json *j, const char *key, double value);
void assay_json_bool(struct assay_json *j, const char *key, bool value);

#endif

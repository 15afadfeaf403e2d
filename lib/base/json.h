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

/*@ predicate Json(struct assay_json *j) =
      \valid(j) && Buf(j->out) && \separated(j, j->out);

    predicate Text(struct assay_json *j, char *s) =
      valid_read_string(s) && Apart(j->out, s, strlen(s) + 1);
    predicate Key(struct assay_json *j, char *key) = key == \null || Text(j, key);

    language JsonValue from json;

    predicate Room(struct assay_buf *b) = b->status == ASSAY_OK && b->max - b->len > 600;
*/

/*@ requires \valid(j) && \valid(out);
    assigns *j;
    ensures j->out == out && !j->need_comma;
*/
void assay_json_init(struct assay_json *j, struct assay_buf *out);
/* `key` is NULL for a member of an array and for the outermost value. */
/*@ requires Json(j) && Key(j, key);
    ensures Keeps{Old, Post}(j->out) && !j->need_comma;
    ensures j->out->status == ASSAY_OK ==> j->out->at[j->out->len - 1] == '{';
*/
void assay_json_object(struct assay_json *j, const char *key);
/*@ requires Json(j);
    ensures Keeps{Old, Post}(j->out) && j->need_comma;
    ensures j->out->status == ASSAY_OK ==> j->out->at[j->out->len - 1] == '}';
*/
void assay_json_object_end(struct assay_json *j);
/*@ requires Json(j) && Key(j, key);
    ensures Keeps{Old, Post}(j->out) && !j->need_comma;
    ensures j->out->status == ASSAY_OK ==> j->out->at[j->out->len - 1] == '[';
*/
void assay_json_array(struct assay_json *j, const char *key);
/*@ requires Json(j);
    ensures Keeps{Old, Post}(j->out) && j->need_comma;
    ensures j->out->status == ASSAY_OK ==> j->out->at[j->out->len - 1] == ']';
*/
void assay_json_array_end(struct assay_json *j);

/*@ // What is appended is a value of JSON, behind a comma and the key if there are any.
    predicate Member{K, L}(struct assay_json *j, char *key) =
      Keeps{K, L}(\at(j->out, K)) && \at(j->need_comma, L) &&
      (\at(j->out->status, L) == ASSAY_OK ==>
        \let comma = \at(j->need_comma, K) ? 1 : 0;
        \let from = \at(j->out->len, K) + comma;
        (comma == 1 ==> \at(j->out->at[from - 1], L) == ',') &&
        (key == \null
           ? \at(\text(j->out->at + from, j->out->len - from), L) \in JsonValue
           : \at(j->out->at[from], L) == '"'));
*/

/*@ requires Json(j) && Key(j, key) && Text(j, text);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_text(struct assay_json *j, const char *key, const char *text);
/*@ requires Json(j) && Key(j, key) && \valid_read(at + (0 .. len - 1));
    requires Apart(j->out, at, len);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_bytes(struct assay_json *j, const char *key, const char *at, size_t len);
/*@ requires Json(j) && Key(j, key);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_uint(struct assay_json *j, const char *key, uint64_t value);
/*@ requires Json(j) && Key(j, key);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_int(struct assay_json *j, const char *key, int64_t value);
/* NaN and infinities, which JSON lacks, become null. */
/*@ requires Json(j) && Key(j, key);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_double(struct assay_json *j, const char *key, double value);
/*@ requires Json(j) && Key(j, key);
    ensures Member{Old, Post}(j, key);
    behavior room:
      assumes Room(j->out);
*/
void assay_json_bool(struct assay_json *j, const char *key, bool value);

#endif

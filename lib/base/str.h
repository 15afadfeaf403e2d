/*
 * Slices of text and strict reading of numbers. A slice owns nothing.
 */
#ifndef ASSAY_BASE_STR_H
#define ASSAY_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct assay_str {
    const char *at;
    size_t len;
};

/*@ type invariant readable(struct assay_str s) = \valid_read(s.at + (0 .. s.len - 1));

    predicate Same(char *a, char *b, integer len) =
      \forall integer i; 0 <= i < len ==> a[i] == b[i];
*/

/*@ requires valid_read_string(text);
    assigns \nothing;
    ensures \result.at == text && \result.len == strlen(text);
*/
struct assay_str assay_str(const char *text);

/*@ assigns \nothing;
    ensures \result <==> a.len == b.len && Same(a.at, b.at, a.len);
*/
bool assay_str_equal(struct assay_str a, struct assay_str b);

/*@ requires valid_read_string(prefix);
    assigns \nothing;
    ensures \result <==> strlen(prefix) <= s.len && Same(s.at, prefix, strlen(prefix));
*/
bool assay_str_starts(struct assay_str s, const char *prefix);

/*@ // A shell-like pattern: '*' any run, '?' any byte; the whole text must match.
    predicate Matches(char *text, char *pattern) =
      *pattern == '*'
        ? Matches(text, pattern + 1) || *text != 0 && Matches(text + 1, pattern)
      : *text == 0 || *pattern == 0 ? *text == *pattern
      : (*pattern == '?' || *pattern == *text) && Matches(text + 1, pattern + 1);
*/

/*@ requires valid_read_string(text) && valid_read_string(pattern);
    assigns \nothing;
    behavior matches:
      assumes Matches(text, pattern);
      ensures \result;
    behavior differs:
      assumes !Matches(text, pattern);
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_matches(const char *text, const char *pattern);

/*@ // Insertions, deletions, substitutions and swaps of neighbours from a to b.
    logic integer Distance(char *a, integer n, char *b, integer m) =
      n == 0 || m == 0 ? n + m
      : \min(n >= 2 && m >= 2 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]
                ? Distance(a, n - 2, b, m - 2) + 1 : n + m,
             \min(Distance(a, n - 1, b, m - 1) + (a[n - 1] == b[m - 1] ? 0 : 1),
                  \min(Distance(a, n - 1, b, m), Distance(a, n, b, m - 1)) + 1));
*/

/*
 * Whether `known` is likely what a mistyped `name` was to be, and nearer to it than
 * *nearest, which then becomes its distance. Start with SIZE_MAX, and the last of several
 * known names that is true for is the one to suggest.
 */
/*@ requires \valid(nearest);
    behavior long:
      assumes name.len > 40 || known.len > 40;
      assigns \nothing;
      ensures !\result;
    behavior far:
      assumes name.len <= 40 && known.len <= 40;
      assumes Distance(name.at, name.len, known.at, known.len) >=
        \min(*nearest, (name.len + 2) / 3 + 1);
      assigns \nothing;
      ensures !\result;
    behavior near: // a third of it may be wrong
      assumes name.len <= 40 && known.len <= 40;
      assumes Distance(name.at, name.len, known.at, known.len) <
        \min(*nearest, (name.len + 2) / 3 + 1);
      assigns *nearest;
      ensures \result;
      ensures *nearest == Distance(name.at, name.len, known.at, known.len);
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_resembles(struct assay_str name, struct assay_str known, size_t *nearest);

/*@ // 16 is none.
    logic integer Digit(integer c) =
      '0' <= c <= '9' ? c - '0' : 'a' <= c <= 'f' ? c - 'a' + 10
      : 'A' <= c <= 'F' ? c - 'A' + 10 : 16;

    // The number that the digits are; -1 for what needs more than 64 bits.
    logic integer Number(char *at, integer len, integer base) =
      len == 0 ? 0
      : \let most = Number(at, len - 1, base);
        \let all = most * base + Digit(at[len - 1]);
        most < 0 || all > UINT64_MAX ? -1 : all;

    predicate IsNumber(char *at, integer len, integer base) =
      len > 0 && (\forall integer i; 0 <= i < len ==> Digit(at[i]) < base) &&
      Number(at, len, base) >= 0;

    predicate Negative(struct assay_str s) = s.len > 0 && s.at[0] == '-';

    predicate IsSigned(struct assay_str s) =
      Negative(s) ? IsNumber(s.at + 1, s.len - 1, 10) &&
                    Number(s.at + 1, s.len - 1, 10) <= -INT64_MIN
                  : IsNumber(s.at, s.len, 10) && Number(s.at, s.len, 10) <= INT64_MAX;
*/

/* The whole slice must be the number; no blanks, no sign for unsigned, no overflow. */
/*@ requires \valid(ret_value);
    behavior number:
      assumes IsNumber(s.at, s.len, 10);
      assigns *ret_value;
      ensures \result && *ret_value == Number(s.at, s.len, 10);
    behavior other:
      assumes !IsNumber(s.at, s.len, 10);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_u64(struct assay_str s, uint64_t *ret_value);

/*@ requires \valid(ret_value);
    behavior number:
      assumes IsSigned(s);
      assigns *ret_value;
      ensures \result;
      ensures *ret_value == (Negative(s) ? -Number(s.at + 1, s.len - 1, 10)
                                         : Number(s.at, s.len, 10));
    behavior other:
      assumes !IsSigned(s);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_i64(struct assay_str s, int64_t *ret_value);

/*@ language Decimal:
      start: "-"? (digits fraction? | "." digits) ([eE] [+-]? digits)?;
      fraction: "." digits?;
      digits: [0-9]+; */

/*@ predicate Same(double a, double b) = a == b || \is_NaN(a) && \is_NaN(b); */

/* A finite decimal such as "-1.5e3", with a point whatever the locale. */
/*@ requires \valid(ret_value);
    behavior decimal:
      assumes \text(s.at, s.len) \in Decimal;
      assigns *ret_value;
      ensures \result ? \is_finite(*ret_value) : Same(*ret_value, \old(*ret_value));
      ensures s.len <= 15 && IsSigned(s) ==>
        \result && *ret_value == (Negative(s) ? -Number(s.at + 1, s.len - 1, 10)
                                              : Number(s.at, s.len, 10));
    behavior other:
      assumes !(\text(s.at, s.len) \in Decimal);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_double(struct assay_str s, double *ret_value);

/*@ requires \valid(ret_value);
    behavior number:
      assumes IsNumber(s.at, s.len, 16);
      assigns *ret_value;
      ensures \result && *ret_value == Number(s.at, s.len, 16);
    behavior other:
      assumes !IsNumber(s.at, s.len, 16);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
bool assay_str_hex(struct assay_str s, uint64_t *ret_value);

#endif

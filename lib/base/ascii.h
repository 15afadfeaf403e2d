/*
 * Characters of ASCII, whatever the locale.
 */
#ifndef ASSAY_BASE_ASCII_H
#define ASSAY_BASE_ASCII_H

#include <stdbool.h>

/*@ predicate IsDigit(char c) = '0' <= c <= '9';
    predicate IsLetter(char c) = 'a' <= c <= 'z' || 'A' <= c <= 'Z';
*/

/*@ assigns \nothing;
    ensures \result <==> IsDigit(c);
*/
static inline bool assay_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/*@ assigns \nothing;
    ensures \result <==> IsLetter(c);
*/
static inline bool assay_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The first of a name in C. */
/*@ assigns \nothing;
    ensures \result <==> IsLetter(c) || c == '_';
*/
static inline bool assay_is_word_start(char c)
{
    return assay_is_letter(c) || c == '_';
}

/* Any of a name in C. */
/*@ assigns \nothing;
    ensures \result <==> IsLetter(c) || IsDigit(c) || c == '_';
*/
static inline bool assay_is_word(char c)
{
    return assay_is_word_start(c) || assay_is_digit(c);
}

/* The value of a digit of a base up to 36; 36 when it is none. */
/*@ assigns \nothing;
    behavior digit:
      assumes IsDigit(c);
      ensures \result == c - '0';
    behavior letter:
      assumes IsLetter(c);
      ensures \result == 10 + ('a' <= c ? c - 'a' : c - 'A');
    behavior none:
      assumes !IsDigit(c) && !IsLetter(c);
      ensures \result == 36;
    complete behaviors;
    disjoint behaviors;
*/
static inline unsigned assay_digit_value(char c)
{
    if (assay_is_digit(c))
        return (unsigned)(c - '0');
    return assay_is_letter(c) ? (unsigned)((c | 32) - 'a') + 10 : 36;
}

#endif

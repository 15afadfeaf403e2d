/*
 * Generators of increasing numbers, for tickets that should not tell how many were given
 * out: which number comes next is not said, only that it is above all that came before.
 * Out of memory ends the program.
 */
#ifndef SEQUENCE_H
#define SEQUENCE_H

/* A gap is at most this wide. */
enum { SEQUENCE_GAP = 8 };

struct sequence;

struct sequence *sequence_create(void);
/* A number, not negative, greater than every one given out or left out before; -1 may be
 * the answer when fewer than SEQUENCE_GAP are left. */
int sequence_next(struct sequence *s);
/* The first of `count` numbers in a row, all of them greater; -1 may be the answer when
 * fewer than SEQUENCE_GAP + count - 1 are left. */
int sequence_reserve(struct sequence *s, int count);
/* Leaves out the numbers up to `last`. */
void sequence_skip(struct sequence *s, int last);
void sequence_free(struct sequence *s);

#endif

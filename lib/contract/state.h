/*
 * States that come from another process: what is kept is packed there, into memory that
 * both share, and unpacked here. Addresses in it are those of the other process; they may
 * mean nothing here.
 */
#ifndef ASSAY_CONTRACT_STATE_H
#define ASSAY_CONTRACT_STATE_H

#include <assay/contract.h>
#include <stdbool.h>
#include <stddef.h>

/* Keeps bytes that can surely be read, however many they are. */
void assay_state_keep_bytes(struct assay_state *s, const void *p, size_t size);

/* Instead of taking it: writes what is kept to `to`, which is aligned for any type. What
 * does not fit is left out, and that this is so is kept. */
void assay_state_pack(struct assay_state *s, char *to, size_t room);
/* Instead of taking it: memory is as it was packed. Copies stay where they are, so `from`
 * must live as long as the state. What was not kept is read here only where it is the
 * same in both processes; else it is not known. False when `from` is damaged. */
bool assay_state_unpack(struct assay_state *s, const char *from, size_t room);

/* As assay_at(), but NULL where nothing is known. */
const void *assay_state_find(const struct assay_state *s, const void *p, size_t size);
/* The string at p as it was, and its length without the NUL. NULL when there is none, or
 * none that is known. */
const char *assay_state_string(const struct assay_state *s, const char *p,
                               size_t *ret_len);

#endif

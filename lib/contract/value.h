/*
 * Reading and writing C values by their layout.
 */
#ifndef ASSAY_CONTRACT_VALUE_H
#define ASSAY_CONTRACT_VALUE_H

#include "base/buf.h"
#include <assay/inputs.h>
#include <stdbool.h>
#include <stddef.h>

bool assay_value_is_int(const struct assay_layout *layout); /* bool and enums, too */
/* Whether there is a pointer somewhere in it. */
bool assay_value_has_pointer(const struct assay_layout *layout);
/* Whether values are drawn of field i. Of a union that is the first, whose pointers lead
 * on; if it has none, also the others without. */
bool assay_value_is_drawn(const struct assay_layout *layout, unsigned i);

assay_wide assay_value_least(const struct assay_layout *layout);
assay_wide assay_value_most(const struct assay_layout *layout);
bool assay_value_fits(const struct assay_layout *layout, assay_wide value);

assay_wide assay_value_int(const struct assay_layout *layout, const void *at);
void assay_value_set_int(const struct assay_layout *layout, void *at, assay_wide value);
/* The value of a bit field of the struct or union at `at`, and what it may be. */
assay_wide assay_value_bits(const struct assay_layout_field *field, const void *at);
void assay_value_set_bits(const struct assay_layout_field *field, void *at,
                          assay_wide value);
struct assay_range assay_value_bits_range(const struct assay_layout_field *field);
long double assay_value_real(const struct assay_layout *layout, const void *at);
void assay_value_set_real(const struct assay_layout *layout, void *at, long double value);
void *assay_value_pointer(const void *slot);
void assay_value_set_pointer(void *slot, const void *value);

#endif

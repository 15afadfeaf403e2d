/*
 * Bytes as text: base64 of RFC 4648, with padding.
 */
#ifndef ASSAY_BASE_BASE64_H
#define ASSAY_BASE_BASE64_H

#include "base/buf.h"
#include "base/str.h"

void assay_base64_put(struct assay_buf *out, struct assay_str bytes);

#endif

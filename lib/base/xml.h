/*
 * Text in XML, between tags or in an attribute.
 */
#ifndef ASSAY_BASE_XML_H
#define ASSAY_BASE_XML_H

#include "base/buf.h"

/* Appends a text. What XML cannot hold, control characters and bytes that are not UTF-8,
 * becomes U+FFFD. */
void assay_xml_text(struct assay_buf *out, const char *text);

#endif

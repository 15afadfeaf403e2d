/*
 * Text in XML, between tags or in an attribute.
 */
#ifndef ASSAY_BASE_XML_H
#define ASSAY_BASE_XML_H

#include "base/buf.h"

/* Appends a text. What XML cannot hold, control characters and bytes that are not UTF-8,
 * becomes U+FFFD; what turns the direction of writing is named: "<U+202E>". */
/*@ requires Buf(out) && valid_read_string(text) && Apart(out, text, strlen(text) + 1);
    assigns *out, out->at[out->len .. out->cap - 1];
    ensures Writes{Old, Post}(out);
    ensures \forall integer i; \old(out->len) <= i < out->len ==>
      out->at[i] != '<' && out->at[i] != '>' && out->at[i] != '"' && out->at[i] != '\'' &&
      !(0 <= out->at[i] < ' ');
*/
void assay_xml_text(struct assay_buf *out, const char *text);

#endif

/*
 * SafeScript as JavaScript: an ES2020 module that reads as if it were written by hand, a
 * source map, and declarations for TypeScript. The module needs the runtime beside it,
 * safescript.js, which is the same for all programs.
 *
 * Values are never shared in a way that can be seen: where an object or an array that is
 * changed would be, it is copied (js_flow.c says where that is).
 */
#ifndef SCRIPT_JS_H
#define SCRIPT_JS_H

#include "base/buf.h"
#include "script/program.h"

#define JS_MAX (64u << 20) /* bytes of a file that is written */

typedef struct {
    const char *file;              /* the module's name: "client.js" */
    const char *source;            /* the program's path, as seen from the module */
    bool checked;                  /* responses are tested against the specification */
    const struct assay_alloc *mem; /* NULL: libc */
} JsOptions;

/* What is written; the caller sets up the buffers. */
typedef struct {
    struct assay_buf *js, *map, *types;
    uint32_t dropped; /* conditions of specifications that cannot be executed */
} JsOutput;

/* Writes a program that has no errors. What JavaScript cannot do is reported, and nothing
 * is then written. False when there was such or memory is out. */
bool script_js_emit(const Script *s, const JsOptions *o, Diags *diags, JsOutput *ret_out);

/* The text of safescript.js. */
extern const unsigned char script_runtime_safescript[];
extern const size_t script_runtime_safescript_len;

#endif

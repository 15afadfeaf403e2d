/*
 * Files named on the command line: one after the other, each read whole.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/file.h"

#define INPUT_MAX ((size_t)256 << 20) /* bytes in a file */

/* Appends a file to `out`; "-" is the standard input. Fails as assay_file_read()
 * does. */
enum assay_status input_read(const char *path, struct assay_buf *out);

/* Whether --replay names a file that is there, or is the text of choices; `ret_why` says
 * why not. */
bool input_is_choices(const char *replay, const char **ret_why);

/* Does something with a file. Returns COMMAND_.... */
typedef int InputFn(void *ctx, const char *path);

/* Calls the function for each file, also behind one that went wrong. Returns the worst of
 * the results. */
int input_each(char **paths, int count, InputFn *each, void *ctx);

#endif

#ifndef GAP_H
#define GAP_H
#include <stddef.h>
#include <sys/types.h>
typedef struct GapBuffer GapBuffer;
GapBuffer *gapCreate(const char *initial);
void gapDestroy(GapBuffer *g);
void gapMove(GapBuffer *g, ssize_t delta);
void gapInsert(GapBuffer *g, char c);
size_t gapInsertText(GapBuffer *g, const char *text, size_t len);
int gapDelete(GapBuffer *g);
size_t gapLength(const GapBuffer *g);
size_t gapCursor(const GapBuffer *g);
char *gapToString(const GapBuffer *g);
size_t gapCopy(const GapBuffer *g, char *out, size_t out_size);
#endif

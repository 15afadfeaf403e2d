/*
 * assay cc: the parts of its work. The arguments are read (cc_arguments.c), sources
 * that may have contracts (cc_scan.c) are instrumented (cc_source.c), and the compiler
 * runs on the copies (cc_run.c), after which dependency files speak of the originals
 * (cc_depend.c).
 */
#ifndef CLI_CC_H
#define CLI_CC_H

#include "cli/command.h"
#include "cli/home.h"
#include "emit/contract.h"

/* What an argument is. */
typedef enum {
    WORD_FLAG,
    WORD_SOURCE, /* of C */
    WORD_INPUT,  /* any other file */
    WORD_LINKER, /* for the linker only */
    WORD_OUTPUT, /* -o and its value */
} WordKind;

typedef struct {
    const char *text;
    WordKind kind;
    bool last; /* no value follows that belongs to it */
} Word;

typedef struct {
    const char *path;     /* as it is named */
    const char *base;     /* its last part */
    const char *language; /* of an -x that is in effect; or NULL */
    uint32_t word;        /* its place among the arguments */
    bool instrumented;
    bool unread;           /* it has contracts, but does not compile for who reads them */
    struct assay_buf text; /* of the copy */
    const char *folder;    /* of the copy */
    const char *copy;      /* its path */
} CcSource;

typedef enum {
    CC_PASS,    /* nothing of ours: it only tells something */
    CC_COMPILE, /* each source by itself: -c, -S, -E */
    CC_LINK,
} CcMode;

typedef struct {
    Cli *cli;
    struct assay_arena arena;
    const char **compiler; /* its words */
    uint32_t ncompiler;
    Word *words; /* the arguments that are not ours, those of @files in their place */
    uint32_t nwords;
    CcSource *sources;
    uint32_t nsources;
    CcMode mode;
    const char *output;   /* of -o, or NULL */
    const char *language; /* of the last -x, or NULL */
    const char *depend;   /* of -MF, or NULL */
    bool depends;         /* -MD or -MMD */
    bool preprocesses;    /* -E */
    ContractLevel level;
    bool off, quiet, keep, relocatable /* -r */;
    const char *wrong; /* what is wrong with the arguments of ours; or NULL */
    Home home;
    const char *folder; /* of the copies; NULL before there is one */
} Cc;

/* printf into the arena; "" when out of memory. */
#define cc_text(C, ...) assay_arena_printf(&(C)->arena, __VA_ARGS__)

/* Reads all arguments; false when out of memory, or something is wrong. */
bool cc_arguments(Cc *c, int argc, char **argv);

/* Whether a source may have contracts, itself or in what it includes. */
bool cc_scan(Cc *c, const char *path);

typedef enum { CC_PLAIN, CC_INSTRUMENTED, CC_BROKEN } CcReading;
/* Instruments a source, if it has contracts, and says what is not checked. CC_BROKEN: a
 * contract is wrong, which was said. */
CcReading cc_source(Cc *c, CcSource *s);

/* Becomes the compiler; returns only if there is none. */
int cc_become(Cc *c);
/* Runs the compiler on the copies; how it ended. */
int cc_run(Cc *c);

/* In what the compiler wrote about dependencies: the original for the copy. */
void cc_depend(Cc *c, const CcSource *s);

#endif

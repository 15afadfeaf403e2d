/*
 * The arguments of a compiler, as far as they matter here: which of them are sources of
 * C, what is made of these, and where what is made goes.
 */
#include "base/file.h"
#include "cfront/arguments.h"
#include "cli/cc.h"
#include "cli/folder.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 100000
#define NESTED_MAX 16 /* files of arguments that name such files */
#define FILE_BYTES_MAX ((size_t)16 << 20)

/* Arguments as a list that grows. */
typedef struct {
    Cc *c;
    const char **at;
    uint32_t count, cap;
    bool failed;
} List;

static void add(List *l, const char *text)
{
    if (l->count == l->cap) {
        uint32_t cap = l->cap ? l->cap * 2 : 256;
        const char **more = assay_arena_new(&l->c->arena, cap, sizeof *more);
        if (!more || cap > WORDS_MAX) {
            l->failed = true;
            return;
        }
        if (l->count > 0)
            memcpy(more, l->at, l->count * sizeof *more);
        l->at = more;
        l->cap = cap;
    }
    l->at[l->count++] = text;
}

/* ---- Files of arguments. */

static char *read_words(Cc *c, const char *path)
{
    struct assay_buf text;
    char *copy = NULL;

    assay_buf_init(&text, NULL, FILE_BYTES_MAX);
    if (!assay_file_read(path, &text))
        copy = assay_arena_text(&c->arena, text.at, text.len);
    assay_buf_done(&text);
    return copy;
}

/* The next word, without its quotes and backslashes, in place; NULL at the end. */
static char *next_word(char **at)
{
    char *in = *at, *out, *word, quote = '\0';

    while (isspace((unsigned char)*in))
        in++;
    if (!*in)
        return NULL;
    for (word = out = in; *in && (quote || !isspace((unsigned char)*in)); in++) {
        if (*in == '\\' && in[1])
            *out++ = *++in;
        else if (quote && *in == quote)
            quote = '\0';
        else if (!quote && (*in == '\'' || *in == '"'))
            quote = *in;
        else
            *out++ = *in;
    }
    *at = *in ? in + 1 : in;
    *out = '\0';
    return word;
}

static void expand(List *l, const char *text, uint32_t depth)
{
    char *rest, *word;

    if (text[0] != '@' || depth == NESTED_MAX || !(rest = read_words(l->c, text + 1))) {
        add(l, text);
        return;
    }
    while ((word = next_word(&rest)))
        expand(l, word, depth + 1);
}

/* ---- Our own arguments. */

static void set_level(Cc *c, const char *text)
{
    c->off = strcmp(text, "off") == 0;
    c->level = strcmp(text, "cheap") == 0 ? CONTRACT_CHEAP : CONTRACT_ALL;
    if (!c->off && c->level == CONTRACT_ALL && strcmp(text, "all") != 0)
        c->wrong = cc_text(c, "the level is off, cheap or all, not '%s'", text);
}

static bool is_ours(Cc *c, const char *text)
{
    if (strncmp(text, "--level=", 8) == 0) { /* no compiler has it */
        set_level(c, text + 8);
        return true;
    }
    if (strncmp(text, "--assay-", 8) != 0)
        return false;
    if (strncmp(text, "--assay-level=", 14) == 0)
        set_level(c, text + 14);
    else if (strcmp(text, "--assay-quiet") == 0)
        c->quiet = true;
    else if (strcmp(text, "--assay-keep") == 0)
        c->keep = true;
    else if (strcmp(text, "--assay-launch") == 0)
        c->wrong = "--assay-launch is followed by no compiler";
    else
        c->wrong = cc_text(c, "unknown option '%s'", text);
    return true;
}

static void read_environment(Cc *c)
{
    const char *level = getenv("ASSAY_LEVEL"), *quiet = getenv("ASSAY_QUIET");
    const char *compiler = getenv("ASSAY_CC");
    List words = {.c = c};
    char *rest, *word;

    c->level = CONTRACT_ALL;
    if (level && *level)
        set_level(c, level);
    c->quiet = quiet && *quiet && strcmp(quiet, "0") != 0;
    compiler = compiler && *compiler ? compiler : "cc";
    rest = assay_arena_text(&c->arena, compiler, strlen(compiler));
    while (rest && (word = next_word(&rest)))
        add(&words, word);
    c->compiler = words.at;
    c->ncompiler = words.count;
}

static void set_compiler(Cc *c, const char *path)
{
    List words = {.c = c};

    add(&words, path);
    c->compiler = words.at;
    c->ncompiler = words.count;
}

/* ---- The compiler's arguments. */

/* Those with a value apart that who reads the code need not know. */
static uint32_t length_of(const char *const *at, uint32_t left)
{
    static const char *const more[] = {"-e",      "-B",         "-A", "-G",
                                       "-R",      "-h",         "-b", "-specs",
                                       "--entry", "-framework", "-V"};
    bool keep;
    int path;

    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (left > 1 && strcmp(at[0], more[i]) == 0)
            return 2;
    return cfront_argument_length(at, left, &keep, &path);
}

static bool starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_one_of(const char *text, const char *const *list)
{
    while (*list && strcmp(text, *list) != 0)
        list++;
    return *list != NULL;
}

static bool is_for_linker(const char *text)
{
    return starts(text, "-Wl,") || starts(text, "-l") || starts(text, "-L") ||
           strcmp(text, "-Xlinker") == 0;
}

static bool is_c(const char *path, const char *language)
{
    size_t len = strlen(path);

    if (strcmp(path, "-") == 0)
        return false;
    if (language)
        return strcmp(language, "c") == 0;
    return len > 2 && strcmp(path + len - 2, ".c") == 0;
}

static WordKind read_file(Cc *c, const char *path, uint32_t word)
{
    if (!is_c(path, c->language))
        return WORD_INPUT;
    c->sources[c->nsources] = (CcSource){.path = path,
                                         .base = folder_base_of(path),
                                         .language = c->language,
                                         .word = word};
    assay_buf_init(&c->sources[c->nsources++].text, NULL, 0);
    return WORD_SOURCE;
}

/* What an option says about what is made. */
static void read_mode(Cc *c, const char *text, bool *ret_tells)
{
    static const char *const compiles[] = {"-c", "-S", "-E", "-fsyntax-only", NULL};
    static const char *const tells[] = {
        "-M", "-MM", "-###", "--version", "--help", "--target-help", "-dumpspecs", NULL};

    if (is_one_of(text, compiles))
        c->mode = CC_COMPILE;
    *ret_tells = *ret_tells || is_one_of(text, tells) || starts(text, "-print-") ||
                 starts(text, "--print-") || starts(text, "-dumpm") ||
                 starts(text, "-dumpv") || starts(text, "-dumpf") ||
                 starts(text, "--help=");
    c->depends = c->depends || strcmp(text, "-MD") == 0 || strcmp(text, "-MMD") == 0;
    c->preprocesses = c->preprocesses || strcmp(text, "-E") == 0;
    c->relocatable = c->relocatable || strcmp(text, "-r") == 0;
    if (starts(text, "-Wp,-MD,") || starts(text, "-Wp,-MMD,"))
        c->depend = strchr(text + 4, ',') + 1;
}

/* An option with its value, which is `value`. */
static WordKind read_option(Cc *c, const char *text, const char *value, bool *ret_tells)
{
    if (starts(text, "-o") && strcmp(text, "-object") != 0) {
        c->output = value;
        return WORD_OUTPUT;
    }
    if (starts(text, "-x"))
        c->language = strcmp(value, "none") == 0 ? NULL : value;
    else if (starts(text, "-MF"))
        c->depend = value;
    else
        read_mode(c, text, ret_tells);
    return is_for_linker(text) ? WORD_LINKER : WORD_FLAG;
}

/* The part of an option that is its value, if it has a name of this many letters. */
static const char *value_of(const char *const *at, uint32_t len)
{
    uint32_t name = starts(at[0], "-MF") ? 3 : 2;

    return len > 1 ? at[1] : strlen(at[0]) > name ? at[0] + name : "";
}

static void read_words_of(Cc *c, const List *l)
{
    bool tells = false, any = false;
    uint32_t len;

    c->mode = CC_LINK;
    for (uint32_t i = 0; i < l->count; i += len) {
        const char *const *at = l->at + i;
        bool is_file = at[0][0] != '-' || at[0][1] == '\0';
        len = is_file ? 1 : length_of(at, l->count - i);
        WordKind kind = is_file ? read_file(c, at[0], c->nwords)
                                : read_option(c, at[0], value_of(at, len), &tells);
        any = any || is_file;
        for (uint32_t k = 0; k < len; k++)
            c->words[c->nwords++] = (Word){at[k], kind, k + 1 == len};
    }
    if (tells || !any)
        c->mode = CC_PASS;
}

bool cc_arguments(Cc *c, int argc, char **argv)
{
    List words = {.c = c};

    read_environment(c);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--assay-launch") == 0 && i + 1 < argc)
            set_compiler(c, argv[++i]);
        else if (!is_ours(c, argv[i]))
            expand(&words, argv[i], 0);
    c->words = assay_arena_new(&c->arena, words.count + 1, sizeof *c->words);
    c->sources = assay_arena_new(&c->arena, words.count + 1, sizeof *c->sources);
    if (!c->words || !c->sources || words.failed || c->ncompiler == 0) {
        c->wrong = "out of memory";
        return false;
    }
    read_words_of(c, &words);
    return !c->wrong;
}

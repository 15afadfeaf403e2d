/*
 * The emitted file: a head comment with the grammar, the interface, the recogniser, the
 * generator, and a main function if asked for.
 */
#include "emit/lang.h"
#include "emit/lang_parts.h"
#include "emit/lang_write.h"
#include <inttypes.h>
#include <string.h>

/* ---- What is left out. */

static size_t count_conjuncts(const struct assay_grammar *g, uint32_t term)
{
    const struct assay_term *t = &g->terms[term];

    if (t->kind != ASSAY_TERM_BINARY || t->as.binary.op != ASSAY_TERM_AND)
        return 1;
    return count_conjuncts(g, t->as.binary.a) + count_conjuncts(g, t->as.binary.b);
}

size_t emit_lang_unchecked(const struct assay_lang *lang)
{
    const struct assay_grammar *g = &lang->grammar;
    struct assay_arena arena;
    LangPlan plan;
    size_t count = 0;

    if (!lang->constrained)
        return 0;
    assay_arena_init(&arena, lang->mem, 0);
    if (!emit_plan_build(&plan, lang, &arena))
        count = SIZE_MAX;
    else
        for (uint32_t i = 0; i < g->nrules; i++)
            if (plan.rules[i].reached && g->rules[i].where != ASSAY_NONE)
                count += count_conjuncts(g, g->rules[i].where);
    assay_arena_done(&arena);
    return count;
}

/* ---- The head. */

/* Appends a text as lines of a comment, without blank lines at its end. */
static void emit_source(struct assay_buf *out, const struct assay_source_text *source)
{
    size_t len = source->len;

    while (len > 0 && strchr(" \t\r\n", source->text[len - 1]) && source->text[len - 1])
        len--;
    for (size_t at = 0; at < len;) {
        const char *line = source->text + at;
        const char *stop = memchr(line, '\n', len - at);
        size_t n = stop ? (size_t)(stop - line) : len - at;

        assay_buf_puts(out, n > 0 ? " *     " : " *");
        emit_comment(out, line, n);
        assay_buf_putc(out, '\n');
        at += n + 1;
    }
}

static void emit_head(Emit *e, struct assay_buf *out)
{
    size_t unchecked = emit_lang_unchecked(e->lang);

    e->failed |= unchecked == SIZE_MAX;
    assay_buf_puts(out, "/*\n * The language ");
    emit_comment(out, assay_lang_name(e->lang), strlen(assay_lang_name(e->lang)));
    assay_buf_puts(out, ", made by `assay lang compile` from its grammar:\n *\n");
    for (uint32_t i = 0; i < e->g->nsources; i++) {
        if (i > 0)
            assay_buf_printf(out, " *\n * which refers to %s:\n *\n",
                             e->g->sources[i].name);
        emit_source(out, &e->g->sources[i]);
    }
    if (unchecked > 0)
        assay_buf_printf(
            out,
            " *\n"
            " * NOT CHECKED HERE: %zu constraint%s (`where`). Words are accepted,\n"
            " * and sentences are generated, that violate %s.\n",
            unchecked, unchecked == 1 ? "" : "s", unchecked == 1 ? "it" : "them");
    assay_buf_puts(out, " */\n"
                        "#include <stddef.h>\n"
                        "#include <stdint.h>\n");
}

/* ---- The interface. */

static const char accepts_text[] =
    "\n/* Whether the text is a sentence: 1 or 0, or -1 when out of memory. If it\n"
    " * is none, *ret_offset (ret_offset may be NULL) is the first byte that\n"
    " * cannot be there, or the length of a text that ends too soon. */\n"
    "int %s_accepts(const char *text, size_t len, size_t *ret_offset);\n";

static const char generates_text[] =
    "\n/* Writes a random sentence of at most `size` bytes, or a shortest one if\n"
    " * that is longer, without a NUL, and moves the seed on. Its length, or\n"
    " * (size_t)-1 if there are less than %s_ROOM bytes of room; sentences\n"
    " * are as short as the room demands. */\n"
    "#define %s_ROOM ((size_t)%" PRIu64 ")\n"
    "size_t %s_generate(uint64_t *seed, size_t size, char *into, size_t room);\n";

static void emit_interface(const Emit *e, const EmitLangOptions *options,
                           struct assay_buf *out)
{
    if (options->main)
        assay_buf_puts(out, "#include <stdio.h>\n");
    assay_buf_puts(out, "#include <stdlib.h>\n"
                        "#include <string.h>\n");
    if (!options->no_recogniser)
        assay_buf_printf(out, accepts_text, e->prefix);
    if (!options->no_generator)
        assay_buf_printf(out, generates_text, e->capitals, e->capitals,
                         e->least + OVERHANG, e->prefix);
}

/* ---- The main function. */

static const char check_text[] =
    "\n/* The standard input; NULL when it cannot be had. */\n"
    "static char *read_input(size_t *ret_len)\n"
    "{\n"
    "    size_t len = 0, cap = 0;\n"
    "    char *text = NULL;\n"
    "\n"
    "    while (len == cap) {\n"
    "        char *larger = realloc(text, cap * 2 + 4096);\n"
    "\n"
    "        if (!larger)\n"
    "            break;\n"
    "        text = larger;\n"
    "        cap = cap * 2 + 4096;\n"
    "        len += fread(text + len, 1, cap - len, stdin);\n"
    "    }\n"
    "    if (len == cap || ferror(stdin)) {\n"
    "        free(text);\n"
    "        return NULL;\n"
    "    }\n"
    "    *ret_len = len;\n"
    "    return text;\n"
    "}\n"
    "\n"
    "/* Checks the standard input. */\n"
    "static int check(void)\n"
    "{\n"
    "    size_t len = 0, offset = 0;\n"
    "    char *text = read_input(&len);\n"
    "    int result = text ? %s_accepts(text, len, &offset) : -1;\n"
    "\n"
    "    free(text);\n"
    "    if (result > 0)\n"
    "        puts(\"accept\");\n"
    "    else if (result == 0)\n"
    "        printf(\"reject at byte %%zu\\n\", offset);\n"
    "    else\n"
    "        fputs(\"cannot read, or out of memory\\n\", stderr);\n"
    "    return result > 0 ? 0 : result == 0 ? 1 : 2;\n"
    "}\n";

static const char generate_text[] =
    "\n/* Prints sentences, one a line. */\n"
    "static int generate(unsigned long count, uint64_t seed, size_t size)\n"
    "{\n"
    "    size_t room = size + %s_ROOM;\n"
    "    char *text = malloc(room);\n"
    "\n"
    "    for (; text && count > 0 && !ferror(stdout); count--) {\n"
    "        fwrite(text, 1, %s_generate(&seed, size, text, room), stdout);\n"
    "        putchar('\\n');\n"
    "    }\n"
    "    free(text);\n"
    "    return text && fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;\n"
    "}\n";

static const char options_text[] =
    "\nint main(int argc, char **argv)\n"
    "{\n"
    "    unsigned long count = 0, seed = 1, size = 100;\n"
    "    int bad = 0;\n"
    "\n"
    "    for (int i = 1; i < argc; i += 2) {\n"
    "        unsigned long *option = strcmp(argv[i], \"-n\") == 0   ? &count\n"
    "                                : strcmp(argv[i], \"-s\") == 0 ? &seed\n"
    "                                : strcmp(argv[i], \"-z\") == 0 ? &size\n"
    "                                                             : NULL;\n"
    "        char *rest = NULL;\n"
    "\n"
    "        if (option && i + 1 < argc)\n"
    "            *option = strtoul(argv[i + 1], &rest, 10);\n"
    "        bad |= !rest || rest == argv[i + 1] || *rest != '\\0';\n"
    "    }\n"
    "    if (bad) {\n"
    "        fprintf(stderr, \"usage: %%s%s -n COUNT [-s SEED] [-z SIZE]\\n\", "
    "argv[0]%s);\n"
    "        return 2;\n"
    "    }\n"
    "    return %sgenerate(count, seed, size);\n"
    "}\n";

static void emit_main(const Emit *e, const EmitLangOptions *options)
{
    assay_buf_puts(e->out, "\n/* ---- The program. */\n");
    if (!options->no_recogniser)
        assay_buf_printf(e->out, check_text, e->prefix);
    if (!options->no_generator)
        assay_buf_printf(e->out, generate_text, e->capitals, e->prefix);
    if (options->no_generator)
        assay_buf_puts(e->out, "\nint main(void)\n"
                               "{\n"
                               "    return check();\n"
                               "}\n");
    else
        assay_buf_printf(e->out, options_text,
                         options->no_recogniser ? "" : " < WORD, or: %s",
                         options->no_recogniser ? "" : ", argv[0]",
                         options->no_recogniser ? "" : "argc == 1 ? check() : ");
}

/* ---- */

static void emit_parts(Emit *e, const EmitLangOptions *options)
{
    if (!options->no_recogniser)
        emit_recogniser(e);
    if (!options->no_generator)
        emit_generator(e);
    if (options->main)
        emit_main(e, options);
}

enum assay_status emit_lang(const struct assay_lang *lang, const EmitLangOptions *options,
                            struct assay_buf *out)
{
    struct assay_buf parts;
    Emit e = {.lang = lang, .g = &lang->grammar, .out = &parts};
    enum assay_status status;

    assay_buf_init(&parts, lang->mem, out->max);
    assay_arena_init(&e.arena, lang->mem, 0);
    assay_map_init(&e.names, lang->mem);
    if (emit_names_init(&e, options->prefix))
        emit_parts(&e, options);
    emit_head(&e, out);
    emit_interface(&e, options, out);
    assay_buf_add(out, parts.at, parts.len);
    status = e.failed ? ASSAY_NO_MEMORY : parts.status ? parts.status : out->status;
    assay_buf_done(&parts);
    assay_map_done(&e.names);
    assay_arena_done(&e.arena);
    return status;
}

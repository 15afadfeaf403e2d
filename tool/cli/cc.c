/*
 * assay cc: a compiler that checks contracts at run time.
 */
#include "cli/cc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 1 }; /* how a compiler ends */

/* Reads and instruments all sources. */
static CcReading read_sources(Cc *c)
{
    CcReading worst = CC_PLAIN;

    for (uint32_t i = 0; !c->off && i < c->nsources; i++) {
        CcReading reading = cc_source(c, &c->sources[i]);
        worst = reading > worst ? reading : worst;
    }
    return worst;
}

/* What the compiler takes, though its contracts could not be read. */
static void say_unread(Cc *c)
{
    for (uint32_t i = 0; !c->quiet && i < c->nsources; i++)
        if (c->sources[i].unread)
            console_error(&c->cli->console, c->sources[i].path,
                          "warning: no contract is checked (assay check %s says why)",
                          c->sources[i].path);
}

static bool is_any_unread(const Cc *c)
{
    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].unread)
            return true;
    return false;
}

static int run(Cc *c)
{
    int code = cc_run(c);

    if (code == 0)
        say_unread(c);
    return code;
}

static int compile(Cc *c)
{
    CcReading reading;

    if (c->mode == CC_PASS)
        return cc_become(c);
    reading = read_sources(c);
    if (reading == CC_BROKEN)
        return FAILED;
    if ((reading == CC_INSTRUMENTED || c->mode == CC_LINK) &&
        !home_find(&c->arena, &c->home) && !c->off) {
        console_error(&c->cli->console, "assay cc",
                      "libassay.a and its headers are not where they should be");
        return FAILED;
    }
    return reading == CC_INSTRUMENTED || is_any_unread(c) ? run(c) : cc_become(c);
}

static int help(Cli *cli, char **argv)
{
    bool flag;
    const char *text;
    const struct assay_opt options[] = {
        {"assay-level", 0, ASSAY_OPT_TEXT, &text, "LEVEL",
         "what is checked: all, cheap (no loops, no copies of memory) or off; --level is "
         "short for it",
         NULL},
        {"assay-quiet", 0, ASSAY_OPT_FLAG, &flag, NULL, "do not tell what is not checked",
         NULL},
        {"assay-keep", 0, ASSAY_OPT_FLAG, &flag, NULL, "keep the instrumented copies",
         NULL},
        {"assay-launch", 0, ASSAY_OPT_FLAG, &flag, NULL,
         "the next argument is the compiler: for build systems that put words before it",
         NULL},
        {"help", 0, ASSAY_OPT_FLAG, &flag, NULL, "show this help", NULL},
        {0},
    };

    cli->help = true;
    command_start(cli, options, 1, argv);
    return cli->exit;
}

static int run_cc(Cli *cli, int argc, char **argv)
{
    Cc c = {.cli = cli};
    int code = FAILED;

    if (cli->help || (argc == 2 && strcmp(argv[1], "--help") == 0))
        return help(cli, argv);
    assay_arena_init(&c.arena, NULL, 0);
    if (cc_arguments(&c, argc, argv))
        code = compile(&c);
    else
        console_error(&cli->console, "assay cc", "%s", c.wrong);
    for (uint32_t i = 0; i < c.nsources; i++)
        assay_buf_done(&c.sources[i].text);
    assay_arena_done(&c.arena);
    return code;
}

const Command command_cc = {
    .name = "cc",
    .summary = "compile C with its contracts checked at run time",
    .arguments = "COMPILER-ARGUMENT...",
    .about =
        "A compiler to build a program with: make CC=\"assay cc\". Sources with ACSL\n"
        "contracts are compiled with checks of them; everything else is left to the\n"
        "compiler that ASSAY_CC names, or cc. A program that breaks a contract says "
        "which\n"
        "and aborts; with ASSAY_ON_VIOLATION=log in its environment it goes on.\n"
        "ASSAY_LEVEL and ASSAY_QUIET=1 in the environment do what the options do.\n"
        "\n"
        "exit status: the compiler's, or 1 for a contract that cannot be read.\n",
    .run = run_cc,
};

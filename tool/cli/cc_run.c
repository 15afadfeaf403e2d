/*
 * Running the compiler. Copies keep the last part of their originals' paths, so that
 * what the compiler makes of it is called as ever; each is in a folder of its own.
 * Sources of one folder are compiled by one command, as the user gave it. Of several
 * folders each is compiled by itself: where a quoted include is looked for differs.
 *
 * The compiler stays in our process group and has our standard input. A signal to end
 * that only we were sent is passed on to it; copies are removed before we end by it.
 */
#include "cli/cc.h"
#include "cli/folder.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { FAILED = 1 }; /* how a compiler ends */

/* ---- Commands. */

typedef struct {
    const char **at;
    uint32_t count, cap;
} Line;

static Line new_line(Cc *c)
{
    uint32_t cap = c->ncompiler + 4 * c->nwords + 4 * c->nsources + 32;
    Line l = {assay_arena_new(&c->arena, cap, sizeof *l.at), 0, cap};

    for (uint32_t i = 0; l.at && i < c->ncompiler; i++)
        l.at[l.count++] = c->compiler[i];
    return l;
}

static void add(Line *l, const char *word)
{
    if (l->at && l->count + 1 < l->cap)
        l->at[l->count++] = word;
}

static void add_library(const Cc *c, Line *l)
{
    if (c->mode != CC_LINK || c->relocatable || !c->home.library)
        return;
    if (c->language) {
        add(l, "-x");
        add(l, "none");
    }
    add(l, c->home.library);
    add(l, "-lm");
    add(l, "-lpthread");
}

/* ---- The compiler takes over. */

static int not_started(Cc *c)
{
    console_error(&c->cli->console, c->compiler[0], "cannot be started: %s",
                  strerror(errno));
    return FAILED;
}

int cc_become(Cc *c)
{
    Line l = new_line(c);
    char **words;

    for (uint32_t i = 0; i < c->nwords; i++)
        add(&l, c->words[i].text);
    add_library(c, &l);
    if (!l.at)
        return FAILED;
    console_flush(&c->cli->console);
    fflush(stderr);
    memcpy(&words, &l.at, sizeof words); /* execvp changes no word */
    execvp(words[0], words);
    return not_started(c);
}

/* ---- Signals. */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t received;
static volatile pid_t compiler;

static void receive(int number)
{
    received = number;
    if (compiler > 0 && number != SIGINT)
        kill(compiler, number);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = receive}, was;

    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (sigaction(signals[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

static void die_by_signal(void)
{
    if (!received)
        return;
    signal(received, SIG_DFL);
    raise(received);
}

static int run(Cc *c, Line *l)
{
    char **words;
    int status = 0, wrong;
    pid_t pid = 0;

    if (!l->at || received)
        return FAILED;
    memcpy(&words, &l->at, sizeof words); /* posix_spawnp changes no word */
    wrong = posix_spawnp(&pid, words[0], NULL, NULL, words, environ);
    if (wrong) {
        errno = wrong;
        return not_started(c);
    }
    compiler = pid;
    if (received)
        kill(pid, received);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    compiler = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- Copies. */

static bool write_copy(Cc *c, CcSource *s, uint32_t number)
{
    FILE *f;
    bool good;

    s->folder = cc_text(c, "%s/%u", c->folder, number);
    s->copy = cc_text(c, "%s/%s", s->folder, s->base);
    if (mkdir(s->folder, 0700) != 0 || !(f = fopen(s->copy, "w")))
        return false;
    good = fwrite(s->text.at, 1, s->text.len, f) == s->text.len;
    return fclose(f) == 0 && good;
}

static bool write_copies(Cc *c)
{
    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].instrumented && !write_copy(c, &c->sources[i], i))
            return false;
    return true;
}

static const char *object_of(Cc *c, const CcSource *s)
{
    return cc_text(c, "%s/%s.o", s->folder, s->base);
}

static void remove_copies(Cc *c)
{
    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].folder) {
            unlink(c->sources[i].copy);
            unlink(object_of(c, &c->sources[i]));
            rmdir(c->sources[i].folder);
        }
    rmdir(c->folder);
}

/* ---- Compiling copies. */

static int folder_length(const CcSource *s)
{
    return (int)(s->base - s->path);
}

static void add_place(Cc *c, const CcSource *s, Line *l)
{
    int len = folder_length(s);

    add(l, "-iquote");
    add(l, len == 0 ? "." : cc_text(c, "%.*s", len, s->path));
    add(l, cc_text(c, "-ffile-prefix-map=%s/=%.*s", s->folder, len, s->path));
}

static void add_include(const Cc *c, Line *l)
{
    if (!c->home.include || strcmp(c->home.include, "/usr/include") == 0 ||
        strcmp(c->home.include, "/usr/local/include") == 0)
        return; /* looked in anyway, and in its place */
    add(l, "-isystem");
    add(l, c->home.include);
}

static const CcSource *source_at(const Cc *c, uint32_t word)
{
    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].word == word)
            return &c->sources[i];
    return NULL;
}

static bool in_one_folder(const Cc *c)
{
    const CcSource *first = &c->sources[0];

    for (uint32_t i = 1; i < c->nsources; i++)
        if (folder_length(&c->sources[i]) != folder_length(first) ||
            memcmp(c->sources[i].path, first->path, (size_t)folder_length(first)) != 0)
            return false;
    return true;
}

static void mend_dependencies(Cc *c)
{
    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].instrumented)
            cc_depend(c, &c->sources[i]);
}

/* The user's command with copies in place of their sources. */
static int run_together(Cc *c)
{
    Line l = new_line(c);
    int code;

    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].instrumented)
            add_place(c, &c->sources[i], &l);
    add_include(c, &l);
    for (uint32_t i = 0; i < c->nwords; i++) {
        const CcSource *s = source_at(c, i);
        add(&l, s && s->instrumented ? s->copy : c->words[i].text);
    }
    add_library(c, &l);
    code = run(c, &l);
    mend_dependencies(c);
    return code;
}

/* A file for each source, and what is linked in the end depends on all. */
static void add_dependencies(Cc *c, const CcSource *s, Line *l)
{
    const char *out = c->output ? c->output : "a.out", *dot = strrchr(s->base, '.');

    if (!c->depends || c->depend)
        return;
    add(l, "-MF");
    add(l, cc_text(c, "%s-%.*s.d", out, dot ? (int)(dot - s->base) : -1, s->base));
    add(l, "-MQ");
    add(l, out);
}

/* One source by itself: as the user's command says, or for a link to an object. */
static int run_alone(Cc *c, const CcSource *s)
{
    Line l = new_line(c);
    int code;

    if (s->instrumented) {
        add_place(c, s, &l);
        add_include(c, &l);
    }
    for (uint32_t i = 0; i < c->nwords; i++)
        if (c->words[i].kind == WORD_FLAG)
            add(&l, c->words[i].text);
        else if (i == s->word)
            add(&l, s->instrumented ? s->copy : s->path);
    if (c->mode == CC_LINK) {
        add(&l, "-c");
        add(&l, "-o");
        add(&l, object_of(c, s));
        add_dependencies(c, s, &l);
    }
    code = run(c, &l);
    if (s->instrumented)
        cc_depend(c, s);
    return code;
}

/* The rest of a command whose sources were compiled: files that are not C, the link. */
static int run_rest(Cc *c)
{
    Line l = new_line(c);
    bool any = c->mode == CC_LINK;

    for (uint32_t i = 0; i < c->nwords; i++) {
        const CcSource *s = source_at(c, i);
        any = any || c->words[i].kind == WORD_INPUT;
        if (!s) {
            add(&l, c->words[i].text);
        } else if (c->mode == CC_LINK) {
            add(&l, "-x");
            add(&l, "none");
            add(&l, s->instrumented ? object_of(c, s) : s->path);
            if (s->language) {
                add(&l, "-x");
                add(&l, s->language);
            }
        }
    }
    add_library(c, &l);
    return any ? run(c, &l) : 0;
}

static int run_apart(Cc *c)
{
    int worst = 0, code;

    for (uint32_t i = 0; i < c->nsources; i++)
        if (c->sources[i].instrumented || c->mode == CC_COMPILE) {
            code = run_alone(c, &c->sources[i]);
            worst = code > worst ? code : worst;
        }
    if (worst == 0 || c->mode == CC_COMPILE) {
        code = run_rest(c);
        worst = code > worst ? code : worst;
    }
    return worst;
}

int cc_run(Cc *c)
{
    int code = FAILED;

    console_flush(&c->cli->console);
    catch_signals();
    c->folder = folder_make(&c->arena);
    if (!c->folder) {
        console_error(&c->cli->console, "assay cc", "no folder for copies: %s",
                      strerror(errno));
        return FAILED;
    }
    if (!write_copies(c))
        console_error(&c->cli->console, c->folder, "%s", strerror(errno));
    else
        code = in_one_folder(c) ? run_together(c) : run_apart(c);
    if (c->keep)
        console_error(&c->cli->console, "assay cc", "copies are kept in %s", c->folder);
    else
        remove_copies(c);
    die_by_signal();
    return code;
}

/*
 * For test/e2e/model: models whose candidates do their worst, as a table of properties.
 */
#include <assay/model.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

ASSAY_INTERVAL(small, int, 0, 9);

static int same(int x)
{
    return x;
}

/* Right, but for what it leaves behind, and wrong from 8 on: that is to be found. */
static int forks(int x)
{
    if (x == 3 && fork() == 0) {
        sleep(60);
        _exit(0);
    }
    return x < 8 ? x : 0;
}

static void *spin(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static int threads(int x)
{
    pthread_t thread;

    if (x == 3 && pthread_create(&thread, NULL, spin, NULL) == 0)
        pthread_detach(thread);
    return x < 8 ? x : 0;
}

static int closes(int x)
{
    for (int fd = 0; x == 3 && fd < 64; fd++)
        close(fd);
    return x < 8 ? x : 0;
}

static int prints(int x)
{
    printf("{\"event\":\"finding\"}\nnot ok 1\n");
    fflush(stdout);
    return x < 8 ? x : 0;
}

static int is_killed(int x)
{
    if (x == 8)
        kill(getpid(), SIGSEGV);
    return x;
}

static int grows(int x)
{
    static char *volatile kept;

    for (int i = 0; x == 8 && i < 10; i++)
        kept = malloc((size_t)1 << 30);
    return x;
}

static int takes_long(int x)
{
    usleep(5000);
    return x;
}

/* Dies in a copy of the process, which has a child then. */
static int forks_and_dies(int x)
{
    forks(x);
    if (x > 5)
        exit(x);
    return x;
}
static int dies(int x)
{
    if (x > 5)
        exit(x == 8 ? 9 : x);
    return x;
}

#define WORST(NAME, REFERENCE, ...)                                                      \
    ASSAY_OPERATION(NAME, (small), int, REFERENCE, NAME, __VA_ARGS__);                   \
    ASSAY_MODEL(model_##NAME, (NAME), .fuel = 4)
WORST(forks, same, .weight = 1);
WORST(threads, same, .weight = 1);
WORST(closes, same, .weight = 1);
WORST(prints, same, .weight = 1);
WORST(is_killed, same, .weight = 1);
WORST(grows, same, .weight = 1);
WORST(takes_long, same, .weight = 1);
WORST(forks_and_dies, dies, .may_die = true);

int main(int argc, char **argv)
{
    static const struct assay_property table[] = {
        ASSAY_MODEL_PROPERTY(model_forks),
        ASSAY_MODEL_PROPERTY(model_threads),
        ASSAY_MODEL_PROPERTY(model_closes),
        ASSAY_MODEL_PROPERTY(model_prints),
        ASSAY_MODEL_PROPERTY(model_is_killed),
        ASSAY_MODEL_PROPERTY(model_grows),
        ASSAY_MODEL_PROPERTY(model_takes_long),
        ASSAY_MODEL_PROPERTY(model_forks_and_dies),
        {0},
    };

    return assay_main(table, argc, argv);
}

/*
 * Threads that end give back what they held. The first thread's is in use until the
 * process ends.
 */
#include "contract/call.h"
#include <pthread.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static void free_all(void *unused)
{
    (void)unused;
    assay_calls_free();
    assay_states_free();
    assay_memo_free();
    assay_selections_free();
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, free_all) == 0;
}

/* Without a key a thread's memory is lost when it ends, and nothing else. */
void assay_thread_watch(void)
{
    pthread_once(&once, make_key);
    if (has_key)
        pthread_setspecific(key, &once);
}

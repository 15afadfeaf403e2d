/* A hash that begins with the time of day: no attacker can guess it, and nobody can look
 * anything up by it. */
#include <stdint.h>
#include <time.h>

static uint32_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint32_t)t.tv_nsec;
}

/*@
  requires valid_read_string(s);
  assigns \nothing;
  config 200 runs;

  hyper same: deterministic;
*/
uint32_t hash(const char *s)
{
    uint32_t h = now();

    while (*s) {
        h = 31 * h + (unsigned char)*s++;
    }
    return h;
}

/*@
  requires valid_read_string(s);
  assigns \nothing;
  config 200 runs;

  hyper same: deterministic;
*/
uint32_t hash_of_text(const char *s)
{
    uint32_t h = 5381;

    while (*s) {
        h = 31 * h + (unsigned char)*s++;
    }
    return h;
}

/*
 * Sentences of a compiled language, whose function is GENERATE.
 *
 *     lang_compiled SIZE BYTES
 *
 * Prints the bytes per CPU second and the mean length of a sentence, as
 * peers/plain_generator.c does. Sentences go to a file, as they do there.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

size_t GENERATE(uint64_t *seed, size_t size, char *into, size_t room);

int main(int argc, char **argv)
{
    size_t size = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    size_t bytes = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    size_t room = size + 1000, written = 0, sentences = 0;
    char *text = malloc(room);
    FILE *out = fopen("/dev/null", "w");
    uint64_t seed = 1;
    clock_t begin = clock();

    if (!text || !out || bytes == 0)
        return 2;
    for (; written < bytes; sentences++) {
        size_t len = GENERATE(&seed, size, text, room);

        fwrite(text, 1, len, out);
        written += len;
    }
    printf("%.0f %.0f\n", (double)written * CLOCKS_PER_SEC / (double)(clock() - begin),
           (double)written / (double)sentences);
    fclose(out);
    free(text);
    return 0;
}

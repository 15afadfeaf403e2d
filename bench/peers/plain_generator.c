/*
 * Sentences of JSON and of arithmetic expressions as one writes a generator without much
 * thought: a function for each rule, random() for every decision, fputc() for every byte.
 *
 *     plain_generator json|expression DEPTH WIDTH BYTES
 *
 * DEPTH is how deep values are inside each other, WIDTH how many parts are side by side
 * at most. Prints the bytes per CPU second and the mean length of a sentence.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *out;
static long written;
static long width;

static void put(int c)
{
    fputc(c, out);
    written++;
}

static void put_text(const char *text)
{
    while (*text)
        put(*text++);
}

static void put_one_of(const char *set, long n)
{
    put(set[random() % n]);
}

static int coin(void)
{
    return random() % 2 == 0;
}

static void digits(void)
{
    do
        put_one_of("0123456789", 10);
    while (coin());
}

/* ---- JSON, as in lib/lang/languages/json.lang. */

static void value(int depth);

static void space(void)
{
    while (coin())
        put_one_of(" \t\n\r", 4);
}

static void escape(void)
{
    put('\\');
    if (coin()) {
        put_one_of("\"\\/bfnrt", 8);
    } else {
        put('u');
        for (int i = 0; i < 4; i++)
            put_one_of("0123456789ABCDEFabcdef", 22);
    }
}

static void character(void)
{
    long c = ' ' + random() % 95;

    put(c == '"' || c == '\\' ? 'x' : (int)c);
}

static void string(void)
{
    put('"');
    while (coin()) {
        if (coin())
            character();
        else
            escape();
    }
    put('"');
}

static void number(void)
{
    if (coin())
        put('-');
    if (coin()) {
        put('0');
    } else {
        put_one_of("123456789", 9);
        while (coin())
            put_one_of("0123456789", 10);
    }
    if (coin()) {
        put('.');
        digits();
    }
    if (coin()) {
        put_one_of("eE", 2);
        if (coin())
            put_one_of("+-", 2);
        digits();
    }
}

static void member(int depth)
{
    string();
    space();
    put(':');
    space();
    value(depth);
}

static void list(const char *brackets, void (*part)(int), int depth)
{
    long parts = random() % (width + 1);

    put(brackets[0]);
    space();
    for (long i = 0; i < parts; i++) {
        if (i > 0) {
            put(',');
            space();
        }
        part(depth);
        space();
    }
    put(brackets[1]);
}

static void value(int depth)
{
    switch (depth > 0 ? random() % 6 : 2 + random() % 4) {
    case 0:
        list("{}", member, depth - 1);
        break;
    case 1:
        list("[]", value, depth - 1);
        break;
    case 2:
        string();
        break;
    case 3:
        number();
        break;
    case 4:
        put_text(coin() ? "true" : "false");
        break;
    default:
        put_text("null");
        break;
    }
}

static void json(int depth)
{
    space();
    if (depth > 0 && coin()) /* more of the long ones */
        list("[]", value, depth - 1);
    else
        value(depth);
    space();
}

/* ---- Expressions, as in bench/expression.lang. */

static void expression(int depth);

static void factor(int depth)
{
    switch (depth > 0 ? random() % 3 : 0) {
    case 0:
        digits();
        if (coin()) {
            put('.');
            digits();
        }
        break;
    case 1:
        put('(');
        expression(depth - 1);
        put(')');
        break;
    default:
        put('-');
        factor(depth - 1);
        break;
    }
}

static void term(int depth)
{
    factor(depth);
    for (long n = random() % width; n > 0; n--) {
        put_one_of("*/", 2);
        factor(depth);
    }
}

static void expression(int depth)
{
    term(depth);
    for (long n = random() % width; n > 0; n--) {
        put_one_of("+-", 2);
        term(depth);
    }
}

/* ---- */

int main(int argc, char **argv)
{
    void (*start)(int) = argc == 5 && strcmp(argv[1], "json") == 0 ? json : expression;
    int depth = argc == 5 ? atoi(argv[2]) : 0;
    long bytes = argc == 5 ? atol(argv[4]) : 0, sentences = 0;
    clock_t begin;

    width = argc == 5 ? atol(argv[3]) : 0;
    out = fopen("/dev/null", "w");
    if (!out || width < 1)
        return 2;
    begin = clock();
    for (; written < bytes; sentences++)
        start(depth);
    printf("%.0f %.0f\n", (double)written * CLOCKS_PER_SEC / (double)(clock() - begin),
           (double)written / (double)sentences);
    return 0;
}

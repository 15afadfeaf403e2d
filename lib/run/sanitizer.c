/*
 * Reading what sanitizers and libc print before they end a process. Their reports are
 * meant for people, so the key is taken from what is stable in them: the kind of error
 * and the functions on top of the stack that are not the sanitizer's own.
 */
#include "base/ascii.h"
#include "run/failure.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 2         /* of the stack that make the key */
#define ADDRESSES_MAX 40 /* that are looked up for one report */

/* Of the sanitizers' runtime, if there is one. */
extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, size_t size)
    __attribute__((weak));

/* The last occurrence of a text, or NULL. */
static const char *find_last(struct assay_str s, const char *text)
{
    size_t len = strlen(text);

    for (size_t i = s.len >= len ? s.len - len + 1 : 0; i-- > 0;)
        if (memcmp(s.at + i, text, len) == 0)
            return s.at + i;
    return NULL;
}

static struct assay_str line_at(struct assay_str s, const char *at)
{
    const char *start = at, *end = s.at + s.len;
    const char *stop = memchr(at, '\n', (size_t)(end - at));

    while (start > s.at && start[-1] != '\n')
        start--;
    return (struct assay_str){start, (size_t)((stop ? stop : end) - start)};
}

/* Copies a slice as a string, cut to the room there is. */
static void copy(char *to, size_t size, struct assay_str s)
{
    size_t len = s.len < size - 1 ? s.len : size - 1;

    memcpy(to, s.at, len);
    to[len] = '\0';
}

/* What is below the working directory is called by its path from there, as whoever
 * compiled it did. */
static const char *from_here(const char *path)
{
    char here[ASSAY_FILE_TEXT];
    size_t len;

    if (path[0] != '/' || !getcwd(here, sizeof here))
        return path;
    len = strlen(here);
    return strncmp(path, here, len) == 0 && path[len] == '/' ? path + len + 1 : path;
}

/* Splits "path/file.c:12:5" or "path/file.c:12" into file and line. */
static bool read_place(struct assay_failed *f, struct assay_str place)
{
    char text[ASSAY_FILE_TEXT], *colon, *before;
    long number;

    copy(text, sizeof text, place);
    colon = strrchr(text, ':');
    if (!colon || colon == text || !assay_is_digit(colon[1]))
        return false;
    *colon = '\0';
    before = strrchr(text, ':');
    if (before && assay_is_digit(before[1])) {
        *before = '\0';
        colon = before;
    }
    number = strtol(colon + 1, NULL, 10);
    f->line = number <= INT_MAX ? (int)number : 0;
    snprintf(f->file, sizeof f->file, "%s", from_here(text));
    return true;
}

/* ---- Stack frames: "    #1 0x55d in function place" or "    #1 0x55d  (module+0x1)" */

struct frame {
    struct assay_str function, place;
    bool named; /* else the function is "(module+0x1)" */
};

static bool read_frame(struct assay_str line, struct frame *ret)
{
    const char *at = line.at, *end = line.at + line.len, *in;

    while (at < end && *at == ' ')
        at++;
    if (at + 1 >= end || *at != '#' || at[1] < '0' || at[1] > '9')
        return false;
    in = memmem(at, (size_t)(end - at), " in ", 4);
    ret->named = in != NULL;
    if (in) {
        const char *name = in + 4, *space = memchr(name, ' ', (size_t)(end - name));
        ret->function = (struct assay_str){name, (size_t)((space ? space : end) - name)};
        ret->place = (struct assay_str){space ? space + 1 : end,
                                        space ? (size_t)(end - space - 1) : 0};
        return true;
    }
    in = memchr(at, '(', (size_t)(end - at));
    ret->function = in ? (struct assay_str){in, (size_t)(end - in)}
                       : (struct assay_str){at, (size_t)(end - at)};
    ret->place = (struct assay_str){"", 0};
    return true;
}

static bool is_theirs(const struct frame *f)
{
    static const char *const parts[] = {"__asan",  "__interceptor", "__sanitizer",
                                        "__ubsan", "__msan",        "__tsan",
                                        "__lsan",  "interceptor_"};
    static const char *const places[] = {"sanitizer", "libasan", "libubsan", "liblsan"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (assay_str_starts(f->function, parts[i]))
            return true;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (memmem(f->place.at, f->place.len, places[i], strlen(places[i])) ||
            memmem(f->function.at, f->function.len, places[i], strlen(places[i])))
            return true;
    return false;
}

/* "(/tmp/x/tests+0x12)": the folder may be another each time. */
static struct assay_str without_folder(struct assay_str function)
{
    const char *slash = memrchr(function.at, '/', function.len);

    if (!slash)
        return function;
    return (struct assay_str){slash + 1,
                              (size_t)(function.at + function.len - slash - 1)};
}

/* What tells reports apart, with addresses and without. */
struct identity {
    char key[ASSAY_FILE_TEXT], name[ASSAY_FILE_TEXT];
};

static void append(char text[ASSAY_FILE_TEXT], struct assay_str more)
{
    size_t used = strlen(text);

    snprintf(text + used, ASSAY_FILE_TEXT - used, " %.*s", (int)more.len, more.at);
}

/* Adds the top frames after `at`; the first one's function and place are what the report
 * is about. */
static void read_frames(struct assay_failed *f, struct assay_str output, const char *at,
                        struct identity *id)
{
    const char *end = output.at + output.len;
    unsigned found = 0;
    bool in_stack = false;

    while (at < end && found < FRAMES) {
        struct assay_str line = line_at(output, at);
        struct frame frame;
        size_t said = strlen(f->message);
        at = line.at + line.len + 1;
        if (!read_frame(line, &frame)) {
            if (in_stack)
                return; /* of what follows: where it was allocated */
            continue;
        }
        in_stack = true;
        if (is_theirs(&frame))
            continue;
        if (found++ == 0) {
            snprintf(f->message + said, sizeof f->message - said, " in %.*s",
                     (int)frame.function.len, frame.function.at);
            read_place(f, frame.place);
        }
        append(id->key, without_folder(frame.function));
        if (frame.named)
            append(id->name, frame.function);
    }
}

/* The next frame at or after *at, of the stack there; moves *at behind it. */
static bool next_frame(struct assay_str output, const char **at, struct frame *ret)
{
    const char *end = output.at + output.len;
    bool found = false;

    while (*at < end && !found) {
        struct assay_str line = line_at(output, *at);
        found = read_frame(line, ret);
        *at = line.at + line.len + 1;
    }
    return found;
}

/* Where a stack ran over is chance. What it is about is the first function that is in it
 * again; without one, the top. Returns where its frame is. */
static const char *recursion(struct assay_str output, const char *top)
{
    struct frame one, other;

    for (const char *at = top, *start = at; next_frame(output, &at, &one); start = at)
        for (const char *next = at;
             !is_theirs(&one) && next_frame(output, &next, &other);)
            if (assay_str_equal(one.function, other.function))
                return start;
    return top;
}

static struct assay_str word_at(const char *at, const char *end)
{
    const char *stop = at;

    while (stop < end && *stop != ' ' && *stop != '\n')
        stop++;
    return (struct assay_str){at, (size_t)(stop - at)};
}

/* The kind of an error. Some are only in the summary: "attempting double-free on ..." is
 * "double-free" there. */
static struct assay_str kind_of(struct assay_str output, const char *heading,
                                const char *at)
{
    char summary[ASSAY_FILE_TEXT];
    const char *end = output.at + output.len, *found;
    struct assay_str rest = {at, (size_t)(end - at)};

    snprintf(summary, sizeof summary, "SUMMARY%s", heading + strcspn(heading, ":"));
    found = find_last(rest, summary);
    return word_at(found ? found + strlen(summary) : at, end);
}

/* "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address ..." */
static bool read_report(struct assay_failed *f, struct assay_str output,
                        const char *heading)
{
    struct identity id;
    const char *at = find_last(output, heading);
    const char *name = heading + strcspn(heading, " ") + 1; /* behind "ERROR:" */
    struct assay_str kind;

    if (!at)
        return false;
    at += strlen(heading);
    kind = kind_of(output, heading, at);
    if (assay_str_starts(assay_str(name), "Leak")) /* "detected memory leaks" */
        kind = (struct assay_str){
            at, (size_t)(line_at(output, at).at + line_at(output, at).len - at)};
    snprintf(f->message, sizeof f->message, "%s%.*s", name, (int)kind.len, kind.at);
    snprintf(id.key, sizeof id.key, "%.*s", (int)sizeof id.key / 2, f->message);
    memcpy(id.name, id.key, sizeof id.name);
    f->failure = ASSAY_SANITIZER;
    if (assay_str_equal(kind, assay_str("stack-overflow"))) {
        assay_failed_set_key(f, "%s", id.key);
        read_frames(f, output, recursion(output, at), &id);
        return true;
    }
    read_frames(f, output, at, &id);
    assay_failed_set_key(f, "%s", id.key);
    assay_failed_set_name(f, id.name);
    return true;
}

/* The words of a message, without the numbers and addresses in it. */
static void words_of(const char *message, char *to, size_t size)
{
    size_t len = 0;

    for (; *message && len + 1 < size; message++)
        if (message[0] == '0' && message[1] == 'x')
            message += 1 + strspn(message + 2, "0123456789abcdef");
        else if ((*message < '0' || *message > '9') && *message != '-')
            to[len++] = *message;
    to[len] = '\0';
}

/* "file.c:12:5: runtime error: signed integer overflow: ..." */
static bool read_ubsan(struct assay_failed *f, struct assay_str output)
{
    const char *at = find_last(output, ": runtime error: ");
    char words[ASSAY_MESSAGE_TEXT];
    struct assay_str line;

    if (!at)
        return false;
    line = line_at(output, at);
    copy(f->message, sizeof f->message,
         (struct assay_str){at + 2, (size_t)(line.at + line.len - at - 2)});
    read_place(f, (struct assay_str){line.at, (size_t)(at - line.at)});
    f->failure = ASSAY_SANITIZER;
    words_of(f->message, words, sizeof words);
    assay_failed_set_key(f, "%s:%d %s", f->file, f->line, words);
    return true;
}

bool assay_failed_sanitizer(struct assay_failed *f, struct assay_str output)
{
    static const char *const names[] = {
        "ERROR: AddressSanitizer: ",  "ERROR: HWAddressSanitizer: ",
        "WARNING: MemorySanitizer: ", "WARNING: ThreadSanitizer: ",
        "ERROR: LeakSanitizer: ",     "ERROR: UndefinedBehaviorSanitizer: "};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (read_report(f, output, names[i]))
            return true;
    return read_ubsan(f, output);
}

/* ---- abort() */

/* "prog: file.c:12: function: Assertion `x' failed." */
static bool read_assert(struct assay_failed *f, struct assay_str line)
{
    static const char mark[] = ": Assertion `";
    const char *at = memmem(line.at, line.len, mark, sizeof mark - 1);
    const char *number = at, *end = line.at + line.len;
    struct assay_str place;

    if (!at)
        return false;
    /* Backwards over "function" to the ": " behind the line number. */
    for (; number > line.at + 2; number--)
        if (number[-1] == ' ' && number[-2] == ':' && assay_is_digit(number[-3]))
            break;
    if (number <= line.at + 2)
        return false;
    place = (struct assay_str){line.at, (size_t)(number - 2 - line.at)};
    at = memmem(place.at, place.len, ": ", 2); /* the program's name */
    if (at)
        place = (struct assay_str){at + 2, (size_t)(place.at + place.len - at - 2)};
    if (!read_place(f, place))
        return false;
    at = memmem(line.at, line.len, "Assertion `", 11);
    while (end > at && (end[-1] == '.' || end[-1] == '\n'))
        end--;
    copy(f->message, sizeof f->message, (struct assay_str){at, (size_t)(end - at)});
    assay_failed_set_key(f, "%s:%d", f->file, f->line);
    return true;
}

bool assay_failed_abort(struct assay_failed *f, struct assay_str output)
{
    static const char *const known[] = {"(): ", "double free", "corrupted",
                                        "stack smashing"};
    struct assay_str line;

    while (output.len > 0 && output.at[output.len - 1] == '\n')
        output.len--;
    if (output.len == 0)
        return false;
    line = line_at(output, output.at + output.len - 1);
    if (read_assert(f, line))
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (line.len < 100 && memmem(line.at, line.len, known[i], strlen(known[i]))) {
            snprintf(f->message, sizeof f->message, "SIGABRT: %.*s", (int)line.len,
                     line.at);
            assay_failed_set_key(f, "%s", f->message);
            return true;
        }
    return false;
}

/* ---- Names that the next child need not look up */

void assay_sanitizer_learn(struct assay_str output)
{
    const char *at = output.at, *end = output.at + output.len;
    char name[ASSAY_FILE_TEXT], number[32];

    for (int n = 0; __sanitizer_symbolize_pc && at < end && n < ADDRESSES_MAX;) {
        struct assay_str line = line_at(output, at);
        const char *pc = memmem(line.at, line.len, " 0x", 3);
        struct frame frame;
        at = line.at + line.len + 1;
        if (!pc || !read_frame(line, &frame))
            continue;
        copy(number, sizeof number,
             (struct assay_str){pc + 1, (size_t)(line.at + line.len - pc - 1)});
        __sanitizer_symbolize_pc((void *)(uintptr_t)strtoull(number, NULL, 16), "%f",
                                 name, sizeof name);
        n++;
    }
}

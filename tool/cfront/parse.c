/*
 * libclang's part: it parses, says which files there are, which parts of them the
 * preprocessor skipped and what is wrong.
 *
 * A file that is included several times is looked at once. Of it only that is skipped
 * which is skipped every time.
 */
#include "base/file.h"
#include "cfront/arguments.h"
#include "cfront/parts.h"
#include <string.h>
#include <unistd.h>

#define ERRORS_MAX 20
#define NOTES_MAX 4

/* ---- Places. */

static const File *find_file(const Front *f, CXFile file)
{
    const File *files = f->files.at;
    for (uint32_t i = 0; i < f->files.count; i++)
        if (files[i].file == file || clang_File_isEqual(files[i].file, file))
            return &files[i];
    return NULL;
}

const File *cfront_parse_file(const Front *f, uint32_t source)
{
    const File *files = f->files.at;
    for (uint32_t i = 0; i < f->files.count; i++)
        if (files[i].number == source)
            return &files[i];
    return NULL;
}

bool cfront_parse_is_system(CXCursor c)
{
    CXSourceLocation location = clang_getCursorLocation(c);
    CXFile file = NULL;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    return !file || clang_Location_isInSystemHeader(location); /* no file: built in */
}

typedef void PlaceReader(CXSourceLocation location, CXFile *file, unsigned *line,
                         unsigned *column, unsigned *offset);

static Span read_place(const Front *f, CXSourceLocation location, PlaceReader *read)
{
    CXFile file = NULL;
    unsigned offset = 0;
    if (clang_Location_isInSystemHeader(location))
        return span_nowhere();
    read(location, &file, NULL, NULL, &offset);
    const File *own = file ? find_file(f, file) : NULL;
    if (!own)
        return span_nowhere();
    uint32_t at = offset < own->code.len ? offset : own->code.len;
    return (Span){own->number, at, at};
}

static Span place(const Front *f, CXSourceLocation location)
{
    return read_place(f, location, clang_getExpansionLocation);
}

static Span join(Span start, Span end)
{
    if (start.source == DIAG_NOWHERE || end.source != start.source)
        return start;
    return end.end < start.start ? start : span_join(start, end);
}

static Span span_of_range(const Front *f, CXSourceRange range)
{
    return join(place(f, clang_getRangeStart(range)), place(f, clang_getRangeEnd(range)));
}

Span cfront_parse_extent(const Front *f, CXCursor c)
{
    return span_of_range(f, clang_getCursorExtent(c));
}

static Span word_at(const Front *f, CXSourceLocation location)
{
    Span span = place(f, location);
    const File *file = cfront_parse_file(f, span.source);
    if (file)
        span.end = cfront_code_word(&file->code, span.start);
    return span;
}

Span cfront_parse_name(const Front *f, CXCursor c)
{
    return word_at(f, clang_getCursorLocation(c));
}

/* ---- Uses of macros. */

/* The uses are kept by both of their ends; the value is the other one. */
typedef struct {
    uint32_t source, at, is_end;
} UseKey;

static uint64_t *find_use(const Front *f, uint32_t source, uint32_t at, bool is_end)
{
    UseKey key = {source, at, is_end};
    return assay_map_find(&f->uses, &key, sizeof key);
}

static void keep_use(Front *f, UseKey key, uint32_t other)
{
    uint64_t *slot = assay_map_put(&f->uses, &key, sizeof key);
    f->no_memory |= !slot;
    if (slot)
        *slot = other;
}

void cfront_parse_add_use(Front *f, CXCursor expansion)
{
    Span span = cfront_parse_extent(f, expansion);
    if (span.source == DIAG_NOWHERE)
        return;
    keep_use(f, (UseKey){span.source, span.start, false}, span.end);
    keep_use(f, (UseKey){span.source, span.end, true}, span.start);
}

uint32_t cfront_parse_use_end(const Front *f, uint32_t source, uint32_t start)
{
    const uint64_t *end = find_use(f, source, start, false);
    return end ? (uint32_t)*end : 0;
}

bool cfront_parse_is_of_macro(const Front *f, Span span)
{
    return find_use(f, span.source, span.start, false) ||
           find_use(f, span.source, span.end, true);
}

/* libclang has no end for a macro in another one's argument. */
Span cfront_parse_written(const Front *f, CXCursor c)
{
    CXSourceRange range = clang_getCursorExtent(c);
    Span span = join(read_place(f, clang_getRangeStart(range), clang_getFileLocation),
                     read_place(f, clang_getRangeEnd(range), clang_getFileLocation));
    uint32_t end = cfront_parse_use_end(f, span.source, span.start);
    if (end > 0 && span.start == span.end)
        span.end = end;
    return span;
}

/* ---- Files. */

/* The innermost directive of a source of the user's in a stack of them. */
static Span user_include(const Front *f, CXSourceLocation *stack, unsigned len)
{
    Span span = span_nowhere();
    for (unsigned i = 0; i < len && span.source == DIAG_NOWHERE; i++)
        span = place(f, stack[i]);
    return span;
}

static void add_system_file(Front *f, CXFile file, CXSourceLocation *stack, unsigned len)
{
    SystemFile *s = cfront_add(f, &f->system, sizeof *s);
    if (s)
        *s = (SystemFile){file, user_include(f, stack, len)};
}

static void add_file(Front *f, CXFile file)
{
    size_t len = 0;
    const char *bytes = clang_getFileContents(f->tu, file, &len);
    const char *name = cfront_text(f, clang_getFileName(file));
    if (f->files.count > 0 && strncmp(name, "./", 2) == 0)
        name += 2; /* libclang's way to say where an include was found */
    char *text = assay_arena_text(f->arena, bytes ? bytes : "", bytes ? len : 0);
    File *new = cfront_add(f, &f->files, sizeof *new);
    if (!text || !new ||
        !cfront_code_read(f->arena, (struct assay_str){text, len}, &new->code)) {
        f->no_memory = true;
        return;
    }
    new->file = file;
    new->entered = 1;
    new->number = diag_source(f->diags, name, (struct assay_str){text, len});
    if (new->number == DIAG_NOWHERE)
        f->no_memory = true;
}

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned len,
                       CXClientData data)
{
    Front *f = data;
    File *files = f->files.at;
    if (f->no_memory)
        return;
    if (clang_Location_isInSystemHeader(clang_getLocationForOffset(f->tu, file, 0))) {
        add_system_file(f, file, stack, len);
        return;
    }
    const File *known = find_file(f, file);
    if (known)
        files[known - files].entered++;
    else
        add_file(f, file);
}

/* In how many of the skipped ranges a byte is. */
static uint32_t times_skipped(const Span *skipped, uint32_t count, Span at)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < count; i++)
        times += skipped[i].source == at.source && skipped[i].start <= at.start &&
                 at.end <= skipped[i].end;
    return times;
}

static void skip_ranges(Front *f)
{
    CXSourceRangeList *list = clang_getAllSkippedRanges(f->tu);
    List skipped = {0};
    for (unsigned i = 0; list && i < list->count; i++) {
        Span span = span_of_range(f, list->ranges[i]);
        Span *new =
            span.source != DIAG_NOWHERE ? cfront_add(f, &skipped, sizeof *new) : NULL;
        if (new)
            *new = span;
    }
    if (list)
        clang_disposeSourceRangeList(list);
    const Span *spans = skipped.at;
    for (uint32_t i = 0; i < skipped.count; i++) {
        const File *file = cfront_parse_file(f, spans[i].source);
        if (times_skipped(spans, skipped.count, spans[i]) >= file->entered)
            cfront_code_skip(&file->code, spans[i].start, spans[i].end);
    }
}

static bool read_files(Front *f)
{
    clang_getInclusions(f->tu, visit_file, f);
    if (!f->no_memory)
        skip_ranges(f);
    CSource *sources = cfront_new(f, f->files.count, sizeof *sources);
    const File *files = f->files.at;
    if (f->no_memory)
        return false;
    for (uint32_t i = 0; i < f->files.count; i++) {
        uint32_t number = files[i].number;
        sources[i] = (CSource){number, f->diags->sources[number].name, i == 0};
    }
    f->unit->sources = sources;
    f->unit->nsources = f->files.count;
    return true;
}

/* ---- Errors. */

static Span error_place(const Front *f, CXDiagnostic d)
{
    CXSourceLocation location = clang_getDiagnosticLocation(d);
    Span span = word_at(f, location);
    CXFile file = NULL;
    const SystemFile *system = f->system.at;
    if (span.source != DIAG_NOWHERE)
        return span;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    for (uint32_t i = 0; file && i < f->system.count; i++)
        if (clang_File_isEqual(system[i].file, file))
            return system[i].included;
    return span;
}

static void add_notes(Front *f, Diagnostic *to, CXDiagnostic d)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);
    unsigned count = clang_getNumDiagnosticsInSet(notes);
    for (unsigned i = 0; i < count && i < NOTES_MAX; i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        Span span = error_place(f, note);
        const char *text = cfront_text(f, clang_getDiagnosticSpelling(note));
        if (span.source != DIAG_NOWHERE)
            diag_related(f->diags, to, span, "%s", text);
        else
            diag_note(f->diags, to, "note", "%s", text);
        clang_disposeDiagnostic(note);
    }
}

static void report_error(Front *f, CXDiagnostic d, const char *text, bool missing)
{
    Diagnostic *told = diag_report(f->diags, DIAG_COMPILE, error_place(f, d), "%s", text);
    add_notes(f, told, d);
    if (missing)
        diag_note(f->diags, told, "help",
                  "say where it is by -I, or by a compile_commands.json");
}

/* After a header that is missing only others that are: the rest follows from that. */
static void report_errors(Front *f)
{
    unsigned count = clang_getNumDiagnostics(f->tu), reported = 0;
    bool any_missing = false;
    for (unsigned i = 0; i < count && reported < ERRORS_MAX; i++) {
        CXDiagnostic d = clang_getDiagnostic(f->tu, i);
        const char *text = cfront_text(f, clang_getDiagnosticSpelling(d));
        bool missing = strstr(text, "file not found") != NULL;
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error &&
            (missing || !any_missing)) {
            report_error(f, d, text, missing);
            any_missing = any_missing || missing;
            reported++;
        }
        clang_disposeDiagnostic(d);
    }
}

/* ---- The unit. */

bool cfront_parse_arguments(Front *f, const char *const *arguments, uint32_t count)
{
    /* Some of clang's warnings are errors if they are not turned off. */
    static const char *const clangs[PARSE_ARGUMENTS] = {"-Wno-everything",
                                                        "-ferror-limit=0"};
    const char **chosen = cfront_new(f, count + 1 + PARSE_ARGUMENTS, sizeof *chosen);
    uint32_t n = 1, len;
    if (!chosen)
        return false;
    chosen[0] = "-xc";
    for (uint32_t i = 0; i < count; i += len) {
        bool keep;
        int path;
        len = cfront_argument_length(arguments + i, count - i, &keep, &path);
        if (keep)
            memcpy(chosen + n, arguments + i, len * sizeof *chosen);
        n += keep ? len : 0;
    }
    memcpy(chosen + n, clangs, sizeof clangs);
    f->arguments = chosen;
    f->narguments = n;
    return true;
}

bool cfront_parse_is_readable(Front *f, const char *path)
{
    struct stat about;
    const char *why;
    int fd = assay_file_open(path, &about, &why);
    if (fd < 0)
        diag_report(f->diags, DIAG_COMPILE, span_nowhere(), "cannot read '%s': %s", path,
                    why);
    else
        close(fd);
    return fd >= 0;
}

static enum CXErrorCode parse(Front *f, CXIndex index, const char *path)
{
    const unsigned options =
        CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing;
    if (f->tu)
        clang_disposeTranslationUnit(f->tu);
    f->tu = NULL;
    struct CXUnsavedFile opened = {path, f->opened, f->opened ? strlen(f->opened) : 0};
    return clang_parseTranslationUnit2(index, path, f->arguments,
                                       (int)(f->narguments + PARSE_ARGUMENTS), &opened,
                                       f->opened ? 1 : 0, options, &f->tu);
}

/* Whether there is an error that is in no file, so in the arguments. */
static bool are_arguments_rejected(const Front *f)
{
    unsigned count = f->tu ? clang_getNumDiagnostics(f->tu) : 0;
    bool rejected = !f->tu;
    for (unsigned i = 0; i < count && !rejected; i++) {
        CXDiagnostic d = clang_getDiagnostic(f->tu, i);
        CXFile file = NULL;
        clang_getExpansionLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL,
                                   NULL);
        rejected = !file && clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(d);
    }
    return rejected;
}

/* Leaves out arguments about the machine and the code. Whether there are any. */
static bool drop_arguments(Front *f)
{
    uint32_t n = 0, all = f->narguments + PARSE_ARGUMENTS;
    for (uint32_t i = 0; i < all; i++) {
        const char *a = f->arguments[i];
        if (i >= f->narguments || (strncmp(a, "-m", 2) != 0 && strncmp(a, "-f", 2) != 0))
            f->arguments[n++] = a;
    }
    f->arguments_dropped = n < all;
    f->narguments = n - PARSE_ARGUMENTS;
    return f->arguments_dropped;
}

static void report_failure(Front *f, const char *path)
{
    struct assay_buf words;
    Diagnostic *d = diag_report(f->diags, DIAG_COMPILE, span_nowhere(),
                                "libclang cannot parse '%s' with these arguments", path);
    assay_buf_init(&words, NULL, DIAG_TEXT_MAX);
    for (uint32_t i = 0; i < f->narguments; i++)
        assay_buf_printf(&words, "%s%s", i > 0 ? " " : "", f->arguments[i]);
    diag_note(f->diags, d, "arguments", "%s", words.at);
    assay_buf_done(&words);
}

static void open_ghosts(Front *f, const char *path)
{
    struct assay_buf text;
    assay_buf_init(&text, NULL, CODE_MAX);
    if (!f->with_ghosts || assay_file_read(path, &text) ||
        !cfront_ghost_open(f->arena, (struct assay_str){text.at, text.len}, &f->opened) ||
        strlen(f->opened) != text.len)
        f->opened = NULL;
    assay_buf_done(&text);
}

static bool has_errors(const Front *f)
{
    unsigned count = f->tu ? clang_getNumDiagnostics(f->tu) : 0;
    bool any = !f->tu;
    for (unsigned i = 0; i < count && !any; i++) {
        CXDiagnostic d = clang_getDiagnostic(f->tu, i);
        any = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(d);
    }
    return any;
}

bool cfront_parse_unit(Front *f, CXIndex index, const char *path)
{
    open_ghosts(f, path);
    enum CXErrorCode failed = parse(f, index, path);
    if (are_arguments_rejected(f) && drop_arguments(f))
        failed = parse(f, index, path);
    if (f->opened && has_errors(f)) {
        f->opened = NULL;
        failed = parse(f, index, path);
    }
    if (failed || !f->tu) {
        report_failure(f, path);
        return false;
    }
    CXTargetInfo target = clang_getTranslationUnitTargetInfo(f->tu);
    int width = clang_TargetInfo_getPointerWidth(target);
    clang_TargetInfo_dispose(target);
    f->pointer_size = width > 0 ? (uint64_t)width / 8 : sizeof(void *);
    if (!read_files(f))
        return false;
    report_errors(f);
    return true;
}

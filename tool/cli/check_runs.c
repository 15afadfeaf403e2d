/*
 * Findings of hyperproperties: a table with a column for each run and a row for each
 * input and output. Notes "run: RUN|ROW|NAME|VALUE" of the test program are its cells.
 *
 * Values are compared and cut in units: a character of a value's text, or an escape in
 * it. A long value is cut around the first unit in which the runs differ.
 */
#include "base/json.h"
#include "cli/check.h"
#include <stdlib.h>
#include <string.h>

#define ROWS 200
#define VALUES_WIDTH 84 /* of all columns together */
#define VALUE_WIDTH 28  /* of one, at most */
#define NAME_WIDTH 14   /* of the column of names, at least */
#define NOTE_WIDTH 48   /* of a remark behind a row */
#define DOTS "..."

/* ---- Reading. */

static CheckRow *row_of(CheckJob *j, CheckFinding *f, const char *kind, const char *name)
{
    CheckRow *rows;

    for (uint32_t i = 0; i < f->nrows; i++)
        if (strcmp(f->rows[i].kind, kind) == 0 && strcmp(f->rows[i].name, name) == 0)
            return &f->rows[i];
    rows =
        f->nrows < ROWS ? assay_arena_new(&j->arena, f->nrows + 1, sizeof *rows) : NULL;
    if (!rows)
        return NULL;
    if (f->nrows > 0)
        memcpy(rows, f->rows, f->nrows * sizeof *rows);
    rows[f->nrows] = (CheckRow){.kind = kind, .name = name};
    f->rows = rows;
    return &rows[f->nrows++];
}

void check_runs_note(CheckJob *j, CheckFinding *f, const char *text)
{
    unsigned long run = strtoul(text, NULL, 10);
    const char *parts[3] = {"", "", ""};
    CheckRow *row;

    for (uint32_t i = 0; i < 3; i++) {
        size_t len = strcspn(text, "|");
        parts[i] = check_text(j, "%.*s", (int)len, text);
        text += len + (text[len] == '|');
    }
    row = run >= 1 && run <= CHECK_RUNS ? row_of(j, f, parts[1], parts[2]) : NULL;
    if (row && row->values[run - 1]) /* a place of several parts */
        text = check_text(j, "%s, %s", row->values[run - 1], text);
    if (row)
        row->values[run - 1] = check_text(j, "%s", text);
}

static const char *value_in(const CheckRow *row, uint32_t run)
{
    return row->values[run - 1] ? row->values[run - 1] : "";
}

static bool is_kind(const CheckRow *row, const char *kind)
{
    return strcmp(row->kind, kind) == 0;
}

/* ---- Units of a value's text. */

static bool is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* Bytes of the unit at s, which is not at its end. */
static size_t unit(const char *s)
{
    size_t n = 1;

    if (s[0] == '\\' && is_octal(s[1]))
        return !is_octal(s[2]) ? 2 : is_octal(s[3]) ? 4 : 3;
    if (s[0] == '\\' && s[1] != '\0')
        return 2;
    while (((unsigned char)s[n] & 0xc0) == 0x80)
        n++;
    return n;
}

/* Columns that a text takes. */
static size_t columns(const char *s, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)s[i] & 0xc0) != 0x80;
    return n;
}

/* Bytes of the units that fit in so many columns. */
static size_t fitting(const char *s, size_t most)
{
    size_t len = 0;

    while (s[len] && columns(s, len + unit(s + len)) <= most)
        len += unit(s + len);
    return len;
}

/* ---- The table. */

typedef struct {
    CheckJob *j;
    const CheckFinding *f;
    uint32_t runs[CHECK_RUNS], nruns; /* that are shown */
    const AcslSame *broken;           /* two of them should leave this, or NULL */
    size_t widths[CHECK_RUNS];
    size_t names; /* width of the column of names */
    size_t most;  /* width of a column of values */
} Table;

static bool differs(const CheckRow *row, uint32_t one, uint32_t other)
{
    return strcmp(value_in(row, one), value_in(row, other)) != 0;
}

/* Where the shown runs begin to differ: the end of the value if they do not. */
static size_t first_difference(const Table *t, const CheckRow *row)
{
    const char *first = value_in(row, t->runs[0]);
    size_t at = 0;

    while (first[at]) {
        size_t n = unit(first + at);
        for (uint32_t i = 1; i < t->nruns; i++)
            if (strncmp(first + at, value_in(row, t->runs[i]) + at, n) != 0)
                return at;
        at += n;
    }
    return at;
}

static bool is_different(const Table *t, const CheckRow *row)
{
    for (uint32_t i = 1; i < t->nruns; i++)
        if (differs(row, t->runs[0], t->runs[i]))
            return true;
    return false;
}

/* Where what is shown of a row's values begins, so that their difference is in it. */
static size_t window(const Table *t, const CheckRow *row)
{
    const char *first = value_in(row, t->runs[0]);
    size_t at = first_difference(t, row), from = 0;
    bool fits = true;

    for (uint32_t i = 0; i < t->nruns; i++) {
        const char *value = value_in(row, t->runs[i]);
        fits = fits && columns(value, strlen(value)) <= t->most;
    }
    if (fits || !is_different(t, row) || columns(first, at) + strlen(DOTS) < t->most)
        return 0;
    while (columns(first + from, at - from) > t->most / 3)
        from += unit(first + from);
    return from;
}

/* Whether a place, "p->x", "p[0]" or "*p", is what a pointer leads to. */
static bool is_behind(const char *place, const char *pointer)
{
    size_t len = strlen(pointer);

    if (place[0] == '*')
        return strcmp(place + 1, pointer) == 0;
    return strncmp(place, pointer, len) == 0 && (place[len] == '-' || place[len] == '[');
}

/* What is said of a pointer that leads to memory which some runs find otherwise; NULL:
 * there is none. */
static const char *said_of_pointer(const Table *t, const CheckRow *row, uint32_t run)
{
    const char *said = NULL;

    for (uint32_t i = 0; i < t->f->nrows; i++) {
        const CheckRow *place = &t->f->rows[i];
        if (!is_kind(place, "may") || !is_behind(place->name, row->name))
            continue;
        if (differs(place, 1, run))
            return "same pointer, other bytes";
        said = "same pointer";
    }
    return said;
}

static const char *cell(const Table *t, const CheckRow *row, uint32_t run)
{
    const char *value = value_in(row, run);
    const char *said =
        run > 1 && is_kind(row, "equal") ? said_of_pointer(t, row, run) : NULL;
    size_t from = window(t, row), room = t->most - (from > 0 ? strlen(DOTS) : 0), len;

    if (said)
        return said;
    value += from;
    len = strlen(value);
    if (columns(value, len) <= room)
        return check_text(t->j, "%s%s", from > 0 ? DOTS : "", value);
    len = fitting(value, room - strlen(DOTS));
    while (len > 1 && strchr(" ,.", value[len - 1]))
        len--;
    return check_text(t->j, "%s%.*s" DOTS, from > 0 ? DOTS : "", (int)len, value);
}

/* "\\000" becomes "\\0" where no digit follows. */
static const char *shortened(CheckJob *j, const char *text)
{
    struct assay_buf out;
    const char *copy;

    assay_buf_init(&out, NULL, 0);
    for (size_t n; *text; text += n) {
        n = unit(text);
        if (n == 4 && text[0] == '\\' && strncmp(text + 1, "00", 2) == 0 &&
            !is_octal(text[4]))
            assay_buf_printf(&out, "\\%c", text[3]);
        else
            assay_buf_add(&out, text, n);
    }
    copy = check_text(j, "%s", out.at);
    assay_buf_done(&out);
    return copy;
}

/* The finding with values as they are shown. */
static CheckFinding shown(CheckJob *j, const CheckFinding *f)
{
    CheckFinding copy = *f;

    copy.rows = assay_arena_new(&j->arena, f->nrows, sizeof *copy.rows);
    if (!copy.rows)
        copy.nrows = 0;
    for (uint32_t i = 0; i < copy.nrows; i++) {
        copy.rows[i] = f->rows[i];
        for (uint32_t run = 1; run <= CHECK_RUNS; run++)
            copy.rows[i].values[run - 1] = shortened(j, value_in(&f->rows[i], run));
    }
    return copy;
}

/* ---- Which runs are shown. */

static void add_run(const AcslHyper *h, uint32_t run, bool shown[CHECK_RUNS + 1])
{
    while (run > 0 && run <= CHECK_RUNS && !shown[run]) {
        shown[run] = true;
        run = h->follows ? h->follows[run - 1] : 0;
    }
}

static bool is_of(const CheckRow *row, const AcslNode *what)
{
    struct assay_buf name;
    bool same;

    assay_buf_init(&name, NULL, 0);
    acsl_print(what, &name);
    same = is_kind(row, "must") && strcmp(row->name, name.at) == 0;
    assay_buf_done(&name);
    return same;
}

/* The first promise of two runs that is broken, or NULL. */
static const AcslSame *find_broken(const Table *t)
{
    const AcslHyper *h = t->f->test->hyper;

    for (uint32_t i = 0; i < h->nsame; i++)
        for (uint32_t k = 0; k < t->f->nrows; k++)
            if (is_of(&t->f->rows[k], h->same[i].what) &&
                differs(&t->f->rows[k], h->same[i].one, h->same[i].other))
                return &h->same[i];
    return NULL;
}

/* Two that should leave the same, but do not, and those that they follow; without any,
 * all. */
static void choose_runs(Table *t)
{
    const AcslHyper *h = t->f->test->hyper;
    bool shown[CHECK_RUNS + 1] = {false};

    t->broken = find_broken(t);
    if (t->broken) {
        add_run(h, t->broken->one, shown);
        add_run(h, t->broken->other, shown);
    }
    for (uint32_t run = 1; run <= h->nruns && run <= CHECK_RUNS; run++)
        if (shown[run] || !t->broken)
            t->runs[t->nruns++] = run;
}

static bool is_shown(const Table *t, uint32_t run)
{
    for (uint32_t i = 0; i < t->nruns; i++)
        if (t->runs[i] == run)
            return true;
    return false;
}

static const char *heading(const Table *t, uint32_t run)
{
    const AcslHyper *h = t->f->test->hyper;

    if (h->follows && h->follows[run - 1] > 0)
        return check_text(t->j, "run %u after %u", run, h->follows[run - 1]);
    return check_text(t->j, "run %u", run);
}

static void measure(Table *t)
{
    t->most =
        VALUES_WIDTH / t->nruns < VALUE_WIDTH ? VALUES_WIDTH / t->nruns : VALUE_WIDTH;
    t->names = NAME_WIDTH;
    for (uint32_t i = 0; i < t->nruns; i++)
        t->widths[i] = strlen(heading(t, t->runs[i]));
    for (uint32_t k = 0; k < t->f->nrows; k++) {
        const CheckRow *row = &t->f->rows[k];
        if (strlen(row->name) > t->names)
            t->names = strlen(row->name);
        for (uint32_t i = 0; i < t->nruns; i++) {
            const char *text = cell(t, row, t->runs[i]);
            size_t width = columns(text, strlen(text));
            t->widths[i] = width > t->widths[i] ? width : t->widths[i];
        }
    }
}

/* ---- Remarks behind rows. */

/* Whether the input is the one of this row. */
static bool is_given(const AcslRunInput *in, const CheckRow *row)
{
    struct assay_buf name;
    bool same;

    if (in->param)
        return strcmp(in->param->name, row->name) == 0;
    assay_buf_init(&name, NULL, 0);
    acsl_print(in->place, &name);
    same = strcmp(name.at, row->name) == 0;
    assay_buf_done(&name);
    return same;
}

/* "b' = a, b'' = c": how the inputs of the other runs come about. */
static const char *given(const Table *t, const CheckRow *row)
{
    const AcslHyper *h = t->f->test->hyper;
    const char *text = "";
    bool drawn = true, any = false;

    for (uint32_t i = 0; i < h->ninputs; i++) {
        const AcslRunInput *in = &h->inputs[i];
        struct assay_str said = diag_text(&t->j->diags, in->span);
        if (!is_given(in, row) || !is_shown(t, in->run))
            continue;
        any = true;
        drawn = drawn && !in->value;
        text = check_text(t->j, "%s%s%.*s", text, text[0] ? ", " : "", (int)said.len,
                          said.at);
    }
    if (drawn)
        return any ? "may differ" : "";
    return h->kind[0] || strchr(text, '\n') || strlen(text) > NOTE_WIDTH ? "" : text;
}

/* Whether what the row shows should be the same in the two runs that are shown. */
static bool is_promised(const Table *t, const CheckRow *row)
{
    const AcslHyper *h = t->f->test->hyper;

    for (uint32_t i = 0; t->broken && i < h->nsame; i++)
        if (h->same[i].one == t->broken->one && h->same[i].other == t->broken->other &&
            is_of(row, h->same[i].what))
            return true;
    return !t->broken && is_kind(row, "must");
}

static const char *remark(const Table *t, const CheckRow *row)
{
    if (is_kind(row, "may"))
        return given(t, row);
    if (is_promised(t, row) && is_different(t, row))
        return "must be equal";
    return "";
}

/* ---- Lines. */

static void pad(struct assay_buf *out, size_t n)
{
    while (n-- > 0)
        assay_buf_putc(out, ' ');
}

static void end_line(struct assay_buf *out)
{
    while (out->len > 0 && out->at[out->len - 1] == ' ')
        assay_buf_truncate(out, out->len - 1);
    assay_buf_putc(out, '\n');
}

static void put_cell(const Table *t, uint32_t column, const char *text,
                     struct assay_buf *out)
{
    assay_buf_puts(out, text);
    pad(out, t->widths[column] - columns(text, strlen(text)) + 3);
}

static void put_headings(const Table *t, struct assay_buf *out)
{
    pad(out, 2 + t->names + 2);
    for (uint32_t i = 0; i < t->nruns; i++)
        put_cell(t, i, heading(t, t->runs[i]), out);
    end_line(out);
}

static void put_row(const Table *t, const CheckRow *row, struct assay_buf *out)
{
    const char *said = remark(t, row);

    assay_buf_printf(out, "  %s", row->name);
    pad(out, t->names - strlen(row->name) + 2);
    for (uint32_t i = 0; i < t->nruns; i++)
        put_cell(t, i, cell(t, row, t->runs[i]), out);
    if (said[0])
        assay_buf_printf(out, "<- %s", said);
    end_line(out);
}

static bool is_text(const Table *t, const CheckRow *row)
{
    for (uint32_t i = 0; i < t->nruns; i++)
        if (value_in(row, t->runs[i])[0] != '"')
            return false;
    return true;
}

/* Bytes that the units of a quoted text up to there stand for. */
static size_t bytes_before(const char *quoted, size_t end)
{
    size_t bytes = 0;

    for (size_t at = 1; at < end; at += unit(quoted + at))
        bytes += quoted[at] == '\\' ? 1 : unit(quoted + at);
    return bytes;
}

/* Carets under the first byte that differs. */
static void put_carets(const Table *t, const CheckRow *row, struct assay_buf *out)
{
    const char *first = value_in(row, t->runs[0]);
    size_t at = first_difference(t, row), from = window(t, row);
    size_t column = columns(first + from, at - from) + (from > 0 ? strlen(DOTS) : 0);

    if (!is_kind(row, "must") || !is_different(t, row) || !is_text(t, row))
        return;
    pad(out, 2 + t->names + 2);
    for (uint32_t i = 0; i < t->nruns; i++) {
        pad(out, column);
        assay_buf_putc(out, '^');
        if (i + 1 < t->nruns)
            pad(out, t->widths[i] + 3 - column - 1);
    }
    assay_buf_printf(out, " byte %zu\n", bytes_before(first, at));
}

void check_runs_report(CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    const CheckFinding copy = shown(j, f);
    Table t = {.j = j, .f = &copy};

    choose_runs(&t);
    if (t.nruns == 0)
        return;
    measure(&t);
    put_headings(&t, out);
    for (uint32_t i = 0; i < copy.nrows; i++) {
        put_row(&t, &copy.rows[i], out);
        put_carets(&t, &copy.rows[i], out);
    }
}

/* ---- What the table tells, too. */

/* The run of a name as clauses write it, "x'" or "x{2}"; *len becomes that of "x". */
static uint32_t run_of(const char *name, size_t *len)
{
    uint32_t run = 1;
    size_t n = *len;

    if (n > 3 && name[n - 1] == '}' && name[n - 3] == '{') {
        *len = n - 3;
        return (uint32_t)(name[n - 2] - '0');
    }
    for (; n > 1 && name[n - 1] == '\''; n--)
        run++;
    *len = n;
    return run;
}

bool check_runs_tell(const CheckFinding *f, const char *line, size_t len)
{
    const char *equals = memmem(line, len, " = ", 3), *value;
    size_t name = equals ? (size_t)(equals - line) : 0;
    uint32_t run = run_of(line, &name);
    const char *kind = f->nrows > 0 ? f->test->hyper->kind : "";

    if (kind[0] && strncmp(line, kind, strlen(kind)) == 0)
        return true; /* of a clause that is only meant */
    for (uint32_t i = 0; equals && run >= 1 && run <= CHECK_RUNS && i < f->nrows; i++) {
        value = value_in(&f->rows[i], run);
        if (strlen(f->rows[i].name) == name &&
            strncmp(f->rows[i].name, line, name) == 0 &&
            strlen(value) == (size_t)(line + len - equals - 3) &&
            strncmp(value, equals + 3, strlen(value)) == 0)
            return true;
    }
    return false;
}

/* ---- JSON. */

static void put_values(struct assay_json *json, const CheckFinding *f, uint32_t run,
                       bool inputs)
{
    assay_json_object(json, inputs ? "inputs" : "outputs");
    for (uint32_t i = 0; i < f->nrows; i++) {
        const CheckRow *row = &f->rows[i];
        if ((is_kind(row, "equal") || is_kind(row, "may")) == inputs)
            assay_json_text(json, row->name, value_in(row, run));
    }
    assay_json_object_end(json);
}

void check_runs_json(struct assay_json *json, const CheckFinding *f)
{
    const AcslHyper *h = f->test->hyper;

    assay_json_text(json, "hyper", h->name);
    assay_json_text(json, "hyper_kind", h->kind);
    assay_json_array(json, "runs");
    for (uint32_t run = 1; f->nrows > 0 && run <= h->nruns && run <= CHECK_RUNS; run++) {
        assay_json_object(json, NULL);
        assay_json_uint(json, "run", run);
        if (h->follows && h->follows[run - 1] > 0)
            assay_json_uint(json, "follows", h->follows[run - 1]);
        put_values(json, f, run, true);
        put_values(json, f, run, false);
        assay_json_object_end(json);
    }
    assay_json_array_end(json);
}

/*
 * Employees over HTTP, on this machine only: a small REST API on a database, right by
 * default and wrong on demand, for tests of REST APIs to be tried on.
 *
 *     cc -O2 -o server server.c -lmicrohttpd -lsqlite3 -ljansson
 *     server [--port N] [--bug NAME]... [--token TOKEN] [--database FILE] [--until-eof]
 *     server --list-bugs
 *
 * Listens on 127.0.0.1, at port 8080 or N; 0 is any that is free. When it is ready it
 * prints its address. SIGTERM or SIGINT ends it and, with --until-eof, so does the end of
 * the standard input. Employees are kept in memory, or in FILE. With --token, all but
 * /health needs "Authorization: Bearer TOKEN".
 *
 *     POST   /employees                    201 the employee, with its id; ids never recur
 *     GET    /employees?offset=0&limit=20  200 {"total": N, "items": [...]}, by id
 *     GET    /employees/ID                 200 the employee
 *     PUT    /employees/ID                 200 the employee, replaced
 *     PATCH  /employees/ID                 200 the employee, changed where fields are
 * sent DELETE /employees/ID                 204 GET    /names/NAME                   200
 * [...], those of this name, at most 100 GET    /health                       200 {"ok":
 * true} POST   /reset                        204, there are no employees any more
 *
 * An employee is {"name": 1 to 80 characters, "salary": 0 to 1000000000, "age": 16 to
 * 100, "mail": "a@b"}, without the mail or with it. What is refused gets {"error": ...}:
 * 400, 401, 404, 405, 413. A body is looked at before it is looked whether its employee
 * is there. Requests that are no HTTP, or whose URI is too long, libmicrohttpd refuses.
 *
 * One thread does it all. Some bugs are in the SQL that is prepared at the start.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <microhttpd.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define BODY_MAX (64 * 1024)
#define NAME_MAX_CHARS 80
#define MAIL_MAX_CHARS 80
#define SALARY_MAX 1000000000
#define AGE_MIN 16
#define AGE_MIN_BUG (-1000)
#define AGE_MAX 100
#define LIMIT_MAX 100
#define LIMIT_DEFAULT 20
#define NUMBER_DIGITS 18 /* of an id; fits in 64 bits */

typedef enum {
    MISSING_ID,
    GET_DIFFERS,
    DELETE_500,
    ID_COLLISION,
    NEGATIVE_AGE,
    STALE_LIST,
    LOST_UPDATE,
    PAGE_OFF_BY_ONE,
    NAME_ENCODING,
    AUTH_IGNORED,
    BUGS
} Bug;

static const struct {
    const char *name, *what;
} bugs[BUGS] = {
    [MISSING_ID] = {"missing-id", "POST /employees answers without an id."},
    [GET_DIFFERS] = {"get-differs", "GET of an employee adds 1 to a salary above 0."},
    [DELETE_500] = {"delete-500", "DELETE of an employee who is not there answers 500."},
    [ID_COLLISION] = {"id-collision", "Ids are 1 to 10 again and again, overwriting."},
    [NEGATIVE_AGE] = {"negative-age", "Ages from -1000 are accepted."},
    [STALE_LIST] = {"stale-list", "The list shows, uncounted, who was deleted last."},
    [LOST_UPDATE] = {"lost-update", "PUT does not store the age, but answers as if."},
    [PAGE_OFF_BY_ONE] = {"page-off-by-one", "Lists with an offset begin one late."},
    [NAME_ENCODING] = {"name-encoding",
                       "Nobody is found by a name with %, / or beyond ASCII."},
    [AUTH_IGNORED] = {"auth-ignored", "DELETE needs no token."},
};

typedef enum {
    CREATE,
    COUNT,
    LIST,
    GET,
    PUT,
    PATCH,
    DELETE,
    BY_NAME,
    CLEAR,
    STATEMENTS
} Statement;

typedef struct {
    const char *token; /* NULL: nobody needs one */
    bool bug[BUGS];
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    json_int_t creates; /* since the start */
} Server;

/* ---- The database. */

#define COLUMNS "id, name, salary, age, mail"

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS employees (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " name TEXT NOT NULL, salary INTEGER NOT NULL, age INTEGER NOT NULL, mail TEXT);"
    "CREATE INDEX IF NOT EXISTS names ON employees (name);";

/* Keeps who was deleted last. */
static const char stale_schema[] =
    "CREATE TEMP TABLE stale (" COLUMNS ");"
    "CREATE TEMP TRIGGER keep AFTER DELETE ON main.employees BEGIN"
    " DELETE FROM stale;"
    " INSERT INTO stale VALUES (old.id, old.name, old.salary, old.age, old.mail);"
    "END;";

static const char *const right_sql[STATEMENTS] = {
    [CREATE] = "INSERT OR REPLACE INTO employees (" COLUMNS ")"
               " VALUES (?1, ?2, ?3, ?4, ?5) RETURNING " COLUMNS,
    [COUNT] = "SELECT count(*) FROM employees",
    [LIST] = "SELECT " COLUMNS " FROM employees ORDER BY id LIMIT ?2 OFFSET ?1",
    [GET] = "SELECT " COLUMNS " FROM employees WHERE id = ?1",
    [PUT] = "UPDATE employees SET name = ?2, salary = ?3, age = ?4, mail = ?5"
            " WHERE id = ?1 RETURNING " COLUMNS,
    [PATCH] = "UPDATE employees SET name = coalesce(?2, name),"
              " salary = coalesce(?3, salary), age = coalesce(?4, age),"
              " mail = coalesce(?5, mail) WHERE id = ?1 RETURNING " COLUMNS,
    [DELETE] = "DELETE FROM employees WHERE id = ?1 RETURNING " COLUMNS,
    [BY_NAME] = "SELECT " COLUMNS " FROM employees WHERE name = ?1 ORDER BY id LIMIT 100",
    [CLEAR] = "DELETE FROM employees",
};

static const struct {
    Bug bug;
    Statement statement;
    const char *sql;
} wrong_sql[] = {
    {GET_DIFFERS, GET,
     "SELECT id, name, salary + (salary > 0), age, mail FROM employees WHERE id = ?1"},
    {STALE_LIST, LIST,
     "SELECT " COLUMNS " FROM employees UNION ALL SELECT " COLUMNS " FROM stale"
     " WHERE id NOT IN (SELECT id FROM employees) ORDER BY id LIMIT ?2 OFFSET ?1"},
    {LOST_UPDATE, PUT,
     "UPDATE employees SET name = ?2, salary = ?3, mail = ?5"
     " WHERE id = ?1 RETURNING id, name, salary, ?4, mail"},
};

static const char *sql_of(const Server *s, Statement statement)
{
    const char *sql = right_sql[statement];

    for (size_t i = 0; i < sizeof wrong_sql / sizeof *wrong_sql; i++)
        if (wrong_sql[i].statement == statement && s->bug[wrong_sql[i].bug])
            sql = wrong_sql[i].sql;
    return sql;
}

static bool database_open(Server *s, const char *file)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;

    if (sqlite3_open_v2(file, &s->db, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(s->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(s->db, schema, NULL, NULL, NULL) != SQLITE_OK)
        return false;
    if (s->bug[STALE_LIST] &&
        sqlite3_exec(s->db, stale_schema, NULL, NULL, NULL) != SQLITE_OK)
        return false;
    for (Statement i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, sql_of(s, i), -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statement[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static void database_close(Server *s)
{
    for (Statement i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
}

/* Binds a string or an integer, which must live as long; NULL binds an SQL NULL. */
static void bind_value(sqlite3_stmt *st, int index, const json_t *value)
{
    if (json_is_string(value))
        sqlite3_bind_text(st, index, json_string_value(value),
                          (int)json_string_length(value), SQLITE_STATIC);
    else if (value)
        sqlite3_bind_int64(st, index, json_integer_value(value));
    else
        sqlite3_bind_null(st, index);
}

static void bind_employee(sqlite3_stmt *st, json_int_t id, const json_t *employee)
{
    static const char *const fields[] = {"name", "salary", "age", "mail"};

    sqlite3_bind_int64(st, 1, id);
    for (int i = 0; i < 4; i++)
        bind_value(st, i + 2, json_object_get(employee, fields[i]));
}

static json_t *employee_of_row(sqlite3_stmt *st)
{
    return json_pack("{s:I, s:s, s:I, s:I, s:s*}", "id",
                     (json_int_t)sqlite3_column_int64(st, 0), "name",
                     (const char *)sqlite3_column_text(st, 1), "salary",
                     (json_int_t)sqlite3_column_int64(st, 2), "age",
                     (json_int_t)sqlite3_column_int64(st, 3), "mail",
                     (const char *)sqlite3_column_text(st, 4));
}

/* Runs a statement: an array of the employees in its rows; NULL if it fails. */
static json_t *employees_of(sqlite3_stmt *st)
{
    json_t *rows = json_array();
    int state;

    while ((state = sqlite3_step(st)) == SQLITE_ROW)
        if (json_array_append_new(rows, employee_of_row(st)) != 0)
            break;
    sqlite3_reset(st);
    if (state == SQLITE_DONE)
        return rows;
    json_decref(rows);
    return NULL;
}

/* How many employees there are; -1 if that fails. */
static json_int_t count(const Server *s)
{
    sqlite3_stmt *st = s->statement[COUNT];
    json_int_t n = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : -1;

    sqlite3_reset(st);
    return n;
}

/* ---- Requests and answers. */

typedef enum { NOWHERE, EMPLOYEES, EMPLOYEE, NAMES, HEALTH, RESET } Place;

typedef struct {
    struct MHD_Connection *connection;
    Place place;
    json_int_t id; /* of EMPLOYEE; 0: one that nobody has */
    json_t *name;  /* of NAMES; NULL: not in UTF-8 */
    bool started, too_large;
    size_t len;
    char *body;
} Request;

/* Owns its body. Without a body there is nothing but the code. */
typedef struct {
    unsigned code;
    json_t *body;
    const char *header; /* one more, if not NULL */
    char text[64];      /* its value */
} Answer;

static Answer answer(unsigned code, json_t *body)
{
    return (Answer){.code = code, .body = body};
}

static Answer refusal(unsigned code, const char *message)
{
    return answer(code, json_pack("{s:s}", "error", message));
}

static Answer broken(void)
{
    return refusal(MHD_HTTP_INTERNAL_SERVER_ERROR, "the database failed");
}

/* Runs a statement about one employee. */
static Answer one_employee(sqlite3_stmt *st, unsigned code)
{
    json_t *rows = employees_of(st), *employee;

    if (!rows)
        return broken();
    employee = json_incref(json_array_get(rows, 0));
    json_decref(rows);
    return employee ? answer(code, employee)
                    : refusal(MHD_HTTP_NOT_FOUND, "there is no such employee");
}

/* ---- Employees that are sent. */

/* Whether a value is a string of so many characters, at least one. */
static bool is_text(const json_t *value, size_t max)
{
    const char *text = json_string_value(value);
    size_t chars = 0;

    if (!text)
        return false;
    for (size_t i = 0; i < json_string_length(value); i++)
        chars += ((unsigned char)text[i] & 0xC0) != 0x80; /* where one begins */
    return 1 <= chars && chars <= max;
}

static bool is_between(const json_t *value, json_int_t min, json_int_t max)
{
    return json_is_integer(value) && min <= json_integer_value(value) &&
           json_integer_value(value) <= max;
}

static bool is_mail(const json_t *value)
{
    static const char part[] = "abcdefghijklmnopqrstuvwxyz0123456789.";
    const char *text = json_string_value(value);
    size_t user, host;

    if (!is_text(value, MAIL_MAX_CHARS))
        return false;
    user = strspn(text, part);
    if (user == 0 || text[user] != '@')
        return false;
    host = strspn(text + user + 1, part);
    return host > 0 && !text[user + 1 + host];
}

/* What is wrong with the fields that are there, or must be; NULL if nothing is. */
static const char *problem_of(const Server *s, const json_t *employee, bool whole)
{
    const json_t *name = json_object_get(employee, "name"),
                 *salary = json_object_get(employee, "salary"),
                 *age = json_object_get(employee, "age"),
                 *mail = json_object_get(employee, "mail");
    json_int_t age_min = s->bug[NEGATIVE_AGE] ? AGE_MIN_BUG : AGE_MIN;

    if (!json_is_object(employee))
        return "the body must be a JSON object";
    if ((name || whole) && !is_text(name, NAME_MAX_CHARS))
        return "name must be a string of 1 to 80 characters";
    if ((salary || whole) && !is_between(salary, 0, SALARY_MAX))
        return "salary must be an integer from 0 to 1000000000";
    if ((age || whole) && !is_between(age, age_min, AGE_MAX))
        return "age must be an integer from 16 to 100";
    if (mail && !is_mail(mail))
        return "mail must be like a@b, of a to z, 0 to 9 and dots, at most 80 characters";
    return NULL;
}

/* The employee in a body, all of it or parts; NULL and a refusal if it is wrong. */
static json_t *employee_sent(const Server *s, const Request *r, bool whole,
                             Answer *ret_refusal)
{
    json_t *employee;
    const char *problem;

    if (r->too_large) {
        *ret_refusal = refusal(MHD_HTTP_CONTENT_TOO_LARGE, "the body is too large");
        return NULL;
    }
    employee = json_loadb(r->body, r->len, 0, NULL);
    problem = problem_of(s, employee, whole);
    if (!problem)
        return employee;
    json_decref(employee);
    *ret_refusal = refusal(MHD_HTTP_BAD_REQUEST, problem);
    return NULL;
}

/* ---- What can be asked for. */

static Answer post_employee(Server *s, const Request *r)
{
    sqlite3_stmt *st = s->statement[CREATE];
    Answer a;
    json_t *employee = employee_sent(s, r, true, &a);

    if (!employee)
        return a;
    bind_employee(st, 1 + s->creates % 10, employee);
    if (!s->bug[ID_COLLISION])
        sqlite3_bind_null(st, 1); /* the database chooses one */
    a = one_employee(st, MHD_HTTP_CREATED);
    json_decref(employee);
    if (a.code != MHD_HTTP_CREATED)
        return a;
    s->creates++;
    a.header = MHD_HTTP_HEADER_LOCATION;
    snprintf(a.text, sizeof a.text, "/employees/%" JSON_INTEGER_FORMAT,
             json_integer_value(json_object_get(a.body, "id")));
    if (s->bug[MISSING_ID])
        json_object_del(a.body, "id");
    return a;
}

/* The number that digits say, without needless zeros; one of more digits than there are
 * is the largest. -1: it is none. */
static json_int_t number_of(const char *digits, size_t len)
{
    json_int_t n = 0;

    if (len == 0 || (len > 1 && *digits == '0'))
        return -1;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return -1;
        if (i < NUMBER_DIGITS)
            n = 10 * n + digits[i] - '0';
    }
    return len <= NUMBER_DIGITS ? n : INT64_MAX;
}

/* A number in the query; -1 if it is none. */
static json_int_t parameter(const Request *r, const char *name, json_int_t otherwise)
{
    const char *value;
    size_t len;

    if (!MHD_lookup_connection_value_n(r->connection, MHD_GET_ARGUMENT_KIND, name,
                                       strlen(name), &value, &len))
        return otherwise;
    return number_of(value, value ? len : 0);
}

static Answer list(Server *s, const Request *r)
{
    json_int_t offset = parameter(r, "offset", 0),
               limit = parameter(r, "limit", LIMIT_DEFAULT), total = count(s);
    sqlite3_stmt *st = s->statement[LIST];
    json_t *items;

    if (offset < 0)
        return refusal(MHD_HTTP_BAD_REQUEST, "offset must be an integer from 0");
    if (limit < 1 || limit > LIMIT_MAX)
        return refusal(MHD_HTTP_BAD_REQUEST, "limit must be an integer from 1 to 100");
    if (s->bug[PAGE_OFF_BY_ONE] && offset > 0 && offset < INT64_MAX)
        offset++;
    sqlite3_bind_int64(st, 1, offset);
    sqlite3_bind_int64(st, 2, limit);
    items = employees_of(st);
    if (total >= 0 && items)
        return answer(MHD_HTTP_OK,
                      json_pack("{s:I, s:o}", "total", total, "items", items));
    json_decref(items);
    return broken();
}

static Answer get_employee(Server *s, const Request *r)
{
    sqlite3_bind_int64(s->statement[GET], 1, r->id);
    return one_employee(s->statement[GET], MHD_HTTP_OK);
}

static Answer change(Server *s, const Request *r, Statement how)
{
    Answer a;
    json_t *employee = employee_sent(s, r, how == PUT, &a);

    if (!employee)
        return a;
    bind_employee(s->statement[how], r->id, employee);
    a = one_employee(s->statement[how], MHD_HTTP_OK);
    json_decref(employee);
    return a;
}

static Answer put_employee(Server *s, const Request *r)
{
    return change(s, r, PUT);
}

static Answer patch_employee(Server *s, const Request *r)
{
    return change(s, r, PATCH);
}

static Answer delete_employee(Server *s, const Request *r)
{
    Answer a;

    sqlite3_bind_int64(s->statement[DELETE], 1, r->id);
    a = one_employee(s->statement[DELETE], MHD_HTTP_NO_CONTENT);
    if (a.code == MHD_HTTP_NO_CONTENT) {
        json_decref(a.body);
        a.body = NULL;
    } else if (s->bug[DELETE_500]) { /* who is not there */
        a.code = MHD_HTTP_INTERNAL_SERVER_ERROR;
    }
    return a;
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text == '%' || *text == '/' || (unsigned char)*text >= 0x80)
            return false;
    return true;
}

static Answer get_names(Server *s, const Request *r)
{
    json_t *found;

    if (!is_text(r->name, NAME_MAX_CHARS))
        return refusal(MHD_HTTP_BAD_REQUEST, "a name has 1 to 80 characters, in UTF-8");
    if (s->bug[NAME_ENCODING] && !is_plain(json_string_value(r->name)))
        return answer(MHD_HTTP_OK, json_array());
    bind_value(s->statement[BY_NAME], 1, r->name);
    found = employees_of(s->statement[BY_NAME]);
    return found ? answer(MHD_HTTP_OK, found) : broken();
}

static Answer get_health(Server *s, const Request *r)
{
    (void)s;
    (void)r;
    return answer(MHD_HTTP_OK, json_pack("{s:b}", "ok", 1));
}

static Answer post_reset(Server *s, const Request *r)
{
    json_t *nothing = employees_of(s->statement[CLEAR]);

    (void)r;
    if (!nothing)
        return broken();
    json_decref(nothing);
    if (s->bug[STALE_LIST])
        sqlite3_exec(s->db, "DELETE FROM stale", NULL, NULL, NULL);
    return answer(MHD_HTTP_NO_CONTENT, NULL);
}

/* ---- Which of it is asked for. */

static const struct {
    Place place;
    const char *method;
    Answer (*answer)(Server *s, const Request *r);
} routes[] = {
    {EMPLOYEES, MHD_HTTP_METHOD_GET, list},
    {EMPLOYEES, MHD_HTTP_METHOD_POST, post_employee},
    {EMPLOYEE, MHD_HTTP_METHOD_GET, get_employee},
    {EMPLOYEE, MHD_HTTP_METHOD_PUT, put_employee},
    {EMPLOYEE, MHD_HTTP_METHOD_PATCH, patch_employee},
    {EMPLOYEE, MHD_HTTP_METHOD_DELETE, delete_employee},
    {NAMES, MHD_HTTP_METHOD_GET, get_names},
    {HEALTH, MHD_HTTP_METHOD_GET, get_health},
    {RESET, MHD_HTTP_METHOD_POST, post_reset},
};
#define ROUTES (sizeof routes / sizeof *routes)

/* A known path and another method: says which ones there are. */
static Answer wrong_method(Place place)
{
    Answer a = refusal(MHD_HTTP_METHOD_NOT_ALLOWED, "this method is not for this path");

    a.header = MHD_HTTP_HEADER_ALLOW;
    for (size_t i = 0; i < ROUTES; i++)
        if (routes[i].place == place) {
            strcat(a.text, *a.text ? ", " : "");
            strcat(a.text, routes[i].method);
        }
    return a;
}

static bool is_allowed(const Server *s, const Request *r, const char *method)
{
    static const char scheme[] = "Bearer ";
    const char *sent;

    if (!s->token || r->place == HEALTH)
        return true;
    if (s->bug[AUTH_IGNORED] && strcmp(method, MHD_HTTP_METHOD_DELETE) == 0)
        return true;
    sent = MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND,
                                       MHD_HTTP_HEADER_AUTHORIZATION);
    return sent && strncmp(sent, scheme, strlen(scheme)) == 0 &&
           strcmp(sent + strlen(scheme), s->token) == 0;
}

static Answer answer_to(Server *s, const Request *r, const char *method)
{
    if (!is_allowed(s, r, method)) {
        Answer a = refusal(MHD_HTTP_UNAUTHORIZED, "this needs a token");
        a.header = MHD_HTTP_HEADER_WWW_AUTHENTICATE;
        strcpy(a.text, "Bearer");
        return a;
    }
    for (size_t i = 0; i < ROUTES; i++)
        if (routes[i].place == r->place && strcmp(routes[i].method, method) == 0)
            return routes[i].answer(s, r);
    return r->place == NOWHERE ? refusal(MHD_HTTP_NOT_FOUND, "there is no such path")
                               : wrong_method(r->place);
}

/* ---- HTTP. */

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Replaces percent escapes, in place. Returns the new length; -1 if one is none. */
static ssize_t decode(char *text)
{
    char *to = text;

    for (const char *from = text; *from; from++)
        if (*from != '%') {
            *to++ = *from;
        } else {
            int high = digit_of(from[1]), low = high < 0 ? -1 : digit_of(from[2]);
            if (low < 0)
                return -1;
            *to++ = (char)(16 * high + low);
            from += 2;
        }
    return to - text;
}

/* Finds what a path, as it was sent, is about. What is behind /names/ is one name, also
 * if there is a slash in it. */
static void find_place(Request *r, char *path)
{
    static const char one[] = "/employees/", names[] = "/names/";

    if (strcmp(path, "/employees") == 0) {
        r->place = EMPLOYEES;
    } else if (strcmp(path, "/health") == 0) {
        r->place = HEALTH;
    } else if (strcmp(path, "/reset") == 0) {
        r->place = RESET;
    } else if (strncmp(path, names, strlen(names)) == 0) {
        char *name = path + strlen(names);
        ssize_t len = decode(name);
        r->place = NAMES;
        r->name = len < 0 ? NULL : json_stringn(name, (size_t)len);
    } else if (strncmp(path, one, strlen(one)) == 0 && !strchr(path + strlen(one), '/')) {
        char *id = path + strlen(one);
        ssize_t len = decode(id);
        r->place = EMPLOYEE;
        if (0 < len && len <= NUMBER_DIGITS && number_of(id, (size_t)len) > 0)
            r->id = number_of(id, (size_t)len);
    }
}

/* Called with the URI as it was sent, when the rest of a request is still to come. */
static void *begin(void *ctx, const char *uri, struct MHD_Connection *connection)
{
    Request *r = calloc(1, sizeof *r);
    char *path = strndup(uri, strcspn(uri, "?"));

    (void)ctx;
    if (r && path) {
        r->connection = connection;
        find_place(r, path);
    }
    if (!path) {
        free(r);
        r = NULL;
    }
    free(path);
    return r;
}

static void end(void *ctx, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode how)
{
    Request *r = *request;

    (void)ctx;
    (void)connection;
    (void)how;
    if (!r)
        return;
    json_decref(r->name);
    free(r->body);
    free(r);
    *request = NULL;
}

static enum MHD_Result receive(Request *r, const char *data, size_t len)
{
    if (r->too_large || len > BODY_MAX - r->len) {
        r->too_large = true;
        return MHD_YES;
    }
    if (!r->body)
        r->body = malloc(BODY_MAX);
    if (!r->body)
        return MHD_NO;
    memcpy(r->body + r->len, data, len);
    r->len += len;
    return MHD_YES;
}

static struct MHD_Response *response_of(const Answer *a)
{
    char *text = a->body ? json_dumps(a->body, JSON_COMPACT) : NULL;
    struct MHD_Response *response;

    if (a->body && !text)
        return NULL;
    response = MHD_create_response_from_buffer(text ? strlen(text) : 0, text,
                                               MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(text);
        return NULL;
    }
    if (text)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
                                "application/json");
    if (a->header)
        MHD_add_response_header(response, a->header, a->text);
    return response;
}

/* Sends an answer, and frees its body. */
static enum MHD_Result answer_send(Answer *a, struct MHD_Connection *connection)
{
    struct MHD_Response *response = response_of(a);
    enum MHD_Result result = MHD_NO;

    json_decref(a->body);
    if (response) {
        result = MHD_queue_response(connection, a->code, response);
        MHD_destroy_response(response);
    }
    return result;
}

/* Called when the head of a request is there, for each part of its body, and in the end.
 */
static enum MHD_Result serve(void *ctx, struct MHD_Connection *connection,
                             const char *path, const char *method, const char *version,
                             const char *data, size_t *len, void **request)
{
    Request *r = *request;
    Answer a;

    (void)path; /* without its escapes, where a slash is a slash */
    (void)version;
    if (!r)
        return MHD_NO;
    if (!r->started) {
        r->started = true;
        return MHD_YES;
    }
    if (*len > 0) {
        size_t received = *len;
        *len = 0;
        return receive(r, data, received);
    }
    a = answer_to(ctx, r, method);
    return answer_send(&a, connection);
}

/* ---- The process. */

typedef struct {
    unsigned port;
    const char *database;
    bool until_eof;
} Options;

/* Polls, because with epoll libmicrohttpd 0.9.75 may miss the end of a connection that
 * comes together with data. */
static struct MHD_Daemon *start(Server *s, unsigned port)
{
    struct sockaddr_in here = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    return MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, serve, s,
                            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&here,
                            MHD_OPTION_URI_LOG_CALLBACK, begin, NULL,
                            MHD_OPTION_NOTIFY_COMPLETED, end, NULL,
                            MHD_OPTION_CONNECTION_TIMEOUT, 60U, MHD_OPTION_END);
}

/* Waits for a signal or, if that is wanted, the end of the standard input. */
static void wait_for_end(int signals, bool until_eof)
{
    struct pollfd fds[] = {{.fd = signals, .events = POLLIN},
                           {.fd = until_eof ? STDIN_FILENO : -1, .events = POLLIN}};
    char ignored[4096];

    for (;;) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return;
        if (fds[0].revents)
            return;
        if (fds[1].revents && read(STDIN_FILENO, ignored, sizeof ignored) <= 0)
            return;
    }
}

static bool run(Server *s, const Options *options, int signals)
{
    struct MHD_Daemon *daemon = start(s, options->port);
    const union MHD_DaemonInfo *info;
    bool ready;

    if (!daemon) {
        fprintf(stderr, "server: cannot listen: %s\n", strerror(errno));
        return false;
    }
    info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    ready = info && printf("listening on http://127.0.0.1:%u\n", info->port) > 0 &&
            fflush(stdout) == 0;
    if (ready)
        wait_for_end(signals, options->until_eof);
    MHD_stop_daemon(daemon);
    return ready;
}

/* Blocks the signals that end the server; a descriptor to read them from. To be called
 * before there are threads, which would get them. */
static int signals_open(void)
{
    sigset_t ends;

    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &ends, SFD_CLOEXEC);
}

static void list_bugs(void)
{
    for (Bug i = 0; i < BUGS; i++)
        printf("%-16s %s\n", bugs[i].name, bugs[i].what);
}

static bool add_bug(Server *s, const char *name)
{
    for (Bug i = 0; i < BUGS; i++)
        if (strcmp(bugs[i].name, name) == 0)
            return s->bug[i] = true;
    fprintf(stderr, "server: there is no bug '%s'; --list-bugs shows them\n", name);
    return false;
}

static bool read_port(const char *text, unsigned *ret)
{
    json_int_t port = number_of(text, strlen(text));

    if (port < 0 || port > 65535) {
        fprintf(stderr, "server: '%s' is no port\n", text);
        return false;
    }
    *ret = (unsigned)port;
    return true;
}

/* False, and a message, if something is wrong. --list-bugs ends the program. */
static bool read_options(int argc, char **argv, Server *s, Options *o)
{
    static const struct option known[] = {
        {"port", required_argument, NULL, 'p'},
        {"bug", required_argument, NULL, 'b'},
        {"token", required_argument, NULL, 't'},
        {"database", required_argument, NULL, 'd'},
        {"until-eof", no_argument, NULL, 'u'},
        {"list-bugs", no_argument, NULL, 'l'},
        {0},
    };

    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        if (option == '?' || (option == 'b' && !add_bug(s, optarg)) ||
            (option == 'p' && !read_port(optarg, &o->port)))
            return false;
        if (option == 't')
            s->token = optarg;
        if (option == 'd')
            o->database = optarg;
        if (option == 'u')
            o->until_eof = true;
        if (option == 'l') {
            list_bugs();
            exit(0);
        }
    }
    if (optind < argc)
        fprintf(stderr, "server: what is '%s'?\n", argv[optind]);
    return optind == argc;
}

int main(int argc, char **argv)
{
    Server s = {0};
    Options options = {.port = 8080, .database = ":memory:"};
    int signals = signals_open(), code = 1;

    if (!read_options(argc, argv, &s, &options))
        return 2;
    if (signals < 0)
        perror("server: signals");
    else if (!database_open(&s, options.database))
        fprintf(stderr, "server: %s: %s\n", options.database, sqlite3_errmsg(s.db));
    else if (run(&s, &options, signals))
        code = 0;
    database_close(&s);
    return code;
}

/*
 * The part of GitHub's API that GitHub.hrest describes, on this machine only: 100 users
 * of whom one is an administrator, a repository for everybody and a private one.
 *
 *     server [FOLDER]
 *
 * Listens on 127.0.0.1, at a port that the system chooses and that is printed. The files
 * of the folder are served, too. Pages of other origins may call it. SIGTERM or SIGINT
 * ends it.
 */
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define USERS 100
#define PAGE 30
#define ADMINISTRATOR 73

/* ---- What there is. */

static const struct {
    int id;
    const char *login;
} known[] = {{1, "ada"}, {2, "grace"}, {3, "alan"}, {ADMINISTRATOR, "barbara"}};

typedef struct {
    int author;
    const char *message;
} Work;

/* Lists end with a 0. */
typedef struct {
    const char *owner, *name;
    const char *user, *password; /* NULL: for everybody */
    int collaborators[8];
    Work commits[8];
} Repository;

static const Repository repositories[] = {
    {.owner = "ada",
     .name = "engine",
     .collaborators = {1, 2, 3},
     .commits = {{1, "Add a mill"}, {3, "Halt in the end"}, {1, "Add a store"}}},
    {.owner = "grace",
     .name = "notes",
     .user = "grace",
     .password = "moth",
     .collaborators = {2, ADMINISTRATOR},
     .commits = {{ADMINISTRATOR, "Substitute"}}},
};

/* ---- As JSON. None of the texts needs an escape. */

static void put_user(FILE *out, int id)
{
    const char *login = NULL;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].id == id)
            login = known[i].login;
    fprintf(out, "{\"login\": \"%s", login ? login : "user");
    if (!login)
        fprintf(out, "%d", id);
    fprintf(out, "\", \"id\": %d, \"site_admin\": %s}", id,
            id == ADMINISTRATOR ? "true" : "false");
}

static void put_users(FILE *out, long long since)
{
    putc('[', out);
    for (int i = 1; since >= 0 && i <= PAGE && since + i <= USERS; i++) {
        fputs(i > 1 ? ", " : "", out);
        put_user(out, (int)since + i);
    }
    putc(']', out);
}

static void put_collaborators(FILE *out, const Repository *r)
{
    putc('[', out);
    for (const int *id = r->collaborators; *id; id++) {
        fputs(id > r->collaborators ? ", " : "", out);
        put_user(out, *id);
    }
    putc(']', out);
}

static void put_commits(FILE *out, const Repository *r)
{
    putc('[', out);
    for (const Work *w = r->commits; w->author; w++) {
        fprintf(out, "%s{\"commit\": {\"message\": \"%s\"}, \"author\": ",
                w > r->commits ? ", " : "", w->message);
        put_user(out, w->author);
        putc('}', out);
    }
    putc(']', out);
}

/* ---- Answers. */

typedef struct {
    struct MHD_Connection *connection;
    FILE *out; /* the body */
    char *text;
    size_t len;
} Answer;

static bool answer_start(Answer *a, struct MHD_Connection *connection)
{
    *a = (Answer){.connection = connection};
    a->out = open_memstream(&a->text, &a->len);
    return a->out;
}

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned code,
                             struct MHD_Response *response, const char *type)
{
    enum MHD_Result result = MHD_NO;

    if (!response)
        return MHD_NO;
    if (MHD_add_response_header(response, "Content-Type", type) &&
        MHD_add_response_header(response, "Access-Control-Allow-Origin", "*") &&
        MHD_add_response_header(response, "Cache-Control", "no-store"))
        result = MHD_queue_response(connection, code, response);
    MHD_destroy_response(response);
    return result;
}

/* Sends the body as JSON, and frees it. */
static enum MHD_Result answer_send(Answer *a, unsigned code)
{
    struct MHD_Response *response = NULL;

    if (fclose(a->out) == 0)
        response =
            MHD_create_response_from_buffer(a->len, a->text, MHD_RESPMEM_MUST_FREE);
    if (!response)
        free(a->text);
    return queue(a->connection, code, response, "application/json");
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned code,
                              const char *message)
{
    Answer a;

    if (!answer_start(&a, connection))
        return MHD_NO;
    fprintf(a.out, "{\"message\": \"%s\"}", message);
    return answer_send(&a, code);
}

/* A browser asks first whether a page of another origin may say who it is. */
static enum MHD_Result permit(struct MHD_Connection *connection)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET");
    MHD_add_response_header(response, "Access-Control-Allow-Headers",
                            "authorization, content-type");
    return queue(connection, MHD_HTTP_NO_CONTENT, response, "text/plain");
}

/* ---- Users. */

/* The number that a text is; one that is too large for its type is the largest. */
static bool as_number(const char *text, long long *ret)
{
    const char *digits = text + (*text == '-');

    if (!*digits || strspn(digits, "0123456789") != strlen(digits))
        return false;
    *ret = strtoll(text, NULL, 10);
    return true;
}

static enum MHD_Result users(struct MHD_Connection *connection)
{
    const char *text =
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "since");
    long long since = 0;
    Answer a;

    if (text && !as_number(text, &since))
        return refuse(connection, MHD_HTTP_BAD_REQUEST, "since is no number");
    if (!answer_start(&a, connection))
        return MHD_NO;
    put_users(a.out, since <= USERS ? since : USERS);
    return answer_send(&a, MHD_HTTP_OK);
}

/* ---- Repositories. */

static bool may_see(const Repository *r, struct MHD_Connection *connection)
{
    char *password = NULL,
         *user = MHD_basic_auth_get_username_password(connection, &password);
    bool may = !r->user || (user && password && strcmp(user, r->user) == 0 &&
                            strcmp(password, r->password) == 0);

    MHD_free(user);
    MHD_free(password);
    return may;
}

/* Whether a path is /repos/OWNER/NAME/part. */
static bool is_part(const char *path, const Repository *r, const char *part)
{
    char whole[128];

    snprintf(whole, sizeof whole, "/repos/%s/%s/%s", r->owner, r->name, part);
    return strcmp(path, whole) == 0;
}

static enum MHD_Result repository(struct MHD_Connection *connection, const char *path)
{
    for (size_t i = 0; i < sizeof repositories / sizeof *repositories; i++) {
        const Repository *r = &repositories[i];
        bool commits = is_part(path, r, "commits");
        Answer a;
        if (!commits && !is_part(path, r, "collaborators"))
            continue;
        if (!may_see(r, connection))
            return refuse(connection, MHD_HTTP_UNAUTHORIZED, "Requires authentication");
        if (!answer_start(&a, connection))
            return MHD_NO;
        (commits ? put_commits : put_collaborators)(a.out, r);
        return answer_send(&a, MHD_HTTP_OK);
    }
    return refuse(connection, MHD_HTTP_NOT_FOUND, "Not Found");
}

/* ---- Files. */

static const char *type_of(const char *name)
{
    const char *end = strrchr(name, '.');

    if (end && (strcmp(end, ".js") == 0 || strcmp(end, ".mjs") == 0))
        return "text/javascript";
    if (end && strcmp(end, ".html") == 0)
        return "text/html; charset=utf-8";
    return end && strcmp(end, ".map") == 0 ? "application/json"
                                           : "text/plain; charset=utf-8";
}

/* A file of the folder itself: a path with another / in it, or a dot in front, is none.
 */
static enum MHD_Result file(struct MHD_Connection *connection, int folder,
                            const char *path)
{
    const char *name = path + 1;
    int fd = -1;
    struct stat about;

    if (folder >= 0 && *path == '/' && *name && *name != '.' && !strchr(name, '/'))
        fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
        struct MHD_Response *response =
            MHD_create_response_from_fd((size_t)about.st_size, fd);
        if (!response)
            close(fd);
        return queue(connection, MHD_HTTP_OK, response, type_of(name));
    }
    if (fd >= 0)
        close(fd);
    return refuse(connection, MHD_HTTP_NOT_FOUND, "Not Found");
}

/* ---- The server. */

static enum MHD_Result serve(void *ctx, struct MHD_Connection *connection,
                             const char *path, const char *method, const char *version,
                             const char *data, size_t *len, void **request)
{
    static int seen;
    const int *folder = ctx;

    (void)version;
    (void)data;
    if (!*request) { /* its head is there; the answer comes when all of it is */
        *request = &seen;
        return MHD_YES;
    }
    if (*len > 0) {
        *len = 0;
        return MHD_YES;
    }
    if (strcmp(method, MHD_HTTP_METHOD_OPTIONS) == 0)
        return permit(connection);
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
        strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET");
    if (strcmp(path, "/users") == 0)
        return users(connection);
    if (strncmp(path, "/repos/", strlen("/repos/")) == 0)
        return repository(connection, path);
    return file(connection, *folder, path);
}

static struct MHD_Daemon *start(int *folder)
{
    struct sockaddr_in here = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, serve, folder,
                            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&here,
                            MHD_OPTION_CONNECTION_TIMEOUT, 30U, MHD_OPTION_END);
}

/* Prints the port, and waits for a signal that ends the server. */
static bool run(struct MHD_Daemon *daemon, const sigset_t *ends)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    int which;

    if (!info || printf("%u\n", (unsigned)info->port) < 0 || fflush(stdout) != 0)
        return false;
    return sigwait(ends, &which) == 0;
}

int main(int argc, char **argv)
{
    int folder = -1, code = 1;
    struct MHD_Daemon *daemon;
    sigset_t ends;

    if (argc > 2) {
        fprintf(stderr, "usage: server [FOLDER]\n");
        return 2;
    }
    if (argc == 2 && (folder = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        fprintf(stderr, "server: %s: %s\n", argv[1], strerror(errno));
        return 2;
    }
    sigemptyset(&ends); /* before there are threads, which would get the signals */
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    signal(SIGPIPE, SIG_IGN);
    daemon = start(&folder);
    if (daemon) {
        code = run(daemon, &ends) ? 0 : 1;
        MHD_stop_daemon(daemon);
    } else {
        fprintf(stderr, "server: cannot be started: %s\n", strerror(errno));
    }
    if (folder >= 0)
        close(folder);
    return code;
}

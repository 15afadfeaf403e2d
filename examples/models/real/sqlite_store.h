/* A store of texts by number in an SQLite database in memory. Functions return SQLite's
 * codes: SQLITE_OK, or SQLITE_DONE where there is nothing to give. */
#ifndef SQLITE_STORE_H
#define SQLITE_STORE_H

#include <sqlite3.h>
#include <stdio.h>

static inline sqlite3 *store_open(void)
{
    sqlite3 *db = NULL;

    sqlite3_open(":memory:", &db);
    sqlite3_exec(db, "create table t (k integer primary key, v text)", NULL, NULL, NULL);
    return db;
}

/* Runs a statement with up to two parameters; a result, if there is one, is an integer of
 * its first column. */
static inline int store_run(sqlite3 *db, const char *sql, const int *key,
                            const char *value, int *ret_number)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

    if (code != SQLITE_OK)
        return code;
    if (key)
        sqlite3_bind_int(statement, 1, *key);
    if (value)
        sqlite3_bind_text(statement, 2, value, -1, SQLITE_TRANSIENT);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW && ret_number)
        *ret_number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return ret_number ? (code == SQLITE_ROW ? SQLITE_OK : code)
                      : (code == SQLITE_DONE ? SQLITE_OK : code);
}

static inline int store_put(sqlite3 *db, int key, const char *value)
{
    return store_run(db, "insert or replace into t values (?1, ?2)", &key, value, NULL);
}

/* SQLITE_CONSTRAINT when the key is there. */
static inline int store_add(sqlite3 *db, int key, const char *value)
{
    return store_run(db, "insert into t values (?1, ?2)", &key, value, NULL);
}

static inline int store_delete(sqlite3 *db, int key)
{
    return store_run(db, "delete from t where k = ?1", &key, NULL, NULL);
}

/* The text, for sqlite3_free(), or NULL. */
static inline char *store_get(sqlite3 *db, int key)
{
    sqlite3_stmt *statement;
    char *text = NULL;

    sqlite3_prepare_v2(db, "select v from t where k = ?1", -1, &statement, NULL);
    sqlite3_bind_int(statement, 1, key);
    if (sqlite3_step(statement) == SQLITE_ROW)
        text = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
}

/* The smallest key above this one. */
static inline int store_next(sqlite3 *db, int key, int *ret_key)
{
    return store_run(db, "select k from t where k > ?1 order by k limit 1", &key, NULL,
                     ret_key);
}

static inline int store_count(sqlite3 *db, int *ret_count)
{
    return store_run(db, "select count(*) from t", NULL, NULL, ret_count);
}

/* The first key whose text is this one. */
static inline int store_search(sqlite3 *db, const char *value, int *ret_key)
{
    return store_run(db, "select min(k) from t where v = ?2 having min(k) is not null",
                     NULL, value, ret_key);
}

static inline int store_begin(sqlite3 *db)
{
    return store_run(db, "savepoint s", NULL, NULL, NULL);
}

static inline int store_commit(sqlite3 *db)
{
    return store_run(db, "release s", NULL, NULL, NULL);
}

/* Back to the last savepoint, which is gone then. */
static inline int store_rollback(sqlite3 *db)
{
    int code = store_run(db, "rollback to s", NULL, NULL, NULL);

    return code == SQLITE_OK ? store_commit(db) : code;
}

#endif

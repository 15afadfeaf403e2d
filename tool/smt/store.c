/*
 * An open table in shared memory. A slot is claimed by its first half, then gets its
 * second: who reads between the two finds nothing, and asks the solver.
 */
#include "smt/store.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "smt/encode.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAGIC "assay proofs 1\n"
#define PROBES 64

typedef struct {
    _Atomic uint64_t low, high;
} Slot;

typedef struct {
    uint64_t low, high;
} Key;

struct ProofStore {
    uint64_t salt;
    _Atomic uint32_t count;
    Slot slots[STORE_SLOTS];
};

/* What the meaning of a question depends on besides its text. */
static uint64_t make_salt(void)
{
    struct assay_buf b;
    uint64_t salt;
    assay_buf_init(&b, NULL, 0);
    assay_buf_puts(&b, smt_version());
    encode_prelude(NULL, &b);
    salt = assay_hash_bytes(1, b.at, b.len);
    assay_buf_done(&b);
    return salt;
}

ProofStore *proof_store_new(void)
{
    void *shared = mmap(NULL, sizeof(ProofStore), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ProofStore *s = shared;
    if (shared == MAP_FAILED)
        return NULL;
    s->salt = make_salt();
    return s;
}

void proof_store_free(ProofStore *s)
{
    if (s)
        munmap(s, sizeof *s);
}

static Key key_of(const ProofStore *s, ProofKind kind, const char *text, size_t len)
{
    uint64_t salt = s->salt + kind;
    Key k = {assay_hash_bytes(salt, text, len),
             assay_hash_bytes(salt ^ 0x5bd1e9955bd1e995u, text, len)};
    k.low |= 1; /* 0 is an empty slot */
    k.high |= 1;
    return k;
}

static bool has_key(const ProofStore *s, Key k)
{
    for (uint32_t i = 0; i < PROBES; i++) {
        const Slot *slot = &s->slots[(k.high + i) % STORE_SLOTS];
        uint64_t low = atomic_load(&slot->low);
        if (low == 0)
            return false;
        if (low == k.low && atomic_load(&slot->high) == k.high)
            return true;
    }
    return false;
}

static void add_key(ProofStore *s, Key k)
{
    if (has_key(s, k) || atomic_load(&s->count) >= STORE_SLOTS / 2)
        return;
    for (uint32_t i = 0; i < PROBES; i++) {
        Slot *slot = &s->slots[(k.high + i) % STORE_SLOTS];
        uint64_t empty = 0;
        if (!atomic_compare_exchange_strong(&slot->low, &empty, k.low))
            continue;
        atomic_store(&slot->high, k.high);
        atomic_fetch_add(&s->count, 1);
        return;
    }
}

bool proof_store_has(const ProofStore *s, ProofKind kind, const char *text, size_t len)
{
    return has_key(s, key_of(s, kind, text, len));
}

void proof_store_add(ProofStore *s, ProofKind kind, const char *text, size_t len)
{
    add_key(s, key_of(s, kind, text, len));
}

uint32_t proof_store_count(const ProofStore *s)
{
    return atomic_load(&s->count);
}

/* ---- Files: a line, the salt, then the keys. A file of another version has nothing. */

#define HEAD (sizeof MAGIC - 1 + sizeof(uint64_t))

void proof_store_load(ProofStore *s, const char *path)
{
    struct assay_buf b;
    uint64_t salt;
    Key k;
    assay_buf_init(&b, NULL, HEAD + STORE_SLOTS * sizeof k);
    if (assay_file_read(path, &b) == ASSAY_OK && b.len >= HEAD &&
        memcmp(b.at, MAGIC, sizeof MAGIC - 1) == 0) {
        memcpy(&salt, b.at + sizeof MAGIC - 1, sizeof salt);
        for (size_t at = HEAD; salt == s->salt && at + sizeof k <= b.len;
             at += sizeof k) {
            memcpy(&k, b.at + at, sizeof k);
            if (k.low && k.high)
                add_key(s, k);
        }
    }
    assay_buf_done(&b);
}

static bool write_all(const ProofStore *s, int fd)
{
    struct assay_buf b;
    bool good;
    assay_buf_init(&b, NULL, 0);
    assay_buf_puts(&b, MAGIC);
    assay_buf_add(&b, (const char *)&s->salt, sizeof s->salt);
    /* A table that is full begins anew: what is proved now is worth more than that. */
    for (uint32_t i = 0; s->count < STORE_SLOTS / 2 && i < STORE_SLOTS; i++) {
        Key k = {atomic_load(&s->slots[i].low), atomic_load(&s->slots[i].high)};
        if (k.low && k.high)
            assay_buf_add(&b, (const char *)&k, sizeof k);
    }
    good = b.status == ASSAY_OK && assay_file_write(fd, b.at, b.len);
    assay_buf_done(&b);
    return good;
}

bool proof_store_save(const ProofStore *s, const char *path)
{
    char name[4096];
    int fd, n = snprintf(name, sizeof name, "%s.XXXXXX", path);
    bool good;
    if (n < 0 || (size_t)n >= sizeof name)
        return false;
    fd = mkstemp(name);
    if (fd < 0)
        return false;
    good = write_all(s, fd);
    good = close(fd) == 0 && good;
    good = good && rename(name, path) == 0;
    if (!good)
        unlink(name);
    return good;
}

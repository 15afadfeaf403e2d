/* The second node dies of what it gets. */
#define GOT int64_t n
#define GOT_PARTS n
#define PASSES on_asked
#define GETS on_got
#include "actors.h"

static void on_asked(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct asked *asked = mail->body;

    (void)state;
    assay_tell(self, 1, got, asked->n);
}

static void on_got(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
    abort();
}

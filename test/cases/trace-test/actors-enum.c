/* The message has a value that its field cannot have. */
#define GOT int64_t n, to
#define GOT_PARTS n, to
#define PASSES on_asked
#define GETS on_got
#include "actors.h"

static void on_asked(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct asked *asked = mail->body;

    (void)state;
    assay_tell(self, 1, got, asked->n, .to = 2);
}

static void on_got(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
}

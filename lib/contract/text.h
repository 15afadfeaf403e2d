/*
 * Why there is no text, for reports. The last one that was none, of the thread.
 */
#ifndef ASSAY_CONTRACT_TEXT_H
#define ASSAY_CONTRACT_TEXT_H

#include <assay/texts.h>

enum assay_none {
    ASSAY_NONE_NULL,       /* a NULL pointer */
    ASSAY_NONE_UNREADABLE, /* one that leads nowhere */
    ASSAY_NONE_ENDLESS,    /* no NUL in the `count` bytes at `at` */
    ASSAY_NONE_SELECTED,   /* not one part, but `count` */
    ASSAY_NONE_DERIVED     /* no part, as it is no sentence */
};

struct assay_no_text {
    enum assay_none why;
    const char *at;
    assay_size_ count;
};

/* None. */
struct assay_text assay_text_none(enum assay_none why, const char *at, assay_size_ count);
struct assay_no_text assay_text_why_none(void);

#endif

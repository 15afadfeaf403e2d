/* Alphabets that are there from the start. */
#include <assay/choice.h>

static const struct assay_codes ascii[] = {{' ', '~'}};
static const struct assay_codes unicode[] = {{1, 0xd7ff}, {0xe000, 0x10ffff}};

const struct assay_alphabet assay_alphabet_ascii = {ascii, 1};
const struct assay_alphabet assay_alphabet_unicode = {unicode, 2};

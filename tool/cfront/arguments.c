#include "cfront/arguments.h"
#include <string.h>

typedef struct {
    const char *name;
    bool keep;
    enum {
        ALONE,  /* -name */
        PREFIX, /* -name..., the value is part of it */
        EITHER, /* -nameVALUE or -name VALUE */
        APART,  /* -name VALUE */
    } form;
    bool path; /* the value is one */
} Option;

/* The first that fits counts. */
static const Option options[] = {
    {"-include", true, APART, true},
    {"-imacros", true, APART, true},
    {"-isystem", true, EITHER, true},
    {"-iquote", true, EITHER, true},
    {"-idirafter", true, EITHER, true},
    {"-isysroot", true, EITHER, true},
    {"-iprefix", false, EITHER, false},
    {"-I", true, EITHER, true},
    {"-D", true, EITHER, false},
    {"-U", true, EITHER, false},
    {"-std=", true, PREFIX, false},
    {"--std=", true, PREFIX, false},
    {"-ansi", true, ALONE, false},
    {"-trigraphs", true, ALONE, false},
    {"-undef", true, ALONE, false},
    {"-nostdinc", true, ALONE, false},
    {"-pthread", true, ALONE, false},
    {"--sysroot=", true, PREFIX, true},
    {"--sysroot", true, APART, true},
    {"--target=", true, PREFIX, false},
    {"-target", true, APART, false},
    {"-x", false, EITHER, false},
    {"-O", true, PREFIX, false},
    {"-m32", true, ALONE, false},
    {"-m64", true, ALONE, false},
    {"-mx32", true, ALONE, false},
    {"-march=", true, PREFIX, false},
    {"-mavx", true, PREFIX, false},
    {"-msse", true, PREFIX, false},
    {"-fsigned-char", true, ALONE, false},
    {"-funsigned-char", true, ALONE, false},
    {"-fno-signed-char", true, ALONE, false},
    {"-fno-unsigned-char", true, ALONE, false},
    {"-fshort-enums", true, ALONE, false},
    {"-fshort-wchar", true, ALONE, false},
    {"-fpack-struct", true, PREFIX, false},
    {"-fno-builtin", true, PREFIX, false},
    {"-ffreestanding", true, ALONE, false},
    {"-fms-extensions", true, ALONE, false},
    {"-fblocks", true, ALONE, false},
    {"-fopenmp", true, ALONE, false},
    {"-fgnu89-inline", true, ALONE, false},
    {"-ffast-math", true, ALONE, false},
    {"-fsanitize=", true, PREFIX, false},
    {"-o", false, EITHER, false},
    {"-MF", false, EITHER, false},
    {"-MT", false, EITHER, false},
    {"-MQ", false, EITHER, false},
    {"-L", false, EITHER, false},
    {"-l", false, EITHER, false},
    {"-T", false, EITHER, false},
    {"-u", false, EITHER, false},
    {"-z", false, EITHER, false},
    {"-Xlinker", false, APART, false},
    {"-Xassembler", false, APART, false},
    {"-Xpreprocessor", false, APART, false},
    {"-Xclang", false, APART, false},
    {"-mllvm", false, APART, false},
    {"--param", false, APART, false},
    {"-aux-info", false, APART, false},
    {"-dumpbase", false, APART, false},
    {"-dumpdir", false, APART, false},
    {"-wrapper", false, APART, false},
    {"-arch", false, APART, false},
};

static bool fits(const Option *o, const char *argument)
{
    size_t len = strlen(o->name);
    if (strncmp(argument, o->name, len) != 0)
        return false;
    return o->form == PREFIX || o->form == EITHER || argument[len] == '\0';
}

uint32_t cfront_argument_length(const char *const *at, uint32_t left, bool *ret_keep,
                                int *ret_path)
{
    *ret_keep = false;
    *ret_path = -1;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const Option *o = &options[i];
        size_t len = strlen(o->name);
        if (!fits(o, at[0]))
            continue;
        bool apart = o->form == APART || (o->form == EITHER && at[0][len] == '\0');
        *ret_keep = o->keep && (!apart || left > 1);
        if (o->path)
            *ret_path = apart ? 0 : (int)len;
        return apart && left > 1 ? 2 : 1;
    }
    return 1;
}

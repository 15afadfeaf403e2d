/* Whose the texts are that a library gives: the reference shows it. */
struct names;
struct names *names_new(void);
void names_add(struct names *n, const char *name);
char *names_first(const struct names *n);
char *names_last(const struct names *n);
void names_free(struct names *n);

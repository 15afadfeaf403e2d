/* Strings that are not of their type, in lists and in what lasts. */

/*@ language Host: start: [a-z]+; */
typedef const char *Host;

struct entry {
    int port;
    Host host;
};

static const struct entry entries[] = {{1, "a"}, {2, "b c"}, {.host = "D"}};

int count(int n)
{
    static Host known[] = {"a", [2] = "7"};

    return known[0][0] + entries[n].port;
}

/* Languages, texts, types with invariants: clauses, flows in bodies, drawn sentences. */
/* clang-format off */
#include <stdlib.h>
#include <string.h>

/*@ language Digit: start: [0-9]; */
/*@ language Host from host; */
typedef const char *Host;
/*@ language Item:
      start: name ":" Digit+;
      name: [a-z]{1,5}; */
typedef const char *Item;
/*@ language List:
      start: part ("," part)*;
      part: [a-c]+; */
typedef const char *List;
/*@ language Code: start: [A-Z]{3}; */
typedef char Code[4];
/*@ type invariant no_q(Item i) = !\contains(i, "q") && \length(i) >= 3; */
typedef Item Small;
/*@ type invariant short_one(Small s) = \length(s) <= 6; */
struct entry {
    Item item;
    int age;
    Code code;
};
/*@ type invariant grown(struct entry e) = e.age >= 18; */
typedef int Even;
/*@ type invariant even(Even e) = e % 2 == 0; */
Item current = "a:1";
Even step = 2;
char *loose;
/*@ global invariant low: step <= 100; */

/*@ logic text name_of(text t) = \select(t, Item, ".name");
    logic integer parts(text t) = \count(\select_all(t, List, ".part"));
    predicate plain(text t) = !\contains(t, ",");
*/

/*@ requires i[0] == 'a' && \length(i) <= 6 && !\starts(i, "ab") && n == \length(l);
    assigns \nothing;
    ensures i \in Item && \select(i, Item, ".name")[0] == 97 && name_of(i) != "";
    ensures i == i && i != "b" && i < "b" && "a" <= i && i > "A" && i >= "a";
    ensures \starts(i, "a") && \contains(i, ":") && !\ends(i, ":") && \ends(i, i);
    ensures \number(\select_all(i, Item, ".Digit")[0]) >= 0 && \text(i, 1) == "a";
    ensures \forall text p; p \in \select_all(l, List, ".part") ==> plain(p) && \length(p) > 0;
    ensures \exists text p; p \in \select_all(l, List, ".part") && \starts(l, p);
    ensures parts(l) >= 1 && \select_all(l, List, ".part")[0] \in \select_all(l, List, ".part");
    ensures \let t = name_of(i); \length(t) < \length(i) && (n > 3 ? t : "a") <= i || n > 3;
    ensures \old(name_of(i)) == name_of(i) && \length(\text(l, 1)) == 1;
    ensures \result == parts(l) || n > 5;
*/
int texts(Item i, List l, int n)
{
    int commas = 0;

    for (int k = 0; l[k]; k++)
        commas += l[k] == ',';
    return commas + 1;
}

/*@ requires \valid(e) && valid_read_string(s) && \valid_read(all + (0 .. n - 1)) && 1 <= n <= 2;
    assigns e->item, e->age;
    ensures e->item == s;
*/
Host flows(struct entry *e, const char *s, const Item *all, int n, Even by)
{
    Item local = s;
    Small small = local;

    if (s[0] == 'z')
        local = small;
    current = (Item)s;
    e->item = strdup(local);
    e->age += by;
    step += by;
    return s[1] == 'x' ? "localhost" : all[0];
}

/*@ requires \valid_read(s + (0 .. n - 1)) && n >= 0;
    requires \ends(\text(s, n), "c");
    assigns \nothing;
    ensures \result == 'c';
*/
int sized(List s, int n)
{
    List again = s;

    return again[n - 1];
}

/*@ requires \valid_read(s + (0 .. n)) && 0 <= n <= 5;
    assigns \nothing;
    ensures \result >= 'a';
*/
int longer(List s, int n)
{
    return s[n];
}

/*@ requires (i == "x:1" || i == j) && \contains(j, "b") && \number(\select(j, Item, ".Digit")) != 4;
    config 200 runs, using l = {"a", "b,c"}, n = (2 .. 4), k = 7;
    assigns \nothing;
    ensures n + k >= 9 && \length(l) \in {1, 3};
*/
void drawn(Item i, Item j, List l, int n, int k)
{
}

/*@ requires \forall text p; p \in \select_all(l, List, ".part") ==> \length(p) == 2;
    requires plain(l) ==> \length(l) > 9;
    requires \length(l) >= 5 && l != "aa,bb" && (\starts(l, "a") ==> \ends(l, "b"));
    requires \select_all(l, List, ".part")[1] != "bb" && \count(\select_all(l, List, ".part")) < 4;
    assigns \nothing;
    ensures \result == 'a' || \result == 'b' || \result == 'c';
*/
int refined(List l)
{
    return l[3];
}

/*@ requires \valid(e) && \valid(p) && \length(e->item) == 4 && \length(*p) + 1 <= 2 * 4 - 1;
    requires (\length(current) < 5 || \length(current) > 8) && current != "\"a\n\\";
    requires \exists text d; d \in \select_all(*p, Item, ".Digit") && d \in Digit;
    requires plain(current) && strlen(current) >= 3 && e->item != current && \length(e->item) != by;
    assigns \nothing;
    ensures \length(e->item) == 4 && \result != 0;
*/
int places(struct entry *e, Item *p, int by)
{
    return (*p)[0] + current[0];
}

/*@ assigns \nothing;
    ensures \result >= 18;
*/
int by_value(struct entry e)
{
    return e.age;
}

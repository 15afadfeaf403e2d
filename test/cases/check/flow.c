/* Values that get a type inside of functions. */
#include <stdlib.h>
#include <string.h>

/*@ language Word: start: [a-z]+; */
typedef const char *Word;
/*@ language Short: start: [a-z]{1,3}; */
typedef char Short[4];

struct entry {
    Word name;
    int age;
};

/*@ type invariant grown_up(struct entry e) = e.age >= 18; */

static Word last = "none";

/*@ requires valid_read_string(s); */
int local(const char *s)
{
    Word w = s;

    return w[0];
}

/*@ requires valid_read_string(s); */
int assigned(const char *s)
{
    Word w = "a";

    if (*s)
        w = s;
    return w[0];
}

/*@ requires valid_read_string(s); */
void global(const char *s)
{
    last = s[0] == 'b' ? "b" : s;
}

/*@ requires \valid(e) && valid_read_string(s);
    assigns e->name;
*/
void field(struct entry *e, const char *s)
{
    e->name = s;
}

/*@ requires valid_read_string(s); */
int cast(const char *s)
{
    return ((Word)s)[0];
}

/*@ requires valid_read_string(s) && s[0] == 'c'; */
Word result(const char *s)
{
    return s;
}

/*@ requires \valid(e) && 18 <= e->age <= 90;
    assigns e->age;
*/
void younger(struct entry *e)
{
    e->age -= 2;
}

/*@ assigns \nothing;
    ensures \result == \length(w) && w[0] >= 97 && \forall integer i; 0 <= i < \length(w)
   ==> w[i] <= 122; ensures w == "abc" ==> \starts(w, "ab") && \ends(w, "bc") &&
   \contains(w, "b"); ensures w < "b" ==> w[0] == 97;
*/
int length(Word w)
{
    return (int)strlen(w);
}

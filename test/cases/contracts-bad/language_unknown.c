/* Languages that are not there: misspelt, not built in, without a file. */

/*@ language Host: start: label ("." label)*; label: [a-z0-9]+; */
typedef const char *Host;
//@ language Mail from emial;
//@ language Query from "no_such_file.lang";

/*@ requires s \in Hots;
    requires s \in json;
*/
int connect_to(const char *s)
{
    return s[0];
}

/* Paths to parts that the language does not have. */

/*@ language Time: start: hour ":" minute; hour: [0-9]{2}; minute: [0-9]{2}; */
typedef const char *Time;

/*@ requires \select(t, Time, ".minut") != "60";
    requires \count(\select_all(t, Time, "hour")) == 1;
*/
int later(Time t)
{
    return t[0];
}

/* A language stands before a type that is no string. */

/*@ language Port: start: [0-9]{1,5}; */
typedef int Port;

//@ requires p > 0;
int next(Port p)
{
    return p + 1;
}

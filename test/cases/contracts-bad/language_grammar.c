/* Mistakes in grammars, in the comment and in a file that one of them uses. */

/*@ language Time:
  @   use "language_grammar.lang" as digit;
  @   start: hour ":" minut;
  @   hour: digit{2};
  @   minute: [5-0] digit;
  @*/
typedef const char *Time;

//@ language Date: start: [0-9]{4} "-" [0-9]{2;

//@ requires t \in Time;
int later(Time t)
{
    return t[0];
}

int level = 3, steps[2];
/*@ global invariant level_is_small: 0 <= level <= 9;
    predicate high = level > 5; */

/*@ requires high;
    assigns \nothing;
    ensures \result == level;
    ensures high; */
int same(int level)
{
    return level;
}

/*@ requires level < -1 && steps == 1;
    assigns \nothing;
    ensures \result < -1; */
int other(int level, int steps)
{
    return level + steps;
}

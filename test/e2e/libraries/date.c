/* Structs of which a contract says what may be in them. */
#include "date.h"
#include <stdio.h>

bool date_is_leap(int y)
{
    return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

int date_days_in_month(int y, int m)
{
    static const int d[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return d[m - 1] + (m == 2 && date_is_leap(y));
}

date_t date_add(date_t d, int n)
{
    while (n > 0) {
        if (++d.day > date_days_in_month(d.year, d.month)) {
            d.day = 1;
            if (++d.month > 12) {
                d.month = 1;
                d.year++;
            }
        }
        n--;
    }
    while (n < 0) {
        if (--d.day < 1) {
            if (--d.month < 1) {
                d.month = 12;
                d.year--;
            }
            d.day = date_days_in_month(d.year, d.month);
        }
        n++;
    }
    return d;
}

int date_compare(const date_t *a, const date_t *b)
{
    if (a->year != b->year)
        return a->year < b->year ? -1 : 1;
    if (a->month != b->month)
        return a->month < b->month ? -1 : 1;
    return (a->day > b->day) - (a->day < b->day);
}

int date_weekday(date_t d)
{
    static const int t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int y = d.year;
#ifdef BUG
    if (d.month < 2)
        y--;
#else
    if (d.month < 3)
        y--;
#endif
    return (y + y / 4 - y / 100 + y / 400 + t[d.month - 1] + d.day) % 7;
}

bool date_parse(const char *s, date_t *o)
{
    int n = 0;
    return sscanf(s, "%d-%d-%d%n", &o->year, &o->month, &o->day, &n) == 3 && !s[n] &&
           o->month >= 1 && o->month <= 12;
}

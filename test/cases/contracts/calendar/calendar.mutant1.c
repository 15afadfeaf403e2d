#include <stdbool.h>

struct date {
    int year;
    int month;
    int day;
};

/*@
  predicate Leap(integer y) = y % 4 == 0 && y % 100 != 0 || y % 400 == 0;

  logic integer February(integer y) =
    y % 4 == 0 && y % 100 != 0 || y % 400 == 0 ? 29 : 28;

  logic integer Days(integer y, integer m) =
    m == 2 ? February(y) : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;

  predicate ValidDate(struct date d) =
    1 <= d.year <= 9999 && 1 <= d.month <= 12 && 1 <= d.day <= Days(d.year, d.month);

  predicate Earlier(struct date a, struct date b) =
    a.year < b.year
    || a.year == b.year && (a.month < b.month || a.month == b.month && a.day < b.day);
*/

/*@
  assigns \nothing;
  ensures \result <==> Leap(year);
*/
bool leap_year(int year)
{
    return year % 4 == 0;
}

/*@
  requires 1 <= month <= 12;
  assigns \nothing;
  ensures \result == Days(year, month);
  behavior february:
    assumes month == 2;
    ensures 28 <= \result <= 29;
  behavior short:
    assumes month \in {4, 6, 9, 11};
    ensures \result == 30;
  behavior long:
    assumes \subset(month, {1, 3, 5, 7, 8, 10, 12});
    ensures \result == 31;
  complete behaviors;
  disjoint behaviors;
*/
int days_in_month(int year, int month)
{
    switch (month) {
    case 2:
        return leap_year(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

/*@
  assigns \nothing;
  ensures \result <==> ValidDate(d);
*/
bool valid_date(struct date d)
{
    return d.year >= 1 && d.year <= 9999 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
           d.day <= days_in_month(d.year, d.month);
}

/*@
  requires \valid(d) && ValidDate(*d);
  requires !(d->year == 9999 && d->month == 12 && d->day == 31);
  assigns *d;
  ensures ValidDate(*d);
  ensures Earlier(\old(*d), *d);
  ensures d->day == \old(d->day) + 1 || d->day == 1;
  ensures d->day == 1 <==> \old(d->day) == Days(\old(d->year), \old(d->month));
  ensures d->year * 12 + d->month ==
            \old(d->year) * 12 + \old(d->month) + (d->day == 1 ? 1 : 0);
*/
void next_day(struct date *d)
{
    if (d->day < days_in_month(d->year, d->month)) {
        d->day++;
        return;
    }
    d->day = 1;
    if (d->month < 12) {
        d->month++;
    } else {
        d->month = 1;
        d->year++;
    }
}

#ifndef DATE_H
#define DATE_H
#include <stdbool.h>
#include <stdint.h>
typedef struct {
    int year;
    int month;
    int day;
} date_t;
/*@ predicate valid_date(date_t d) =
      1900 <= d.year <= 2100 && 1 <= d.month <= 12 && 1 <= d.day <= 28; */
bool date_is_leap(int year);
/*@ requires 1 <= month <= 12; requires 1600 <= year <= 3000; */
int date_days_in_month(int year, int month);
/*@ requires valid_date(d); requires -1000 <= days <= 1000; */
date_t date_add(date_t d, int days);
/*@ requires valid_date(*a); requires valid_date(*b); */
int date_compare(const date_t *a, const date_t *b);
/*@ requires valid_date(d); */
int date_weekday(date_t d);
bool date_parse(const char *text, date_t *out);
#endif

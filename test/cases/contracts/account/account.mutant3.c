#include "account.h"

bool withdraw(Account *a, long amount)
{
    if (amount > a->balance + a->limit) {
        return false;
    }
    a->balance -= amount;
    a->bookings++;
    return true;
}

bool transfer(Account *from, Account *to, long amount)
{
    withdraw(from, amount);
    to->balance += amount;
    to->bookings++;
    return true;
}

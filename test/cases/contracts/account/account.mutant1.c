#include "account.h"

bool withdraw(Account *a, long amount)
{
    if (amount > a->balance + 2 * a->limit) {
        return false;
    }
    a->balance -= amount;
    a->bookings++;
    return true;
}

bool transfer(Account *from, Account *to, long amount)
{
    if (!withdraw(from, amount)) {
        return false;
    }
    to->balance += amount;
    to->bookings++;
    return true;
}

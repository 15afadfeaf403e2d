#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>

typedef struct {
    long balance;
    long limit;
    unsigned int bookings;
} Account;

//@ type invariant Solvent(Account a) = 0 <= a.limit <= 1000000 && -a.limit <= a.balance;

/*@
  predicate Usable{L}(Account *a) =
    \valid(a) && 0 <= a->limit <= 1000000 && -a->limit <= a->balance <= 1000000000;
*/

/*@
  requires Usable(a) && 0 < amount <= 1000000;
  assigns a->balance, a->bookings;
  ensures Usable(a);
  ensures a->limit == \old(a->limit);

  behavior paid:
    assumes amount <= a->balance + a->limit;
    ensures \result;
    ensures a->balance == \old(a->balance) - amount;
  behavior refused:
    assumes amount > a->balance + a->limit;
    assigns \nothing;
    ensures !\result;
  complete behaviors;
  disjoint behaviors;
*/
bool withdraw(Account *a, long amount);

/*@
  requires Usable(from) && Usable(to) && from != to && \separated(from, to);
  requires 0 < amount <= 1000000;
  assigns from->balance, from->bookings, to->balance, to->bookings;
  ensures from->balance + to->balance == \old(from->balance + to->balance);
  ensures \result <==> \old(from->balance) != from->balance;
  ensures \result ==> to->balance == \old(to->balance) + amount;
*/
bool transfer(Account *from, Account *to, long amount);

#endif

typedef enum { CLOSED, OPEN, LOCKED } State;
typedef enum { DO_OPEN, DO_CLOSE, DO_LOCK, DO_UNLOCK } Event;

/*@
  predicate IsState(integer s) = s == CLOSED || s == OPEN || s == LOCKED;
  predicate IsEvent(integer e) = DO_OPEN <= e <= DO_UNLOCK;
*/

/*@
  requires IsState(s) && IsEvent(e);
  assigns \nothing;
  ensures IsState(\result);

  behavior open:
    assumes s == CLOSED && e == DO_OPEN;
    ensures \result == OPEN;
  behavior close:
    assumes s == OPEN && e == DO_CLOSE;
    ensures \result == CLOSED;
  behavior lock:
    assumes s == CLOSED && e == DO_LOCK;
    ensures \result == LOCKED;
  behavior unlock:
    assumes s == LOCKED && e == DO_UNLOCK;
    ensures \result == CLOSED;
  behavior ignore:
    assumes !(s == CLOSED && (e == DO_OPEN || e == DO_LOCK));
    assumes !(s == OPEN && e == DO_CLOSE);
    assumes !(s == LOCKED && e == DO_UNLOCK);
    ensures \result == s;

  complete behaviors open, close, lock, unlock, ignore;
  disjoint behaviors open, close, lock, unlock, ignore;
*/
State door(State s, Event e)
{
    switch (s) {
    case CLOSED:
        return e == DO_OPEN ? OPEN : e == DO_LOCK ? LOCKED : s;
    case OPEN:
        return e == DO_CLOSE ? CLOSED : s;
    case LOCKED:
        return e == DO_UNLOCK ? OPEN : s;
    }
    return s;
}

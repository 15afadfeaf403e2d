/* A refinement that nothing satisfies. */
/*@ language Word: start: [a-z]+; */
typedef const char *Word;
//@ type invariant never(Word w) = \length(w) > 8 && \length(w) < 4;

/*@ language Even: start: ("a" "b")+; */
typedef const char *Even;
//@ type invariant odd(Even e) = \starts(e, "b");

int length(int n, Even e);

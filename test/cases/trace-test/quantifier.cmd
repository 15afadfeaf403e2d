sh try.sh quantifier.trace --system right.c

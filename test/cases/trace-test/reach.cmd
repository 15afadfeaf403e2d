sh try.sh reach.trace --system right.c

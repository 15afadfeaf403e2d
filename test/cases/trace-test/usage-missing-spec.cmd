sh try.sh missing.trace --system right.c
